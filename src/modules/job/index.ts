export { type ClaimedJob, claimJob, missAttempt, releaseJob, renewLease } from './attempt-job.ts';
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
  type AcceptedRow,
  addMarks,
  deleteAllRows,
  deleteRows,
  type FailedRow,
  findAccepted,
  findMarks,
  findWaitingKeys,
  insertFailedRows,
  type NewRememberedRow,
  nextRows,
  type RememberedRow,
  readFailedRows,
  rememberRows,
  rollbackToSavepoint,
  setSavepoint,
} from './job-rows.store.ts';
export {
  COMPLETED_STATUSES,
  countsErrors,
  type EndedRevert,
  failureOf,
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
  OPEN_STATUSES,
} from './job-state.ts';
export { type JobAttempt, type JobStepAnswer, JobTaken, recordStep, takeJob } from './job-step.ts';
export type { JobStep } from './job-transitions.ts';
export {
  addPiece,
  dropPieces,
  EXPORT_KEYS,
  NO_PIECES,
  type PiecedFile,
  type Pieces,
  pieceKey,
  readPieceLines,
  readPieces,
} from './pieced-file.ts';
export {
  NO_GRANTS,
  type PrincipalGrants,
  readPrincipalGrants,
  requireGrants,
  requirePrincipal,
} from './principal.ts';
export { readScopes } from './read-file-scopes.ts';
export { getJob } from './read-jobs.ts';
export { type StartedJob, startAnew, startJob } from './start-job.ts';
export { enqueueMissingJobs, returnLostJobs } from './sweep-jobs.ts';
export { RUN_JOB } from './wake-up-job.ts';
