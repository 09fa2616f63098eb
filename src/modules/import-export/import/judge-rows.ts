import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteWork } from '../../../kernel/operation.ts';
import type { Refusal } from '../../../kernel/refusal.ts';
import type { FileItem } from '../columns/file-item.ts';
import { backToSavepoint, findAccepted, setSavepoint } from './job-rows.store.ts';
import type { PlannedRow, RowPlanner } from './plan-rows.ts';
import type { RowOutcome, RowWriteOptions, RowWriter } from './row-writer.ts';

/** What became of a row that was tried. */
export interface Verdict {
  readonly row: PlannedRow;
  readonly outcome: RowOutcome['outcome'];
  readonly refusal: Refusal | null;
  /** It failed for objects that may come, or go, further down, and for nothing else. */
  readonly isEarly: boolean;
  /** The keys of objects that have to go first. */
  readonly inTheWay?: readonly string[];
  /** What was left out of a row that was written. */
  readonly notes: readonly FieldProblem[];
  readonly warnings?: readonly FieldProblem[];
  /** Everything it can be met by; in a dry run only. */
  readonly marks: readonly string[];
}

/** What rows are tried with. */
export interface Judgement {
  readonly jobId: string;
  readonly writer: RowWriter;
  readonly planner: RowPlanner;
  readonly options: RowWriteOptions;
  /** Nothing may stay: rows that would have been written before are written again, as far as these meet them. */
  readonly isDry: boolean;
  /** How many rows may fail before the others behind them are not tried; Infinity for no such limit. */
  readonly failuresAllowed: number;
  /** Nothing comes further down any more. */
  readonly isFinal?: boolean;
}

/**
 * Tries rows and answers what became of each, in their order; ends with the row that fails once too often. Written for
 * good unless it is a dry run.
 */
export async function judgeRows(
  work: WriteWork,
  rows: readonly PlannedRow[],
  judgement: Judgement,
): Promise<readonly Verdict[]> {
  const { isDry, failuresAllowed } = judgement;
  const readable = rows.filter(({ problems }) => problems.length === 0);
  if (readable.length === 0) return withUnreadable(rows, [], judgement).map(withoutId);
  const mayGoBack = isDry || failuresAllowed !== Number.POSITIVE_INFINITY;
  if (mayGoBack) await setSavepoint(work);
  let buffered = bufferedWork(work);
  const known = isDry ? await replay(buffered.work, readable, judgement) : [];
  let verdicts = await tryRows(buffered.work, readable, judgement);
  let all = withUnreadable(rows, verdicts, judgement);
  const tried = new Set(all.map(({ row }) => row));
  if (readable.some((row) => !tried.has(row))) {
    // Rows behind the one that ends it have been written, too: once more without them.
    await backToSavepoint(work);
    buffered = bufferedWork(work);
    if (isDry) await replay(buffered.work, readable, judgement);
    verdicts = await tryRows(
      buffered.work,
      readable.filter((row) => tried.has(row)),
      judgement,
    );
    all = withUnreadable(rows, verdicts, judgement);
  }
  if (!isDry) {
    buffered.flush();
    return all.map(withoutId);
  }
  await backToSavepoint(work);
  return withMarks(work, all, known, judgement);
}

type TriedRow = Verdict & { readonly id: string | null };
const withoutId = ({ id: _id, ...verdict }: TriedRow): Verdict => verdict;

async function tryRows(
  work: WriteWork,
  rows: readonly PlannedRow[],
  judgement: Judgement,
): Promise<readonly TriedRow[]> {
  const { writer, options } = judgement;
  if (rows.length === 0) return [];
  const outcomes = await writer.write(
    work,
    rows.map(({ item }) => item),
    options,
  );
  return rows.map((row, index) => toVerdict(row, outcomes[index], judgement));
}

function toVerdict(
  row: PlannedRow,
  outcome: RowOutcome | undefined,
  { writer, isFinal = false }: Judgement,
): TriedRow {
  if (outcome === undefined) throw new Error(`Row ${row.number} was written without an outcome.`);
  const errors = outcome.refusal?.errors ?? [];
  const isMissing = errors.length > 0 && errors.every((problem) => writer.isMissingRef(problem));
  const isEarly = !isFinal && (isMissing || outcome.inTheWay !== undefined);
  return { row, ...outcome, isEarly, marks: [] };
}

/** Verdicts of all rows in the order of the file, up to the one that fails once too often. */
function withUnreadable(
  rows: readonly PlannedRow[],
  tried: readonly TriedRow[],
  { failuresAllowed }: Judgement,
): readonly TriedRow[] {
  const byRow = new Map(tried.map((verdict) => [verdict.row, verdict]));
  const all: TriedRow[] = [];
  let failures = 0;
  for (const row of rows) {
    const verdict = byRow.get(row) ?? unreadable(row);
    // One that was written behind the end of an earlier try.
    if (verdict === undefined) continue;
    all.push(verdict);
    if (verdict.outcome === 'failed' && !verdict.isEarly) failures += 1;
    if (failures > failuresAllowed) break;
  }
  return all;
}

