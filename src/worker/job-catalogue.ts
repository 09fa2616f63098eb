import type { WriteContext, WriteOperation } from '../kernel/operation.ts';
import type { Session } from '../kernel/session.ts';
import { isFolderInput, openFolderImport } from '../modules/akeneo/index.ts';
import { openExport } from '../modules/export/index.ts';
import { openImport } from '../modules/import/index.ts';
import {
  type ClaimedJob,
  type JobAttempt,
  type JobStepAnswer,
  type JobType,
  RUN_JOB,
} from '../modules/job/index.ts';
import { openMassEdit } from '../modules/mass-edit/index.ts';
import { recomputeCompleteness } from '../modules/product/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { type Metrics, NO_METRICS } from '../platform/metrics/metrics.ts';
import { laggingRunner } from '../platform/operation/lagging-runner.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import type { Downloads } from '../platform/outbound/downloads.ts';
import type { OutboundPolicy } from '../platform/outbound/validate-url.ts';
import { handlerOf, type QueueJobHandler } from '../platform/queue/queue-job.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import { NO_TRACING, type Tracing } from '../platform/tracing/tracing.ts';
import { runJob } from './run-job.ts';

export interface JobDependencies {
  readonly runner: OperationRunner;
  readonly log: Log;
  /** Where the files of imports and exports lie. */
  readonly storage: ObjectStorage;
  /** Told of the rows that jobs process. */
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Has replicas for what may lag; without it everything is read where it is written. */
  readonly database?: Pick<Database, 'lagging' | 'hasReplicas'>;
  /** Fetches media that imports name by URL. */
  readonly downloads?: Downloads | undefined;
  /** Where imports and exports may fetch and send files; by default the public internet alone. */
  readonly outboundPolicy?: OutboundPolicy;
  /** Largest picture that imports take from an archive. */
  readonly maximumMediaBytes?: number | undefined;
}

/** One step of a job of some type, one transaction: fenced by its attempt, checkpoint included. */
export type JobStepOperation = WriteOperation<WriteContext, JobAttempt, JobStepAnswer>;

/** The steps of one attempt, for types that keep something open between them. */
export interface JobSteps {
  /** Does the next one. */
  next(): Promise<JobStepAnswer>;
  /** Called once, however the attempt ended. */
  close?(): Promise<void>;
}
export type OpenJobSteps = (session: Session, job: ClaimedJob) => JobSteps;

/** What does the steps of each type of job. Types without it are not made yet. */
function createSteps(
  dependencies: JobDependencies,
): Readonly<Partial<Record<JobType, JobStepOperation | OpenJobSteps>>> {
  const { runner, database, metrics } = dependencies;
  // The job is there, so everything that was written before it was asked for is committed by now.
  const exporting = () =>
    database === undefined ? runner : laggingRunner(runner, database, performance.now(), metrics);
  return {
    recompute: recomputeCompleteness,
    import: (session, job) =>
      (isFolderInput(job.input) ? openFolderImport : openImport)(dependencies, session, job),
    export: (session, job) => openExport({ ...dependencies, runner: exporting() }, session, job),
    bulk: (session, job) => openMassEdit(dependencies, session, job),
  };
}

/** Everything that queues carry, and what is done about it. */
export function createJobCatalogue(dependencies: JobDependencies): readonly QueueJobHandler[] {
  const { runner, log, metrics = NO_METRICS, tracing = NO_TRACING } = dependencies;
  const steps = createSteps(dependencies);
  return [
    handlerOf(RUN_JOB, (payload, stopping) =>
      runJob({ runner, log, metrics, tracing, steps }, payload, stopping),
    ),
  ];
}
