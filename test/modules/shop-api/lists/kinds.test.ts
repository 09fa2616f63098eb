// Risk: a filter or a facet of some type of attribute finds other products than it says.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../../src/modules/channel/index.ts';
import { seedEveryType } from '../../../support/arbitrary-filters.ts';
import { cellWrite, seedProducts } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { openShop } from '../../../support/storefront.ts';
import { storefrontOf } from './naive-shop.ts';

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;
const FACETS = [
  ...['select', 'multi_select', 'entity', 'entity_list', 'boolean', 'number', 'date', 'datetime', 'price'],
  ...['measurement', 'select_l', 'number_c'],
];

const weight = (amount: string, unit: string) => ({ amount, unit });
const product = (sku: string, index: number) => ({
  sku,
  attributeSet: 'clothing',
  status: 'published' as const,
  values: [
    cellWrite('name', sku, { locale: 'en_US' }),
    cellWrite('text', `Text ${sku}`),
    cellWrite('textarea', `A long text of ${sku}`),
    cellWrite('select', index < 2 ? 'red' : 'blue'),
    cellWrite('select_l', 'red', { locale: index < 2 ? 'en_US' : 'de_DE' }),
    cellWrite('multi_select', index < 2 ? ['red', 'blue'] : ['blue']),
    cellWrite('entity', index < 2 ? 'Acme' : 'Globex'),
    cellWrite('entity_list', index < 2 ? ['Acme', 'Globex'] : ['Globex']),
    cellWrite('boolean', index < 2),
    cellWrite('number', index),
    cellWrite('number_c', index * 10, { channel: index < 2 ? 'print' : 'app' }),
    cellWrite('date', `2026-0${index + 1}-15`),
    cellWrite('datetime', `2026-0${index + 1}-15T10:00:00Z`),
    cellWrite('price', [{ amount: String(index + 1), currency: index < 2 ? 'USD' : 'EUR' }]),
    cellWrite('measurement', index < 2 ? weight(String(500 * (index + 1)), 'GRAM') : weight('2', 'KILOGRAM')),
  ],
});

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedEveryType(catalogue);
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', publishGuard: 'none' }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'clothing', roles: { price: 'price' } }]);
  await seedProducts(
    catalogue,
    ['A', 'B', 'C'].map((sku, index) => product(sku, index)),
  );
  const attributes = [...FACETS, 'name', 'text', 'textarea'];
  const facets = FACETS;
  const shown = {
    ...storefrontOf(catalogue.owner.organizationId),
    attributes,
    facets,
    entityTypes: ['maker'],
  };
  shop = await openShop(catalogue, shown);
}, 60_000);
afterAll(() => catalogue?.close());

async function list(args: string, selection = '') {
  const { data, errors } = await shop.ask(
    `{ list: clothingProducts(${args}) { totalCount nodes { sku } ${selection} } }`,
  );
  expect(errors, args).toBeUndefined();
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response.
  return (data as any).list;
}

test.each([
  ['select: { in: ["RED"] }', 'AB'],
  ['select: { nin: ["red"] }', 'C'],
  ['select: { allOf: ["red", "blue"] }', ''],
  ['selectL: { in: ["red"] }', 'AB'],
  ['selectL: { exists: false }', 'C'],
  ['multiSelect: { in: ["red"] }', 'AB'],
  ['multiSelect: { allOf: ["red", "blue"] }', 'AB'],
  ['multiSelect: { nin: ["red"] }', 'C'],
  ['entity: { in: ["acme"] }', 'AB'],
  ['entityList: { allOf: ["Acme", "Globex"] }', 'AB'],
  ['boolean: false', 'C'],
  ['number: { gt: "0", lte: 2 }', 'BC'],
  ['number: { eq: 1 }', 'B'],
  ['numberC: { gte: 0 }', 'AB'],
  ['date: { gte: "2026-02-15" }', 'BC'],
  ['datetime: { lt: "2026-02-15T12:00:00+02:00" }', 'A'],
  ['price: { gte: "2" }', 'B'],
  ['price: { exists: true }', 'AB'],
  ['price: { exists: false }', 'C'],
  ['measurement: { gte: "0.6", unit: KILOGRAM }', 'BC'],
  ['measurement: { lt: 1000, unit: GRAM }', 'A'],
  ['text: { startsWith: "text a" }', 'A'],
  ['text: { in: ["TEXT A", "text b"] }', 'AB'],
  ['textarea: { contains: "of b" }', 'B'],
  ['sku: { in: ["a", "c"] }', 'AC'],
  ['sku: { exists: false }', ''],
  ['or: [{ number: { eq: 0 } }, { not: { boolean: true } }]', 'AC'],
  ['updatedAt: { gt: "2020-01-01T00:00:00Z" }', 'ABC'],
])('filters by %s', async (filter, skus) => {
  const { nodes, totalCount } = await list(`filter: { ${filter} }, sort: { newest: ASC }`);
  const found = nodes.map(({ sku }: { sku: string }) => sku).join('');
  expect([found, totalCount]).toEqual([skus, skus.length]);
});

const REFINE = 'refine { facet values min max below }';

test('each value and each part of a range finds what it counts, and clears', async () => {
  const selection = `facets { code refined clear { facet }
    ... on ListFacet { values { label count selected ${REFINE} } } ... on RangeFacet { min max unit currency buckets { count selected ${REFINE} } } }`;
  const { facets } = await list('first: 0', selection);
  expect(facets.map(({ code }: { code: string }) => code)).toEqual(FACETS);
  const ranges = facets.filter((one: { min?: string }) => one.min !== undefined);
  expect(ranges.map(({ code, min, max, unit, currency }: never) => [code, min, max, unit, currency])).toEqual(
    [
      ['number', '0', '2', null, null],
      ['date', '2026-01-15', '2026-03-15', null, null],
      ['datetime', '2026-01-15T10:00:00Z', '2026-03-15T10:00:00Z', null, null],
      ['price', '1', '2', null, 'USD'],
      ['measurement', '0.5', '2', 'KILOGRAM', null],
      ['number_c', '0', '10', null, null],
    ],
  );
  for (const facet of facets) {
    for (const [index, choice] of (facet.values ?? facet.buckets).entries()) {
      const sent = JSON.stringify(
        choice.refine.map((one: object) =>
          Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)),
        ),
      );
      const refine = sent.replace(/"(facet|values|min|max|below)":/g, '$1: ');
      const answer = await list(`refine: ${refine}`, selection);
      expect(answer.totalCount, refine).toBe(choice.count);
      const own = answer.facets.find(({ code }: { code: string }) => code === facet.code);
      const again = (own.values ?? own.buckets)[index];
      expect([own.refined, own.clear, again.selected, again.refine, again.count]).toEqual([
        true,
        [],
        true,
        [],
        choice.count,
      ]);
    }
  }
});
