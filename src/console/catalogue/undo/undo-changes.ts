import { ApiError } from '../../api/api-error.ts';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request, requestWithId } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { isFinished, JOB, type Job } from '../jobs/job-documents.ts';
import type { UndoConflict } from './undo-result.ts';

const UNDO_CHANGES = graphql(
  `
  mutation UndoChanges($selection: ChangeSelectionInput!) {
    revertChanges(input: { selection: $selection, dryRun: false }) {
      __typename
      ... on RevertChangesPayload {
        jobId
        report { updated deleted restored conflicts { ref path code message messageKey params changedBy { name } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const CONFLICTS_OF_JOB = graphql(`
  query ConflictsOfJob($id: ID!) {
    job(id: $id) { errors(first: 100) { nodes { ref column code message } } }
  }
`);

export type ChangeSelection = VariablesOf<typeof UNDO_CHANGES>['selection'];

const POLLING_MS = 400;

/**
 * Waits until a job has ended. An attempt that fails is repeated by the server, and ends nothing.
 *
 * @throws ApiError if the job has failed or was cancelled
 */
export async function finishedJob(
  id: string,
  onProgress: (done: number) => void = () => undefined,
): Promise<Job> {
  for (;;) {
    const { job } = await request(JOB, { id });
    if (job === null) throw new ApiError('not-found', id);
    onProgress(job.progress.processed);
    if (job.status === 'CANCELLED')
      throw new ApiError('cancelled', t('The job was cancelled. What it had changed before stays changed.'));
    if (job.status === 'FAILED' && job.failure !== null)
      throw new ApiError(job.failure.code, job.failure.detail);
    if (isFinished(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, POLLING_MS));
  }
}

/** The objects that an undo has changed, and the changes that it has left. */
export interface UndoneChanges {
  /** Number of objects that have earlier values again, or were deleted or restored. */
  readonly objects: number;
  /** Number of changes that stay. */
  readonly kept: number;
  /** The first conflicts. */
  readonly conflicts: readonly UndoConflict[];
  /** Selects the undo itself, which can be undone in turn; null if nothing was stored. */
  readonly by: ChangeSelection | null;
}

/** Takes changes back, and waits for the job that does it if they are many. What stays is reported with its reasons. */
export async function undoChanges(selection: ChangeSelection): Promise<UndoneChanges> {
  const { data, requestId } = await requestWithId(UNDO_CHANGES, { selection });
  const { report, jobId } = unwrapPayload(data.revertChanges);
  if (report === null) {
    const id = jobId ?? '';
    const { progress, errorSummary } = await finishedJob(id);
    const skippedCount = errorSummary.reduce((sum, { count }) => sum + count, 0);
    const objects = progress.updated + progress.deleted + progress.created;
    const errors =
      skippedCount === 0 ? [] : ((await request(CONFLICTS_OF_JOB, { id })).job?.errors.nodes ?? []);
    const conflicts = errors.map(({ ref, column, code, message }) => ({
      ref: ref ?? '',
      path: column,
      code,
      message,
      changedBy: null,
    }));
    return { objects, kept: skippedCount, conflicts, by: objects === 0 ? null : { jobId: id } };
  }
  const { updated, deleted, restored, conflicts } = report;
  const objects = updated + deleted + restored;
  return {
    objects,
    kept: conflicts.length,
    conflicts,
    by: objects === 0 || requestId === null ? null : { requestId },
  };
}
