import type { WriteContext, WriteOperation } from '../kernel/operation.ts';
import type { Session } from '../kernel/session.ts';
import type { ClaimedJob, JobAttempt, JobStepResult } from '../modules/job/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import type { DownloadClient } from '../platform/outbound/downloads.ts';
import type { OutboundPolicy } from '../platform/outbound/validate-url.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';

export interface JobHandlerDependencies {
  readonly runner: OperationRunner;
  readonly log: Log;
  /** Storage for the files of imports and exports. */
  readonly storage: ObjectStorage;
  /** Metrics that count the rows that jobs process. */
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Database with replicas for reads that may lag; without it everything is read where it is written. */
  readonly database?: Pick<Database, 'lagging' | 'hasReplicas'>;
  /** Fetches media that imports name by URL. */
  readonly downloads?: DownloadClient | undefined;
  /**
   * Policy for the addresses from which imports fetch and to which exports send files; by default the public internet
   * alone.
   */
  readonly outboundPolicy?: OutboundPolicy;
  /** Largest image that imports take from an archive. */
  readonly maximumMediaBytes?: number | undefined;
}

/** One step of a job of some type, one transaction: fenced by its attempt, checkpoint included. */
export type JobStepOperation = WriteOperation<WriteContext, JobAttempt, JobStepResult>;

/** The steps of one attempt, for types that keep something open between them. */
export interface JobSteps {
  /** Does the next step. */
  next(): Promise<JobStepResult>;
  /** Runs once, however the attempt ended. */
  close?(): Promise<void>;
}
export type OpenJobSteps = (session: Session, job: ClaimedJob) => JobSteps;
