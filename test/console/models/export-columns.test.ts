// Risk: an export of the grid leaves a column out, or names it so that an import does not know it.
import { expect, test } from 'vitest';
import { parseColumns } from '../../../src/console/catalogue/columns/column-spec.ts';
import { resolveColumn } from '../../../src/console/catalogue/columns/grid-column.ts';
import { exportColumns } from '../../../src/console/pages/products/grid/export/export-columns.ts';
import { GRID_CHANNEL_LOCALE, GRID_SCHEMA } from './grid-fixtures.ts';

test('names each column of the grid as imports do, and leaves out what is computed', () => {
  const addresses = parseColumns('.status,.readiness,.updated_at,title,title~de_DE,teaser~de_DE~print');
  const more = parseColumns('list_price,list_price:USD,weight,tags,.attribute_set');
  const columns = [...addresses, ...more].flatMap(
    (address) => resolveColumn(address, GRID_SCHEMA, GRID_CHANNEL_LOCALE) ?? [],
  );
  expect(exportColumns(columns)).toEqual([
    ...['sku', 'status', 'title-en_US', 'title-de_DE', 'teaser-de_DE-print'],
    ...['list_price-EUR', 'list_price-USD', 'weight', 'weight-unit', 'values-tags', 'attribute_set'],
  ]);
});
