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
  failAttempt as missAttempt,
  releaseJob,
  renewLease,
} from './job-lease.ts';
export {
  type AcceptedRow,
  addConflictKeys as addMarks,
  deleteAllRows,
  deleteRows,
  type FailedRow,
  findAcceptedRows as findAccepted,
  findConflictKeys as findMarks,
  findWaitingKeys,
  insertFailedRows,
  type NewJobRow as NewRememberedRow,
  nextJobRows as nextRows,
  readFailedRows,
  rollbackToSavepoint,
  type StoredJobRow as RememberedRow,
  setSavepoint,
  storeJobRows as rememberRows,
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
  jobFailure as failureOf,
  OPEN_STATUSES,
} from './job-state.ts';
export {
  type JobAttempt,
  JobLeaseLost as JobTaken,
  type JobStepResult as JobStepAnswer,
  lockJobForStep as takeJob,
  recordStep,
} from './job-step.ts';
export type { JobStep } from './job-transitions.ts';
export {
  addPart as addPiece,
  deleteParts as dropPieces,
  EXPORT_KEYS,
  type FileParts as Pieces,
  type MultipartFile as PiecedFile,
  NO_PARTS as NO_PIECES,
  partKey as pieceKey,
  readPartLines as readPieceLines,
  readParts as readPieces,
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
export { restartJobs as startAnew, type StartedJob, startJob } from './start-job.ts';
export { enqueueMissingJobs, returnLostJobs } from './sweep-jobs.ts';
