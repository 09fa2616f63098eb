import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { RowCells, SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';
import type { ScopePlan } from './scope-plan.ts';

interface MergedRow {
  readonly first: SourceRow;
  last: SourceRow;
  readonly key: string;
  readonly group: string;
  readonly cells: (string | null)[];
  readonly scopes: Set<string>;
  /** Number of the row of each scope, and of each label whose text comes from the row of one of several scopes. */
  readonly rows: Map<string, number>;
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
    const group = plan.groupOf(source);
    const isNext =
      merged === null ||
      key === '' ||
      key !== merged.key ||
      (group !== '' && group !== merged.group) ||
      merged.scopes.has(scope.name);
    if (isNext && merged !== null) yield toSourceRow(merged, plan);
    if (isNext || merged === null) merged = begin(row, { key, group }, plan);
    add(merged, row, source, scope.name, plan);
  }
  if (merged !== null) yield toSourceRow(merged, plan);
}

const begin = (
  row: SourceRow,
  object: Pick<MergedRow, 'key' | 'group'>,
  { columns }: ScopePlan,
): MergedRow => ({
  first: row,
  last: row,
  ...object,
  cells: columns.map(() => null),
  scopes: new Set(),
  rows: new Map(),
  cellProblems: [],
});

function add(
  merged: MergedRow,
  row: SourceRow,
  source: RowCells,
  scope: string,
  { columns, hasOwnCell, columnsOf }: ScopePlan,
): void {
  merged.last = row;
  merged.scopes.add(scope);
  merged.rows.set(scope, row.number);
  for (const [position, text] of source.entries())
    if (hasOwnCell[position] === true) put(merged, position, text);
  const scopeColumns = columnsOf(scope);
  for (const { from, to, label } of scopeColumns) {
    const text = source[from] ?? null;
    put(merged, to, text);
    if (label !== scope && (text ?? '') !== '') merged.rows.set(label, row.number);
  }
  for (const problem of row.cellProblems ?? []) {
    const position = columns.indexOf(problem.path.at(-1) ?? '');
    const moved = scopeColumns.filter(({ from }) => from === position);
    for (const { label } of moved) if (label !== scope) merged.rows.set(label, row.number);
    const names = (moved.length === 0 ? [position] : moved.map(({ to }) => to)).map(
      (at) => columns[at] ?? '',
    );
    merged.cellProblems.push(...names.map((name) => ({ ...problem, path: ['columns', name] })));
  }
}

/** A filled cell replaces that of an earlier row, an empty one only none at all. */
function put({ cells }: MergedRow, position: number, text: string | null): void {
  if (text !== null && (text !== '' || cells[position] === null)) cells[position] = text;
}

function toSourceRow(
  { first, last, cells, scopes, rows, cellProblems }: MergedRow,
  plan: ScopePlan,
): SourceRow {
  for (const scope of scopes)
    for (const { from, to, isShared } of plan.columnsOf(scope))
      if (isShared && (cells[to] ?? '') === '') cells[to] = cells[from] ?? null;
  cells[plan.rowsPosition] = [...rows].map(([scope, number]) => `${scope}=${number}`).join('; ');
  return {
    ...last,
    number: first.number,
    source: cells,
    cellProblems,
    resume: { ...last.resume, row: last.resume?.row ?? last.number },
  };
}
