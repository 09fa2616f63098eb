import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ColumnsByField } from '../map/mapping-result.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { type KeyedRow, keyedRows } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import {
  categoriesOf,
  type MappedProduct,
  type ModelMetadata,
  mapRow,
  type ProductFileContext,
  parentOf,
} from './product-rows.ts';
import type { ExistingLayouts } from './variant-layouts.ts';

export const MODEL_COLUMNS: ColumnsByField = {
  sku: 'code',
  attributeSet: 'family_variant',
  variantLayout: 'family_variant',
  parent: 'parent',
  type: 'parent',
};

/** Columns of `product_models.csv` that are no values. */
export const MODEL_PROPERTIES: ReadonlySet<string> = new Set([
  'code',
  'family_variant',
  'parent',
  'categories',
]);

export interface ModelMapping {
  /** Root models first, then what stands below them, level by level. */
  readonly levels: readonly (readonly MappedProduct[])[];
  readonly notes: readonly ImportNote[];
}

/** Returns the models of a file, to find parents in; rows that {@link mapProductModels} rejects may be among them. */
export function indexModels(table: CsvTable): ReadonlyMap<string, ModelMetadata> {
  const rows = new Map(
    keyedRows(table, 'code', []).map((keyedRow) => [foldKey(keyedRow.code), keyedRow] as const),
  );
  const models = new Map<string, ModelMetadata>();
  for (const [key, { row, code }] of rows) {
    const chain = new Set([key]);
    let top = row;
    for (let above = rows.get(foldKey(row.get('parent'))); above !== undefined; ) {
      if (chain.has(foldKey(above.code))) break;
      chain.add(foldKey(above.code));
      top = above.row;
      above = rows.get(foldKey(above.row.get('parent')));
    }
    // A parent that is not in the file counts as a level, too.
    const level = chain.size - (top.get('parent') === '' ? 1 : 0);
    models.set(key, { code, parent: row.get('parent') || null, layout: top.get('family_variant'), level });
  }
  return models;
}

/** Product models become products of the type `model`, published; the family variant gives set and layout of a root. */
export function mapProductModels(
  table: CsvTable,
  context: ProductFileContext,
  layouts: ExistingLayouts,
): ModelMapping {
  const notes: ImportNote[] = [];
  const levels: MappedProduct[][] = [];
  for (const keyedRow of keyedRows(table, 'code', notes)) {
    const mapped = mapModel(keyedRow, context, layouts, notes);
    const level = context.models.get(foldKey(keyedRow.code))?.level ?? 0;
    const siblings = levels[level] ?? [];
    levels[level] = siblings;
    if (mapped !== null) siblings.push(mapped);
  }
  return { levels: levels.filter((level) => level !== undefined), notes };
}

function mapModel(
  { row, code }: KeyedRow,
  context: ProductFileContext,
  layouts: ExistingLayouts,
  notes: ImportNote[],
): MappedProduct | null {
  const sku = context.modelPrefix + code;
  const parent = parentOf(row, context, notes);
  const shared = { sku, type: 'model', status: 'published', ...categoriesOf(row) } as const;
  if (parent !== null) {
    noteOtherLayout({ row, code }, context, notes);
    return mapRow(row, { ...shared, parent }, context, notes);
  }
  const layoutCode = row.get('family_variant');
  const layout = layouts.get(foldKey(layoutCode));
  if (layout !== undefined) {
    return mapRow(row, { ...shared, attributeSet: layout.set, variantLayout: layout.code }, context, notes);
  }
  const message =
    layoutCode === ''
      ? localized('akeneo-model-without-variant', { model: code })
      : localized('not-found', { kind: 'family variant', ref: layoutCode });
  const details = { row: row.number, column: 'family_variant', value: layoutCode };
  notes.push(
    importNote(
      'error',
      context.file,
      layoutCode === '' ? 'required' : 'reference-not-found',
      message,
      details,
    ),
  );
  return null;
}

/** The layout is the root's; another one in a row below is left out. */
function noteOtherLayout(
  { row, code }: KeyedRow,
  { file, models }: ProductFileContext,
  notes: ImportNote[],
): void {
  const layoutCode = row.get('family_variant');
  const layout = models.get(foldKey(code))?.layout ?? layoutCode;
  if (layoutCode === '' || foldKey(layoutCode) === foldKey(layout)) return;
  const message = localized('akeneo-family-variant-of-parent', { model: code, layout });
  const details = { row: row.number, column: 'family_variant', value: layoutCode };
  notes.push(importNote('warning', file, 'value-belongs-to-parent', message, details));
}
