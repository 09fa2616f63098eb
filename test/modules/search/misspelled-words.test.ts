// Risk: a slip of the finger finds nothing, or a correction shows what the organization does not have.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { deletionHashes, isWithinOneEdit } from '../../../src/modules/search/spelling/edit-distance.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { collectSearchTermsIn } from '../../support/search-terms.ts';
import { seededRandom } from '../../support/seeded-random.ts';

let catalogue: TestOrganization;
let foreign: Session;
const named = (sku: string, name: string, more: object = {}) =>
  simpleProduct(sku, {
    values: [cellWrite('name', name, { locale: 'de_DE' })],
    attributeSet: 'accessories',
    ...more,
  });

const collect = (days = 1) => collectSearchTermsIn(days, catalogue);
const words = async () => {
  const sql = 'SELECT word FROM search.word WHERE organization_id = $1 ORDER BY word';
  const { rows } = await catalogue.database.owner.query<{ word: string }>(sql, [
    catalogue.owner.organizationId,
  ]);
  return rows.map(({ word }) => word);
};

beforeAll(async () => {
  catalogue = await createTestOrganization();
  foreign = await catalogue.addOrganization('Others');
  await seedClothingCatalogue(catalogue);
  await seedClothingCatalogue(catalogue, foreign);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'color', searchable: true }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: ['name', 'color', 'brand'].map((code) => ({ code })) },
  ]);
  await seedProducts(catalogue, [
    named('W-1', 'Wren pendant'),
    named('W-2', 'Pendant, large'),
    named('W-3', 'Schirm für Wren', {
      values: [cellWrite('name', 'Schirm für Wren', { locale: 'de_DE' }), cellWrite('color', 'green')],
    }),
    named('W-4', 'Große Pendelleuchte'),
    named('W-5', 'Кресло белое'),
    named('W-6', '液晶电视'),
    ...Array.from({ length: 30 }, (_, index) => named(`L-${index + 10}`, `Lantern ${index}`)),
  ]);
  await seedProducts(catalogue, [named('F-1', 'Wombat chandelier')], foreign);
});
beforeEach(() => collect());
afterAll(() => catalogue.close());

async function page(variables: Readonly<Record<string, unknown>>, session?: Session) {
  const { data, errors } = await catalogue.execute(
    `query ($q: String, $filter: ProductFilter, $sort: [ProductSort!], $first: Int!, $after: String) {
       products(query: $q, filter: $filter, sort: $sort, first: $first, after: $after) {
         totalCount suggestions facets(on: ["status"]) { values { count } }
         nodes { sku } pageInfo { endCursor hasNextPage } } }`,
    { first: 50, ...variables },
    session,
  );
  if (errors !== undefined) throw new Error(String(errors[0]?.message));
  const { nodes, ...rest } = (data as { products: object }).products as {
    nodes: { sku: string }[];
    totalCount: number;
    suggestions: string[] | null;
    facets: { values: { count: number }[] }[];
    pageInfo: { endCursor: string | null; hasNextPage: boolean };
  };
  return { skus: nodes.map(({ sku }) => sku), ...rest };
}

test.each([
  ['as it is', 'wren pendant', ['W-1'], null],
  ['two neighbours swapped', 'wrne pendnat', ['W-1'], ['wren pendant']],
  ['a letter missing', 'pendat', ['W-1', 'W-2'], ['pendant']],
  ['a letter doubled', 'penndant', ['W-1', 'W-2'], ['pendant']],
  ['another letter', 'pandant', ['W-1', 'W-2'], ['pendant']],
  ['the first letter missing', 'endant', ['W-1', 'W-2'], null],
  ['another first letter', 'bendant', ['W-1', 'W-2'], ['pendant']],
  ['a compound', 'pendellecuhte', ['W-4'], ['pendelleuchte']],
  ['a compound with accents', 'grösse pendelleuhcte', ['W-4'], ['grosse pendelleuchte']],
  ['another script', 'кресол белое', ['W-5'], ['кресло белое']],
  ['a label of an option', 'wren geren', ['W-3'], ['wren green']],
  ['words that are there, but not together', 'wrenn large', [], null],
  ['a word that is far from all', 'xylophone', [], null],
  ['too few letters', 'wrn', [], null],
  ['digits', 'W-9', [], null],
  ['words of others', 'wombta', [], null],
])('%s: %s', async (_, q, skus, suggestions) => {
  const found = await page({ q });
  expect([found.skus, found.suggestions]).toEqual([skus, suggestions]);
  // All that goes with a page is of the same search.
  expect(found.totalCount).toBe(skus.length);
  expect(found.facets[0]?.values.reduce((sum, { count }) => sum + count, 0) ?? 0).toBe(skus.length);
});

