import type { JsonValue } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized, type Message, verbatim } from '../../kernel/problems/messages/message.ts';
import { CHANGED_SINCE } from '../../platform/ledger/revert.ts';
import { withoutEventsAndJobs } from '../../platform/operation/without-effects.ts';
import {
  addToSummary,
  deleteAllRows,
  errorTexts,
  insertErrors,
  type JobAttempt,
  type JobRow,
  type JobStepResult,
  lockJobForStep,
  type NewJobError,
  type NewJobRow,
  nextJobRows,
  recordRevert,
  recordStep,
  revertOf,
  rollbackToSavepoint,
  setSavepoint,
  storeJobRows,
} from '../job/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { isRuleRejection, type ObjectToRevert } from './object-revert.ts';
import {
  type RevertCheckpoint,
  readRevertCheckpoint,
  readRevertInput,
  toJobCheckpoint,
} from './revert-input.ts';
import { type RevertedObject, revertObjects } from './revert-objects.ts';
import {
  countByType,
  findEvents,
  loadObjectSizes,
  loadObjects,
  loadObjectsById,
  lockForWriting,
  REVERT_SCOPE,
  takeWithinBytes,
} from './select-events.ts';

/** Events of one step. Objects bring the older ones of theirs with them. */
const STEP_EVENTS = 250;
/** Bytes of changes of one step; a single object may have more. */
const STEP_BYTES = 4 * 1024 * 1024;
/** Limit of one step, in scans of 100,000 events. */
const STEP_WINDOWS = 10;

/**
 * Takes the next changes of a job back, newest first, in one transaction with the checkpoint. What a rule rejects is
 * tried once more at the end. A dry run rolls each step back.
 */
export const revertStep = defineWrite({
  name: 'revertStep',
  scope: REVERT_SCOPE,
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    const { selection } = readRevertInput(job.input);
    const at: RevertCheckpoint = readRevertCheckpoint(job.checkpoint) ?? {
      before: selection.upTo + 1,
      objects: 0,
      notReverted: {},
      refused: 0,
      retried: null,
    };
    return at.retried === null ? revertNext(context, job, at) : retryNext(context, job, at, at.retried);
  },
});

/** Takes the next objects back. */
async function revertNext(
  context: WriteContext,
  job: JobRow,
  { before, ...at }: RevertCheckpoint,
): Promise<JobStepResult> {
  const { selection } = readRevertInput(job.input);
  const eventPage = await findEvents(context, selection, {
    before,
    limit: STEP_EVENTS,
    windows: STEP_WINDOWS,
  });
  await lockForWriting(context, eventPage.events);
  const { objects, before: nextBefore } = await loadObjects(context, selection, eventPage.events, STEP_BYTES);
  const reverted = await revert(context, job, objects);
  const numbered = reverted.map((object, index) => ({ ...object, row: at.objects + index + 1 }));
  // Nothing that a dry run has done helps a later try.
  const rejectedObjects = job.dryRun
    ? []
    : numbered.filter(
        ({ conflicts, isPending }) => isPending || conflicts.some(({ code }) => isRuleRejection(code)),
      );
  await storeJobRows(context, job.id, rejectedObjects.map(toRemembered));
  const settled = numbered.filter((object) => !rejectedObjects.includes(object));
  const goOn = nextBefore ?? eventPage.before;
  const isLast = goOn === null;
  const passed = eventPage.notReverted.filter(({ sequence }) => sequence >= (goOn ?? 0));
  const next: RevertCheckpoint = {
    before: goOn ?? before,
    objects: at.objects + reverted.length,
    notReverted: sum(at.notReverted, countByType(passed)),
    refused: at.refused + rejectedObjects.length,
    retried: null,
  };
  const hasRetry = next.refused > 0;
  return record(context, job, {
    checkpoint: isLast && hasRetry ? { ...next, retried: 0 } : next,
    settled,
    counted: numbered.filter((object) => !rejectedObjects.includes(object) || object.outcome !== 'skipped'),
    isDone: isLast && !hasRetry,
  });
}

/** Tries the next of those objects again that a rule has rejected. */
async function retryNext(
  context: WriteContext,
  job: JobRow,
  at: RevertCheckpoint,
  retried: number,
): Promise<JobStepResult> {
  const { selection } = readRevertInput(job.input);
  const waiting = await nextJobRows(context, job.id, 'waiting', retried, STEP_EVENTS);
  const ids = waiting.map(({ source }) => String(source));
  const bytesOf = new Map(
    (await loadObjectSizes(context, selection, ids)).map(({ objectId, bytes }) => [objectId, bytes]),
  );
  const sized = waiting.map((row) => ({ ...row, bytes: bytesOf.get(String(row.source)) ?? 0 }));
  const rows = takeWithinBytes(sized, STEP_BYTES);
  const rowOf = new Map(rows.map((row) => [String(row.source), row]));
  const objects = await loadObjectsById(context, selection, [...rowOf.keys()]);
  await lockForWriting(context, objects);
  const reverted = await revert(context, job, objects);
  const settled = reverted.map((object) => ({ ...object, row: rowOf.get(object.objectId)?.row ?? 0 }));
  const isDone = rows.length === waiting.length && waiting.length < STEP_EVENTS;
  if (isDone) await deleteAllRows(context, job.id);
  return record(context, job, {
    checkpoint: { ...at, retried: rows.at(-1)?.row ?? retried },
    settled,
    // The others are counted by what came of their first try.
    counted: settled.filter(({ objectId }) => rowOf.get(objectId)?.outcome === 'skipped'),
    isDone,
  });
}

