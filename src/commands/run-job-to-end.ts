import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../app.ts';
import { decodeIdOf } from '../kernel/ids.ts';
import type { Session } from '../kernel/session.ts';
import { getJob, isCompleted, RUN_JOB, returnLostJobs } from '../modules/job/index.ts';
import type { Job } from '../platform/prisma/generated/client/client.ts';
import { createJobHandlers } from '../worker/job-handlers.ts';
import type { JobHandlerDependencies } from '../worker/job-steps.ts';
import { CommandError } from './describe-failure.ts';
import { createProgress, type Progress } from './output/show-progress.ts';

/** Interval at which the state of the job is read. */
const INTERVAL_MS = 200;

/** Reports the progress of a job. */
export type ReportProgress = (progress: Progress, job: Job) => void;

const reportRows: ReportProgress = (progress, { type, processed, total }) =>
  progress.show(type, processed, Math.max(total ?? 0, processed, 1));

/**
 * Does a job in this process as far as no worker is faster, shows its progress until it is over, and returns its last
 * state.
 *
 * @param id public id of the job
 */
export async function runJobToEnd(
  { runner, database, clock, log, tracing }: AppContext,
  session: Session,
  files: Pick<JobHandlerDependencies, 'storage' | 'downloads'>,
  id: string,
  tell: ReportProgress = reportRows,
): Promise<Job> {
  const handlers = createJobHandlers({ runner, log, tracing, ...files });
  const run = handlers.find(({ queue, name }) => queue === RUN_JOB.queue && name === RUN_JOB.name)?.run;
  const payload = { organizationId: session.organizationId, jobId: decodeIdOf('Job', id) };
  const progress = createProgress(process.stderr);
  let working: Promise<void> | null = null;
  try {
    for (;;) {
      // The call has no effect while another worker has the job, and a failed attempt is written to it.
      working ??= (async () => run?.(payload, new AbortController().signal))()
        .catch((error: unknown) => log.warn({ err: error }, 'an attempt failed'))
        .finally(() => {
          working = null;
        });
      await Promise.race([working, pause(INTERVAL_MS)]);
      const job = await runner.read(session, getJob, { id, query: {} });
      if (job === null) throw new CommandError('The job was removed.');
      tell(progress, job);
      if (job.finishedAt !== null && job.status !== 'queued') return job;
      if (working === null) {
        await pause(INTERVAL_MS);
        await returnLostJobs(database.owner, clock.now());
      }
    }
  } finally {
    progress.end();
  }
}

/** Returns the same job. @throws CommandError when it did not come to its end */
export function assertCompleted(job: Job): Job {
  if (isCompleted(job)) return job;
  const { detail } = (job.failure ?? {}) as { readonly detail?: string };
  throw new CommandError(`The ${job.type} is ${job.status}. ${detail ?? ''}`.trim());
}
