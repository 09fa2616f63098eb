import type { WriteOutcome } from '../../../platform/resource/write-resources.ts';
import { findWaitingKeys, nextJobRows, storeJobRows } from '../../job/index.ts';
import type { PlannedRow } from '../rows/plan-rows.ts';
import { type RowResult, type RowValidation, validateRows, withoutLinks } from '../rows/validate-rows.ts';
import {
  completeStep,
  type ImportStepResult,
  type OpenStep,
  partitionResults,
  stoppingRow,
} from './complete-step.ts';
import type { ImportCheckpoint } from './import-input.ts';

/*
 * Rows that refer to objects which do not exist yet are deferred until the end of the file. Then they are retried in
 * rounds, as long as a round finishes any of them (`waiting`). Of the remaining rows, those that refer to an object which
 * none of them creates fail (`prune`). The others refer to each other in cycles: their objects are written without links
 * (`strip`), which may allow further rounds. Then the links are written (`link`), which allows later rows of the same
 * objects; rows that remain after that fail (`fail`).
 */

/** Rows of one step. */
const STEP_SIZE = 500;

/** Returns the checkpoint after the last row of the file. */
export function beginDeferredPass(checkpoint: ImportCheckpoint): ImportCheckpoint {
  return checkpoint.waiting === 0 ? checkpoint : startPhase(checkpoint, 'waiting');
}

const startPhase = (checkpoint: ImportCheckpoint, phase: ImportCheckpoint['phase']): ImportCheckpoint => ({
  ...checkpoint,
  phase,
  cursor: 0,
  moved: 0,
});

/** Runs one step with deferred rows. */
export async function processDeferredRows(step: OpenStep): Promise<ImportStepResult> {
  const { context, job, checkpoint, planner } = step;
  const state = checkpoint.phase === 'link' ? 'linking' : 'waiting';
  const waitingRows = await nextJobRows(context, job.id, state, checkpoint.cursor, STEP_SIZE);
  const last = waitingRows.at(-1);
  if (last === undefined) return endRound(step);
  const rows = waitingRows.map(({ row, source }) => planner.plan({ number: row, source, problem: null }));
  const at = { ...checkpoint, cursor: last.row };
  switch (checkpoint.phase) {
    case 'strip':
      return strip(step, rows, at);
    case 'link':
      return link(step, rows, new Map(waitingRows.map(({ row, outcome }) => [row, outcome])), at);
    case 'prune':
      return prune(step, rows, at);
    default:
      return retryRows(step, rows, at, { ...step.validation, isFinal: checkpoint.phase === 'fail' });
  }
}

/** Returns the next phase after all rows of a phase, or the end. */
function endRound(step: OpenStep): Promise<ImportStepResult> {
  const { checkpoint } = step;
  const { phase, moved, waiting, linking } = checkpoint;
  const nothing = { written: [], failed: [] };
  const isDone = waiting === 0 && (phase === 'link' || linking === 0);
  if (isDone) return completeStep(step, nothing, checkpoint, { isOver: true });
  const next = waiting === 0 ? 'link' : following(phase, moved > 0, linking > 0);
  return completeStep(step, nothing, startPhase(checkpoint, next), {});
}

function following(
  phase: ImportCheckpoint['phase'],
  hasMoved: boolean,
  isLinking: boolean,
): ImportCheckpoint['phase'] {
  switch (phase) {
    case 'waiting':
      return hasMoved ? 'waiting' : 'prune';
    case 'prune':
      return hasMoved ? 'prune' : 'strip';
    case 'strip':
      if (hasMoved) return 'waiting';
      return isLinking ? 'link' : 'fail';
    case 'link':
      return 'waiting';
    default:
      return 'fail';
  }
}

async function retryRows(
  step: OpenStep,
  rows: readonly PlannedRow[],
  at: ImportCheckpoint,
  validation: RowValidation,
): Promise<ImportStepResult> {
  return completeDeferred(step, await validateRows(step.context, rows, validation), at, validation);
}

