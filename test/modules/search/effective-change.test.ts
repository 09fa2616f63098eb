// Risk: a shop that asks for what has changed misses variants whose model changed.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
/** Everything below the model ROBE. */
const BELOW = ['ROBE-blue', 'ROBE-blue-s', 'ROBE-red', 'ROBE-red-m', 'ROBE-red-s'];

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red'], sizes: ['s', 'm'] }),
    ...productFamily('ROBE', { colors: ['blue'], sizes: ['s'] }).slice(1),
    simpleProduct('CAP'),
  ]);
});
afterAll(() => catalogue?.close());

/** A moment behind everything so far; moments are stored in milliseconds. */
let since: string;
beforeEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  since = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
});

async function skus(variables: object): Promise<readonly string[]> {
  const { data, errors } = await catalogue.execute(
    `query ($filter: ProductFilter, $sort: [ProductSort!], $after: String, $first: Int) {
       products(filter: $filter, sort: $sort, after: $after, first: $first) {
         nodes { sku } pageInfo { endCursor hasNextPage } } }`,
    { first: 100, ...variables },
  );
  expect(errors).toBeUndefined();
  const { nodes } = (data as { products: { nodes: { sku: string }[] } }).products;
  return nodes.map(({ sku }) => sku).sort();
}
const changedItself = () => skus({ filter: { updatedAt: { gte: since } } });
const showsChange = () => skus({ filter: { effectiveUpdatedAt: { gte: since } } });

const write = (ref: string, patch: object) =>
  catalogue.runner.write(catalogue.owner, updateProduct, { ref, patch } as never);

test.each([
  ['a value', { values: [cellWrite('name', 'Gown', { locale: 'en_US' })] }],
  ['its categories', { categories: { set: [] } }],
  ['its channels', { channels: { set: ['web'] } }],
  ['its status', { status: 'in_review' }],
])('a model that changes %s is found with all that is below it', async (_what, patch) => {
  await write('ROBE', patch);
  expect(await changedItself()).toEqual(['ROBE']);
  expect(await showsChange()).toEqual(['ROBE', ...BELOW]);
});

test('a model in the middle is found with its own variants', async () => {
  await write('ROBE-red', {
    values: [
      cellWrite('stock', null),
      cellWrite('description', '<p>Red</p>', { locale: 'en_US', channel: 'web' }),
    ],
  });
  expect(await changedItself()).toEqual(['ROBE-red']);
  expect(await showsChange()).toEqual(['ROBE-red', 'ROBE-red-m', 'ROBE-red-s']);
});

test('a variant, and what has nothing below, is found alone; so is a model whose external reference changes', async () => {
  await write('CAP', { values: [cellWrite('stock', 3)] });
  await write('ROBE-blue-s', { categories: { set: ['clothes'] } });
  await write('ROBE', { externalRefs: [{ system: 'erp', id: '4711' }] });
  expect(await showsChange()).toEqual(['CAP', 'ROBE', 'ROBE-blue-s']);
});

test('a new SKU of a model is found with the variants that name it as parent', async () => {
  await write('ROBE-blue', { rename: 'ROBE-navy' });
  expect(await showsChange()).toEqual(['ROBE-blue-s', 'ROBE-navy']);
  await write('ROBE-navy', { rename: 'ROBE-blue' });
});

test('pages in the order of the effective change are walked without a gap, whatever the direction', async () => {
  await write('ROBE-red', {
    values: [cellWrite('description', '<p>Rot</p>', { locale: 'de_DE', channel: 'web' })],
  });
  await write('CAP', { values: [cellWrite('stock', 4)] });
  const { rows } = await catalogue.database.owner.query<{ sku: string }>(
    `SELECT sku FROM public.product WHERE organization_id = $1 ORDER BY effective_updated_at DESC, id DESC`,
    [catalogue.owner.organizationId],
  );
  const expected = rows.map(({ sku }) => sku);
  expect(expected.slice(0, 4)).toEqual(
    ['CAP', 'ROBE-red-m', 'ROBE-red-s', 'ROBE-red'].sort((a, b) => expected.indexOf(a) - expected.indexOf(b)),
  );
  for (const direction of ['DESC', 'ASC']) {
    const walked: string[] = [];
    let after: string | null = null;
    do {
      const { data, errors } = await catalogue.execute(
        `query ($after: String, $sort: [ProductSort!]) { products(first: 2, after: $after, sort: $sort) {
           nodes { sku } pageInfo { endCursor hasNextPage } } }`,
        { after, sort: [{ field: 'EFFECTIVE_UPDATED_AT', direction }] },
      );
      expect(errors).toBeUndefined();
      const page = data?.products as {
        nodes: { sku: string }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      };
      walked.push(...page.nodes.map(({ sku }) => sku));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(walked).toEqual(direction === 'DESC' ? expected : expected.toReversed());
  }
});

test('an index gives the order and the moments', async () => {
  const plan = async (sql: string) => {
    const client = await catalogue.database.owner.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off',
      );
      const { rows } = await client.query(`EXPLAIN ${sql}`);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  const moment = 'greatest(row.updated_at, row.effective_updated_at)';
  const read = await plan(
    `SELECT id FROM search.product AS row WHERE organization_id = '${catalogue.owner.organizationId}'
       AND (${moment}, row.id) > (1::float8, '${catalogue.owner.organizationId}'::uuid)
     ORDER BY ${moment}, row.id LIMIT 10`,
  );
  expect(read).toContain('product_effective_updated');
  expect(read).not.toContain('Sort');
  expect(read).not.toContain('Filter');
});

test('what was there before the release is found as well', async () => {
  await write('ROBE', { values: [cellWrite('name', 'Coat', { locale: 'en_US' })] });
  const path = '../../../prisma/migrations/20261123001000_effective_change_in_search/migration.sql';
  const [fill] = /UPDATE [^;]+;/.exec(await readFile(new URL(path, import.meta.url), 'utf8')) ?? [];
  await catalogue.database.owner.query('UPDATE search.product SET effective_updated_at = NULL');
  expect(await showsChange()).toEqual(['ROBE']);
  await catalogue.database.owner.query(fill ?? '');
  expect(await showsChange()).toEqual(['ROBE', ...BELOW]);
});

test('what is deleted is found no more', async () => {
  await write('CAP', { values: [cellWrite('stock', 5)] });
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'CAP' });
  expect(await showsChange()).toEqual([]);
});
