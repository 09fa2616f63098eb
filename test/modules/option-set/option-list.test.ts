// Risk: pages of a sorted set repeat or hide options, or order words by bytes instead of as people do.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertLocales, [
    { code: 'en_US', enabled: true },
    { code: 'de_DE', enabled: true, fallback: 'en_US' },
  ]);
  const sets = ['manual', 'code', 'label'];
  await seedConfiguration(
    catalogue,
    upsertOptionSets,
    sets.map((sort) => ({ code: sort, sort })),
  );
  const options = [
    { code: 'b2', sortOrder: 1, labels: { en_US: 'Zebra', de_DE: 'Änderung' } },
    { code: 'B1', sortOrder: 1, labels: { en_US: 'apple' } },
    { code: 'a', sortOrder: 3, labels: { en_US: 'Banana', de_DE: 'Zeder' }, synonyms: ['Plátano'] },
    { code: 'c', sortOrder: 2, active: false },
  ];
  await seedConfiguration(
    catalogue,
    upsertOptions,
    sets.flatMap((optionSet) => options.map((option) => ({ ...option, optionSet }))),
  );
});
afterAll(() => catalogue.close());

const LIST = `query ($set: String!, $after: String, $locale: String, $search: String, $active: Boolean, $first: Int! = 3) {
  options(optionSet: $set, first: $first, after: $after, locale: $locale, search: $search, active: $active) {
    totalCount nodes { code } pageInfo { hasNextPage endCursor }
  }
}`;

interface Listed {
  readonly options: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly code: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** The codes of a list, read page by page. */
async function pagesOf(variables: Record<string, unknown>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let after: string | null = null; ; ) {
    const { options } = (await catalogue.execute(LIST, { ...variables, after })).data as unknown as Listed;
    pages.push(options.nodes.map(({ code }) => code));
    if (!options.pageInfo.hasNextPage) return pages;
    after = options.pageInfo.endCursor;
  }
}

test('orders by hand, by code or by label, on pages that fit together', async () => {
  expect(await pagesOf({ set: 'MANUAL' })).toEqual([['B1', 'b2', 'c'], ['a']]);
  expect(await pagesOf({ set: 'code' })).toEqual([['B1', 'a', 'b2'], ['c']]);
  expect(await pagesOf({ set: 'label', locale: 'en_US' })).toEqual([['B1', 'a', 'c'], ['b2']]);
});

test('orders by the label that the locale shows: Ä beside A, missing ones by those that stand in', async () => {
  // Änderung, apple (en_US stands in), c (no label at all), Zeder.
  expect(await pagesOf({ set: 'label', locale: 'DE_de', first: 1 })).toEqual([['b2'], ['B1'], ['c'], ['a']]);
});

test('finds parts of codes, labels and synonyms in either case', async () => {
  expect(await pagesOf({ set: 'manual', search: 'ÄND' })).toEqual([['b2']]);
  expect(await pagesOf({ set: 'manual', search: 'plát' })).toEqual([['a']]);
  expect(await pagesOf({ set: 'manual', search: 'B' })).toEqual([['B1', 'b2', 'a']]);
  expect(await pagesOf({ set: 'manual', search: '%' })).toEqual([[]]);
});

test('lists inactive options alone and counts what a list holds', async () => {
  expect(await pagesOf({ set: 'manual', active: false })).toEqual([['c']]);
  const { data } = await catalogue.execute(LIST, { set: 'manual', active: true, first: 1 });
  expect(data).toMatchObject({ options: { totalCount: 3, nodes: [{ code: 'B1' }] } });
});

test('refuses a cursor of another order and a page of no size', async () => {
  const { data } = await catalogue.execute(LIST, { set: 'manual', first: 1 });
  const after = (data as unknown as Listed).options.pageInfo.endCursor;
  const wrong = await catalogue.execute(LIST, { set: 'code', after });
  expect(wrong.errors?.[0]?.message).toBe(
    'The cursor is not a cursor of this list. It belongs to another filter or sort order. Start without a cursor.',
  );
  const none = await catalogue.execute(LIST, { set: 'code', first: 0 });
  expect(none.errors?.[0]?.message).toBe('A page can have 1 to 100 items, not 0.');
});

test('reads a page of options in a constant number of statements', async () => {
  catalogue.takeStatements();
  await catalogue.execute(
    '{ optionSet(code: "label") { options(first: 2) { nodes { code label optionSet { code } } } } }',
  );
  // Loaders of one tick run side by side, in any order.
  expect(catalogue.takeStatements().sort()).toEqual([
    'SELECT option',
    'SELECT option_set',
    'SELECT option_set',
    'locale.fallbacks',
    'locale.fallbacks',
    'option.list',
  ]);
});
