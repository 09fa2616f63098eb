export { type ClaimedJob, claimJob, missAttempt, releaseJob, renewLease } from './attempt-job.ts';
export { adoptJob, cancelJob, retryJob } from './control-job.ts';
export { findOpenJob, type NewJob } from './job.store.ts';
export {
  COMPLETED_STATUSES,
  countsErrors,
  failureOf,
  isCompleted,
  isOpen,
  isSystemJob,
  type JobCounts,
  type JobErrorCount,
  type JobFailure,
  type JobRow,
  type JobStatus,
  type JobType,
  OPEN_STATUSES,
} from './job-state.ts';
export { type JobAttempt, type JobStepAnswer, JobTaken, recordStep, takeJob } from './job-step.ts';
export type { JobStep } from './job-transitions.ts';
export {
  NO_GRANTS,
  type PrincipalGrants,
  readPrincipalGrants,
  requireGrants,
  requirePrincipal,
} from './principal.ts';
export { getJob } from './read-jobs.ts';
export { startAnew, startJob } from './start-job.ts';
export { enqueueMissingJobs, returnExpiredJobs } from './sweep-jobs.ts';
export { RUN_JOB } from './wake-up-job.ts';
