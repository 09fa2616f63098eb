// Risk: the product that somebody types the name of stands on the tenth page, or pages of the best matches repeat or lose some.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { updateProduct } from '../../../src/modules/product/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
const named = (sku: string, name: string, note = '', gtin = '') =>
  simpleProduct(sku, {
    values: [
      cellWrite('name', name, { locale: 'de_DE' }),
      ...(note === '' ? [] : [cellWrite('note', note)]),
      ...(gtin === '' ? [] : [cellWrite('gtin', gtin)]),
    ],
    attributeSet: 'accessories',
  });

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'gtin', type: 'identifier' },
    { code: 'note', type: 'textarea', searchable: true },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'accessories',
      attributes: ['name', 'color', 'stock', 'gtin', 'note'].map((code) => ({ code })),
    },
  ]);
  await seedProducts(catalogue, [
    named('A-1', 'Schirm', 'passt zur Pendelleuchte Wren'),
    named('A-2', 'Wrenfield Stuhl'),
    named('A-3', 'Pendelleuchte Wren'),
    named('A-4', 'Große Pendelleuchte, Wren'),
    named('A-5', 'Wren'),
    named('A-6', 'Leuchte', '', '4006381333931'),
    named('A-7', 'Lampe LO-WR/40'),
    named('LO-WR/40', 'Ein Ding'),
    named('A-8', 'Ding', 'Ersatz für LO-WR/40 und 4006381333931'),
    named('A-9', '液晶大电视机'),
    named('A-10', '电视液晶', '液晶电视'),
    named('A-11', '小液晶电视'),
    named('A-12', 'Fußbodenleuchte Öre'),
  ]);
});
afterAll(() => catalogue.close());

interface Listed {
  readonly nodes: readonly { readonly sku: string }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

async function page(variables: Readonly<Record<string, unknown>>): Promise<Listed> {
  const { data, errors } = await catalogue.execute(
    `query ($q: String, $filter: ProductFilter, $sort: [ProductSort!], $first: Int!, $after: String) {
       products(query: $q, filter: $filter, sort: $sort, first: $first, after: $after) {
         nodes { sku } pageInfo { endCursor hasNextPage } } }`,
    { first: 50, ...variables },
  );
  if (errors !== undefined) throw new Error(String(errors[0]?.message));
  return data?.products as Listed;
}
const found = async (q: string) => (await page({ q })).nodes.map(({ sku }) => sku);

async function walk(variables: Readonly<Record<string, unknown>>, between = async () => {}) {
  const skus: string[] = [];
  for (let after: string | null = null; ; await between()) {
    const { nodes, pageInfo } = await page({ ...variables, after });
    skus.push(...nodes.map(({ sku }) => sku));
    if (!pageInfo.hasNextPage) return skus;
    after = pageInfo.endCursor;
  }
}

test.each([
  [
    'a label before words of labels, parts of words, and other texts',
    'wren',
    ['A-5', 'A-3', 'A-4', 'A-2', 'A-1'],
  ],
  ['all words in a label', 'wren pendelleuchte', ['A-3', 'A-4', 'A-1']],
  ['a part of a compound', 'leuchte', ['A-6', 'A-3', 'A-4', 'A-12', 'A-1']],
  ['an SKU with punctuation', 'lo-wr/40', ['LO-WR/40', 'A-7', 'A-8']],
  ['an identifier', '4006381333931', ['A-6', 'A-8']],
  ['letters without their accents', 'ore fussboden', ['A-12']],
  ['a run before its parts', '液晶电视', ['A-11', 'A-10', 'A-9']],
])('%s', async (_, q, skus) => {
  expect(await found(q)).toEqual(skus);
});

test('an order that is asked for goes before relevance', async () => {
  const { nodes } = await page({ q: 'wren', sort: [{ field: 'SKU', direction: 'ASC' }] });
  expect(nodes.map(({ sku }) => sku)).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5']);
});

test('q in a filter orders as well, and other conditions hold', async () => {
  const filter = { q: 'wren', and: [{ sku: { ne: 'A-5' } }] };
  expect(await walk({ filter, first: 2 })).toEqual(['A-3', 'A-4', 'A-2', 'A-1']);
});

test('a cursor of another order is refused', async () => {
  const { pageInfo } = await page({ q: 'wren', first: 2 });
  const sort = [{ field: 'SKU', direction: 'ASC' }];
  await expect(page({ q: 'wren', sort, after: pageInfo.endCursor })).rejects.toThrow(
    'not a cursor of this list',
  );
});

test('a query of a thousand characters is answered', async () => {
  expect(await found('wren '.repeat(200))).toEqual(['A-5', 'A-3', 'A-4', 'A-2', 'A-1']);
  expect(await found('x'.repeat(1_000))).toEqual([]);
  const many = Array.from({ length: 330 }, (_, index) => `w${index % 7}`).join(' ');
  expect(await found(many)).toEqual([]);
  const different = Array.from({ length: 200 }, (_, index) => String(index + 1_000)).join(' ');
  expect(await found(different)).toEqual([]);
  expect(await found(`\\%_[(${'('.repeat(300)}*${'a)'.repeat(200)}`)).toEqual([]);
});

describe('of more products than are gathered', () => {
  const COUNT = 1_100;
  const kindOf = (index: number) => ['label', 'word', 'part', 'text'][index % 4];
  const nameOf = (index: number) =>
    ({ label: index < 8 ? 'Quarz' : 'Uhr Quarz', word: 'Quarz Uhr', part: 'Quarzuhr', text: 'Uhr' })[
      kindOf(index) as 'label'
    ];
  const skuOf = (index: number) => `Q-${String(index).padStart(4, '0')}`;
  beforeAll(async () => {
    const items = Array.from({ length: COUNT }, (_, index) =>
      named(skuOf(index), nameOf(index), kindOf(index) === 'text' ? 'mit Quarz' : ''),
    );
    await seedProducts(catalogue, items);
  });

  const expected = () => {
    const rank = (index: number) =>
      nameOf(index) === 'Quarz' ? 0 : { label: 1, word: 1, part: 2, text: 3 }[kindOf(index) as 'label'];
    const order = Array.from({ length: COUNT }, (_, index) => index);
    return order.toSorted((one, other) => rank(one) - rank(other) || one - other).map(skuOf);
  };

  test('the order is the same, each product once', async () => {
    expect(await walk({ q: 'quarz', first: 100 })).toEqual(expected());
    const narrowed = { q: 'quarz', first: 60, filter: { sku: { startsWith: 'Q-00' } } };
    expect(await walk(narrowed)).toEqual(expected().filter((sku) => sku.startsWith('Q-00')));
  });

  test('a walk goes on in its order when others make the products fewer', async () => {
    let written = 0;
    const between = async () => {
      // Three hundred do not match any more, so the rest is gathered.
      if (written > 0) return;
      written += 1;
      for (const index of Array.from({ length: 120 }, (_, i) => COUNT - 1 - i)) {
        const patch = { values: [cellWrite('name', 'Uhr', { locale: 'de_DE' }), cellWrite('note', null)] };
        await catalogue.runner.write(catalogue.owner, updateProduct, { ref: skuOf(index), patch });
      }
    };
    const skus = await walk({ q: 'quarz', first: 100 }, between);
    const left = expected().filter((sku) => sku < skuOf(COUNT - 120));
    expect(skus.filter((sku) => sku < skuOf(COUNT - 120))).toEqual(left);
  });
});
