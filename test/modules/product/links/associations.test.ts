// Risk: links point nowhere, two-way links lose their other side, or a link is changed without version and event.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainError } from '../../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../../src/kernel/operation.ts';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import {
  createProduct,
  deleteProduct,
  restoreProduct,
  updateProduct,
  upsertProducts,
} from '../../../../src/modules/product/index.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'UPSELL', labels: { en_US: 'Upsell' } },
    { code: 'FITS', twoWay: true },
    { code: 'PACK', quantified: true },
  ]);
  const skus = ['A', 'B', 'C', 'D', ...Array.from({ length: 12 }, (_, index) => `N${index}`)];
  await write(upsertProducts, {
    items: skus.map((sku) => ({ sku, attributeSet: 'accessories' })),
    mode: 'create',
    errorPolicy: 'reject_all',
  });
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;

const link = (ref: string, type: string, products: object) =>
  write(updateProduct, { ref, patch: { associations: [{ type, products }] } });

async function linksOf(ref: string): Promise<unknown> {
  const document = `query ($ref: ID!) { product(ref: $ref) { version associations { type { code } products { quantity source product { sku } } } } }`;
  const product = (await catalogue.execute(document, { ref })).data?.product as {
    version: number;
    associations: {
      type: { code: string };
      products: { quantity: number | null; source: string; product: { sku: string } }[];
    }[];
  };
  return [
    product.version,
    ...product.associations.map(({ type, products }) => [
      type.code,
      ...products.map(
        ({ product: { sku }, quantity, source }) =>
          `${sku}${quantity === null ? '' : ` x${quantity}`}${source === 'OWN' ? '' : ` ${source}`}`,
      ),
    ]),
  ];
}

test('links one way, keeps the order, adds and removes, and says so in the event', async () => {
  await link('A', 'upsell', { set: [{ ref: 'c' }, { ref: 'B' }] });
  await link('A', 'UPSELL', { add: [{ ref: 'D' }, { ref: 'B' }], remove: ['C'] });
  expect(await linksOf('A')).toEqual([3, ['UPSELL', 'B', 'D']]);
  expect(await linksOf('B')).toEqual([1]);
  await link('A', 'UPSELL', { set: [{ ref: 'B' }, { ref: 'D' }] });
  expect(await linksOf('A')).toEqual([3, ['UPSELL', 'B', 'D']]);
  const { rows } = await catalogue.database.owner.query(
    'SELECT changes FROM ledger.event ORDER BY sequence DESC LIMIT 1',
  );
  expect(rows[0].changes).toMatchObject([
    { path: 'associations.UPSELL.products', channel: null, locale: null, old: ['C', 'B'], new: ['B', 'D'] },
  ]);
});

test('writes two-way links on both products, each with its own version and event', async () => {
  await link('B', 'FITS', { add: [{ ref: 'C' }, { ref: 'D' }] });
  expect([await linksOf('B'), await linksOf('C'), await linksOf('D')]).toEqual([
    [2, ['FITS', 'C', 'D']],
    [2, ['FITS', 'B']],
    [2, ['FITS', 'B']],
  ]);
  await link('C', 'FITS', { set: [] });
  expect([await linksOf('B'), await linksOf('C')]).toEqual([[3, ['FITS', 'D']], [3]]);
  const { rows } = await catalogue.database.owner.query(
    `SELECT ref FROM ledger.event ORDER BY sequence DESC LIMIT 2`,
  );
  expect(rows.map(({ ref }) => ref).sort()).toEqual(['B', 'C']);
});

