import { DomainError, detailOf, RequestError } from '../kernel/errors.ts';
import { encodeId } from '../kernel/ids.ts';
import { localized } from '../kernel/problems/messages/message.ts';
import type { Session } from '../kernel/session.ts';
import {
  type ClaimedJob,
  claimJob,
  failAttempt,
  type JobFailure,
  JobLeaseLost,
  type JobType,
  jobFailure,
  releaseJob,
  renewLease,
} from '../modules/job/index.ts';
import { isConnectionError } from '../platform/database/availability/connection-loss.ts';
import { retryWhileUnavailable } from '../platform/database/availability/retry-while-unavailable.ts';
import { limitSuggestions, SUGGESTIONS_PER_CHUNK } from '../platform/limit-suggestions.ts';
import { type Metrics, NO_METRICS } from '../platform/metrics/metrics.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import {
  NO_TRACING,
  type SpanParent,
  type SpanSettings,
  spanOriginAfter,
  type Tracing,
} from '../platform/tracing/tracing.ts';
import type { JobHandlerDependencies, JobStepOperation, JobSteps, OpenJobSteps } from './job-steps.ts';
import { openStepSession } from './step-session.ts';

/** Interval of renewals: a third of a lease. */
const RENEW_EVERY_MS = 20_000;

interface RunDependencies extends Pick<JobHandlerDependencies, 'runner' | 'log'> {
  readonly metrics?: Metrics;
  readonly tracing?: Tracing;
  /** Interval at which a worker renews its lease of a step, so that no other takes the job; 20 seconds. */
  readonly renewEveryMs?: number;
  /** The number by which this process shows that it lives; without it others wait for the end of the lease. */
  readonly worker?: number | undefined;
  readonly steps: Readonly<Partial<Record<JobType, JobStepOperation | OpenJobSteps>>>;
}

/**
 * Takes a job, if it is there to be taken, and does its steps one after the other until it is done, the worker is to
 * stop, or another has it. Safe to run at any time and any number of times.
 *
 * @throws what a step threw that nobody expected, once it is written down
 */
export async function runJob(
  dependencies: RunDependencies,
  { organizationId, jobId }: { readonly organizationId: string; readonly jobId: string },
  stopping: AbortSignal,
): Promise<void> {
  const { runner, tracing = NO_TRACING, worker } = dependencies;
  const session = systemSession(organizationId, { door: 'system', requestId: newId(), jobId });
  const { output: job } = await runner.write(session, claimJob, { jobId, worker });
  if (job === null) return;
  await tracing.withRootSpan(`${job.type} job`, spanOf(job, session), () =>
    doSteps({ ...dependencies, tracing }, session, job, stopping),
  );
}

function spanOf(job: ClaimedJob, { organizationId }: Session): SpanSettings & SpanParent {
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'process',
    'catalograph.job.type': job.type,
    'catalograph.job.id': encodeId('Job', job.jobId),
    'catalograph.job.attempt': job.attempt,
    'catalograph.organization.id': organizationId,
  };
  return {
    kind: 'consumer',
    attributes,
    ...spanOriginAfter(job.trace, Date.now() - Date.parse(job.queuedAt)),
  };
}

async function doSteps(
  {
    runner,
    log,
    metrics = NO_METRICS,
    tracing,
    renewEveryMs = RENEW_EVERY_MS,
    steps,
  }: RunDependencies & { readonly tracing: Tracing },
  session: Session,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { jobId, attempt, type } = job;
  let opened: JobSteps | undefined;
  let renewal: Promise<unknown> | undefined;
  const renewing = setInterval(() => {
    // The renewal waits while a step writes the job. Where it fails the step finds out by itself why.
    renewal ??= runner
      .write(session, renewLease, { jobId, attempt })
      .catch(() => undefined)
      .finally(() => {
        renewal = undefined;
      });
  }, renewEveryMs);
  try {
    const acting = openStepSession(runner, session, job);
    const openedSteps = openSteps(steps[type], { runner, log }, acting.session, job);
    opened = openedSteps;
    for (;;) {
      if (stopping.aborted) {
        await runner.write(session, releaseJob, { jobId, attempt });
        return;
      }
      const isDone = await tracing.withSpan(`${type} chunk`, {}, async (span) => {
        await acting.renew();
        const { isDone: isLast, counts = {} } = await limitSuggestions(SUGGESTIONS_PER_CHUNK, () =>
          openedSteps.next(),
        );
        metrics.jobRows(type, counts);
        span.set(rowsOf(counts));
        return isLast;
      });
      if (isDone) return;
    }
  } catch (error) {
    // The job was cancelled, or given to another worker because this one was too slow: nothing of the step was
    // written.
    if (error instanceof JobLeaseLost) return log.info({ jobId, attempt }, error.message);
    await recordFailure({ runner, log }, session, job, error, stopping);
    if (!isExpected(error)) throw error;
  } finally {
    clearInterval(renewing);
    await renewal;
    await opened?.close?.();
  }
}

const rowsOf = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([outcome, rows]) => [`catalograph.rows.${outcome}`, rows]));

/** Opens the steps of an attempt: one operation again and again, or the steps that a type makes of them. */
function openSteps(
  step: JobStepOperation | OpenJobSteps | undefined,
  { runner }: Pick<JobHandlerDependencies, 'runner' | 'log'>,
  session: Session,
  job: ClaimedJob,
): JobSteps {
  if (step === undefined) throw new Error(`Nothing does jobs of the type '${job.type}'.`);
  if (typeof step === 'function') return step(session, job);
  const { jobId, attempt } = job;
  return { next: async () => (await runner.write(session, step, { jobId, attempt })).output };
}

/** Time after which another worker has the job of one that was silent so long. */
const REACHABLE_WITHIN_MS = 60_000;

/**
 * Writes to the job how its attempt ended; while the database restarts again and again, unless the worker is asked to
 * stop. When that fails its lease runs out, which has the same effect, but later.
 */
async function recordFailure(
  { runner, log }: Pick<JobHandlerDependencies, 'runner' | 'log'>,
  session: Session,
  { jobId, attempt }: ClaimedJob,
  error: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const failure = toJobFailure(error, session.requestId);
  const missed = { jobId, attempt, failure, isFinal: isExpected(error) && error.status < 500 };
  const tell = () => runner.write(session, failAttempt, missed);
  try {
    // The result is written once in any case, also by a worker that is stopping already.
    await tell().catch(async (cause: unknown) => {
      if (!isConnectionError(cause)) throw cause;
      const patience = AbortSignal.any([stopping, AbortSignal.timeout(REACHABLE_WITHIN_MS)]);
      if ((await retryWhileUnavailable(tell, patience)) === null) throw cause;
    });
  } catch (cause) {
    if (!(cause instanceof JobLeaseLost))
      log.warn({ err: cause, jobId, attempt }, 'a job waits for its lease');
  }
}

/** Returns true for an expected error of an operation. Below 500 another attempt would get it as well. */
const isExpected = (error: unknown): error is DomainError | RequestError =>
  error instanceof DomainError || error instanceof RequestError;

function toJobFailure(error: unknown, requestId: string): JobFailure {
  if (!isExpected(error)) return jobFailure('internal-error', localized('job-failed', { requestId }));
  const { code, title, status, detail, text } = error;
  // The job ends for lack of rights, whatever the reason at its beginning; the rights went between two checks.
  if (code === 'insufficient-scope' || code === 'role-forbidden')
    return jobFailure('principal-lost', detailOf(error));
  return { code, title, status, detail, ...(text === undefined ? {} : { text }) };
}