test('others are corrected by their own words alone', async () => {
  expect(await page({ q: 'wombta' }, foreign)).toMatchObject({ skus: ['F-1'], suggestions: ['wombat'] });
  expect(await page({ q: 'pendnat' }, foreign)).toMatchObject({ skus: [], suggestions: null });
});

test('corrections come from what the filter leaves', async () => {
  const filter = { sku: { eq: 'W-2' } };
  expect(await page({ q: 'pendnat', filter })).toMatchObject({ skus: ['W-2'], suggestions: ['pendant'] });
  expect(await page({ q: 'wrne', filter })).toMatchObject({ skus: [], suggestions: null });
});

test('all pages are found by the same words, each product once, whatever is collected meanwhile', async () => {
  for (const sort of [undefined, [{ field: 'SKU', direction: 'DESC' }]]) {
    const skus: string[] = [];
    for (let after: string | null = null; ; ) {
      const found: Awaited<ReturnType<typeof page>> = await page({ q: 'lantren', sort, first: 7, after });
      skus.push(...found.skus);
      expect(found.totalCount).toBe(30);
      if (!found.pageInfo.hasNextPage) break;
      after = found.pageInfo.endCursor;
      await catalogue.database.owner.query("DELETE FROM search.word WHERE word = 'lantern'");
    }
    const all = Array.from({ length: 30 }, (_, index) => `L-${index + 10}`);
    expect(skus).toEqual(sort === undefined ? all : all.toReversed());
    await collect(30);
  }
});

test('a query of a thousand characters is answered', async () => {
  expect((await page({ q: 'pendnat '.repeat(125) })).skus).toEqual(['W-1', 'W-2']);
  expect((await page({ q: 'x'.repeat(1_000) })).skus).toEqual([]);
  const many = Array.from({ length: 150 }, (_, index) => `wr${String.fromCharCode(97 + (index % 26))}ne`);
  expect((await page({ q: many.join(' ') })).skus).toEqual([]);
});

test('words of products that change are collected, those of products that are gone go in a week', async () => {
  await seedProducts(catalogue, [named('T-1', 'Trumpet')]);
  expect((await page({ q: 'trupmet' })).skus).toEqual([]);
  await collect(2);
  expect((await page({ q: 'trupmet' })).skus).toEqual(['T-1']);
  const values = [cellWrite('name', 'Clarinet', { locale: 'de_DE' })];
  await catalogue.runner.write(catalogue.owner, updateProduct, { ref: 'T-1', patch: { values } });
  await collect(3);
  expect((await page({ q: 'clarniet' })).skus).toEqual(['T-1']);
  expect(await page({ q: 'trupmet' })).toMatchObject({ skus: [], suggestions: null });
  expect(await words()).toContain('trumpet');
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'T-1' });
  await collect(40);
  expect(await words()).not.toContain('trumpet');
  expect(await words()).toContain('pendant');
});

test('words are collected anew when other texts are searched', async () => {
  await seedProducts(catalogue, [named('B-1', 'Glas', { values: [cellWrite('brand', 'Glasbläserei')] })]);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'brand', searchable: true }]);
  await collect(50);
  expect((await page({ q: 'glasblaeserei' })).skus).toEqual(['B-1']);
  expect((await page({ q: 'glasblasreei' })).skus).toEqual(['B-1']);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'brand', searchable: false }]);
  await collect(51);
  expect(await words()).not.toContain('glasblaserei');
});

test('near words have a variant in common', () => {
  const random = seededRandom();
  const letters = [...'aбcdé'];
  const pick = () => letters[random.integer(0, letters.length - 1)] ?? 'a';
  for (let round = 0; round < 500; round += 1) {
    const word = Array.from({ length: random.integer(4, 9) }, pick);
    const at = random.integer(0, word.length - 1);
    const changes = [
      word.toSpliced(at, 1),
      word.toSpliced(at, 0, pick()),
      word.with(at, pick()),
      word.toSpliced(at, 2, ...word.slice(at, at + 2).toReversed()),
    ];
    for (const changed of changes) {
      const [one, other] = [word.join(''), changed.join('')];
      expect(isWithinOneEdit(one, other), `${one} ${other}`).toBe(true);
      const variants = new Set(deletionHashes('o', one));
      expect(deletionHashes('o', other).some((variant) => variants.has(variant))).toBe(true);
    }
  }
  expect(isWithinOneEdit('wren', 'wombat')).toBe(false);
  expect(isWithinOneEdit('wren', 'werne')).toBe(false);
});
