import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { eraseComments } from '../comment/index.ts';
import {
  type JobAttempt,
  type JobRow,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from '../job/index.ts';
import { ERASED_TABLES, type ErasedTable, eraseChunk } from './erasure.store.ts';

/** Rows that one step looks at, and so one transaction. */
const STEP_SIZE = 5_000;

/** Position of an erasure: the table, and the key of the last row that was examined. */
type Checkpoint = { readonly table: ErasedTable; readonly after: string | null };

const FIRST: Checkpoint = { table: ERASED_TABLES[0], after: null };

/** Erases an actor from the next rows, in one transaction with the checkpoint. A dry run counts them. */
export const erasureStep = defineWrite({
  name: 'erasureStep',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepResult> {
    const job = await lockJobForStep(context, attempt);
    const { table, after } = (job.checkpoint as unknown as Checkpoint | null) ?? FIRST;
    const { actor, comments } = readInput(job);
    const { dryRun } = job;
    const chunk = { table, actor, comments, after, size: STEP_SIZE, dryRun };
    const { erased, lastKey } =
      table === 'comment'
        ? await eraseComments(context, context.session.organizationId, chunk)
        : await eraseChunk(context, chunk);
    const next = lastKey === null ? ERASED_TABLES[ERASED_TABLES.indexOf(table) + 1] : table;
    return recordStep(context, job, {
      checkpoint: { table: next ?? table, after: lastKey },
      counts: { updated: erased },
      ...(next === undefined ? { phase: 'done' } : {}),
    });
  },
});

/** Returns the input that `erasePersonalData` has stored in the job. */
function readInput({ subject, input }: JobRow): { readonly actor: string; readonly comments: boolean } {
  if (subject === null) throw new Error('An erasure names an actor.');
  return { actor: subject, comments: input.comments === true };
}
