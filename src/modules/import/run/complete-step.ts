import type { WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import {
  addToPreview,
  addToSummary,
  countsErrors,
  deleteAllRows,
  deleteRows,
  insertErrors,
  insertFailedRows,
  type JobChange,
  type JobCounts,
  type JobRow,
  type JobStep,
  type JobStepResult,
  jobFailure,
  type NewJobError,
  recordStep,
  storeJobRows,
} from '../../job/index.ts';
import { type RowPlanner, rowInFile } from '../rows/plan-rows.ts';
import { errorsOfRow, UNKNOWN_COLUMN } from '../rows/row-errors.ts';
import type { RowResult, RowValidation } from '../rows/validate-rows.ts';
import { type ImportCheckpoint, type ImportSettings, toJobCheckpoint, ZERO_COUNTS } from './import-input.ts';

/** The response of a step to its worker: the checkpoint says whether the file is read from the beginning again. */
export interface ImportStepResult extends JobStepResult {
  readonly checkpoint: ImportCheckpoint;
}

/** Dependencies and state of one step. */
export interface OpenStep {
  readonly context: WriteContext;
  readonly job: JobRow;
  readonly settings: ImportSettings;
  readonly checkpoint: ImportCheckpoint;
  readonly planner: RowPlanner;
  readonly validation: RowValidation;
}

/** Results by what happens to their rows. */
export interface PartitionedResults {
  readonly written: readonly RowResult[];
  readonly failed: readonly RowResult[];
  /** Rows that only lack an object of the same file, perhaps. */
  readonly waiting: readonly RowResult[];
}

/** Separates failed rows from those that may only have come too early. */
export function partitionResults(results: readonly RowResult[]): PartitionedResults {
  return {
    written: results.filter(({ outcome }) => outcome !== 'failed'),
    failed: results.filter(({ outcome, isEarly }) => outcome === 'failed' && !isEarly),
    waiting: results.filter(({ isEarly }) => isEarly),
  };
}

/** Returns the row that exceeds the allowed failures and stops the import, if any. */
export function stoppingRow(
  { failed }: Pick<PartitionedResults, 'failed'>,
  { failuresAllowed }: RowValidation,
): RowResult | undefined {
  return failed.length > failuresAllowed ? failed.at(-1) : undefined;
}

/** Reason why a step is the last one of its pass. */
export interface PassEnd {
  readonly stoppedBy?: RowResult | undefined;
  readonly isBrokenOff?: boolean;
  readonly isOver?: boolean;
  /** The rows were deferred: those that are finished are deleted. */
  readonly wereDeferred?: boolean;
}

/** Stores the results of rows, then continues, begins the next pass, or ends the job. */
export async function completeStep(
  step: OpenStep,
  sorted: Pick<PartitionedResults, 'written' | 'failed'>,
  checkpoint: ImportCheckpoint,
  end: PassEnd,
): Promise<ImportStepResult> {
  const { context, job, validation, planner } = step;
  const errors = [...sorted.failed, ...sorted.written].flatMap(({ row, refusal, notes, warnings }) =>
    errorsOfRow(
      row,
      { problems: [...row.problems, ...notes], warnings: [...row.warnings, ...(warnings ?? [])], refusal },
      planner,
    ),
  );
  await insertErrors(context, job.id, errors);
  await insertFailedRows(
    context,
    job.id,
    sorted.failed.map(({ row: { number, source } }) => ({ row: number, source })),
  );
  // These rows were written without their links, and later rows depend on them.
  const unlinked = validation.isDry && checkpoint.phase === 'link' ? sorted.failed : [];
  if (end.wereDeferred === true) {
    const finishedRows = [...sorted.failed, ...(validation.isDry ? [] : sorted.written)].filter(
      (result) => !unlinked.includes(result),
    );
    await deleteRows(
      context,
      job.id,
      finishedRows.map(({ row }) => row.number),
    );
  }
  const accepted = validation.isDry ? sorted.written : [];
  const remember = (results: readonly RowResult[], state: 'accepted' | 'unlinked') =>
    storeJobRows(
      context,
      job.id,
      results.map(({ row, marks }, index) => ({
        row: row.number,
        source: row.source,
        key: row.key,
        state,
        outcome: null,
        marks,
        position: checkpoint.accepted + index,
      })),
    );
  await remember(accepted, 'accepted');
  await remember(unlinked, 'unlinked');
  const counts = countsOf(sorted);
  const isCheck = checkpoint.pass === 'check';
  const next: ImportCheckpoint = {
    ...checkpoint,
    accepted: checkpoint.accepted + accepted.length,
    checked: isCheck ? addCounts(checkpoint.checked, counts) : checkpoint.checked,
  };
  const jobStep: JobStep = {
    checkpoint: toJobCheckpoint(next),
    ...(isCheck ? {} : { counts, phase: 'running' as const }),
    ...(errors.length > 0 ? { errorSummary: addToSummary(job.errorSummary, errors) } : {}),
    ...(job.dryRun ? { preview: addToPreview(job.preview, changesOf(sorted.written, step)) } : {}),
  };
  const faults = errors.filter(({ level }) => level !== 'warning');
  return endStep(step, next, jobStep, end, faults);
}

/** Yields the changes of rows; their texts in the file are not stored. */
function* changesOf(rows: readonly RowResult[], { settings }: OpenStep): Generator<JobChange> {
  if (settings.resource !== 'products' && settings.resource !== 'entities') return;
  const type = settings.resource === 'products' ? 'product' : 'entity';
  for (const { row, outcome, changes } of rows) {
    if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'deleted') continue;
    yield { type, ref: row.ref ?? '', kind: outcome, changes: changes?.() ?? [], changesTruncated: false };
  }
}

