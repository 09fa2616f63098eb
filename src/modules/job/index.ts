export { addToPreview, type FieldCount, type JobChange, type JobPreview } from './changes/job-preview.ts';
export { recordRevert, revertInEffect, revertOf } from './changes/job-revert.ts';
export { adoptJob, cancelJob, retryJob } from './control-job.ts';
export { addToSummary } from './errors/error-summary.ts';
export {
  addFileErrors,
  errorTexts,
  hintOf,
  insertErrors,
  type NewJobError,
} from './errors/job-error.store.ts';
export { listJobErrors } from './errors/list-job-errors.ts';
export {
  findNewestSnapshot,
  findOpenJob,
  lockJob,
  type NewJob,
  readFileJob,
  SNAPSHOT_SUBJECT,
} from './job.store.ts';
export {
  type ClaimedJob,
  claimJob,
  failAttempt,
  releaseJob,
  renewLease,
} from './job-lease.ts';
export {
  type AcceptedRow,
  addConflictKeys,
  deleteAllRows,
  deleteRows,
  type FailedRow,
  findAcceptedRows,
  findConflictKeys,
  findWaitingKeys,
  insertFailedRows,
  type NewJobRow,
  nextJobRows,
  readFailedRows,
  rollbackToSavepoint,
  type StoredJobRow,
  setSavepoint,
  storeJobRows,
} from './job-rows.store.ts';
export {
  COMPLETED_STATUSES,
  countsErrors,
  type EndedRevert,
  isCompleted,
  isOpen,
  isSystemJob,
  type JobCounts,
  type JobErrorCount,
  type JobFailure,
  type JobRevert,
  type JobRow,
  type JobStatus,
  type JobType,
  jobFailure,
  OPEN_STATUSES,
} from './job-state.ts';
export {
  type JobAttempt,
  JobLeaseLost,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from './job-step.ts';
export type { JobStep } from './job-transitions.ts';
export {
  addPart,
  deleteParts,
  EXPORT_KEYS,
  type FileParts,
  type MultipartFile,
  NO_PARTS,
  partKey,
  readPartLines,
  readParts,
} from './multipart-file.ts';
export {
  NO_GRANTS,
  type PrincipalGrants,
  readPrincipalGrants,
  requireGrants,
  requirePrincipal,
} from './principal.ts';
export { readScopes } from './read-file-scopes.ts';
export { getJob } from './read-jobs.ts';
export { RUN_JOB } from './run-job-message.ts';
export { restartJobs, type StartedJob, startJob } from './start-job.ts';
export { enqueueMissingJobs, returnLostJobs } from './sweep-jobs.ts';
