// Risk: words find products by texts that their caller is not shown, or a cursor spells such a text.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineRead } from '../../../src/kernel/operation.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import {
  findUsedValues,
  type ProductAccess,
  type ProductQuery,
  prepareProductSearch,
  type SearchableTexts,
  type SearchOptions,
} from '../../../src/modules/search/index.ts';
import { readStructure } from '../../../src/modules/structure/index.ts';
import type { PrismaReadContext } from '../../../src/platform/operation/context.ts';
import { cellWrite, seedProducts } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { collectSearchTermsIn } from '../../support/search-terms.ts';

const LIVE: ProductAccess = { kind: 'live', channel: 'print', locale: 'en_US' };
/** `secret` and `style` are not shown; values in English stand in for German ones. */
const SHOWN: SearchableTexts = {
  attributes: new Set(['name', 'color']),
  channel: 'print',
  locales: ['de_DE', 'en_US'],
};

let catalogue: TestOrganization;
const published = { status: 'published', attributeSet: 'accessories' } as const;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'name', searchable: true },
    { code: 'color', searchable: true },
    { code: 'secret', type: 'text', searchable: true },
    { code: 'style', type: 'select', optionSet: 'sizes', searchable: true },
  ]);
  const attributes = ['name', 'color', 'secret', 'style'].map((code) => ({ code }));
  await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'accessories', attributes }]);
  await seedProducts(catalogue, [
    {
      sku: 'S-1',
      values: [
        cellWrite('name', 'Hidden english', { locale: 'en_US' }),
        cellWrite('name', 'Stehlampe TV', { locale: 'de_DE' }),
        cellWrite('name', 'Lampadaire', { locale: 'fr_FR' }),
        cellWrite('secret', 'Canary words'),
        cellWrite('color', 'red'),
        cellWrite('style', 's'),
      ],
      ...published,
    },
    {
      sku: 'S-2',
      values: [cellWrite('name', 'Lantern 東京タワー', { locale: 'en_US' }), cellWrite('color', 'blue')],
      ...published,
    },
    {
      sku: 'S-3',
      values: [cellWrite('name', 'Lanturn of a draft', { locale: 'en_US' }), cellWrite('color', 'green')],
      attributeSet: 'accessories',
    },
  ]);
  await collectSearchTermsIn(1, catalogue);
}, 60_000);
afterAll(() => catalogue.close());

interface BoundedSearch {
  readonly query: ProductQuery;
  readonly options: Partial<SearchOptions>;
}

const search = defineRead({
  name: 'searchBoundedWords',
  scope: 'products:read',
  errors: [],
  async handler(context: PrismaReadContext, { query, options }: BoundedSearch) {
    const bounds = { visibility: LIVE, withArchived: true, byRelevance: true, texts: SHOWN };
    const uncorrected = await prepareProductSearch(context, query, { ...bounds, ...options });
    const search =
      (await uncorrected.hits()).length > 0 ? uncorrected : ((await uncorrected.corrected()) ?? uncorrected);
    const hits = await search.hits();
    const cursors = hits.map(({ position }) => search.cursorAfter(position));
    return { count: await search.count(), hits: hits.length, cursors };
  },
});
const countOf = async (q: string) => {
  const { count, hits, cursors } = await catalogue.runner.read(catalogue.owner, search, {
    query: { filter: { q } },
    options: {},
  });
  expect(count).toBe(hits);
  const readable = cursors.map((cursor) => Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString());
  expect(readable.join()).not.toMatch(/canary|hidden|lampad|lanturn/);
  return count;
};

test.each([
  ['a text of the locale', 'stehlampe', 1],
  ['a part of it', 'ehlam', 1],
  ['two letters as a word', 'tv', 1],
  ['two letters of a word', 'st', 0],
  ['a text that stands in from another locale', 'lantern', 1],
  ['a run without blanks', '東京タワー', 1],
  ['a text that another one hides', 'english', 0],
  ['a text of another locale', 'lampadaire', 0],
  ['a text that is not shown', 'canary', 0],
  ['a SKU', 's-1', 1],
  ['the label of an option in the locale', '(de)', 2],
  ['a label that another one hides, and words together', 'stehlampe red', 1],
  ['words of different texts', 'stehlampe (de)', 1],
  ['a slip of the finger', 'lantren', 1],
  ['a slip in a text that is not shown', 'canayr', 0],
  ['a slip in a text that is hidden', 'englihs', 0],
])('%s: %s', async (_, q, count) => {
  expect(await countOf(q)).toBe(count);
});

test('who is shown all texts finds by all of them', async () => {
  const options = { texts: undefined };
  for (const q of ['english', 'lampadaire', 'canary', 'canayr']) expect(await countOfAll(q)).toBe(1);
  async function countOfAll(q: string) {
    return (await catalogue.runner.read(catalogue.owner, search, { query: { filter: { q } }, options }))
      .count;
  }
});

test('values are used where a visible product has them', async () => {
  const used = defineRead({
    name: 'findUsedInTest',
    scope: 'products:read',
    errors: [],
    async handler(context: PrismaReadContext, _input: object) {
      const structure = await readStructure(context);
      const color = structure.attributes.get('color');
      if (color === undefined) throw new Error('The shop has colors.');
      const values = ['red', 'RED', 'green', 'red (de)', 'nothing'].map((code) => ({
        attribute: color,
        code,
      }));
      const cellScope = { channel: 'print', locale: 'en_US' };
      return findUsedValues(context, { structure, visibility: LIVE, cellScope, values });
    },
  });
  expect([...(await catalogue.runner.read(catalogue.owner, used, {}))]).toEqual([0, 1]);
});