const unreadable = (row: PlannedRow): TriedRow | undefined =>
  row.problems.length === 0
    ? undefined
    : { row, outcome: 'failed', refusal: null, isEarly: false, notes: [], marks: [], id: null };

/** The same transaction, whose events and tasks are held back until the rows are there to stay. */
function bufferedWork(work: WriteWork): { readonly work: WriteWork; flush(): void } {
  const held: (() => void)[] = [];
  // Not spread: of some transactions a part may only be asked for by those that have it.
  const buffered: WriteWork = Object.create(work, {
    emit: { value: (event: Parameters<WriteWork['emit']>[0]) => void held.push(() => work.emit(event)) },
    afterCommit: {
      value: (task: Parameters<WriteWork['afterCommit']>[0]) => void held.push(() => work.afterCommit(task)),
    },
    enqueue: { value: (job: Parameters<WriteWork['enqueue']>[0]) => void held.push(() => work.enqueue(job)) },
  });
  return { work: buffered, flush: () => held.forEach((release) => void release()) };
}

const keyMark = (key: string) => `key ${key}`;

/** What a row looks for: what it can be met by itself, and the others it names. */
const wantedBy = (row: PlannedRow, marks: readonly string[], { refsOf }: RowWriter) => [
  keyMark(row.key),
  ...marks,
  ...refsOf(row.item).map((ref) => (ref.startsWith('code ') ? ref : keyMark(ref))),
];

/**
 * Writes again what earlier rows of the file would have written, as far as it can make a difference to these: their own
 * objects, those they name, those that hold or held a unique value of theirs, and in turn all that those need. Answers
 * the marks of the rows.
 */
async function replay(
  work: WriteWork,
  rows: readonly PlannedRow[],
  judgement: Judgement,
): Promise<readonly (readonly string[])[]> {
  const { jobId, writer, planner, options } = judgement;
  const marks = await writer.marksOf(
    work,
    rows.map(({ item }) => item),
  );
  const found = new Map<number, { readonly item: FileItem; readonly position: number }>();
  const asked = new Set<string>();
  let wanted = rows.flatMap((row, index) => wantedBy(row, marks[index] ?? [], writer));
  while (wanted.length > 0) {
    for (const mark of wanted) asked.add(mark);
    const accepted = (await findAccepted(work, jobId, wanted)).filter(({ row }) => !found.has(row));
    const planned = accepted.map(({ row, source }) => planner.plan({ number: row, source, problem: null }));
    const further = await writer.marksOf(
      work,
      planned.map(({ item }) => item),
    );
    for (const [index, { number, item }] of planned.entries()) {
      const { position = 0, state = 'accepted' } = accepted[index] ?? {};
      // The links of one that waits for them are still to come.
      found.set(number, { item: state === 'linking' ? withoutLinks(item) : item, position });
    }
    wanted = planned
      .flatMap((row, index) => wantedBy(row, further[index] ?? [], writer))
      .filter((mark) => !asked.has(mark));
  }
  const again = [...found.values()].sort((a, b) => a.position - b.position).map(({ item }) => item);
  if (again.length === 0) return marks;
  // They were accepted under rules that may have been stricter; here they only set the scene.
  const replayed = { ...options, mode: 'upsert' } as const;
  if (again.some(({ links }) => links.length > 0))
    await writer.write(work, again.map(withoutLinks), replayed);
  await writer.write(work, again, replayed);
  return marks;
}

/** An item without its links, for objects that name each other. */
export const withoutLinks = (item: FileItem): FileItem => ({ ...item, links: [] });

/** Adds everything that a written row can be met by, what it held before included. */
async function withMarks(
  work: WriteWork,
  verdicts: readonly TriedRow[],
  known: readonly (readonly string[])[],
  { writer }: Judgement,
): Promise<readonly Verdict[]> {
  const hadMarks = new Set<Verdict['outcome']>(['updated', 'deleted']);
  const ids = verdicts.flatMap(({ id, outcome }) => (id !== null && hadMarks.has(outcome) ? [id] : []));
  const before = await writer.storedMarks(work, ids);
  let readable = 0;
  return verdicts.map(({ id, ...verdict }) => {
    const own = verdict.row.problems.length === 0 ? (known[readable++] ?? []) : [];
    const marks = [keyMark(verdict.row.key), ...own, ...(id === null ? [] : (before.get(id) ?? []))];
    return { ...verdict, marks };
  });
}