/** Counts finished rows, and stops the import if too many have failed. */
function completeDeferred(
  step: OpenStep,
  results: readonly RowResult[],
  at: ImportCheckpoint,
  validation: RowValidation,
): Promise<ImportStepResult> {
  const sorted = partitionResults(results);
  const moved = sorted.written.length + sorted.failed.length;
  const next = { ...at, moved: at.moved + moved, waiting: at.waiting - moved };
  return completeStep(step, sorted, next, { stoppedBy: stoppingRow(sorted, validation), wereDeferred: true });
}

/** Fails the rows that refer to an object which no remaining row creates. */
async function prune(
  step: OpenStep,
  rows: readonly PlannedRow[],
  at: ImportCheckpoint,
): Promise<ImportStepResult> {
  const { context, job, validation } = step;
  const { writer } = validation;
  const results = await validateRows(context, rows, validation);
  const missing = (result: RowResult): readonly (string | null)[] =>
    result.isEarly
      ? (result.inTheWay ??
        (result.refusal?.errors ?? []).map((problem) => writer.missingKey(result.row.item, problem)))
      : [];
  const missingKeys = results.flatMap(missing).filter((key) => key !== null);
  const coming = await findWaitingKeys(context, job.id, missingKeys);
  const validated = results.map((result) => {
    const isHopeless = missing(result).some((key) => key === null || !coming.has(key));
    return result.isEarly && isHopeless ? { ...result, isEarly: false } : result;
  });
  return completeDeferred(step, upTo(validated, validation), at, validation);
}

/** Returns results up to the one that exceeds the allowed failures. */
function upTo(results: readonly RowResult[], { failuresAllowed }: RowValidation): readonly RowResult[] {
  let failures = 0;
  const end = results.findIndex(({ outcome, isEarly }) => {
    if (outcome === 'failed' && !isEarly) failures += 1;
    return failures > failuresAllowed;
  });
  return end === -1 ? results : results.slice(0, end + 1);
}

/** Writes rows without their links. They are counted when their links are written. */
async function strip(
  step: OpenStep,
  rows: readonly PlannedRow[],
  at: ImportCheckpoint,
): Promise<ImportStepResult> {
  const { context, job, validation } = step;
  const rowsWithLinks = rows.filter(({ item }) => item.links.length > 0);
  const bare = rowsWithLinks.map((row) => ({ ...row, item: withoutLinks(row.item) }));
  const results = await validateRows(context, bare, {
    ...validation,
    failuresAllowed: Number.POSITIVE_INFINITY,
  });
  const written = results.filter(({ outcome }) => outcome !== 'failed');
  await storeJobRows(
    context,
    job.id,
    written.map(({ row: { number, source, key }, outcome, marks }, index) => ({
      row: number,
      source,
      key,
      marks,
      state: 'linking',
      outcome,
      position: at.accepted + index,
    })),
  );
  // Rows that fail even so are left to the last phase, which reports why.
  const next = {
    ...at,
    accepted: at.accepted + written.length,
    moved: at.moved + written.length,
    waiting: at.waiting - written.length,
    linking: at.linking + written.length,
  };
  return completeStep(step, { written: [], failed: [] }, next, {});
}

/** Writes the links of rows whose objects are there. */
async function link(
  step: OpenStep,
  rows: readonly PlannedRow[],
  outcomes: ReadonlyMap<number, string | null>,
  at: ImportCheckpoint,
): Promise<ImportStepResult> {
  const { context, validation } = step;
  const options = { ...validation.options, mode: 'update' as const };
  const linking = { ...validation, options, isFinal: true };
  const results = (await validateRows(context, rows, linking)).map((result) => {
    const before = outcomes.get(result.row.number) as WriteOutcome;
    // The outcome of the object takes precedence over that of its links.
    return result.outcome === 'failed' || before === 'unchanged' ? result : { ...result, outcome: before };
  });
  const sorted = partitionResults(results);
  const next = { ...at, linking: at.linking - results.length };
  return completeStep(step, sorted, next, { stoppedBy: stoppingRow(sorted, validation), wereDeferred: true });
}
