// Risk: a deleted product is not found again, or is seen by those who may not see it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteProduct, restoreProduct } from '../../../src/modules/product/index.ts';
import { newId } from '../../../src/platform/new-id.ts';
import {
  cellWrite,
  productFamily,
  productModel,
  seedProducts,
  simpleProduct,
} from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

const QUERY = `query ($first: Int, $after: String, $sku: String, $search: String) { deletedProducts(first: $first, after: $after, sku: $sku, search: $search) {
  nodes { id sku label(locale: "en_US") type variantsCount attributeSet { code } deletedBy { type } deletedAt restorableUntil }
  pageInfo { hasNextPage endCursor } } }`;

interface Listed {
  readonly id: string;
  readonly sku: string;
  readonly deletedAt: string;
  readonly restorableUntil: string;
}

async function deleted(variables: object = {}, session = catalogue.owner) {
  const { data, errors } = await catalogue.execute(QUERY, { ...variables }, session);
  expect(errors).toBeUndefined();
  return (
    data as {
      deletedProducts: { nodes: Listed[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
    }
  ).deletedProducts;
}
const skus = async (variables?: object) => (await deleted(variables)).nodes.map(({ sku }) => sku);
const remove = (ref: string, force = false) =>
  catalogue.runner.write(catalogue.owner, deleteProduct, { ref, force });

test('deleted products are listed, the last one first, until they are restored', async () => {
  await seedProducts(catalogue, [
    simpleProduct('BELT', { values: [cellWrite('name', 'Belt', { locale: 'en_US' })] }),
    simpleProduct('HAT'),
    simpleProduct('Hat-2'),
    simpleProduct('KEPT'),
    ...productFamily('SHIRT', { colors: ['red'], sizes: ['S'] }),
  ]);
  expect(await skus()).toEqual([]);
  for (const sku of ['BELT', 'HAT', 'Hat-2']) await remove(sku);
  await remove('SHIRT', true);
  // The variants come back with their model.
  expect(await skus()).toEqual(['SHIRT', 'Hat-2', 'HAT', 'BELT']);
  expect(await skus({ sku: 'hat' })).toEqual(['Hat-2', 'HAT']);
  expect(await skus({ sku: 'h_t' })).toEqual([]);
  expect(await skus({ search: 'at' })).toEqual(['Hat-2', 'HAT']);
  const found = await deleted({ search: 'at', first: 1 });
  expect(await skus({ search: 'at', first: 1, after: found.pageInfo.endCursor })).toEqual(['HAT']);
  expect(await skus({ search: 'h_t' })).toEqual([]);

  const first = await deleted({ first: 2 });
  expect(first.pageInfo.hasNextPage).toBe(true);
  expect(await skus({ first: 2, after: first.pageInfo.endCursor })).toEqual(['HAT', 'BELT']);

  const belt = (await deleted({ sku: 'BELT' })).nodes[0];
  expect(belt).toMatchObject({ label: 'Belt', type: 'SIMPLE', deletedBy: { type: 'user' } });
  expect(Date.parse(belt?.restorableUntil ?? '') - Date.parse(belt?.deletedAt ?? '')).toBe(30 * 86_400_000);

  // Another product has the SKU meanwhile: the id still says which one is meant.
  await seedProducts(catalogue, [simpleProduct('BELT')]);
  await expect(
    catalogue.runner.write(catalogue.owner, restoreProduct, { ref: belt?.id ?? '' }),
  ).rejects.toMatchObject({ kind: 'conflict' });
  await catalogue.runner.write(catalogue.owner, restoreProduct, { ref: 'SHIRT' });
  expect(await skus()).toEqual(['Hat-2', 'HAT', 'BELT']);
});

test('deleted products are found by a part of their label, also of one that they inherit', async () => {
  const named = (text: string) => ({ values: [cellWrite('name', text, { locale: 'en_US' })] });
  const variants = productFamily('COAT', { colors: ['red'], sizes: ['S', 'M'] }).slice(1);
  await seedProducts(catalogue, [
    simpleProduct('P-1', named('Winter parka')),
    simpleProduct('P-2', named('Summer cap')),
    productModel('COAT', named('Winter coat')),
    ...variants,
  ]);
  for (const sku of ['P-1', 'P-2', 'COAT-red-S']) await remove(sku);
  expect(await skus({ search: 'wInter' })).toEqual(['COAT-red-S', 'P-1']);
  expect(await skus({ search: 'winter p' })).toEqual(['P-1']);
  expect(await skus({ search: 'winter', sku: 'p' })).toEqual(['P-1']);
  expect(await skus({ search: ' ' })).toEqual(['COAT-red-S', 'P-2', 'P-1', 'Hat-2', 'HAT', 'BELT']);
});

test('a model comes back with the variants that the same job deleted before it, and with no others', async () => {
  const { owner, runner } = catalogue;
  await seedProducts(catalogue, productFamily('JOB', { colors: ['red'], sizes: ['S', 'M', 'L'] }));
  await remove('JOB-red-S');
  const job = { ...owner, jobId: newId() };
  for (const ref of ['JOB-red-M', 'JOB-red-L', 'JOB-red', 'JOB'])
    await runner.write(job, deleteProduct, { ref });
  expect((await deleted({ sku: 'JOB' })).nodes).toMatchObject([{ sku: 'JOB', variantsCount: 2 }]);
  await runner.write(owner, restoreProduct, { ref: 'JOB' });
  expect(await skus({ sku: 'JOB' })).toEqual(['JOB-red-S']);
  const { data } = await catalogue.execute(
    '{ products(filter: { sku: { startsWith: "JOB" } }) { totalCount } }',
  );
  expect(data).toEqual({ products: { totalCount: 4 } });
});

const RESTORE = `mutation ($refs: [ID!]!, $dryRun: Boolean! = false) { restoreProducts(refs: $refs, dryRun: $dryRun) {
  ... on RestoreProductsPayload { updated failed results { index sku outcome version product { sku status } problem { code } } }
  ... on ValidationFailed { errors { code } } } }`;

interface Restored {
  readonly updated: number;
  readonly failed: number;
  readonly results: readonly {
    readonly outcome: string;
    readonly problem: { readonly code: string } | null;
  }[];
}
async function restore(refs: readonly string[], dryRun = false): Promise<Restored> {
  const { data, errors } = await catalogue.execute(RESTORE, { refs, dryRun });
  expect(errors).toBeUndefined();
  return data?.restoreProducts as Restored;
}

test('many come back together, models before their variants; each that cannot says why', async () => {
  await seedProducts(catalogue, [
    simpleProduct('R-FREE'),
    simpleProduct('R-TAKEN'),
    ...productFamily('R-GONE', { colors: ['red'], sizes: ['S', 'M'] }),
    ...productFamily('R-KEPT', { colors: ['red'], sizes: ['S'] }),
  ]);
  for (const sku of ['R-FREE', 'R-TAKEN', 'R-GONE-red-S', 'R-KEPT-red-S']) await remove(sku);
  for (const sku of ['R-GONE', 'R-KEPT']) await remove(sku, true);
  await seedProducts(catalogue, [simpleProduct('R-TAKEN')]);
  // The variant was deleted before its model; the other model stays deleted.
  const freeId = (await deleted({ sku: 'R-FREE' })).nodes[0]?.id ?? '';
  const refs = ['R-GONE-red-S', 'R-NONE', freeId, 'r-taken', 'R-GONE', 'R-KEPT-red-S', 'R-FREE'];
  const tried = await restore(refs, true);
  expect(await skus({ sku: 'R-' })).toHaveLength(4);
  const done = await restore(refs);
  expect(done).toEqual(tried);
  expect(done).toMatchObject({
    updated: 4,
    failed: 3,
    results: [
      { index: 0, sku: 'R-GONE-red-S', outcome: 'UPDATED', version: 3, product: { status: 'DRAFT' } },
      { index: 1, sku: 'R-NONE', outcome: 'FAILED', version: null, problem: { code: 'not-found' } },
      { index: 2, sku: 'R-FREE', outcome: 'UPDATED', version: 3, problem: null },
      { index: 3, sku: 'R-TAKEN', outcome: 'FAILED', product: null, problem: { code: 'duplicate-sku' } },
      { index: 4, sku: 'R-GONE', outcome: 'UPDATED', version: 3 },
      { index: 5, sku: 'R-KEPT-red-S', outcome: 'FAILED', problem: { code: 'resource-in-use' } },
      { index: 6, sku: 'R-FREE', outcome: 'UPDATED', version: 3 },
    ],
  });
  const { data } = await catalogue.execute(
    '{ products(filter: { sku: { startsWith: "R-GONE" } }) { totalCount } }',
  );
  expect(data).toEqual({ products: { totalCount: 4 } });
});

test('500 products come back by one request', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => `MANY-${index}`);
  await seedProducts(
    catalogue,
    numbers.map((sku) => simpleProduct(sku)),
  );
  for (const sku of numbers) await remove(sku);
  expect(await restore(numbers)).toMatchObject({ updated: 500, failed: 0 });
  expect(await skus({ sku: 'MANY' })).toEqual([]);
  const { errors } = await catalogue.execute(RESTORE, { refs: [...numbers, 'ONE-MORE'] });
  expect(errors).toMatchObject([{ message: expect.stringContaining('A batch can have up to 500 items.') }]);
});
