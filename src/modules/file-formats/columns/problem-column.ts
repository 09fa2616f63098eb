import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import type { RowCells } from '../source-row.ts';
import type { FileItem } from './file-item.ts';
import type { ColumnPlan } from './plan-columns.ts';

/** Returns the column of a table that a problem of its row is about; null when it is about the row. */
export function columnOfProblem(
  { path, value }: Pick<FieldProblem, 'path' | 'value'>,
  row: RowCells,
  { item, plan }: { readonly item: FileItem; readonly plan: ColumnPlan },
): string | null {
  const [root = '', name = '', ...inside] = path;
  if (root === 'columns') return name;
  if (root === 'values') return partColumn(name, inside, plan);
  if (root === 'associations') return linkColumn(name, inside, item, plan);
  const field = snakeCase(root);
  const columns = plan.fields.filter(({ target }) => target.field === field);
  // Both `groups` and `categories` set categories: the one whose cell has the rejected code.
  const matchingColumns = columns.filter(({ target }) => target.key === null || target.key === name);
  const holder = matchingColumns.find(
    ({ position }) => typeof value === 'string' && row[position]?.includes(value),
  );
  return (holder ?? matchingColumns[0] ?? columns[0])?.name ?? null;
}

/** A unit may have its own column beside the one in the path. */
function partColumn(name: string, inside: readonly string[], { cells }: ColumnPlan): string {
  const isUnit = (inside[0] === 'value' ? inside[1] : inside[0]) === 'unit';
  const columns = isUnit ? cells.find(({ value }) => value?.name === name) : undefined;
  return columns?.unit?.name ?? name;
}

function linkColumn(
  index: string,
  [to]: readonly string[],
  { links }: FileItem,
  plan: ColumnPlan,
): string | null {
  const types = [...new Set(links.map(({ type }) => type))];
  const type = types[Number(index)];
  const plannedLink = plan.links.find(
    ({ target }) => target.type === type && (to === undefined || target.to === to),
  );
  return plannedLink?.refs[0]?.name ?? null;
}
