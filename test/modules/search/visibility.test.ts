// Risk: a count, a facet, a range or a cursor tells of products that its caller may not see.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineRead } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { type ProductItem, upsertProducts } from '../../../src/modules/product/index.ts';
import { and } from '../../../src/modules/search/filter/plan.ts';
import {
  ALL_PRODUCTS,
  type ProductAccess,
  type ProductFilter,
  prepareProductSearch,
  type SearchOptions,
  type SortInput,
} from '../../../src/modules/search/index.ts';
import type { CountedField } from '../../../src/modules/search/search.store.ts';
import type { PagePlan } from '../../../src/modules/search/statement/page-statement.ts';
import type { PrismaReadContext } from '../../../src/platform/operation/context.ts';
import { cellWrite, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

const LIVE: ProductAccess = { kind: 'live', channel: 'print', locale: 'en_US' };

let catalogue: TestOrganization;
/** An organization with live products and hidden ones, and one with the same live products alone. */
let both: Session;
let bare: Session;

const product = (sku: string, color: string, stock: number, more: Partial<ProductItem>) =>
  simpleProduct(sku, {
    values: [
      cellWrite('name', sku, { locale: 'en_US' }),
      cellWrite('color', color),
      cellWrite('stock', stock),
    ],
    ...more,
  });
const SHOWN = Array.from({ length: 7 }, (_, index) =>
  product(`V-${index}`, index % 2 === 0 ? 'red' : 'blue', index + 10, {
    status: 'published',
    tags: { set: ['shown'] },
    categories: { set: ['clothes'] },
  }),
);
/** Values that nothing visible has: none of them may ever be in an answer. */
const canary = (
  sku: string,
  stock: number,
  status: ProductItem['status'],
  channels: readonly string[] = [],
) =>
  product(sku, 'green', stock, {
    status,
    tags: { set: ['canary'] },
    categories: { set: ['sale'] },
    ...(channels.length > 0 && { channels: { set: channels } }),
  });
const HIDDEN = [
  canary('CANARY-draft', 1, 'draft'),
  canary('CANARY-elsewhere', 999, 'published', ['web']),
  canary('CANARY-archived', 5_000, 'archived'),
];

beforeAll(async () => {
  catalogue = await createTestOrganization();
  both = catalogue.owner;
  bare = await catalogue.addOrganization('Bare');
  for (const session of [both, bare]) {
    await seedClothingCatalogue(catalogue, session);
    const hidden = session === both;
    const items = [
      ...SHOWN.slice(0, 3),
      ...(hidden ? HIDDEN : []),
      ...SHOWN.slice(3),
      ...(hidden ? [canary('CANARY-last', 7_777, 'in_review')] : []),
    ];
    await catalogue.runner.write(session, upsertProducts, {
      mode: 'create',
      errorPolicy: 'reject_all',
      items,
    });
  }
}, 60_000);
afterAll(() => catalogue.close());

interface Question {
  readonly filter?: ProductFilter;
  readonly sort?: readonly SortInput[];
  readonly visibility: ProductAccess;
}
const FACETS = [
  'status',
  'color',
  'tags',
  'categories',
  'stock',
  'attribute_set',
  'missing',
  'type',
  'channels',
];

/** Everything that a search answers, page by page. */
const answersOf = defineRead({
  name: 'answersOfSearch',
  scope: 'products:read',
  errors: [],
  async handler(context: PrismaReadContext, { visibility, ...query }: Question) {
    const options = { visibility, withArchived: true };
    const pages: { readonly places: readonly unknown[]; readonly hasMore: boolean }[] = [];
    let after: string | null = null;
    do {
      const search = await prepareProductSearch(context, { ...query, first: 3, after }, options);
      const hits = await search.hits();
      const pageHits = hits.slice(0, search.size);
      // Ids differ by organization.
      const places = pageHits.map(({ position }) => position.slice(0, -1));
      const hasMore = hits.length > search.size;
      pages.push({ places, hasMore });
      after = hasMore ? search.cursorAfter(pageHits.at(-1)?.position ?? []) : null;
    } while (after !== null);
    const search = await prepareProductSearch(context, query, options);
    const facets = await search.facets({ fields: FACETS });
    return {
      pages,
      total: await search.count(),
      upTo: await search.count(2),
      facets: facets.map(({ values, hiddenCount, range }) => ({
        values: values.map(({ value, count, selected }) => [value, count, selected]),
        hiddenCount,
        range: range && [range.min, range.max, range.buckets.map(({ from, count }) => [from, count])],
      })),
    };
  },
});

const FILTERS: readonly ProductFilter[] = [
  {},
  { q: 'canary' },
  { sku: { startsWith: 'v-' } },
  { status: { in: ['draft', 'archived', 'published'] } },
  { not: { tags: { any: ['shown'] } } },
  { or: [{ tags: { any: ['canary'] } }, { attributes: [{ attribute: 'stock', gt: '12' }] }] },
  { attributes: [{ attribute: 'color', in: ['green', 'red'] }] },
  { attributes: [{ attribute: 'stock', gte: '-1000', lt: '10000' }] },
  { categories: { any: ['sale'] } },
];

test.each(FILTERS)('answers as if hidden products were not there: %j', async (filter) => {
  const sort = [{ attribute: 'stock', direction: 'desc' }, { field: 'key' }] as const;
  const request = { filter, sort, visibility: LIVE };
  const answers = await catalogue.runner.read(both, answersOf, request);
  expect(answers).toEqual(await catalogue.runner.read(bare, answersOf, request));
  expect(JSON.stringify(answers)).not.toMatch(/canary|CANARY|\["1"|999|5000|7777/);
});

test('who may see all products sees the hidden ones', async () => {
  const answers = await catalogue.runner.read(both, answersOf, { visibility: ALL_PRODUCTS });
  expect(answers.total).toBe(11);
  expect(JSON.stringify(answers.facets)).toContain('canary');
});

test('a cursor of one visibility is none of another', async () => {
  const crossing = defineRead({
    name: 'crossVisibilities',
    scope: 'products:read',
    errors: [],
    async handler(context: PrismaReadContext, _input: object) {
      const all = await prepareProductSearch(context, {}, { visibility: ALL_PRODUCTS, withArchived: true });
      const [hit] = await all.hits();
      const after = all.cursorAfter(hit?.position ?? []);
      return prepareProductSearch(context, { after }, { visibility: LIVE, withArchived: true });
    },
  });
  await expect(catalogue.runner.read(both, crossing, {})).rejects.toMatchObject({ code: 'invalid-cursor' });
});

test('a search, a page or a count without a visibility does not compile', () => {
  // @ts-expect-error A search says which products its caller may see.
  const options: SearchOptions = { withArchived: true };
  // @ts-expect-error A page is of what may be seen.
  const page: PagePlan = { plan: and([]), sorts: [], position: null, limit: 1 };
  // @ts-expect-error So is what is counted.
  const countedField: CountedField = { plan: and([]), values: [] };
  expect([options, page, countedField]).toHaveLength(3);
});
