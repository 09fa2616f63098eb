import type { WriteOperation } from '../kernel/operation.ts';
import { type JobAttempt, type JobStepAnswer, type JobType, RUN_JOB } from '../modules/job/index.ts';
import { recomputeCompleteness } from '../modules/product/index.ts';
import type { Log } from '../platform/log.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import type { PrismaWriteWork } from '../platform/operation/work.ts';
import { handlerOf, type QueueJobHandler } from '../platform/queue/queue-job.ts';
import { runJob } from './run-job.ts';

export interface JobDependencies {
  readonly runner: OperationRunner;
  readonly log: Log;
}

/** One step of a job of some type, one transaction: fenced by its attempt, checkpoint included. */
export type JobStepOperation = WriteOperation<PrismaWriteWork, JobAttempt, JobStepAnswer>;

/** The operation that does a step of each type of job. Types without one are not made yet. */
const STEPS: Readonly<Partial<Record<JobType, JobStepOperation>>> = {
  recompute: recomputeCompleteness,
};

/** Everything that queues carry, and what is done about it. */
export function createJobCatalogue(dependencies: JobDependencies): readonly QueueJobHandler[] {
  return [
    handlerOf(RUN_JOB, (payload, stopping) => runJob({ ...dependencies, steps: STEPS }, payload, stopping)),
  ];
}