async function revert(
  context: WriteContext,
  job: JobRow,
  objects: readonly ObjectToRevert[],
): Promise<readonly RevertedObject[]> {
  const { selection, onConflict } = readRevertInput(job.input);
  const options = { force: onConflict === 'force', jobId: job.id };
  if (!job.dryRun) return revertObjects(context, objects, options);
  await setSavepoint(context);
  const reverted = await revertObjects(withoutEventsAndJobs(context), objects, {
    ...options,
    async wouldBeGone(ids) {
      const loadedObjects = await loadObjectsById(context, selection, ids);
      const created = loadedObjects.filter(({ events }) => events.some(({ verb }) => verb === 'created'));
      return new Set(created.map(({ objectId }) => objectId));
    },
  });
  await rollbackToSavepoint(context);
  return reverted;
}

/** An object with its number among those of the job. */
type Numbered = RevertedObject & { readonly row: number };

const toRemembered = ({ row, objectId, outcome }: Numbered): NewJobRow => ({
  row,
  source: objectId,
  state: 'waiting',
  key: objectId,
  position: row,
  marks: [],
  outcome,
});

async function record(
  context: WriteContext,
  job: JobRow,
  step: {
    readonly checkpoint: RevertCheckpoint;
    /** Objects whose conflicts are reported. */
    readonly settled: readonly Numbered[];
    readonly counted: readonly RevertedObject[];
    readonly isDone: boolean;
  },
): Promise<JobStepResult> {
  const { checkpoint, settled, counted, isDone } = step;
  const errors = [...settled.flatMap(errorsOf), ...(isDone ? warningsOf(checkpoint.notReverted) : [])];
  await insertErrors(context, job.id, errors);
  const count = (...outcomes: RevertedObject['outcome'][]) =>
    counted.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const { objects: total, selection } = readRevertInput(job.input);
  const counts = {
    updated: count('updated', 'restored'),
    deleted: count('deleted'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
  };
  const errorSummary = errors.length > 0 ? addToSummary(job.errorSummary, errors) : job.errorSummary;
  if (isDone && !job.dryRun) {
    const [updated, deleted] = [job.updated + counts.updated, job.deleted + counts.deleted];
    const revert = revertOf({ ...job, updated, deleted, errorSummary }, context.now);
    if (revert.objects > 0) await recordRevert(context, selection, revert);
  }
  return recordStep(context, job, {
    checkpoint: toJobCheckpoint(checkpoint),
    ...(total === null ? {} : { total }),
    counts,
    errorSummary,
    ...(isDone ? { phase: 'done' } : {}),
  });
}

function sum(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [type, count] of Object.entries(b)) total[type] = (total[type] ?? 0) + count;
  return total;
}

/** Maximum number of conflicts that are stored of one object. */
const MAXIMUM_PER_OBJECT = 100;

const HINTS: Readonly<Record<string, Message>> = { [CHANGED_SINCE]: localized('fix-changed-since') };
const OTHER_HINT = localized('fix-revert-again');

function errorsOf({ conflicts, row }: Numbered): NewJobError[] {
  return conflicts.slice(0, MAXIMUM_PER_OBJECT).map((conflict, ordinal) => {
    const { ref, path, channel, locale, code, message, text, present } = conflict;
    return {
      row,
      ordinal,
      ref,
      column: path,
      code,
      attribute: path?.startsWith('values.') ? path.slice('values.'.length) : null,
      channel,
      locale,
      value: present === null ? null : textOf(present).slice(0, 200),
      ...errorTexts((text as Message | null) ?? verbatim(message), HINTS[code] ?? OTHER_HINT),
    };
  });
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Row 0 stands for no object. */
const warningsOf = (notReverted: Readonly<Record<string, number>>): NewJobError[] =>
  Object.entries(notReverted).map(([type, count], ordinal) => ({
    row: 0,
    ordinal,
    ref: null,
    column: null,
    code: 'not-reverted',
    attribute: null,
    channel: null,
    locale: null,
    value: null,
    ...errorTexts(localized('only-objects-reverted', { count, name: type }), localized('fix-not-reverted')),
    level: 'warning',
  }));
