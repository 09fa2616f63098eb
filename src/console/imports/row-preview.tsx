import { Stack, Text } from '@mantine/core';
import { explain } from '../language/explain.ts';
import { t } from '../language/t.ts';
import { RowTable } from '../ui/list.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { Preview } from './import-documents.ts';

/** The first rows that are always shown, and the most rows shown including failed ones. */
const FIRST_ROWS = 5;
const SHOWN_ROWS = 20;

/** The expected results of the first rows. */
export function RowPreview({ preview: { rows } }: { readonly preview: Preview }) {
  const failed = rows.filter(({ outcome }) => outcome === 'FAILED').length;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'Preview of {count, plural, one {# row} other {# rows}}: {failed} would fail. Rows that refer to later rows fail only in the preview.',
          { count: rows.length, failed },
        )}
      </Text>
      <RowTable
        label={t('Row preview')}
        rows={rows
          .filter(({ errors }, index) => index < FIRST_ROWS || errors.length > 0)
          .slice(0, SHOWN_ROWS)}
        keyOf={({ row }) => row}
        columns={[
          { title: t('Row'), cell: ({ row }) => row },
          { title: t('Object'), cell: ({ ref }) => ref },
          { title: t('Outcome'), cell: ({ outcome }) => <StatusBadge state={outcome} /> },
          {
            title: t('Errors'),
            cell: ({ errors }) =>
              errors.map(({ code, column, message, hint }) => (
                <Text size="sm" key={`${column} ${code}`}>
                  {column === null ? '' : `${column}: `}
                  {explain({ code, message })} {hint === null || message.includes(hint) ? '' : hint}
                </Text>
              )),
          },
        ]}
      />
    </Stack>
  );
}