async function endStep(
  { context, job, settings }: OpenStep,
  checkpoint: ImportCheckpoint,
  jobStep: JobStep,
  { stoppedBy, isBrokenOff = false, isOver = false }: PassEnd,
  errors: readonly NewJobError[],
): Promise<ImportStepResult> {
  const end = async (step: JobStep): Promise<ImportStepResult> => {
    await deleteAllRows(context, job.id);
    return { ...(await recordStep(context, job, step)), checkpoint };
  };
  const { checked, pass } = checkpoint;
  if (stoppedBy !== undefined || isBrokenOff) {
    const stoppedAt = rowInFile(stoppedBy?.row.number ?? 0);
    const reason = errors.find(({ row }) => row === stoppedAt)?.message ?? '';
    const detail = isBrokenOff
      ? localized('too-many-unreadable-rows')
      : withWrittenRows(
          localized('import-stopped', { row: String(stoppedAt), message: reason }),
          job,
          pass,
          settings,
        );
    const counts = pass === 'check' ? rejectedCounts(checked) : jobStep.counts;
    const failure = jobFailure('import-file-invalid', detail);
    return end({ ...jobStep, ...(counts === undefined ? {} : { counts }), phase: 'failed', failure });
  }
  if (!isOver) return { ...(await recordStep(context, job, jobStep)), checkpoint };
  if (pass === 'write') return end({ ...jobStep, phase: 'done' });
  if (checked.failed > 0 || job.errorSummary.some(countsErrors) || errors.length > 0) {
    const detail = localized('rows-failed', { failed: checked.failed, total: sumOf(checked) });
    const failure = jobFailure('import-file-invalid', detail);
    return end({ ...jobStep, counts: rejectedCounts(checked), phase: 'failed', failure });
  }
  if (job.dryRun) return end({ ...jobStep, counts: checked, phase: 'done' });
  // Every row is valid: the second pass writes them.
  await deleteAllRows(context, job.id);
  const again = restarted(checkpoint);
  const stepResult = await recordStep(context, job, {
    ...jobStep,
    checkpoint: toJobCheckpoint(again),
    // Only warnings stay: the second pass reports those of rows again, and those of columns stay.
    errorSummary: job.errorSummary.filter(({ code }) => code === UNKNOWN_COLUMN),
    phase: 'running',
  });
  return { ...stepResult, checkpoint: again };
}

function withWrittenRows(
  message: Message,
  job: JobRow,
  pass: ImportCheckpoint['pass'],
  { errorPolicy }: ImportSettings,
): Message {
  if (pass === 'check') return localized('import-nothing-written', { message });
  if (job.dryRun) return message;
  return errorPolicy === 'stop'
    ? localized('import-earlier-rows-stay', { message })
    : localized('import-written-rows-stay', { message });
}

/** Returns the checkpoint at which the second pass begins. */
function restarted(checkpoint: ImportCheckpoint): ImportCheckpoint {
  return {
    ...checkpoint,
    pass: 'write',
    phase: 'rows',
    byte: -1,
    row: 0,
    resume: undefined,
    brokenRows: 0,
    accepted: 0,
    checked: ZERO_COUNTS,
  };
}

const sumOf = ({ created, updated, unchanged, deleted = 0, skipped, failed }: JobCounts) =>
  created + updated + unchanged + deleted + skipped + failed;

/** Counts of rows none of which is written because some failed. */
const rejectedCounts = (checked: JobCounts): JobCounts => ({
  ...ZERO_COUNTS,
  failed: checked.failed,
  skipped: sumOf(checked) - checked.failed,
});

function countsOf({ written, failed }: Pick<PartitionedResults, 'written' | 'failed'>): JobCounts {
  const count = (targetOutcome: RowResult['outcome']) =>
    written.filter(({ outcome }) => outcome === targetOutcome).length;
  return {
    ...ZERO_COUNTS,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
    failed: failed.length,
  };
}

const addCounts = (a: JobCounts, b: JobCounts): JobCounts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  // Counts that an earlier release wrote down lack it.
  deleted: (a.deleted ?? 0) + b.deleted,
  skipped: a.skipped + b.skipped,
  failed: a.failed + b.failed,
});
