import { Button, Group, Text } from '@mantine/core';
import { useCanEdit } from '../../api/workspace.ts';
import { useBulkActions } from '../../catalogue/actions/use-bulk-actions.ts';
import { t } from '../../i18n/translate.ts';

/** Products that a template brought: they have an external reference of its system. */
const SAMPLES = { externalRefs: [{ system: 'template', empty: false }] };

/** Offers to remove the sample products of a template, while there are any. */
export function SampleProducts({ count }: { readonly count: number }) {
  const canEdit = useCanEdit();
  const { run, running } = useBulkActions();
  if (count === 0 || !canEdit) return null;
  return (
    <Group component="section" gap="sm" justify="space-between" aria-label={t('Sample products')}>
      <Text size="sm">
        {t('{count, plural, one {# sample product} other {# sample products}}', { count })}
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={running !== null}
        onClick={() =>
          void run({ filter: SAMPLES, count }, null, (deleted) =>
            t('{count, plural, one {# product} other {# products}} deleted.', { count: deleted }),
          )
        }
      >
        {t('Remove')}
      </Button>
    </Group>
  );
}
