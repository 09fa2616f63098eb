import { setTimeout as pause } from 'node:timers/promises';
import type { Catalogue } from '../app.ts';
import { type Progress, showProgress } from '../doors/command-line/show-progress.ts';
import { decodeIdOf } from '../kernel/ids.ts';
import type { Session } from '../kernel/session.ts';
import { getJob, isCompleted, RUN_JOB, returnLostJobs } from '../modules/job/index.ts';
import type { Job } from '../platform/prisma/generated/client/client.ts';
import { createJobCatalogue } from '../worker/job-catalogue.ts';
import type { JobDependencies } from '../worker/job-steps.ts';
import { CommandError } from './explain-failure.ts';

/** Interval at which the state of the job is read. */
const INTERVAL_MS = 200;

/** Reports the progress of a job. */
export type TellJob = (progress: Progress, job: Job) => void;

const tellRows: TellJob = (progress, { type, processed, total }) =>
  progress.show(type, processed, Math.max(total ?? 0, processed, 1));

/**
 * Does a job in this process as far as no worker is faster, shows its progress until it is over, and returns its last
 * state.
 *
 * @param id public id of the job
 */
export async function finishJob(
  { runner, database, clock, log, tracing }: Catalogue,
  session: Session,
  files: Pick<JobDependencies, 'storage' | 'downloads'>,
  id: string,
  tell: TellJob = tellRows,
): Promise<Job> {
  const handlers = createJobCatalogue({ runner, log, tracing, ...files });
  const run = handlers.find(({ queue, name }) => queue === RUN_JOB.queue && name === RUN_JOB.name)?.run;
  const payload = { organizationId: session.organizationId, jobId: decodeIdOf('Job', id) };
  const progress = showProgress(process.stderr);
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
export function completed(job: Job): Job {
  if (isCompleted(job)) return job;
  const { detail } = (job.failure ?? {}) as { readonly detail?: string };
  throw new CommandError(`The ${job.type} is ${job.status}. ${detail ?? ''}`.trim());
}
