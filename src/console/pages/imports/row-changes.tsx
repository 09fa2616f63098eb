import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ChangeList } from '../../catalogue/changes/change-list.tsx';
import { type ChangeLabels, formatChangedValue } from '../../catalogue/changes/format-change.ts';
import { useChangeLabels } from '../../catalogue/changes/use-change-labels.ts';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { t } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Preview } from './import-documents.ts';

/** Maximum number of rows that are shown at first. */
const INITIAL_ROWS = 5;

type Row = Preview['rows'][number];
type Change = NonNullable<Row['changes']>[number];

/**
 * Shows the changes of each of the first rows: old and new values, and the text of the file where it is read as
 * something else.
 */
export function RowChanges({ rows }: { readonly rows: readonly Row[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const changing = rows.flatMap(({ changes, ...row }) =>
    changes === null || changes.length === 0 || row.outcome === 'FAILED' ? [] : [{ ...row, changes }],
  );
  const names = useChangeLabels(changing.flatMap(({ changes }) => changes));
  if (changing.length === 0) return null;
  const visibleRows = showsAll ? changing : changing.slice(0, INITIAL_ROWS);
  return (
    <div>
      <DataTable
        label={t('Changes by row')}
        rows={visibleRows}
        keyOf={({ row }) => row}
        columns={[
          { title: t('Row'), width: '8%', cell: ({ row }) => row },
          { title: t('Object'), width: '20%', cell: ({ ref }) => <span className="code">{ref ?? '–'}</span> },
          { title: t('Result'), width: '16%', cell: ({ outcome }) => <StatusBadge state={outcome} /> },
          {
            title: t('Changes'),
            cell: ({ changes }) => (
              <ChangeList
                changes={changes}
                names={names}
                note={(change) => <SourceText change={change} names={names} />}
              />
            ),
          },
        ]}
      />
      {changing.length > visibleRows.length ? (
        <Button mt="xs" size="xs" variant="default" onClick={() => setShowsAll(true)}>
          {t('Show all {count, number} rows', { count: changing.length })}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Shows the text of the file, where it is not the new value in its own words, in either case, with or without its unit
 * or currency.
 */
function SourceText({ change, names }: { readonly change: Change; readonly names: ChangeLabels }) {
  const { text } = change;
  if (text === null) return null;
  const written = formatChangedValue(text, { ...change, path: null }, names);
  const isSame = (value: string) => value.toLowerCase() === written.toLowerCase();
  const cellText = formatChangedValue(change.new, change, names);
  const isRead =
    cellText.startsWith(`${written} `) ||
    [cellText, change.new, ...amountsIn(change.new)].some((value) => isSame(String(value)));
  return isRead ? null : (
    <Text span size="xs" px={4} bg="var(--warn-soft)" bdrs={4}>
      <FormattedMessage message="“{text}” in the file" values={{ text: written }} />
    </Text>
  );
}

/** Returns the amounts of a measurement, or of prices. */
const amountsIn = (value: unknown): readonly unknown[] =>
  [value]
    .flat()
    .flatMap((one) => (one !== null && typeof one === 'object' && 'amount' in one ? [one.amount] : []));
