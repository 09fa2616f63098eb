import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Page } from '../../ui/page.tsx';
import { DeletedEntities } from './deleted-entities.tsx';
import { DeletedProducts } from './deleted-products.tsx';

/** Shows the deleted products or entities that can be restored. */
export function TrashPage() {
  const [kind, setKind] = useState<'products' | 'entities'>('products');
  const choices = [
    { value: 'products', label: t('Products') },
    { value: 'entities', label: t('Entities') },
  ] as const;
  return (
    <Page
      title={t('Trash')}
      intro={t(
        'Deleted products and entities. Each can be restored for 30 days; a model comes back with the variants that were deleted with it.',
      )}
    >
      <Group gap={4} mb="sm" role="group" aria-label={t('Kind of objects')}>
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            size="xs"
            variant={kind === value ? 'default' : 'subtle'}
            aria-pressed={kind === value}
            onClick={() => setKind(value)}
          >
            {label}
          </Button>
        ))}
      </Group>
      {kind === 'products' ? <DeletedProducts /> : <DeletedEntities />}
    </Page>
  );
}