test('keeps two-way links symmetric under concurrent edits from both sides', async () => {
  const skus = Array.from({ length: 12 }, (_, index) => `N${index}`);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, () => {
        const from = skus[random(12)] ?? 'N0';
        const others = skus.filter((sku) => sku !== from && random(3) === 0).map((ref) => ({ ref }));
        return link(from, 'FITS', random(2) === 0 ? { set: others } : { add: others });
      }),
    );
  }
  const { rows } = await catalogue.database.owner.query(
    `SELECT count(*)::int AS links, count(*) FILTER (WHERE NOT EXISTS (
       SELECT FROM product_association AS back WHERE back.source_id = link.target_id AND back.target_id = link.source_id AND back.type = link.type
     ))::int AS lonely FROM product_association AS link WHERE type = 'FITS'`,
  );
  expect(rows[0].lonely).toBe(0);
  expect(rows[0].links).toBeGreaterThan(0);
});

test('asks for quantities exactly where the type has them and refuses links that lead nowhere', async () => {
  await link('A', 'PACK', {
    set: [
      { ref: 'B', quantity: 2 },
      { ref: 'C', quantity: 1 },
    ],
  });
  expect(await linksOf('A')).toEqual([4, ['PACK', 'B x2', 'C x1'], ['UPSELL', 'B', 'D']]);
  const attempt = write(updateProduct, {
    ref: 'A',
    patch: {
      associations: [
        { type: 'PACK', products: { add: [{ ref: 'D' }, { ref: 'B', quantity: 0 }] } },
        {
          type: 'UPSELL',
          products: { set: [{ ref: 'B', quantity: 1 }, { ref: 'nowhere' }, { ref: 'A' }, { ref: 'b' }] },
        },
        { type: 'UPSEL', products: {} },
      ],
    },
  });
  const refusal = (await attempt.catch((error: unknown) => error)) as DomainError;
  expect(
    refusal.errors.map(({ code, path, suggestions }) => [code, path.join('.'), suggestions.join()]),
  ).toEqual([
    ['required', 'associations.0.products.add.0.quantity', ''],
    ['below-minimum', 'associations.0.products.add.1.quantity', ''],
    ['value-not-allowed', 'associations.1.products.set.0.quantity', ''],
    ['product-not-found', 'associations.1.products.set.1.ref', ''],
    ['value-not-allowed', 'associations.1.products.set.2.ref', ''],
    ['duplicate-item', 'associations.1.products.set.3', ''],
    ['reference-not-found', 'associations.2.type', 'UPSELL'],
  ]);
});

test('shows the links of the model above on its variants, and hides deleted products until they are back', async () => {
  await write(createProduct, {
    sku: 'MODEL',
    type: 'model',
    attributeSet: 'clothing',
    variantLayout: 'by_size',
    associations: [{ type: 'UPSELL', products: { set: [{ ref: 'A' }, { ref: 'B' }] } }],
  });
  await write(createProduct, {
    sku: 'MODEL-S',
    parent: 'MODEL',
    values: [{ attribute: 'size', channel: null, locale: null, value: 's', path: [] }],
    associations: [{ type: 'UPSELL', products: { add: [{ ref: 'B' }, { ref: 'MODEL' }] } }],
  });
  expect(await linksOf('MODEL-S')).toEqual([1, ['UPSELL', 'B', 'MODEL', 'A INHERITED']]);
  await write(deleteProduct, { ref: 'B' });
  expect(await linksOf('MODEL-S')).toEqual([1, ['UPSELL', 'MODEL', 'A INHERITED']]);
  await write(restoreProduct, { ref: 'B' });
  expect(await linksOf('MODEL-S')).toEqual([1, ['UPSELL', 'B', 'MODEL', 'A INHERITED']]);
});

test('an association type in use cannot be deleted and never changes its nature', async () => {
  const result = await catalogue.execute(
    `mutation { deleteAssociationType(code: "FITS") { ... on Conflict { code usedBy { type } } } }`,
  );
  expect(result.data?.deleteAssociationType).toMatchObject({ code: 'resource-in-use' });
  const items = [{ patch: { code: 'PACK', quantified: false } }];
  const { results } = await write(upsertAssociationTypes, {
    items,
    mode: 'upsert',
    errorPolicy: 'reject_failed',
  });
  expect(results[0]).toMatchObject({ outcome: 'failed', refusal: { code: 'immutable-property' } });
});
