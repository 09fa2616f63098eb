import { isFolderInput, openFolderImport } from '../modules/akeneo/index.ts';
import { openBulkEdit } from '../modules/bulk-edit/index.ts';
import { erasureStep } from '../modules/erasure/index.ts';
import { isAsOf, openExport } from '../modules/export/index.ts';
import { openImport } from '../modules/import/index.ts';
import { type JobType, RUN_JOB } from '../modules/job/index.ts';
import { openMerge } from '../modules/merge/index.ts';
import { recomputeCompleteness } from '../modules/product/index.ts';
import { revertStep } from '../modules/revert/index.ts';
import { openClear } from '../modules/value-rewrite/index.ts';
import { NO_METRICS } from '../platform/metrics/metrics.ts';
import { replicaRunner } from '../platform/operation/replica-runner.ts';
import { jobHandler, type QueueJobHandler } from '../platform/queue/queue-job.ts';
import { NO_TRACING } from '../platform/tracing/tracing.ts';
import type { JobHandlerDependencies, JobStepOperation, OpenJobSteps } from './job-steps.ts';
import { runJob } from './run-job.ts';

/** Returns the function that runs the steps of each type of job. Types without one are not made yet. */
function createSteps(
  dependencies: JobHandlerDependencies,
): Readonly<Partial<Record<JobType, JobStepOperation | OpenJobSteps>>> {
  const { runner, database, metrics } = dependencies;
  // The job exists, so everything that was written before its request is committed by now.
  const exporting = () =>
    database === undefined ? runner : replicaRunner(runner, database, performance.now(), metrics);
  return {
    recompute: recomputeCompleteness,
    import: (session, job) =>
      (isFolderInput(job.input) ? openFolderImport : openImport)(dependencies, session, job),
    // The state at a time is exact only where its pages are read from one server.
    export: (session, job) =>
      openExport({ ...dependencies, runner: isAsOf(job.input) ? runner : exporting() }, session, job),
    revert: revertStep,
    erasure: erasureStep,
    merge: (session, job) => openMerge(dependencies, session, job),
    clear: (session, job) => openClear(dependencies, session, job),
    bulk: (session, job) => openBulkEdit(dependencies, session, job),
  };
}

/** Lists the handlers of everything that queues carry. */
export function createJobHandlers(
  dependencies: JobHandlerDependencies & { readonly worker?: number },
): readonly QueueJobHandler[] {
  const { runner, log, metrics = NO_METRICS, tracing = NO_TRACING, worker } = dependencies;
  const steps = createSteps(dependencies);
  return [
    jobHandler(RUN_JOB, (payload, stopping) =>
      runJob({ runner, log, metrics, tracing, worker, steps }, payload, stopping),
    ),
  ];
}
