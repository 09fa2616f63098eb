import { foldKey } from '../../../kernel/codes.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { ProductItem } from '../../product/index.ts';
import { type LinkCell, readLinks } from '../links/association-columns.ts';
import { type ColumnsByField, columnOf } from '../map/mapping-result.ts';
import type { CsvRow } from '../read/csv-file.ts';
import { listOf } from '../read/table-rows.ts';
import { type ImportNote, importNote, type NoteLevel } from '../report/import-note.ts';
import type { Column } from './file-references.ts';
import { type FileReference, readFileReferences } from './file-references.ts';
import { type ReadCell, readCells } from './product-cells.ts';
import type { ProductColumns } from './product-columns.ts';

/** A product to write, the row it comes from and the columns its values come from. */
export interface MappedProduct {
  readonly row: number;
  readonly item: ProductItem;
  readonly cells: readonly ReadCell[];
  /** The files it names, apart from its values: their codes are known once the files are stored. */
  readonly files: readonly FileReference[];
  /** Filled columns of values that could not be read. */
  readonly skippedColumns: number;
  /** Categories that the column `groups` names. */
  readonly groups: readonly string[];
  /** Links of the product, which are written once all products exist. */
  readonly links: readonly LinkCell[];
}

/** A product model of the files, for what stands below it. */
export interface ModelMetadata {
  /** Code as the row has it, without prefix. */
  readonly code: string;
  readonly parent: string | null;
  /** The code that the row's `family_variant` names. */
  readonly layout: string;
  /** 0 for a root model. */
  readonly level: number;
}

/** Lookups and settings for mapping all rows of products and models. */
export interface ProductFileContext {
  readonly file: string;
  readonly columns: ProductColumns;
  /** Set before the code of each model, and of each parent. */
  readonly modelPrefix: string;
  /** The models of the files by folded code. */
  readonly models: ReadonlyMap<string, ModelMetadata>;
}

/** Adds the values, files and links of a row to its properties; links to groups are reported. */
export function mapRow(
  row: CsvRow,
  properties: Omit<ProductItem, 'values'>,
  { file, columns, modelPrefix }: ProductFileContext,
  notes: ImportNote[],
): MappedProduct {
  const { cells, skippedColumns } = readCells(row, columns.cells, file, notes);
  noteFilled(row, columns.groupLinks, file, notes, {
    level: 'info',
    code: 'groups-became-categories',
    message: localized('akeneo-groups-as-categories'),
  });
  const values = cells.map(({ cell }) => cell);
  return {
    row: row.number,
    item: values.length > 0 ? { ...properties, values } : properties,
    cells,
    files: readFileReferences(row, columns.files),
    skippedColumns,
    groups: listOf(row.get('groups')),
    links: readLinks(row, columns.links, modelPrefix),
  };
}

function noteFilled(
  row: CsvRow,
  columns: readonly Column[],
  file: string,
  notes: ImportNote[],
  { level, code, message }: { readonly level: NoteLevel; readonly code: string; readonly message: Message },
): void {
  for (const { position, name } of columns) {
    const value = row.cells[position] ?? '';
    if (value === '') continue;
    notes.push(importNote(level, file, code, message, { row: row.number, column: name, value }));
  }
}

/** Returns the SKU of the model a row stands below. It resolves in either case, which is worth a note. */
export function parentOf(
  row: CsvRow,
  { file, modelPrefix, models }: ProductFileContext,
  notes: ImportNote[],
): string | null {
  const parent = row.get('parent');
  if (parent === '') return null;
  const model = models.get(foldKey(parent));
  if (model !== undefined && model.code !== parent) {
    const message = localized('akeneo-parent-other-case', { parent, model: model.code });
    const details = { row: row.number, column: 'parent', value: parent };
    notes.push(importNote('info', file, 'parent-resolved-by-case', message, details));
  }
  return modelPrefix + parent;
}

/**
 * Returns categories and groups of a row as one set; groups are categories here. An empty cell changes nothing: with
 * groups alone the categories stay and the groups are added.
 */
export function categoriesOf(row: CsvRow): Pick<ProductItem, 'categories'> {
  const categories = listOf(row.get('categories'));
  const groups = listOf(row.get('groups'));
  if (categories.length > 0) return { categories: { set: [...categories, ...groups] } };
  return groups.length > 0 ? { categories: { add: groups } } : {};
}

/**
 * Returns the column behind the path of a rejected part of a product. Prices and units stand in columns of their own
 * beside the one that the path names.
 *
 * @param properties column of each property: `{ attributeSet: 'family' }`
 */
export function productColumnOf(
  { path, value }: Pick<FieldProblem, 'path' | 'value'>,
  { cells, groups }: MappedProduct,
  properties: ColumnsByField,
): string | null {
  const [field, column, inside] = path;
  if (field === 'categories') return groups.includes(String(value)) ? 'groups' : 'categories';
  if (field !== 'values') return columnOf(path, properties);
  const columns = cells.find(({ cell }) => cell.path[1] === column)?.columns ?? [];
  const position = inside === 'unit' ? 1 : Number(inside ?? 0);
  return columns[position] ?? column ?? null;
}
