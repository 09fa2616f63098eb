import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CellTarget, ColumnTarget, FieldTarget, LinkTarget } from './column-target.ts';
import { targetKey } from './column-target.ts';
import { FILE_FORMATS, type FileField, type FileFormat, type FileResource, fieldOf } from './file-format.ts';
import { type ColumnContext, resolveColumn, type UnknownColumn } from './resolve-column.ts';

/** A column by its position among the columns of a row, and its name. */
export interface ColumnPosition {
  readonly position: number;
  readonly name: string;
}

export interface FieldColumn extends ColumnPosition {
  readonly target: FieldTarget;
  readonly field: FileField;
}

/** One value of a row and the columns it is read from. */
export interface CellColumns {
  readonly target: CellTarget;
  value: ColumnPosition | null;
  unit: ColumnPosition | null;
  /** One per currency. */
  readonly prices: (ColumnPosition & { readonly currency: string })[];
}

/** The links of one type and the columns they are read from: links to entities and to products are separate. */
export interface LinkColumns {
  readonly target: LinkTarget;
  readonly refs: ColumnPosition[];
  readonly quantities: ColumnPosition[];
}

/** Meaning of all columns of a table together. */
export interface ColumnPlan {
  readonly format: FileFormat;
  readonly fields: readonly FieldColumn[];
  readonly cells: readonly CellColumns[];
  readonly links: readonly LinkColumns[];
  readonly unknown: readonly (ColumnPosition & UnknownColumn)[];
}

/** The column of a file of failed rows with the number of each in the file of the import. */
export const ROW_COLUMN = '_row';
/** The column of a file of failed rows with the errors of each. */
export const ERRORS_COLUMN = '_errors';
/**
 * The column of a file of failed rows with the columns of which a row has no cell: a list of their names as JSON, or, where
 * it is shorter, `{"except": […]}` with the names of the others. It is there where an empty cell would clear a value.
 */
export const ABSENT_COLUMN = '_absent';
/** The column with the rows of the file that a merged row comes from: `de_DE=4; fr_FR=5`. */
export const ROWS_COLUMN = '_rows';
/** The column with the kind of a row that was made of a group: `model`, `variant` or `single`. */
export const RECORD_COLUMN = '_record';

/** Columns with notes on the rows of a file, which the file of its failed rows does not repeat. */
export const NOTE_COLUMNS: ReadonlySet<string> = new Set([
  ROW_COLUMN,
  ROWS_COLUMN,
  ERRORS_COLUMN,
  ABSENT_COLUMN,
]);

/** Columns that an import ignores, so that the file of failed rows can be imported unchanged. */
export const ERROR_COLUMNS: ReadonlySet<string> = new Set([...NOTE_COLUMNS, RECORD_COLUMN]);

/** Resolves the columns of a table; a second column of the same meaning is unknown. An empty name is no column. */
export function planColumns(
  names: readonly string[],
  resource: FileResource,
  context: ColumnContext,
): ColumnPlan {
  const format = FILE_FORMATS[resource];
  const all = new Set(names.map((name) => name.toLowerCase()));
  const draft: PlanInProgress = { fields: [], cells: new Map(), links: new Map(), unknown: [] };
  const nameByTarget = new Map<string, string>();
  for (const [position, name] of names.entries()) {
    if (name === '' || ERROR_COLUMNS.has(name)) continue;
    const column = { position, name };
    const target = resolveColumn(name, resource, context, all);
    if ('reason' in target) {
      draft.unknown.push({ ...column, ...target });
      continue;
    }
    if (isForExports(target, format)) continue;
    // Links to models are links to products from a column of their own.
    const key = `${targetKey(target)}${/-product_models(-quantity)?$/i.test(name) ? 'models' : ''}`;
    const same = nameByTarget.get(key);
    if (same !== undefined) {
      draft.unknown.push({ ...column, reason: localized('column-same', { other: same }), suggestions: [] });
      continue;
    }
    nameByTarget.set(key, name);
    addColumn(draft, format, target, column);
  }
  const { fields, unknown } = draft;
  return { format, fields, cells: [...draft.cells.values()], links: [...draft.links.values()], unknown };
}

const isForExports = (target: ColumnTarget, format: FileFormat) =>
  target.kind === 'field' && fieldOf(format, target.field)?.isForExports === true;

interface PlanInProgress {
  readonly fields: FieldColumn[];
  readonly cells: Map<string, CellColumns>;
  readonly links: Map<string, LinkColumns>;
  readonly unknown: (ColumnPosition & UnknownColumn)[];
}

function addColumn(
  draft: PlanInProgress,
  format: FileFormat,
  target: ColumnTarget,
  column: ColumnPosition,
): void {
  if (target.kind === 'field') {
    const field = format.fields.find(({ name }) => name === target.field);
    if (field !== undefined) draft.fields.push({ ...column, target, field });
    return;
  }
  if (target.kind === 'links') {
    const key = targetKey({ ...target, part: 'refs' });
    const links = draft.links.get(key) ?? { target, refs: [], quantities: [] };
    draft.links.set(key, links);
    links[target.part].push(column);
    return;
  }
  const key = targetKey({ ...target, part: 'value' });
  const cell = draft.cells.get(key) ?? { target, value: null, unit: null, prices: [] };
  draft.cells.set(key, cell);
  if (target.part === 'value') cell.value = column;
  else if (target.part === 'unit') cell.unit = column;
  else cell.prices.push({ ...column, currency: target.part.currency });
}
