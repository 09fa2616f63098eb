import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  attributeOf,
  keyOfCell,
  type Names,
  nameOfCell,
  textOfCell,
} from '../../../catalogue/changes/cell-text.ts';
import { countsOf, hasEffect, UndoSummary } from '../../../catalogue/jobs/undo-report.tsx';
import { notifyUndone } from '../../../catalogue/undo/notify-undone.ts';
import { leftInWords } from '../../../catalogue/undo/undo-result.ts';
import { withLabels } from '../../../language/labels.ts';
import { t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { RowTable } from '../../../ui/list.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { countTogether, type RevertReport, revert, type Selection } from './history-documents.ts';

interface Props {
  readonly selection: Selection;
  readonly names: Names;
}

/**
 * Shows the button that undoes, in all products, what was changed together with a version; nothing if that is one
 * product.
 */
export function UndoTogether({ selection, names }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const count = useQuery({
    queryKey: ['changed together', selection],
    queryFn: ({ signal }) => countTogether(selection, signal),
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
    queryFn: ({ signal }) => revert(selection, true, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [isBusy, setIsBusy] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const run = async () => {
    setIsBusy(true);
    try {
      const { jobId, report } = await revert(selection, false);
      await queryClient.invalidateQueries();
      onClose();
      if (jobId !== null) await navigate({ to: '/jobs/$id', params: { id: jobId } });
      else if (report !== null) {
        const { updated: count, conflicts } = report;
        const words = t('{count, plural, one {# product} other {# products}} restored.', { count });
        notifyUndone({ words: count === 0 ? null : words, left: leftInWords(conflicts) });
      }
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
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
              <UndoSummary counts={countsOf(report)} />
              <Kept conflicts={report.conflicts} names={names} />
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  {hasEffect(countsOf(report)) ? t('Cancel') : t('Close')}
                </Button>
                {hasEffect(countsOf(report)) ? (
                  <Button data-danger loading={isBusy} onClick={() => void run()}>
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
const LISTED = 20;

/** Shows the values that stay, beside what they were before. */
function Kept({
  conflicts,
  names,
}: {
  readonly conflicts: RevertReport['conflicts'];
  readonly names: Names;
}) {
  if (conflicts.length === 0) return null;
  return (
    <>
      <RowTable
        label={t('Conflicts')}
        rows={conflicts.slice(0, LISTED)}
        keyOf={(cell) => `${cell.ref} ${keyOfCell(cell)} ${cell.code}`}
        columns={[
          { title: t('Product'), cell: ({ ref }) => ref, isHeader: true },
          { title: t('Field'), cell: (cell) => nameOfCell(cell, names) },
          {
            title: t('Stays'),
            cell: (cell) =>
              cell.changedBy === null
                ? withLabels({ ...cell, attribute: attributeOf(cell.path) })
                : `${textOfCell(cell.present, cell, names)} (${cell.changedBy.name})`,
          },
          { title: t('Before'), cell: (cell) => textOfCell(cell.wanted, cell, names) },
        ]}
      />
      {conflicts.length > LISTED ? (
        <Text size="sm">{t('{count} more are not listed.', { count: conflicts.length - LISTED })}</Text>
      ) : null}
    </>
  );
}
