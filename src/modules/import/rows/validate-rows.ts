import type { DomainError } from '../../../kernel/errors.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { EMPTY_ITEM, type FileItem } from '../../file-formats/index.ts';
import { type AcceptedRow, findAcceptedRows, rollbackToSavepoint, setSavepoint } from '../../job/index.ts';
import type { PlannedRow, RowPlanner } from './plan-rows.ts';
import { objectKey, type RowOutcome, type RowWriteOptions, type RowWriter } from './row-writer.ts';

/** The result of a row. */
export interface RowResult {
  readonly row: PlannedRow;
  readonly outcome: RowOutcome['outcome'];
  readonly refusal: DomainError | null;
  /** It failed for objects that may come, or go, further down, and for nothing else. */
  readonly isEarly: boolean;
  /** The keys of objects that have to go first. */
  readonly inTheWay?: readonly string[];
  /** Parts that were left out of a written row. */
  readonly notes: readonly FieldProblem[];
  readonly warnings?: readonly FieldProblem[];
  readonly changes?: RowOutcome['changes'];
  /** Everything it can be met by; in a dry run only. */
  readonly marks: readonly string[];
}

/** Dependencies and settings for trying rows. */
export interface RowValidation {
  readonly jobId: string;
  readonly writer: RowWriter;
  readonly planner: RowPlanner;
  readonly options: RowWriteOptions;
  /** Nothing may stay: rows that would have been written before are written again, as far as these meet them. */
  readonly isDry: boolean;
  /** Number of rows that may fail before validation stops; Infinity for no limit. */
  readonly failuresAllowed: number;
  /** True if no further rows follow. */
  readonly isFinal?: boolean;
}

/**
 * Validates rows and returns the result of each, in order; ends with the row that exceeds the allowed failures. Written for
 * good unless it is a dry run.
 */
export async function validateRows(
  context: WriteContext,
  rows: readonly PlannedRow[],
  validation: RowValidation,
): Promise<readonly RowResult[]> {
  const { isDry, failuresAllowed } = validation;
  const readable = rows.filter(({ problems }) => problems.length === 0);
  if (readable.length === 0) return withUnreadable(rows, [], validation).map(withoutId);
  const mayGoBack = isDry || failuresAllowed !== Number.POSITIVE_INFINITY;
  if (mayGoBack) await setSavepoint(context);
  let buffered = bufferedContext(context);
  const replayedRows = isDry ? await replay(buffered.context, readable, validation) : [];
  let results = await validateInDryRun(buffered.context, readable, validation);
  let all = withUnreadable(rows, results, validation);
  const tried = new Set(all.map(({ row }) => row));
  if (readable.some((row) => !tried.has(row))) {
    // Rows after the stopping row were written, too: repeat without them.
    await rollbackToSavepoint(context);
    buffered = bufferedContext(context);
    if (isDry) await replay(buffered.context, readable, validation);
    results = await validateInDryRun(
      buffered.context,
      readable.filter((row) => tried.has(row)),
      validation,
    );
    all = withUnreadable(rows, results, validation);
  }
  if (!isDry) {
    buffered.flush();
    return all.map(withoutId);
  }
  await rollbackToSavepoint(context);
  return withMarks(context, all, replayedRows, validation);
}

type ValidatedRow = RowResult & { readonly id: string | null };
const withoutId = ({ id: _id, ...result }: ValidatedRow): RowResult => result;

async function validateInDryRun(
  context: WriteContext,
  rows: readonly PlannedRow[],
  validation: RowValidation,
): Promise<readonly ValidatedRow[]> {
  const { writer, options } = validation;
  if (rows.length === 0) return [];
  const outcomes = await writer.write(
    context,
    rows.map(({ item }) => item),
    options,
  );
  return rows.map((row, index) => toRowResult(row, outcomes[index], validation));
}

function toRowResult(
  row: PlannedRow,
  outcome: RowOutcome | undefined,
  { writer, isFinal = false }: RowValidation,
): ValidatedRow {
  if (outcome === undefined) throw new Error(`Row ${row.number} was written without an outcome.`);
  const errors = outcome.refusal?.errors ?? [];
  const isMissing = errors.length > 0 && errors.every((problem) => writer.isMissingRef(problem));
  const isEarly = !isFinal && (isMissing || outcome.inTheWay !== undefined);
  return { row, ...outcome, isEarly, marks: [] };
}

/** Returns results of all rows in the order of the file, up to the one that fails once too often. */
function withUnreadable(
  rows: readonly PlannedRow[],
  tried: readonly ValidatedRow[],
  { failuresAllowed }: RowValidation,
): readonly ValidatedRow[] {
  const byRow = new Map(tried.map((result) => [result.row, result]));
  const all: ValidatedRow[] = [];
  let failures = 0;
  for (const row of rows) {
    const result = byRow.get(row) ?? unreadable(row);
    // A row after the end of an earlier attempt.
    if (result === undefined) continue;
    all.push(result);
    if (result.outcome === 'failed' && !result.isEarly) failures += 1;
    if (failures > failuresAllowed) break;
  }
  return all;
}

