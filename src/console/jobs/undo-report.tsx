import { Alert, List, Stack, Text } from '@mantine/core';
import { RowTable } from '../ui/list.tsx';
import type { UndoReport } from './undo-documents.ts';

/** What an undo does, or has done, to objects. */
export interface UndoCounts {
  readonly updated: number;
  readonly deleted: number;
  readonly restored: number;
  readonly unchanged: number;
  readonly skipped: number;
  /** Changes that stay. */
  readonly conflicts: number;
  readonly notReverted: UndoReport['notReverted'];
}

export const countsOf = ({ conflicts, ...counts }: UndoReport): UndoCounts => ({
  ...counts,
  conflicts: conflicts.length,
});

const number = (count: number) => count.toLocaleString('en');

/** `1 object is deleted`, `2 objects are deleted`. */
const sentence = (count: number, rest: string) =>
  count === 0
    ? []
    : [
        `${number(count)} ${count === 1 ? 'object' : 'objects'}${rest.replace('…', count === 1 ? 'is' : 'are')}.`,
      ];

/** Whether there is anything to undo. */
export const hasEffect = ({ updated, deleted, restored }: UndoCounts): boolean =>
  updated + deleted + restored > 0;

/** What happens to how many objects, in words. */
export function UndoSummary({ counts }: { readonly counts: UndoCounts }) {
  const { updated, deleted, restored, unchanged, skipped, conflicts, notReverted } = counts;
  const lines = [
    ...sentence(updated, ' … given earlier values back'),
    ...sentence(deleted, ' that the job created … deleted'),
    ...sentence(restored, ' that the job deleted … restored'),
    ...sentence(unchanged, ' … as before already'),
    ...sentence(skipped, ' … not changed'),
  ];
  return (
    <Stack gap="sm">
      {lines.length === 0 ? (
        <Text size="sm">There is nothing to undo.</Text>
      ) : (
        <List size="sm" aria-label="Effect">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {conflicts === 0 ? null : (
        <Alert data-tone="warn" title={`${number(conflicts)} ${conflicts === 1 ? 'conflict' : 'conflicts'}`}>
          Values that were changed again since, or that a rule refuses, keep their present state.
        </Alert>
      )}
      {notReverted.length === 0 ? null : (
        <Text size="sm">
          Not undone: {notReverted.map(({ type, count }) => `${count} × ${type}`).join(', ')}.
        </Text>
      )}
    </Stack>
  );
}

/** Most conflicts that the dialog lists; the job page lists all. */
const LISTED = 20;

/** The first conflicts. */
export function Conflicts({ conflicts }: { readonly conflicts: UndoReport['conflicts'] }) {
  if (conflicts.length === 0) return null;
  return (
    <>
      <RowTable
        label="Conflicts"
        rows={conflicts.slice(0, LISTED)}
        keyOf={({ ref, path, channel, locale, code }) => [ref, path, channel, locale, code].join('|')}
        columns={[
          { title: 'Object', cell: ({ ref }) => ref, isHeader: true },
          {
            title: 'Field',
            cell: ({ path, channel, locale }) =>
              [path ?? 'whole object', channel, locale].filter((part) => part !== null).join(', '),
          },
          { title: 'Reason', cell: ({ message }) => message },
        ]}
      />
      {conflicts.length > LISTED ? (
        <Text size="sm">{conflicts.length - LISTED} more are not listed.</Text>
      ) : null}
    </>
  );
}
