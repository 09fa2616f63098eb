import type { WriteOutcome } from '../../../platform/resource/write-resources.ts';
import { findWaitingKeys, nextRows, rememberRows } from '../../job/index.ts';
import type { PlannedRow } from '../rows/plan-rows.ts';
import { type RowValidation, type Verdict, validateRows, withoutLinks } from '../rows/validate-rows.ts';
import type { ImportCheckpoint } from './import-input.ts';
import { endedBy, type ImportStepAnswer, type OpenStep, settle, sortVerdicts } from './settle-step.ts';

/*
 * Rows that name objects which are not there yet stand aside until the file was read. Then they are tried again, in
 * rounds, as long as a round gets any of them further (`waiting`). Of those that are left, the ones that name something
 * which none of them brings have failed (`prune`). What remains names each other in circles: links can be left for
 * later, so the objects are written without them (`strip`), which may let others go on. Once nothing does any more, the
 * links are written (`link`), which lets go on what else the file says of those objects; whoever is left then has
 * failed (`fail`).
 */

/** Rows of one step. */
const STEP_SIZE = 500;

/** The checkpoint after the last row of the file. */
export function beginSecondPass(checkpoint: ImportCheckpoint): ImportCheckpoint {
  return checkpoint.waiting === 0 ? checkpoint : enter(checkpoint, 'waiting');
}

const enter = (checkpoint: ImportCheckpoint, phase: ImportCheckpoint['phase']): ImportCheckpoint => ({
  ...checkpoint,
  phase,
  cursor: 0,
  moved: 0,
});

/** One step with rows that stood aside. */
export async function checkWaiting(step: OpenStep): Promise<ImportStepAnswer> {
  const { context, job, checkpoint, planner } = step;
  const state = checkpoint.phase === 'link' ? 'linking' : 'waiting';
  const kept = await nextRows(context, job.id, state, checkpoint.cursor, STEP_SIZE);
  const last = kept.at(-1);
  if (last === undefined) return endRound(step);
  const rows = kept.map(({ row, source }) => planner.plan({ number: row, source, problem: null }));
  const at = { ...checkpoint, cursor: last.row };
  switch (checkpoint.phase) {
    case 'strip':
      return strip(step, rows, at);
    case 'link':
      return link(step, rows, new Map(kept.map(({ row, outcome }) => [row, outcome])), at);
    case 'prune':
      return prune(step, rows, at);
    default:
      return tryAgain(step, rows, at, { ...step.validation, isFinal: checkpoint.phase === 'fail' });
  }
}

/** What follows when all rows of a phase were looked at. */
function endRound(step: OpenStep): Promise<ImportStepAnswer> {
  const { checkpoint } = step;
  const { phase, moved, waiting, linking } = checkpoint;
  const nothing = { written: [], failed: [] };
  const isDone = waiting === 0 && (phase === 'link' || linking === 0);
  if (isDone) return settle(step, nothing, checkpoint, { isOver: true });
  const next = waiting === 0 ? 'link' : following(phase, moved > 0, linking > 0);
  return settle(step, nothing, enter(checkpoint, next), {});
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

async function tryAgain(
  step: OpenStep,
  rows: readonly PlannedRow[],
  at: ImportCheckpoint,
  validation: RowValidation,
): Promise<ImportStepAnswer> {
  return settleAside(step, await validateRows(step.context, rows, validation), at, validation);
}

/** Counts what got further, and ends the import where too many have failed. */
function settleAside(
  step: OpenStep,
  verdicts: readonly Verdict[],
  at: ImportCheckpoint,
  validation: RowValidation,
): Promise<ImportStepAnswer> {
  const sorted = sortVerdicts(verdicts);
  const moved = sorted.written.length + sorted.failed.length;
  const next = { ...at, moved: at.moved + moved, waiting: at.waiting - moved };
  return settle(step, sorted, next, { stoppedBy: endedBy(sorted, validation), wereAside: true });
}

/** Fails the rows that name something which no row brings that is left. */
async function prune(
  step: OpenStep,
  rows: readonly PlannedRow[],
  at: ImportCheckpoint,
): Promise<ImportStepAnswer> {
  const { context, job, validation } = step;
  const { writer } = validation;
  const verdicts = await validateRows(context, rows, validation);
  const missing = (verdict: Verdict): readonly (string | null)[] =>
    verdict.isEarly
      ? (verdict.inTheWay ??
        (verdict.refusal?.errors ?? []).map((problem) => writer.missingKey(verdict.row.item, problem)))
      : [];
  const named = verdicts.flatMap(missing).filter((key) => key !== null);
  const coming = await findWaitingKeys(context, job.id, named);
  const validated = verdicts.map((verdict) => {
    const isHopeless = missing(verdict).some((key) => key === null || !coming.has(key));
    return verdict.isEarly && isHopeless ? { ...verdict, isEarly: false } : verdict;
  });
  return settleAside(step, upTo(validated, validation), at, validation);
}

/** Verdicts up to the one that fails once too often. */
function upTo(verdicts: readonly Verdict[], { failuresAllowed }: RowValidation): readonly Verdict[] {
  let failures = 0;
  const end = verdicts.findIndex(({ outcome, isEarly }) => {
    if (outcome === 'failed' && !isEarly) failures += 1;
    return failures > failuresAllowed;
  });
  return end === -1 ? verdicts : verdicts.slice(0, end + 1);
}

/** Writes rows without their links. They are counted once those are written, too. */
async function strip(
  step: OpenStep,
  rows: readonly PlannedRow[],
  at: ImportCheckpoint,
): Promise<ImportStepAnswer> {
  const { context, job, validation } = step;
  const linked = rows.filter(({ item }) => item.links.length > 0);
  const bare = linked.map((row) => ({ ...row, item: withoutLinks(row.item) }));
  const verdicts = await validateRows(context, bare, {
    ...validation,
    failuresAllowed: Number.POSITIVE_INFINITY,
  });
  const written = verdicts.filter(({ outcome }) => outcome !== 'failed');
  await rememberRows(
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
  // Whoever fails even so is left to the last phase, which tells why.
  const next = {
    ...at,
    accepted: at.accepted + written.length,
    moved: at.moved + written.length,
    waiting: at.waiting - written.length,
    linking: at.linking + written.length,
  };
  return settle(step, { written: [], failed: [] }, next, {});
}

/** Writes the links of rows whose objects are there. */
async function link(
  step: OpenStep,
  rows: readonly PlannedRow[],
  outcomes: ReadonlyMap<number, string | null>,
  at: ImportCheckpoint,
): Promise<ImportStepAnswer> {
  const { context, validation } = step;
  const options = { ...validation.options, mode: 'update' as const };
  const linking = { ...validation, options, isFinal: true };
  const verdicts = (await validateRows(context, rows, linking)).map((verdict) => {
    const before = outcomes.get(verdict.row.number) as WriteOutcome;
    // What became of the object itself weighs more than its links.
    return verdict.outcome === 'failed' || before === 'unchanged' ? verdict : { ...verdict, outcome: before };
  });
  const sorted = sortVerdicts(verdicts);
  const next = { ...at, linking: at.linking - verdicts.length };
  return settle(step, sorted, next, { stoppedBy: endedBy(sorted, validation), wereAside: true });
}
