import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ProductItem } from '../../product/index.ts';
import type { ColumnsByField } from '../map/mapping-result.ts';
import type { CsvRow } from '../read/csv-file.ts';
import { booleanOf, duplicateCodeNote, missingCodeNote } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import {
  categoriesOf,
  type MappedProduct,
  mapRow,
  type ProductFileContext,
  parentOf,
} from './product-rows.ts';

/** Returns the columns of the properties of a product; the SKU is in the column of the identifier attribute. */
export function productPropertyColumns(identifier: string): ColumnsByField {
  return { sku: identifier, attributeSet: 'family', parent: 'parent', type: 'parent', status: 'enabled' };
}

/** Returns the columns of `products.csv` that are no values. */
export function productProperties(identifier: string): ReadonlySet<string> {
  return new Set([identifier, 'categories', 'enabled', 'family', 'parent', 'groups']);
}

export interface ProductMapper {
  /** Returns null when the row cannot be imported; a note contains the reason. */
  map(row: CsvRow, notes: ImportNote[]): MappedProduct | null;
}

/**
 * Maps the rows of `products.csv`, from whichever of them on, in any number of pieces. SKUs are unique across all of
 * them and across the models, whatever their case.
 *
 * @param columns the header: a column that does not exist says nothing, an empty cell of `family` or `parent` does
 * @param firstRows the first row of each SKU that several have, by folded SKU
 */
export function createProductMapper(
  columns: readonly string[],
  identifier: string,
  context: ProductFileContext,
  firstRows: ReadonlyMap<string, number>,
): ProductMapper {
  const hasFamily = columns.includes('family');
  const hasParent = columns.includes('parent');
  return {
    map(row, notes) {
      const sku = row.get(identifier);
      const fault = skuFault(row, identifier, firstRows, context);
      if (fault !== null) {
        notes.push(fault);
        return null;
      }
      const parent = parentOf(row, context, notes);
      const family = row.get('family');
      const unclassified = hasFamily && family === '' && parent === null;
      const properties: Omit<ProductItem, 'values'> = {
        sku,
        ...(hasParent && { type: parent === null ? 'simple' : 'variant', parent }),
        ...(family !== '' && { attributeSet: family }),
        ...statusOf(row, unclassified, context.file, notes),
        ...categoriesOf(row),
      };
      return mapRow(row, properties, context, notes);
    },
  };
}

function skuFault(
  row: CsvRow,
  identifier: string,
  firstRows: ReadonlyMap<string, number>,
  { file, models, modelPrefix }: ProductFileContext,
): ImportNote | null {
  const sku = row.get(identifier);
  if (sku === '') return missingCodeNote(file, row, identifier);
  const key = foldKey(sku);
  const prefix = foldKey(modelPrefix);
  const model = key.startsWith(prefix) ? models.get(key.slice(prefix.length)) : undefined;
  const first = firstRows.get(key) ?? row.number;
  if (model === undefined) return first < row.number ? duplicateCodeNote(file, row, identifier, first) : null;
  const message = localized('akeneo-sku-of-model', { sku });
  return importNote('error', file, 'duplicate-sku', message, {
    row: row.number,
    column: identifier,
    hint: MODEL_PREFIX_HINT,
    value: sku,
  });
}

export const MODEL_PREFIX_HINT = localized('akeneo-models-hint');

/**
 * Returns the status: `1` publishes, `0` makes a draft. A product without family cannot be published; its status is
 * left out then, so that a new one is a draft and one that was classified meanwhile keeps the status it has.
 */
function statusOf(
  row: CsvRow,
  unclassified: boolean,
  file: string,
  notes: ImportNote[],
): Pick<ProductItem, 'status'> {
  const enabled = booleanOf(row, 'enabled', file, notes);
  if (enabled === undefined) return {};
  if (!enabled) return { status: 'draft' };
  if (!unclassified) return { status: 'published' };
  const message = localized('akeneo-draft-without-family');
  const hint = localized('akeneo-draft-hint');
  const details = { row: row.number, column: 'family', hint };
  notes.push(importNote('info', file, 'unclassified-draft', message, details));
  return {};
}
