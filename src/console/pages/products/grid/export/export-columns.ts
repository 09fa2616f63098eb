import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { findProperty, propertyOfKey } from '../../../../catalogue/properties/product-properties.tsx';

/** Returns the columns of a file with the content of the grid: the SKU, then each column in its channel and locale. */
export function exportColumns(columns: readonly GridColumn[]): readonly string[] {
  const names = columns.flatMap(({ address, cell }): readonly string[] => {
    if (cell === null) {
      const property = propertyOfKey(address.code);
      return property?.file === undefined ? [] : [property.code];
    }
    const { attribute, channel, locale, currency } = cell;
    const code =
      findProperty(attribute.code)?.file !== undefined ? `values-${attribute.code}` : attribute.code;
    const name = [code, locale, channel].filter((part) => part !== null).join('-');
    if (currency !== null) return [`${name}-${currency}`];
    return attribute.type === 'MEASUREMENT' ? [name, `${name}-unit`] : [name];
  });
  return [...new Set(['sku', ...names])];
}
