import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';
import type { ScopePlan } from './scope-plan.ts';

/** Rows about one object that are merged at most: more than there are locales and channels together. */
const MAXIMUM_ROWS = 500;

interface MergedRow {
  readonly first: SourceRow;
  last: SourceRow;
  readonly key: string;
  readonly cells: string[];
  readonly scopes: Set<string>;
  readonly rows: string[];
  readonly cellProblems: FieldProblem[];
}

/**
 * Merges rows that follow each other and give one object in several locales or channels: each cell of a value per locale
 * or channel moves to the column of its own scope, of other cells the last filled one counts. A row whose cell names no
 * locale or channel is handed on with the problem.
 */
export async function* mergeScopes(
  rows: AsyncGenerator<SourceRow>,
  plan: ScopePlan,
): AsyncGenerator<SourceRow> {
  let merged: MergedRow | null = null;
  for await (const row of rows) {
    const scope = row.problem === null && isTableRow(row.source) ? plan.scopeOf(row.source) : null;
    if (scope === null || 'problem' in scope) {
      if (merged !== null) yield toSourceRow(merged, plan);
      merged = null;
      yield scope === null ? row : { ...row, problem: scope.problem };
      continue;
    }
    const source = isTableRow(row.source) ? row.source : [];
    const key = plan.keyOf(source);
    const isNext =
      merged === null ||
      key === '' ||
      key !== merged.key ||
      merged.scopes.has(scope.name) ||
      merged.scopes.size >= MAXIMUM_ROWS;
    if (isNext && merged !== null) yield toSourceRow(merged, plan);
    if (isNext || merged === null) merged = begin(row, key, plan);
    add(merged, row, source, scope.name, plan);
  }
  if (merged !== null) yield toSourceRow(merged, plan);
}

const begin = (row: SourceRow, key: string, { columns }: ScopePlan): MergedRow => ({
  first: row,
  last: row,
  key,
  cells: columns.map(() => ''),
  scopes: new Set(),
  rows: [],
  cellProblems: [],
});

function add(
  merged: MergedRow,
  row: SourceRow,
  source: readonly string[],
  scope: string,
  plan: ScopePlan,
): void {
  merged.last = row;
  merged.scopes.add(scope);
  merged.rows.push(`${scope}=${row.number}`);
  const positions = plan.positionsOf(scope);
  for (const [position, text] of source.entries()) {
    const target = positions[position] ?? -1;
    if (text !== '' && target !== -1) merged.cells[target] = text;
  }
  for (const problem of row.cellProblems ?? []) {
    const target = positions[plan.columns.indexOf(problem.path.at(-1) ?? '')] ?? -1;
    const column = plan.columns[target] ?? problem.path.at(-1) ?? '';
    merged.cellProblems.push({ ...problem, path: ['columns', column] });
  }
}

function toSourceRow({ first, last, cells, rows, cellProblems }: MergedRow, plan: ScopePlan): SourceRow {
  cells[plan.rowsPosition] = rows.join('; ');
  return {
    ...last,
    number: first.number,
    source: cells,
    cellProblems,
    resume: { ...last.resume, row: last.resume?.row ?? last.number },
  };
}
