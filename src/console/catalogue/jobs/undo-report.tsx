import { Alert, Stack, Text } from '@mantine/core';
import { withLabels } from '../../i18n/labels.ts';
import { sentenceCase } from '../../i18n/sentence-case.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { fieldTitle } from '../model/history/field-title.ts';
import type { UndoReport } from './undo-documents.ts';

/** Numbers of objects that an undo changes, or has changed. */
export interface UndoCounts {
  readonly updated: number;
  readonly deleted: number;
  readonly restored: number;
  readonly unchanged: number;
  readonly skipped: number;
  /** Number of changes that stay. */
  readonly conflicts: number;
  readonly notReverted: UndoReport['notReverted'];
}

export const toUndoCounts = ({ conflicts, ...counts }: UndoReport): UndoCounts => ({
  ...counts,
  conflicts: conflicts.length,
});

/** Returns true if there is anything to undo. */
export const hasEffect = ({ updated, deleted, restored }: UndoCounts): boolean =>
  updated + deleted + restored > 0;

/** Shows how many objects an undo changes, and in which way. */
export function UndoSummary({ counts }: { readonly counts: UndoCounts }) {
  const { updated, deleted, restored, unchanged, skipped, conflicts, notReverted } = counts;
  const lines = [
    ...(updated === 0
      ? []
      : [
          t(
            '{count, plural, one {# object is given earlier values back.} other {# objects are given earlier values back.}}',
            { count: updated },
          ),
        ]),
    ...(deleted === 0
      ? []
      : [
          t('{count, plural, one {# created object is deleted.} other {# created objects are deleted.}}', {
            count: deleted,
          }),
        ]),
    ...(restored === 0
      ? []
      : [
          t('{count, plural, one {# deleted object is restored.} other {# deleted objects are restored.}}', {
            count: restored,
          }),
        ]),
    ...(unchanged === 0
      ? []
      : [
          t(
            '{count, plural, one {# object is as before already.} other {# objects are as before already.}}',
            {
              count: unchanged,
            },
          ),
        ]),
    ...(skipped === 0
      ? []
      : [
          t('{count, plural, one {# object is not changed.} other {# objects are not changed.}}', {
            count: skipped,
          }),
        ]),
  ];
  return (
    <Stack gap="sm">
      {lines.length === 0 ? (
        <Text size="sm">{t('There is nothing to undo.')}</Text>
      ) : (
        <ul className="plain-list effects" aria-label={t('Effect')}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {conflicts === 0 ? null : (
        <Alert
          data-tone="warn"
          title={t('{count, plural, one {# conflict} other {# conflicts}}', { count: conflicts })}
        >
          {t('Values that were changed again since, or that a rule refuses, keep their present state.')}
        </Alert>
      )}
      {notReverted.length === 0 ? null : (
        <Text size="sm">
          {t('Not undone: {list}.', {
            list: notReverted
              .map(({ type, count }) => `${count} × ${translateLabel(sentenceCase(type))}`)
              .join(', '),
          })}
        </Text>
      )}
    </Stack>
  );
}

/** Maximum number of conflicts that the dialog lists; the job page lists all. */
const MAX_CONFLICTS = 20;

/** Shows the first conflicts. */
export function ConflictTable({
  conflicts,
}: {
  readonly conflicts: readonly Omit<UndoReport['conflicts'][number], 'changedBy'>[];
}) {
  if (conflicts.length === 0) return null;
  return (
    <>
      <DataTable
        label={t('Conflicts')}
        rows={conflicts.slice(0, MAX_CONFLICTS)}
        keyOf={({ ref, path, channel, locale, code }) => [ref, path, channel, locale, code].join('|')}
        columns={[
          { title: t('Object'), cell: ({ ref }) => ref, isHeader: true },
          {
            title: t('Field'),
            cell: ({ path, channel, locale }) =>
              [path === null ? t('whole object') : fieldTitle(path), channel, locale]
                .filter((part) => part !== null)
                .join(', '),
          },
          { title: t('Reason'), cell: (conflict) => withLabels(conflict) },
        ]}
      />
      {conflicts.length > MAX_CONFLICTS ? (
        <Text size="sm">
          {t('{count} more are not listed.', { count: conflicts.length - MAX_CONFLICTS })}
        </Text>
      ) : null}
    </>
  );
}
