import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { findWaitingKeys, type JobAttempt, lockJobForStep, storeJobRows } from '../../job/index.ts';
import { compareRows, type PlannedRow, type RowPlanner } from '../rows/plan-rows.ts';
import { WRITE_MODES } from '../rows/row-writer.ts';
import { ROW_WRITERS } from '../rows/row-writers.ts';
import { validateRows } from '../rows/validate-rows.ts';
import {
  completeStep,
  type ImportStepResult,
  type OpenStep,
  partitionResults,
  stoppingRow,
} from './complete-step.ts';
import { beginDeferredPass, processDeferredRows } from './deferred-rows.ts';
import { type ImportCheckpoint, readImportCheckpoint, readImportInput } from './import-input.ts';
import { notifyOnLongStatement } from './import-job.store.ts';

/** Position at which reading a file continues: the next byte, the records before it, and the state of its shape. */
export type RowPosition = Pick<ImportCheckpoint, 'byte' | 'row' | 'resume'>;

/** The next rows of a file. */
export interface RowChunk extends RowPosition {
  readonly rows: readonly PlannedRow[];
  /** Rows before its position that could not be read. */
  readonly brokenRows: number;
  /** Position after each row, for an import that stops in between. */
  readonly ends: ReadonlyMap<PlannedRow, RowPosition>;
  readonly isEnd: boolean;
  /** The rest of the file cannot be read. */
  readonly isBrokenOff: boolean;
}

export interface ImportStepInput {
  readonly attempt: JobAttempt;
  readonly planner: RowPlanner;
  /** Null after all rows of the file: the job continues with deferred rows. */
  readonly chunk: RowChunk | null;
  /** Called once the database has much to do, while this process has nothing; never, when there is no such time. */
  readonly meanwhile?: () => void;
}

/** Runs one step of an import: validates and writes the next rows, in one transaction with the checkpoint. */
export const importRows = defineWrite({
  name: 'importRows',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, planner, chunk, meanwhile }: ImportStepInput,
  ): Promise<ImportStepResult> {
    const notifying = meanwhile === undefined ? context : notifyOnLongStatement(context, meanwhile);
    const step = await openStep(notifying, attempt, planner);
    return chunk === null ? processDeferredRows(step) : checkRows(step, chunk);
  },
});

async function openStep(context: WriteContext, attempt: JobAttempt, planner: RowPlanner): Promise<OpenStep> {
  const writer = ROW_WRITERS[planner.format.resource];
  // The configuration before the job, the job before any other row: the order in which all jobs lock.
  await writer.lock(context);
  const job = await lockJobForStep(context, attempt);
  const { settings } = readImportInput(job.input);
  const checkpoint = readImportCheckpoint(job.checkpoint);
  if (checkpoint === null) throw new Error(`The import ${job.id} has not begun.`);
  const { mode, errorPolicy, maxErrors } = settings;
  const failed = job.failed + checkpoint.checked.failed;
  const allowed = errorPolicy === 'stop' ? 0 : (maxErrors ?? Number.POSITIVE_INFINITY);
  return {
    context,
    job,
    settings,
    checkpoint,
    planner,
    validation: {
      jobId: job.id,
      writer,
      planner,
      options: {
        mode: WRITE_MODES[mode],
        inherited: planner.options.inherited,
      },
      isDry: job.dryRun || checkpoint.pass === 'check',
      failuresAllowed: Math.max(allowed - failed, 0),
    },
  };
}

async function checkRows(step: OpenStep, chunk: RowChunk): Promise<ImportStepResult> {
  const { context, job, checkpoint, validation } = step;
  const waitingKeys =
    checkpoint.waiting === 0
      ? new Set<string>()
      : await findWaitingKeys(
          context,
          job.id,
          chunk.rows.map(({ key }) => key),
        );
  // A row does not overtake an earlier one about the same object.
  const isHeld = ({ key, problems }: PlannedRow) => problems.length === 0 && waitingKeys.has(key);
  const tried = chunk.rows.filter((row) => !isHeld(row));
  const sorted = partitionResults(await validateRows(context, tried, validation));
  const ended = stoppingRow(sorted, validation);
  const waiting = [...sorted.waiting.map(({ row }) => row), ...chunk.rows.filter(isHeld)].filter(
    ({ number }) => ended === undefined || compareRows(number, ended.row.number) < 0,
  );
  await deferRows(step, waiting);
  const { byte, row, resume } = (ended === undefined ? undefined : chunk.ends.get(ended.row)) ?? chunk;
  const next: ImportCheckpoint = {
    ...checkpoint,
    byte,
    row,
    resume,
    brokenRows: chunk.brokenRows,
    waiting: checkpoint.waiting + waiting.length,
  };
  if (ended !== undefined) return completeStep(step, sorted, next, { stoppedBy: ended });
  if (chunk.isBrokenOff) return completeStep(step, sorted, next, { isBrokenOff: true });
  return completeStep(step, sorted, chunk.isEnd ? beginDeferredPass(next) : next, {
    isOver: chunk.isEnd && next.waiting === 0,
  });
}

async function deferRows({ context, job }: OpenStep, rows: readonly PlannedRow[]): Promise<void> {
  await storeJobRows(
    context,
    job.id,
    rows.map(({ number, source, key }) => ({
      row: number,
      source,
      key,
      state: 'waiting',
      position: 0,
      marks: [],
      outcome: null,
    })),
  );
}
