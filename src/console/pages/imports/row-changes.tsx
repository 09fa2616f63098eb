import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Names, textOfCell } from '../../catalogue/changes/cell-text.ts';
import { ChangeList } from '../../catalogue/changes/change-list.tsx';
import { useChangeNames } from '../../catalogue/changes/use-change-names.ts';
import { Rich } from '../../language/rich.tsx';
import { t } from '../../language/t.ts';
import { RowTable } from '../../ui/list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Preview } from './import-documents.ts';

/** Maximum number of rows that are shown at first. */
const FEW_ROWS = 5;

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
  const names = useChangeNames(changing.flatMap(({ changes }) => changes));
  if (changing.length === 0) return null;
  const shown = showsAll ? changing : changing.slice(0, FEW_ROWS);
  return (
    <div>
      <RowTable
        label={t('Changes by row')}
        rows={shown}
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
                note={(change) => <FileText change={change} names={names} />}
              />
            ),
          },
        ]}
      />
      {changing.length > shown.length ? (
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
function FileText({ change, names }: { readonly change: Change; readonly names: Names }) {
  const { text } = change;
  if (text === null) return null;
  const written = textOfCell(text, { ...change, path: null }, names);
  const isSame = (value: string) => value.toLowerCase() === written.toLowerCase();
  const shown = textOfCell(change.new, change, names);
  const isRead =
    shown.startsWith(`${written} `) ||
    [shown, change.new, ...amountsIn(change.new)].some((value) => isSame(String(value)));
  return isRead ? null : (
    <Text span size="xs" px={4} bg="var(--warn-soft)" bdrs={4}>
      <Rich message="“{text}” in the file" values={{ text: written }} />
    </Text>
  );
}

/** Returns the amounts of a measurement, or of prices. */
const amountsIn = (value: unknown): readonly unknown[] =>
  [value]
    .flat()
    .flatMap((one) => (one !== null && typeof one === 'object' && 'amount' in one ? [one.amount] : []));
