import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { createOptionsQuery } from '../../catalogue/create/create-documents.ts';
import { t } from '../../i18n/translate.ts';
import type { Preview } from './import-documents.ts';
import { type ColumnChoice, newProductSetChoice } from './mapping.ts';

/** Warns of products that would be created without an attribute set, and gives them one. */
export function MissingAttributeSetAlert(props: {
  readonly preview: Preview;
  readonly onChoose: (column: string, choice: ColumnChoice) => void;
}) {
  const { preview, onChoose } = props;
  const count = preview.withoutAttributeSet;
  const { locale } = useViewScope();
  const sets = useQuery({ ...createOptionsQuery(locale?.code ?? ''), enabled: count > 0 }).data ?? [];
  const [chosen, setChosen] = useState('');
  if (count === 0) return null;
  return (
    <Alert data-tone="warn" title={missingSetTitle(count)}>
      <Text size="sm">
        {t(
          'Their values cannot be completed or published. Map a column to Attribute set (attribute_set), or choose one set for all new products. Existing products keep theirs.',
        )}
      </Text>
      <Group gap="xs" mt="xs" align="flex-end">
        <NativeSelect
          label={t('Attribute set of new products')}
          size="xs"
          value={chosen}
          data={[
            { value: '', label: t('Choose…') },
            ...sets.map(({ code, label }) => ({ value: code, label })),
          ]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={chosen === ''}
          onClick={() => onChoose(...newProductSetChoice(chosen))}
        >
          {t('Use attribute set')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Returns a sentence with the number of new products of the preview that have no attribute set. */
export const missingSetTitle = (count: number): string =>
  t(
    '{count, plural, one {# new product of the preview gets} other {# new products of the preview get}} no attribute set',
    { count },
  );
