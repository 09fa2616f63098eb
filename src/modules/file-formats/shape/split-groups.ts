import { fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';
import type { GroupPlan, RecordKind } from './group-plan.ts';

/** Rows of one group. */
const MAXIMUM_ROWS = 5_000;

/** Position before a group, at which reading continues if an import stops inside the group. */
interface Start {
  readonly end: number;
  readonly row: number;
  readonly carried?: readonly string[] | undefined;
}

/**
 * Makes a model and its variants of the rows that follow each other with the same text in one column, or with none there.
 * The model comes first: its cells are the first filled ones of the group, of lists those of all rows. A row is a
 * variant if one of the columns of variants is filled. The number of a model whose first row is a variant, too, is
 * negative, so that both have a number of their own.
 *
 * @param skip records of the first group that an earlier attempt has handed on already
 */
export async function* splitGroups(
  rows: AsyncGenerator<SourceRow>,
  plan: GroupPlan,
  start: Start,
  skip: number,
): AsyncGenerator<SourceRow> {
  let before = start;
  let skipped = skip;
  let group: SourceRow[] = [];
  let name = '';
  function* flush(): Generator<SourceRow> {
    const records = recordsOf(group, plan);
    const last = group.at(-1);
    for (const [index, record] of records.entries()) {
      const isLast = index === records.length - 1;
      // Inside a group, reading continues before it and passes over what was handed on.
      const resume = isLast
        ? { end: last?.end ?? before.end, resume: last?.resume ?? { row: last?.number ?? before.row } }
        : {
            end: before.end,
            resume: { row: before.row, ...(before.carried && { carried: before.carried }), skip: index + 1 },
          };
      if (index >= skipped) yield { ...record, ...resume };
    }
    if (last !== undefined) {
      skipped = 0;
      before = { end: last.end, row: last.resume?.row ?? last.number, carried: last.resume?.carried };
    }
    group = [];
  }
  for await (const row of rows) {
    const source = row.problem === null && isTableRow(row.source) ? row.source : null;
    const isReady = source !== null && (source[plan.recordPosition] ?? '') !== '';
    const text = source === null ? '' : (source[plan.groupPosition] ?? '').trim();
    const isNext = isReady || group.length === 0 || (text !== '' && text !== name);
    if (isNext) yield* flush();
    if (isReady) {
      group = [row];
      yield* flush();
      continue;
    }
    if (text !== '') name = text;
    if (isNext && text === '') name = '';
    group.push(group.length < MAXIMUM_ROWS ? row : tooLarge(row));
  }
  yield* flush();
}

const tooLarge = (row: SourceRow): SourceRow => ({
  ...row,
  problem: fieldProblem('too-many-items', [], localized('row-group-too-large', { max: MAXIMUM_ROWS })),
});

function recordsOf(group: readonly SourceRow[], plan: GroupPlan): readonly SourceRow[] {
  const readable = group.filter(({ problem, source }) => problem === null && isTableRow(source));
  const [first] = readable;
  // Rows that cannot be read, or one that was made of a group already.
  if (first === undefined || (cellsOf(first)[plan.recordPosition] ?? '') !== '') return group;
  const variants = readable.filter((row) =>
    cellsOf(row).some((cell, at) => plan.isVariantMark[at] && cell !== ''),
  );
  const [only, ...further] = variants;
  const broken = group.filter((row) => !readable.includes(row));
  const shared = sharedCells(readable, plan);
  const shows = cellProblemsOf(readable, (at) => !plan.isVariantColumn[at], plan);
  if (only !== undefined && further.length === 0 && plan.isSingle(cellsOf(only))) {
    const cells = shared.map((cell, at) => (plan.isVariantColumn[at] ? (cellsOf(only)[at] ?? '') : cell));
    const cellProblems = [
      ...shows,
      ...cellProblemsOf([only], (at) => plan.isVariantColumn[at] === true, plan),
    ];
    return [...broken, withKind({ ...only, source: cells, cellProblems }, 'single', plan)];
  }
  const isShared = variants.includes(first);
  const model = {
    ...first,
    number: isShared ? -first.number : first.number,
    source: shared,
    cellProblems: shows,
  };
  const name = shared[plan.groupPosition] ?? '';
  return [
    ...broken,
    withKind(model, 'model', plan),
    ...variants.map((row) => {
      const cells = cellsOf(row).map((cell, at) => (plan.isVariantColumn[at] ? cell : ''));
      cells[plan.groupPosition] = name;
      const cellProblems = cellProblemsOf([row], (at) => plan.isVariantColumn[at] === true, plan);
      return withKind({ ...row, source: cells, cellProblems }, 'variant', plan);
    }),
  ];
}

const cellsOf = ({ source }: SourceRow): readonly string[] => (isTableRow(source) ? source : []);

function withKind(row: SourceRow, kind: RecordKind, { recordPosition, columns }: GroupPlan): SourceRow {
  const cells = columns.map((_, at) => cellsOf(row)[at] ?? '');
  cells[recordPosition] = kind;
  return { ...row, source: cells };
}

/** Returns the cells that a group has in common; those of variants are empty. */
function sharedCells(rows: readonly SourceRow[], plan: GroupPlan): string[] {
  return plan.columns.map((_, at) => {
    if (plan.isVariantColumn[at]) return '';
    const texts = rows.map((row) => cellsOf(row)[at] ?? '').filter((cell) => cell !== '');
    return plan.isListColumn[at] ? [...new Set(texts)].join(plan.listSeparator) : (texts[0] ?? '');
  });
}

const cellProblemsOf = (
  rows: readonly SourceRow[],
  isShown: (at: number) => boolean,
  { columns }: GroupPlan,
) =>
  rows.flatMap(({ cellProblems = [] }) =>
    cellProblems.filter(({ path }) => isShown(columns.indexOf(path.at(-1) ?? ''))),
  );
