import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { ErrorAlert, Loading, QueryResult } from '../../ui/messages/states.tsx';
import { isFinished } from '../jobs/job-documents.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { type RevertSelection, UNDO_JOB } from '../jobs/undo-documents.ts';
import {
  ConflictTable,
  hasEffect,
  toUndoCounts,
  type UndoCounts,
  UndoSummary,
} from '../jobs/undo-report.tsx';
import { useJob } from '../jobs/use-job.ts';
import { formatConflicts } from './undo-result.ts';
import { useRunUndo } from './use-run-undo.ts';

interface UndoFormProps {
  readonly selection: RevertSelection;
  /** Label of the button that runs the undo. */
  readonly verb: string;
  readonly onClose: () => void;
}

const undo = async (selection: RevertSelection, dryRun: boolean, signal?: AbortSignal) =>
  unwrapPayload((await request(UNDO_JOB, { selection, dryRun }, signal)).revertChanges);

/** Shows the effect of an undo by a dry run, and runs the undo; that of many changes is a job, whose page opens. */
export function UndoForm(
  props: UndoFormProps & {
    readonly subject: string;
    /** More about the changes. */
    readonly children?: ReactNode;
  },
) {
  const { subject, selection, verb, onClose, children } = props;
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
        {subject}
      </Text>
      <Text size="sm">
        {t(
          'The changes are taken back. What others have changed since stays. You can go back and forth at any time.',
        )}
      </Text>
      {children}
      <QueryResult query={dryRun} what={t('the effect')}>
        {({ report, jobId }) =>
          report === null ? (
            <DryRunJob id={jobId ?? ''} selection={selection} verb={verb} onClose={onClose} />
          ) : (
            <>
              <UndoSummary counts={toUndoCounts(report)} />
              <ConflictTable conflicts={report.conflicts} />
              <UndoButtons
                selection={selection}
                verb={verb}
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
function DryRunJob({ id, ...props }: UndoFormProps & { readonly id: string }) {
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

function UndoButtons({ selection, verb, onClose, counts }: UndoFormProps & { readonly counts: UndoCounts }) {
  const { isBusy, run } = useRunUndo(
    () => undo(selection, false),
    (report) => ({
      words: hasEffect(toUndoCounts(report)) ? undoSummary(report) : null,
      left: formatConflicts(report.conflicts),
    }),
    onClose,
  );
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {hasEffect(counts) ? t('Cancel') : t('Close')}
      </Button>
      {hasEffect(counts) ? (
        <Button data-danger autoFocus loading={isBusy} onClick={run}>
          {verb}
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
