import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  attributeFromPath,
  type ChangeLabels,
  formatChangedValue,
  valuePathKey,
  valuePathLabel,
} from '../../../catalogue/changes/format-change.ts';
import { hasEffect, toUndoCounts, UndoSummary } from '../../../catalogue/jobs/undo-report.tsx';
import { formatConflicts } from '../../../catalogue/undo/undo-result.ts';
import { useRunUndo } from '../../../catalogue/undo/use-run-undo.ts';
import { withLabels } from '../../../i18n/labels.ts';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import {
  countRelatedProducts,
  type RevertReport,
  type RevertSelection,
  revertSelection,
} from './history-documents.ts';

interface Props {
  readonly selection: RevertSelection;
  readonly names: ChangeLabels;
}

/**
 * Shows the button that undoes, in all products, what was changed together with a version; nothing if that is one
 * product.
 */
export function UndoRelatedChanges({ selection, names }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const count = useQuery({
    queryKey: ['changed together', selection],
    queryFn: ({ signal }) => countRelatedProducts(selection, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data;
  if (count === undefined || count === 1) return null;
  const title = t('Undo everywhere');
  return (
    <>
      <Text span w="100%" c="dimmed">
        {count === null
          ? t('Changed together with many products.')
          : t('{count, plural, one {# product was} other {# products were}} changed together.', {
              count,
            })}{' '}
        <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
          {title}…
        </button>
      </Text>
      <Dialog title={isOpen ? title : null} onClose={() => setIsOpen(false)}>
        <Report selection={selection} names={names} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

/** Shows the result of a dry run of the undo, and the button that runs it. */
function Report({ selection, names, onClose }: Props & { readonly onClose: () => void }) {
  const dryRun = useQuery({
    queryKey: ['undo together', selection],
    queryFn: ({ signal }) => revertSelection(selection, true, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { isBusy, run } = useRunUndo(
    () => revertSelection(selection, false),
    ({ updated: count, conflicts }) => {
      const message = t('{count, plural, one {# product} other {# products}} restored.', { count });
      return { words: count === 0 ? null : message, left: formatConflicts(conflicts) };
    },
    onClose,
  );
  return (
    <Stack>
      <Text size="sm">
        {t('Everything that was changed together goes back. What others have changed since stays.')}
      </Text>
      <QueryResult query={dryRun} what={t('the effect')}>
        {({ report, jobId }) =>
          report === null ? (
            <Text size="sm">
              {t('These are many changes.')}{' '}
              <TextLink to="/jobs/$id" params={{ id: jobId ?? '' }}>
                {t('Open the dry run')}
              </TextLink>
            </Text>
          ) : (
            <>
              <UndoSummary counts={toUndoCounts(report)} />
              <ConflictValues conflicts={report.conflicts} names={names} />
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  {hasEffect(toUndoCounts(report)) ? t('Cancel') : t('Close')}
                </Button>
                {hasEffect(toUndoCounts(report)) ? (
                  <Button data-danger loading={isBusy} onClick={run}>
                    {t('Undo')}
                  </Button>
                ) : null}
              </Group>
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** Maximum number of values that the dialog lists. */
const MAX_VALUES = 20;

/** Shows the values that stay, beside what they were before. */
function ConflictValues({
  conflicts,
  names,
}: {
  readonly conflicts: RevertReport['conflicts'];
  readonly names: ChangeLabels;
}) {
  if (conflicts.length === 0) return null;
  return (
    <>
      <DataTable
        label={t('Conflicts')}
        rows={conflicts.slice(0, MAX_VALUES)}
        keyOf={(cell) => `${cell.ref} ${valuePathKey(cell)} ${cell.code}`}
        columns={[
          { title: t('Product'), cell: ({ ref }) => ref, isHeader: true },
          { title: t('Field'), cell: (cell) => valuePathLabel(cell, names) },
          {
            title: t('Stays'),
            cell: (cell) =>
              cell.changedBy === null
                ? withLabels({ ...cell, attribute: attributeFromPath(cell.path) })
                : `${formatChangedValue(cell.present, cell, names)} (${cell.changedBy.name})`,
          },
          { title: t('Before'), cell: (cell) => formatChangedValue(cell.wanted, cell, names) },
        ]}
      />
      {conflicts.length > MAX_VALUES ? (
        <Text size="sm">{t('{count} more are not listed.', { count: conflicts.length - MAX_VALUES })}</Text>
      ) : null}
    </>
  );
}
