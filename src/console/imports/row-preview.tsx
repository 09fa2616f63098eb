import { Stack, Text } from '@mantine/core';
import { RowTable } from '../shell/list.tsx';
import { StateBadge } from '../shell/state-badge.tsx';
import type { Preview } from './import-documents.ts';

/** Rows that are shown in any case, and with those that would fail. */
const FIRST_ROWS = 5;
const SHOWN_ROWS = 20;

/** What would become of the first rows. */
export function RowPreview({ preview: { rows } }: { readonly preview: Preview }) {
  const failed = rows.filter(({ outcome }) => outcome === 'FAILED').length;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Of the first {rows.length === 1 ? 'row' : `${rows.length} rows`} {failed} would fail. Rows that name
        others further down fail here only.
      </Text>
      <RowTable
        label="First rows"
        rows={rows
          .filter(({ errors }, index) => index < FIRST_ROWS || errors.length > 0)
          .slice(0, SHOWN_ROWS)}
        keyOf={({ row }) => row}
        columns={[
          { title: 'Row', cell: ({ row }) => row },
          { title: 'Object', cell: ({ ref }) => ref },
          { title: 'Outcome', cell: ({ outcome }) => <StateBadge state={outcome} /> },
          {
            title: 'What is wrong',
            cell: ({ errors }) =>
              errors.map(({ code, column, message, hint }) => (
                <Text size="sm" key={`${column} ${code}`}>
                  {column === null ? '' : `${column}: `}
                  {message} {hint === null || message.includes(hint) ? '' : hint}
                </Text>
              )),
          },
        ]}
      />
    </Stack>
  );
}
