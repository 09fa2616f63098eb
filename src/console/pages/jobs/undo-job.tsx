import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useCanEdit } from '../../api/workspace.ts';
import { isFinished, type Job } from '../../catalogue/jobs/job-documents.ts';
import { JobProgress } from '../../catalogue/jobs/job-progress.tsx';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import { type RevertSelection, UNDO_JOB } from '../../catalogue/jobs/undo-documents.ts';
import {
  ConflictTable,
  hasEffect,
  toUndoCounts,
  type UndoCounts,
  UndoSummary,
} from '../../catalogue/jobs/undo-report.tsx';
import { useJob, useRevertedJob } from '../../catalogue/jobs/use-job.ts';
import { notifyUndone } from '../../catalogue/undo/notify-undone.ts';
import { formatConflicts } from '../../catalogue/undo/undo-result.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyError } from '../../ui/messages/notifications.ts';
import { ErrorAlert, Loading, QueryResult } from '../../ui/messages/states.tsx';

/** Labels for undoing a job of a type. */
interface UndoLabels {
  readonly title: string;
  readonly verb: string;
}

const REDO: UndoLabels = { title: t('Redo'), verb: t('Redo') };

const DELETION: UndoLabels = { title: t('Undo this deletion'), verb: t('Undo deletion') };

const UNDO_LABELS: Readonly<Partial<Record<Job['type'], UndoLabels>>> = {
  IMPORT: { title: t('Undo this import'), verb: t('Undo import') },
  BULK: { title: t('Undo this bulk edit'), verb: t('Undo bulk edit') },
  REVERT: REDO,
};

/** Returns the job that the button of a job undoes, and its labels; null for jobs without such a button. */
function undoTarget(job: Job): { readonly wording: UndoLabels; readonly selection: RevertSelection } | null {
  const { id, type, reverted, bulkEdit } = job;
  const wording = bulkEdit?.deletes === true ? DELETION : UNDO_LABELS[type];
  if (wording === undefined) return null;
  if (reverted === null) return { wording, selection: { jobId: id } };
  // A change that was undone is redone by undoing the undo. For an undo, the page of the undone job has the button.
  if (type === 'REVERT') return null;
  const { jobId, requestId } = reverted;
  return { wording: REDO, selection: jobId === null ? { requestId } : { jobId } };
}

/** Shows the button that undoes what a finished job has written, or redoes it; nothing for other jobs. */
export function UndoJob({ job }: { readonly job: Job }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayEdit = useCanEdit();
  const undone = useRevertedJob(job.type === 'REVERT' ? job.subject : null).data;
  const target = undoTarget(job);
  const { created, updated, deleted } = job.progress;
  const hasWritten = !job.dryRun && created + updated + deleted > 0;
  if (target === null || !isFinished(job) || !hasWritten || !mayEdit || undone?.type === 'REVERT')
    return null;
  const { wording, selection } = target;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {wording.title}
      </Button>
      <Dialog title={isOpen ? wording.title : null} onClose={() => setIsOpen(false)}>
        <UndoDialog
          job={jobTitle(job)}
          selection={selection}
          wording={wording}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}

interface DialogProps {
  readonly selection: RevertSelection;
  readonly wording: UndoLabels;
  readonly onClose: () => void;
}

const undo = async (selection: RevertSelection, dryRun: boolean, signal?: AbortSignal) =>
  unwrapPayload((await request(UNDO_JOB, { selection, dryRun }, signal)).revertChanges);

/** Shows the effect of an undo by a dry run, and runs the undo. */
function UndoDialog({ job, selection, wording, onClose }: DialogProps & { readonly job: string }) {
  const dryRun = useQuery({
    queryKey: ['undo', selection],
    queryFn: ({ signal }) => undo(selection, true, signal),
    // Each opening of the dialog makes one dry run.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <Stack>
      <Text size="sm" fw={600}>
        {job}
      </Text>
      <Text size="sm">
        {t(
          'Products and entities go back to what they were before. What others have changed since stays. You can go back and forth at any time.',
        )}
      </Text>
      <QueryResult query={dryRun} what={t('the effect')}>
        {({ report, jobId }) =>
          report === null ? (
            <DryRunJob id={jobId ?? ''} selection={selection} wording={wording} onClose={onClose} />
          ) : (
            <>
              <UndoSummary counts={toUndoCounts(report)} />
              <ConflictTable conflicts={report.conflicts} />
              <UndoButtons
                selection={selection}
                wording={wording}
                onClose={onClose}
                counts={toUndoCounts(report)}
              />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** Runs the dry run of many changes, which is a job. */
function DryRunJob({ id, ...props }: DialogProps & { readonly id: string }) {
  const { data, isError, error } = useJob(id);
  if (isError) return <ErrorAlert error={error} />;
  if (data === undefined || data === null) return <Loading what={t('the effect')} />;
  if (!isFinished(data))
    return (
      <>
        <Text size="sm">{t('Checking what would change…')}</Text>
        <JobProgress job={data} />
      </>
    );
  if (data.failure !== null)
    return <ErrorAlert error={new ApiError(data.failure.code, data.failure.detail)} />;
  const counts: UndoCounts = {
    ...data.progress,
    restored: 0,
    conflicts: data.errorSummary.reduce((sum, { count }) => sum + count, 0),
    notReverted: [],
  };
  return (
    <>
      <UndoSummary counts={counts} />
      <UndoButtons {...props} counts={counts} />
    </>
  );
}

function UndoButtons({ selection, wording, onClose, counts }: DialogProps & { readonly counts: UndoCounts }) {
  const [isBusy, setIsBusy] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const run = async () => {
    setIsBusy(true);
    try {
      const { jobId, report } = await undo(selection, false);
      await queryClient.invalidateQueries();
      onClose();
      if (jobId !== null) await navigate({ to: '/jobs/$id', params: { id: jobId } });
      else if (report !== null)
        notifyUndone({
          words: hasEffect(toUndoCounts(report)) ? undoSummary(report) : null,
          left: formatConflicts(report.conflicts),
        });
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {hasEffect(counts) ? t('Cancel') : t('Close')}
      </Button>
      {hasEffect(counts) ? (
        <Button data-danger loading={isBusy} onClick={() => void run()}>
          {wording.verb}
        </Button>
      ) : null}
    </Group>
  );
}

/** Says what an undo has done, without what it has left. */
const undoSummary = ({
  updated,
  deleted,
  restored,
}: Pick<UndoCounts, 'updated' | 'deleted' | 'restored'>): string =>
  t('Undone: {parts}.', {
    parts: [
      updated > 0 ? t('{count} changed back', { count: updated }) : null,
      deleted > 0 ? t('{count} deleted', { count: deleted }) : null,
      restored > 0 ? t('{count} restored', { count: restored }) : null,
    ]
      .filter((part) => part !== null)
      .join(', '),
  });
