import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { localeTag, t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Preview } from './import-documents.ts';
import { RowChanges } from './row-changes.tsx';

const ErrorGroups = lazyComponent(
  async () => (await import('../../catalogue/jobs/error-groups.tsx')).ErrorGroups,
  null,
);

const OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'DELETED', 'FAILED'] as const;

/** The rows that the API counts. */
const COUNTED_ROWS = 5_000;

/** Shows the expected results of the first rows, and their errors by cause. */
export function RowPreview(props: {
  readonly preview: Preview;
  /** True if the API was sent the whole file. */
  readonly isWhole: boolean;
  /** A dry run says the same of the whole file, so the rows are shown only on request. */
  readonly isBrief: boolean;
}) {
  const { rows, totalRows, repeatedRows } = props.preview;
  const [isAsked, setIsAsked] = useState(false);
  const failed = rows.filter(({ outcome }) => outcome === 'FAILED').length;
  const problems = rows.flatMap(({ errors }) => errors);
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: rows.filter((row) => row.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">
          {t(
            'Preview of {count, plural, one {# row} other {# rows}}: {failed} would fail. Rows that refer to later rows fail only in the preview.',
            { count: rows.length, failed },
          )}
        </Text>
        {repeatedRows === 0 ? null : (
          <Text size="sm" c="var(--ink-2)">
            {props.isWhole && totalRows !== null
              ? t(
                  '{count, plural, one {# row has} other {# rows have}} the SKU or code of an earlier row: the last row counts.',
                  { count: repeatedRows },
                )
              : t(
                  'Of the first {rows, number} rows, {count, plural, one {# has} other {# have}} the SKU or code of an earlier row: the last row counts.',
                  { count: repeatedRows, rows: totalRows ?? COUNTED_ROWS },
                )}
          </Text>
        )}
        <Group gap="md" mt={4}>
          {counts.map(({ outcome, count }) => (
            <Text key={outcome} size="sm" component="span">
              <StatusBadge state={outcome} /> {count.toLocaleString(localeTag)}
            </Text>
          ))}
        </Group>
      </div>
      {props.isBrief && !isAsked ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
            {t('Show the preview')}
          </Button>
        </div>
      ) : (
        <>
          <RowChanges rows={rows} />
          {problems.length === 0 ? null : <ErrorGroups problems={problems} />}
        </>
      )}
    </Stack>
  );
}
