import type { RowCells, SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';
import type { GroupPlan, RecordKind } from './group-plan.ts';

/** The rows of a group, and those that could not be read or may belong to another group. */
export interface GroupRows {
  readonly rows: readonly SourceRow[];
  readonly failed: readonly SourceRow[];
}

/** Returns the model, the variants, and the rows that could not be read. */
export function recordsOf({ rows, failed }: GroupRows, plan: GroupPlan): readonly SourceRow[] {
  const [first] = rows;
  if (first === undefined) return failed;
  const isVariant = ({ source }: SourceRow) =>
    plan.variantMarks.some((at) => isTableRow(source) && (source[at] ?? '') !== '');
  const variants = rows.filter(isVariant);
  const [only, ...further] = variants;
  const isOfVariant = (at: number) => plan.isVariantColumn[at] === true;
  const shared = sharedCells(rows, plan);
  const modelProblems = cellProblemsOf(rows, (at) => !isOfVariant(at), plan);
  if (only !== undefined && further.length === 0 && plan.isSingle(cellsOf(only))) {
    const cells = shared.map((cell, at) =>
      plan.isOwnColumn[at] === true ? (cellsOf(only)[at] ?? null) : cell,
    );
    const cellProblems = [...modelProblems, ...cellProblemsOf([only], isOfVariant, plan)];
    return [withKind({ ...only, source: cells, cellProblems }, 'single', plan), ...failed];
  }
  const isShared = variants.includes(first);
  const model = {
    ...first,
    number: isShared ? -first.number : first.number,
    source: shared,
    cellProblems: modelProblems,
  };
  const name = shared[plan.groupPosition] ?? null;
  return [
    withKind(model, 'model', plan),
    ...variants.map((row) => {
      const cells = cellsOf(row).map((cell, at) => (plan.isOwnColumn[at] === true ? cell : null));
      cells[plan.groupPosition] = name;
      const cellProblems = cellProblemsOf([row], isOfVariant, plan);
      return withKind({ ...row, source: cells, cellProblems }, 'variant', plan);
    }),
    ...failed,
  ];
}

const cellsOf = ({ source }: SourceRow): RowCells => (isTableRow(source) ? source : []);

function withKind(row: SourceRow, kind: RecordKind, { recordPosition, columns }: GroupPlan): SourceRow {
  const cells = [...cellsOf(row)];
  while (cells.length < columns.length) cells.push(null);
  cells[recordPosition] = kind;
  return { ...row, source: cells };
}

/** Returns the cells that a group has in common; it says nothing about those of variants. */
function sharedCells(rows: readonly SourceRow[], plan: GroupPlan): (string | null)[] {
  const shared: (string | null)[] = plan.columns.map(() => null);
  const lists = new Map<number, Set<string>>();
  for (const row of rows)
    for (const [at, cell] of cellsOf(row).entries()) {
      if (cell === null || plan.isVariantColumn[at] === true) continue;
      if ((shared[at] ?? '') === '') shared[at] = cell;
      else if (cell !== '' && (plan.listSeparators[at] ?? null) !== null) {
        const texts = lists.get(at) ?? new Set([shared[at] ?? '']);
        lists.set(at, texts.add(cell));
      }
    }
  for (const [at, texts] of lists) shared[at] = [...texts].join(plan.listSeparators[at] ?? '');
  return shared;
}

const cellProblemsOf = (
  rows: readonly SourceRow[],
  isIncluded: (at: number) => boolean,
  { columns }: GroupPlan,
) =>
  rows.flatMap(({ cellProblems = [] }) =>
    cellProblems.filter(({ path }) => isIncluded(columns.indexOf(path.at(-1) ?? ''))),
  );
