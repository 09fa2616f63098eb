import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { EXPORT_COLUMNS } from '../../../../catalogue/properties/product-properties.tsx';

/** The properties of the grid that files contain; the others are computed. */
const PROPERTIES: Readonly<Record<string, string>> = {
  '.status': 'status',
  '.type': 'type',
  '.attribute_set': 'attribute_set',
  '.parent': 'parent',
  '.categories': 'categories',
  '.tags': 'tags',
  '.channels': 'channels',
};

/** The columns of a file that contains what the grid shows: the SKU, then each column in its channel and locale. */
export function exportColumns(columns: readonly GridColumn[]): readonly string[] {
  const names = columns.flatMap(({ address, cell }): readonly string[] => {
    if (cell === null) return [PROPERTIES[address.code] ?? []].flat();
    const { attribute, channel, locale, currency } = cell;
    const code = EXPORT_COLUMNS.includes(attribute.code) ? `values-${attribute.code}` : attribute.code;
    const name = [code, locale, channel].filter((part) => part !== null).join('-');
    if (currency !== null) return [`${name}-${currency}`];
    return attribute.type === 'MEASUREMENT' ? [name, `${name}-unit`] : [name];
  });
  return [...new Set(['sku', ...names])];
}