const unreadable = (row: PlannedRow): ValidatedRow | undefined =>
  row.problems.length === 0
    ? undefined
    : { row, outcome: 'failed', refusal: null, isEarly: false, notes: [], marks: [], id: null };

/** Returns the same transaction, whose events and tasks are held back until the rows are there to stay. */
function bufferedContext(context: WriteContext): { readonly context: WriteContext; flush(): void } {
  const pendingCalls: (() => void)[] = [];
  // The context is not spread: only transactions that have certain parts allow reading them.
  const buffered: WriteContext = Object.create(context, {
    emit: {
      value: (event: Parameters<WriteContext['emit']>[0]) =>
        void pendingCalls.push(() => context.emit(event)),
    },
    afterCommit: {
      value: (task: Parameters<WriteContext['afterCommit']>[0]) =>
        void pendingCalls.push(() => context.afterCommit(task)),
    },
    enqueue: {
      value: (job: Parameters<WriteContext['enqueue']>[0]) =>
        void pendingCalls.push(() => context.enqueue(job)),
    },
  });
  return { context: buffered, flush: () => pendingCalls.forEach((release) => void release()) };
}

/**
 * Returns the marks of everything that rows depend on: their own marks, and those of all else that decides their
 * outcome.
 */
const conflictKeysFor = async (
  context: WriteContext,
  rows: readonly PlannedRow[],
  marks: readonly (readonly string[])[],
  { needsOf }: RowWriter,
) => [
  ...rows.map(({ key }) => objectKey(key)),
  ...marks.flat(),
  ...(await needsOf(
    context,
    rows.map(({ item }) => item),
  )),
];

/** An earlier row that is written again. */
interface ReplayedRow extends AcceptedRow {
  readonly item: FileItem;
}

/**
 * Writes again what earlier rows of the file would have written, as far as it can make a difference to these: their own
 * objects, those they name, those that hold or held a unique value of theirs, and in turn all that those need. Answers
 * the marks of the rows.
 */
async function replay(
  context: WriteContext,
  rows: readonly PlannedRow[],
  validation: RowValidation,
): Promise<readonly (readonly string[])[]> {
  const { jobId, writer, planner, options } = validation;
  const marks = await writer.marksOf(
    context,
    rows.map(({ item }) => item),
  );
  const replayedByIndex = new Map<number, ReplayedRow>();
  const requestedMarks = new Set<string>();
  let nextMarks = await conflictKeysFor(context, rows, marks, writer);
  while (nextMarks.length > 0) {
    for (const mark of nextMarks) requestedMarks.add(mark);
    const accepted = (await findAcceptedRows(context, jobId, nextMarks)).filter(
      ({ row }) => !replayedByIndex.has(row),
    );
    const planned = accepted.map(({ row, source }) => planner.plan({ number: row, source, problem: null }));
    const further = await writer.marksOf(
      context,
      planned.map(({ item }) => item),
    );
    for (const [index, row] of accepted.entries())
      replayedByIndex.set(row.row, { ...row, item: planned[index]?.item ?? EMPTY_ITEM });
    nextMarks = (await conflictKeysFor(context, planned, further, writer)).filter(
      (mark) => !requestedMarks.has(mark),
    );
  }
  const again = inOrder([...replayedByIndex.values()]);
  // They were accepted under rules that may have been stricter; here they only set the scene.
  if (again.length > 0) await writer.write(context, again, { ...options, mode: 'upsert' });
  return marks;
}

/** Returns items in the order in which they were accepted: those whose links came later stand there twice. */
function inOrder(rows: readonly ReplayedRow[]): FileItem[] {
  return rows
    .flatMap(({ item, position, linkedAt }) =>
      linkedAt === null
        ? [{ item, position }]
        : [{ item: withoutLinks(item), position }, ...(linkedAt < 0 ? [] : [{ item, position: linkedAt }])],
    )
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item);
}

/** Returns an item without its links, for objects that name each other. */
export const withoutLinks = (item: FileItem): FileItem => ({ ...item, links: [] });

/** Adds everything that a written row can be met by: also what it held before, and what else it changes. */
async function withMarks(
  context: WriteContext,
  results: readonly ValidatedRow[],
  replayedMarks: readonly (readonly string[])[],
  { writer }: RowValidation,
): Promise<readonly RowResult[]> {
  const changing = results.filter(({ outcome }) => CHANGES.has(outcome));
  const effects = await writer.effectsOf(
    context,
    changing.map(({ row, id, outcome }) => ({ item: row.item, id: outcome === 'created' ? null : id })),
  );
  const effectsBy = new Map(changing.map((result, index) => [result, effects[index] ?? []]));
  let readable = 0;
  return results.map((result) => {
    const { row } = result;
    const own = row.problems.length === 0 ? (replayedMarks[readable++] ?? []) : [];
    const marks = [objectKey(row.key), ...own, ...(effectsBy.get(result) ?? [])];
    return { ...withoutId(result), marks };
  });
}

const CHANGES: ReadonlySet<RowResult['outcome']> = new Set(['created', 'updated', 'deleted']);
