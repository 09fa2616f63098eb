// Risk: an export of the grid leaves a column out, or names it so that an import does not know it.
import { expect, test } from 'vitest';
import { readColumns } from '../../../src/console/catalogue/columns/column-address.ts';
import { toColumn } from '../../../src/console/catalogue/columns/grid-column.ts';
import { exportColumns } from '../../../src/console/pages/products/grid/export/export-columns.ts';
import { GRID_MODEL, GRID_PAGE } from './grid-models.ts';

test('names each column of the grid as imports do, and leaves out what is computed', () => {
  const addresses = readColumns('.status,.readiness,.updated_at,title,title~de_DE,teaser~de_DE~print');
  const more = readColumns('list_price,list_price:USD,weight,tags,.attribute_set');
  const columns = [...addresses, ...more].flatMap(
    (address) => toColumn(address, GRID_MODEL, GRID_PAGE) ?? [],
  );
  expect(exportColumns(columns)).toEqual([
    ...['sku', 'status', 'title-en_US', 'title-de_DE', 'teaser-de_DE-print'],
    ...['list_price-EUR', 'list_price-USD', 'weight', 'weight-unit', 'values-tags', 'attribute_set'],
  ]);
});
