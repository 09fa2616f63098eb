import type { WriteContext } from '../../../kernel/operation.ts';
import {
  addToSummary,
  countsErrors,
  failureOf,
  forgetAllRows,
  forgetRows,
  insertErrors,
  insertFailedRows,
  type JobCounts,
  type JobRow,
  type JobStep,
  type JobStepAnswer,
  type NewJobError,
  recordStep,
  rememberRows,
} from '../../job/index.ts';
import type { RowPlanner } from '../rows/plan-rows.ts';
import { errorsOfRow } from '../rows/row-errors.ts';
import type { RowValidation, Verdict } from '../rows/validate-rows.ts';
import { type ImportCheckpoint, type ImportSettings, NO_COUNTS, toJobCheckpoint } from './import-input.ts';

/** What a step tells its worker: whether the file is to be read from the beginning again. */
export interface ImportStepAnswer extends JobStepAnswer {
  readonly checkpoint: ImportCheckpoint;
}

/** What one step works with. */
export interface OpenStep {
  readonly context: WriteContext;
  readonly job: JobRow;
  readonly settings: ImportSettings;
  readonly checkpoint: ImportCheckpoint;
  readonly planner: RowPlanner;
  readonly validation: RowValidation;
}

/** Verdicts by what is to be done about them. */
export interface SortedVerdicts {
  readonly written: readonly Verdict[];
  readonly failed: readonly Verdict[];
  /** Rows that only lack an object of the same file, perhaps. */
  readonly waiting: readonly Verdict[];
}

/** Tells the rows that failed from those that may only have come too early. */
export function sortVerdicts(verdicts: readonly Verdict[]): SortedVerdicts {
  return {
    written: verdicts.filter(({ outcome }) => outcome !== 'failed'),
    failed: verdicts.filter(({ outcome, isEarly }) => outcome === 'failed' && !isEarly),
    waiting: verdicts.filter(({ isEarly }) => isEarly),
  };
}

/** The row that ends an import because too many have failed, if one does. */
export function endedBy(
  { failed }: Pick<SortedVerdicts, 'failed'>,
  { failuresAllowed }: RowValidation,
): Verdict | undefined {
  return failed.length > failuresAllowed ? failed.at(-1) : undefined;
}

/** How a step ends besides going on. */
export interface StepEnd {
  readonly stoppedBy?: Verdict | undefined;
  readonly isBrokenOff?: boolean;
  readonly isOver?: boolean;
  /** Rows that stood aside until now: those that are done with are forgotten. */
  readonly wereAside?: boolean;
}

/** Writes down what became of rows, and goes on, to the next pass, or to the end. */
export async function settle(
  step: OpenStep,
  sorted: Pick<SortedVerdicts, 'written' | 'failed'>,
  checkpoint: ImportCheckpoint,
  end: StepEnd,
): Promise<ImportStepAnswer> {
  const { context, job, validation, planner } = step;
  const errors = [...sorted.failed, ...sorted.written].flatMap(({ row, refusal, notes, warnings }) =>
    errorsOfRow(row, { problems: [...row.problems, ...notes], warnings, refusal }, planner),
  );
  await insertErrors(context, job.id, errors);
  await insertFailedRows(
    context,
    job.id,
    sorted.failed.map(({ row: { number, source } }) => ({ row: number, source })),
  );
  // Without their links these were written, which later rows meet.
  const unlinked = validation.isDry && checkpoint.phase === 'link' ? sorted.failed : [];
  if (end.wereAside === true) {
    const gone = [...sorted.failed, ...(validation.isDry ? [] : sorted.written)].filter(
      (verdict) => !unlinked.includes(verdict),
    );
    await forgetRows(
      context,
      job.id,
      gone.map(({ row }) => row.number),
    );
  }
  const accepted = validation.isDry ? sorted.written : [];
  const remember = (verdicts: readonly Verdict[], state: 'accepted' | 'unlinked') =>
    rememberRows(
      context,
      job.id,
      verdicts.map(({ row, marks }, index) => ({
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
  };
  const faults = errors.filter(({ level }) => level !== 'warning');
  return finish(step, next, jobStep, end, faults);
}

async function finish(
  { context, job, settings }: OpenStep,
  checkpoint: ImportCheckpoint,
  jobStep: JobStep,
  { stoppedBy, isBrokenOff = false, isOver = false }: StepEnd,
  errors: readonly NewJobError[],
): Promise<ImportStepAnswer> {
  const end = async (step: JobStep): Promise<ImportStepAnswer> => {
    await forgetAllRows(context, job.id);
    return { ...(await recordStep(context, job, step)), checkpoint };
  };
  const { checked, pass } = checkpoint;
  if (stoppedBy !== undefined || isBrokenOff) {
    const reason = errors.find(({ row }) => row === stoppedBy?.row.number)?.message ?? '';
    const detail = isBrokenOff
      ? 'Too many rows of the file cannot be read; the rest was left.'
      : `Stopped at row ${stoppedBy?.row.number}: ${reason} ${whatStays(job, pass, settings)}`;
    const counts = pass === 'check' ? rejectedCounts(checked) : jobStep.counts;
    const failure = failureOf('import-file-invalid', detail.trim());
    return end({ ...jobStep, ...(counts === undefined ? {} : { counts }), phase: 'failed', failure });
  }
  if (!isOver) return { ...(await recordStep(context, job, jobStep)), checkpoint };
  if (pass === 'write') return end({ ...jobStep, phase: 'done' });
  if (checked.failed > 0 || job.errorSummary.some(countsErrors) || errors.length > 0) {
    const detail = `${checked.failed} of ${sumOf(checked)} rows are at fault, so none was written.`;
    const failure = failureOf('import-file-invalid', detail);
    return end({ ...jobStep, counts: rejectedCounts(checked), phase: 'failed', failure });
  }
  if (job.dryRun) return end({ ...jobStep, counts: checked, phase: 'done' });
  // Every row is good: from the beginning again, this time for good.
  await forgetAllRows(context, job.id);
  const again = fromTheBeginning(checkpoint);
  const answer = await recordStep(context, job, {
    ...jobStep,
    checkpoint: toJobCheckpoint(again),
    // Nothing but warnings, which the rows will have again.
    errorSummary: [],
    phase: 'running',
  });
  return { ...answer, checkpoint: again };
}

function whatStays(job: JobRow, pass: ImportCheckpoint['pass'], { errorPolicy }: ImportSettings): string {
  if (pass === 'check') return 'No row was written.';
  if (job.dryRun) return '';
  return errorPolicy === 'stop' ? 'Rows before it stay written.' : 'Rows that were written stay.';
}

/** The second look at a file begins like the first. */
function fromTheBeginning(checkpoint: ImportCheckpoint): ImportCheckpoint {
  return {
    ...checkpoint,
    pass: 'write',
    phase: 'rows',
    byte: -1,
    row: 0,
    brokenRows: 0,
    accepted: 0,
    checked: NO_COUNTS,
  };
}

const sumOf = ({ created, updated, unchanged, deleted = 0, skipped, failed }: JobCounts) =>
  created + updated + unchanged + deleted + skipped + failed;

/** What became of rows of which none is written because some are at fault. */
const rejectedCounts = (checked: JobCounts): JobCounts => ({
  ...NO_COUNTS,
  failed: checked.failed,
  skipped: sumOf(checked) - checked.failed,
});

function countsOf({ written, failed }: Pick<SortedVerdicts, 'written' | 'failed'>): JobCounts {
  const count = (wanted: Verdict['outcome']) => written.filter(({ outcome }) => outcome === wanted).length;
  return {
    ...NO_COUNTS,
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
