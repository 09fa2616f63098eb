import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { type CellFormat, parseCell } from '../../../../catalogue/values/cell-value.ts';
import { toCsv } from '../../../../ui/sheet/clipboard.ts';
import { exportColumns } from '../export/export-columns.ts';
import { FIRST_COLUMN, type PastedBlock, skuColumnIndex } from './pasted-block.ts';

/** Returns a text as imports read it; itself where it means nothing, so that the import reports it. */
function toImportTexts(text: string, column: GridColumn, reader: CellFormat): readonly string[] {
  const { cell } = column;
  if (cell === null) return [];
  const { type } = cell.attribute;
  const parsed = text.trim() === '' ? { fault: '' } : parseCell(text, cell, null, reader);
  const value = 'value' in parsed ? parsed.value : text;
  if (type === 'MEASUREMENT') {
    const { amount = text, unit = '' } = (typeof value === 'object' ? value : {}) as Record<string, string>;
    return [String(amount), String(unit)];
  }
  if (type === 'PRICE' && Array.isArray(value)) return [String(value[0]?.amount ?? '')];
  return [Array.isArray(value) ? value.join(',') : String(value)];
}

/**
 * Returns the cells of a paste as a CSV file that imports map by themselves. Rows without a SKU are left out.
 *
 * @param skus of the rows of the grid, from the first on; for a block with SKUs those of the products that exist
 * @param set the attribute set of products that are new; null: none is written
 */
export function toCsvFile(
  pasted: PastedBlock,
  columns: readonly GridColumn[],
  skus: readonly string[],
  set: string | null,
  reader: CellFormat,
): string {
  const { block, row, column } = pasted;
  const position = skuColumnIndex(pasted);
  const first = Math.max(FIRST_COLUMN - column, 0);
  const width = block[0]?.length ?? 0;
  const covered = Array.from({ length: Math.max(0, width - first) }, (_, index) => ({
    from: first + index,
    column: columns[column + first + index - FIRST_COLUMN],
  })).flatMap((one) =>
    one.column === undefined || one.column.cell === null ? [] : [{ ...one, column: one.column }],
  );
  const head = exportColumns(covered.map((one) => one.column));
  const before = (sku: string) => (set === null ? [sku] : [sku, set]);
  const existingSkus = new Set(skus);
  const lines = block.flatMap((texts, index): string[][] => {
    const sku = (position < 0 ? skus[row + index] : texts[position])?.trim() ?? '';
    if (sku === '') return [];
    const cells = covered.flatMap((one) => toImportTexts(texts[one.from] ?? '', one.column, reader));
    return [[...before(sku).map((text, at) => (at === 1 && existingSkus.has(sku) ? '' : text)), ...cells]];
  });
  const titles = [...(set === null ? ['sku'] : ['sku', 'attribute_set']), ...head.slice(1)];
  return toCsv([titles, ...lines], ';');
}
