// Risk: completeness stays what it was when the configuration it depends on changes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertProducts } from '../../../src/modules/product/index.ts';
import { createTestCatalogue, type TestCatalogue } from '../../support/catalogue.ts';
import { given, givenShop } from '../../support/shop.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  await givenShop(catalogue);
});
afterAll(() => catalogue.close());

async function givenProducts(
  prefix: string,
  count: number,
  attribute = 'color',
  value: string | number = 'red',
): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const items = Array.from({ length: Math.min(500, count - start) }, (_, index) => ({
      sku: `${prefix}-${start + index}`,
      attributeSet: 'accessories',
      values: [{ attribute, channel: null, locale: null, value, path: [] }],
    }));
    await catalogue.runner.write(catalogue.owner, upsertProducts, {
      items,
      mode: 'create',
      errorPolicy: 'reject_all',
    });
  }
}

const answered = async (sku: string) => {
  const document =
    'query ($sku: ID!) { product(ref: $sku) { completeness(channel: "web") { locale ratio missing } } }';
  return (await catalogue.execute(document, { sku })).data?.product;
};

/** The stored ratios of a set's products, and how many products have each list of them. */
async function stored(): Promise<unknown> {
  const { rows } = await catalogue.database.owner.query(
    `SELECT jsonb_path_query_array(completeness, '$[*] ? (@.channel == "web").ratio') AS ratios, count(*)::int
     FROM product WHERE attribute_set = 'accessories' GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(({ ratios, count }) => [ratios, count]);
}

test('stores the new completeness with the change of requirements, channel locales or members of a small set', async () => {
  await givenProducts('SMALL', 50);
  expect(await stored()).toEqual([[[100, 100], 50]]);
  await given(catalogue, upsertAttributeSets, [
    { code: 'accessories', requiredAttributes: { web: ['name', 'color'] } },
  ]);
  expect(await stored()).toEqual([[[50, 50], 50]]);
  await given(catalogue, upsertChannels, [{ code: 'web', locales: ['en_US', 'de_DE', 'fr_FR'] }]);
  expect(await stored()).toEqual([[[50, 50, 50], 50]]);
  await given(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: [{ code: 'name' }, { code: 'stock' }] },
  ]);
  expect(await stored()).toEqual([[[0, 0, 0], 50]]);
  expect(await answered('SMALL-7')).toEqual({
    completeness: [
      { locale: 'en_US', ratio: 0, missing: ['name'] },
      { locale: 'de_DE', ratio: 0, missing: ['name'] },
      { locale: 'fr_FR', ratio: 0, missing: ['name'] },
    ],
  });
});

test('answers the new completeness of a set with more products at once, computed while reading', async () => {
  await givenProducts('MANY', 1_000, 'stock', 1);
  expect(await stored()).toEqual([[[0, 0, 0], 1_050]]);
  await given(catalogue, upsertAttributeSets, [{ code: 'accessories', requiredAttributes: { web: [] } }]);
  expect(await stored()).toEqual([[[0, 0, 0], 1_050]]);
  expect(await answered('MANY-7')).toMatchObject({
    completeness: [{ ratio: 100 }, { ratio: 100 }, { ratio: 100 }],
  });
});
