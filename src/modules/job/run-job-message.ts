import { z } from 'zod';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import { createQueuedJob, type QueueJobDefinition } from '../../platform/queue/queue-job.ts';
import type { JobRow } from './job-state.ts';

/** Says that a job waits. Taking it is up to the row, so it may come late, twice or not at all. */
export const RUN_JOB: QueueJobDefinition<{ organizationId: string; jobId: string }> = {
  queue: 'jobs',
  name: 'run-job',
  payload: z.object({ organizationId: z.uuid(), jobId: z.uuid() }),
};

/** Returns the nudge for the next attempt of a job; each attempt has one of its own. */
export function runJobMessage(
  organizationId: string,
  { id, attempts }: Pick<JobRow, 'id' | 'attempts'>,
): QueuedJob {
  return createQueuedJob(RUN_JOB, `${id}-${attempts}`, { organizationId, jobId: id });
}
