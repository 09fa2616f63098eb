import type { JsonValue } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { CHANGED_SINCE } from '../../platform/ledger/revert.ts';
import { withoutEffects } from '../../platform/operation/without-effects.ts';
import {
  addToSummary,
  insertErrors,
  type JobAttempt,
  type JobStepAnswer,
  type NewJobError,
  recordStep,
  rollbackToSavepoint,
  setSavepoint,
  takeJob,
} from '../job/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { findEvents, loadObjects } from './read-objects.ts';
import {
  type RevertCheckpoint,
  readRevertCheckpoint,
  readRevertInput,
  toJobCheckpoint,
} from './revert-input.ts';
import { type RevertedObject, revertObjects } from './revert-objects.ts';

/** Events of one step. Objects bring the older ones of theirs with them. */
const STEP_EVENTS = 250;
/** How many times 100,000 events one step looks through at most. */
const STEP_WINDOWS = 10;

/** Takes the next changes of a job back, newest first, in one transaction with the checkpoint. A dry run rolls back. */
export const revertStep = defineWrite({
  name: 'revertStep',
  scope: { anyOf: ['products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepAnswer> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await lockStructureForReading(context);
    const job = await takeJob(context, attempt);
    const { selection, onConflict } = readRevertInput(job.input);
    const { before, objects, notReverted }: RevertCheckpoint = readRevertCheckpoint(job.checkpoint) ?? {
      before: selection.upTo + 1,
      objects: 0,
      notReverted: {},
    };
    const found = await findEvents(context, selection, { before, limit: STEP_EVENTS, windows: STEP_WINDOWS });
    const going = await loadObjects(context, selection, found.events, before);
    const options = { force: onConflict === 'force', jobId: job.id };
    if (job.dryRun) await setSavepoint(context);
    const reverted = await revertObjects(job.dryRun ? withoutEffects(context) : context, going, options);
    if (job.dryRun) await rollbackToSavepoint(context);
    const left = sum(notReverted, found.notReverted);
    const isDone = found.before === null;
    const errors = [
      ...reverted.flatMap((object, index) => errorsOf(object, objects + index + 1)),
      ...(isDone ? warningsOf(left) : []),
    ];
    await insertErrors(context, job.id, errors);
    const count = (...outcomes: RevertedObject['outcome'][]) =>
      reverted.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return recordStep(context, job, {
      checkpoint: toJobCheckpoint({
        before: found.before ?? before,
        objects: objects + reverted.length,
        notReverted: left,
      }),
      counts: {
        updated: count('updated', 'restored'),
        deleted: count('deleted'),
        unchanged: count('unchanged'),
        skipped: count('skipped'),
      },
      ...(errors.length > 0 ? { errorSummary: addToSummary(job.errorSummary, errors) } : {}),
      ...(isDone ? { phase: 'done' } : {}),
    });
  },
});

function sum(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [type, count] of Object.entries(b)) total[type] = (total[type] ?? 0) + count;
  return total;
}

/** Most conflicts that are kept of one object. */
const MAXIMUM_PER_OBJECT = 100;

const HINTS: Readonly<Record<string, string>> = {
  [CHANGED_SINCE]:
    'Compare both values. To take the change back all the same, revert with `onConflict` FORCE.',
};
const OTHER_HINT = 'Remove the cause, then revert again: what was reverted already does not change.';

function errorsOf({ conflicts }: RevertedObject, row: number): NewJobError[] {
  return conflicts.slice(0, MAXIMUM_PER_OBJECT).map((conflict, ordinal) => {
    const { ref, path, channel, locale, code, message, present } = conflict;
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
      message,
      hint: HINTS[code] ?? OTHER_HINT,
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
    message: `${count} × ${type}: only changes of products and entities are reverted.`,
    hint: 'Change the structure and media back by hand where that is needed.',
    level: 'warning',
  }));
