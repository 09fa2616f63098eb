// Risk: a column is written by way of another type than its own, which changes what stands in it.
import { expect, test } from 'vitest';
import { COLUMN_TYPES } from '../../../src/modules/product/model/product-row.ts';
import { createTestOrganization } from '../../support/catalogue.ts';

test('columns of products are written as what they are', async () => {
  const catalogue = await createTestOrganization();
  const { rows } = await catalogue.database.owner.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = 'public.product'::regclass AND attname = ANY($1)`,
    [Object.keys(COLUMN_TYPES)],
  );
  expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual(COLUMN_TYPES);
  await catalogue.close();
});
