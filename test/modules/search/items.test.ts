// Risk: a list of families has a family twice or not at all, in another place than its first match, or counts products.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineRead } from '../../../src/kernel/operation.ts';
import { createCursors } from '../../../src/kernel/page.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { type ProductItem, upsertProducts } from '../../../src/modules/product/index.ts';
import type { SearchDocument } from '../../../src/modules/search/filter/search-document.ts';
import {
  ALL_PRODUCTS,
  type ListItemKind,
  type ProductAccess,
  type ProductFilter,
  type ProductQuery,
  prepareProductSearch,
  type SortInput,
} from '../../../src/modules/search/index.ts';
import { type OpenRowCounts, openRowCounts } from '../../../src/modules/search/segments/open-row-counts.ts';
import { MODULES } from '../../../src/modules.ts';
import { NO_METRICS } from '../../../src/platform/metrics/metrics.ts';
import type { PrismaReadContext } from '../../../src/platform/operation/context.ts';
import {
  createOperationRunner,
  type OperationRunner,
} from '../../../src/platform/operation/run-operation.ts';
import { cellWrite } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { loadExpectedSearch } from '../../support/search.ts';
import { type SeededRandom, seededRandomFrom } from '../../support/seeded-random-from.ts';
import { silentLog } from '../../support/silent-log.ts';

/** How many questions are asked; ITEM_CASES=10000 for a long run. */
const CASES = Number(process.env.ITEM_CASES ?? 25);
const SEED = Number(process.env.TEST_SEED ?? 1);

/** The axes of each level. */
const LAYOUTS = {
  one: [['color']],
  two: [['color'], ['size']],
  mixed: [['color', 'size']],
  mixed_two: [['color', 'fabric'], ['size']],
} as const;
type LayoutCode = keyof typeof LAYOUTS;
const CODES = Object.keys(LAYOUTS) as readonly LayoutCode[];
const OPTIONS = { color: ['red', 'blue', 'green'], size: ['s', 'm', 'l'], fabric: ['red', 'blue'] };

let catalogue: TestOrganization;
let counts: OpenRowCounts;
/** They count by segments, where those can tell, and by statements. */
let runners: readonly OperationRunner[];
const rowCounts = { segments: 0, statements: 0 };
let documents: ReadonlyMap<string, SearchDocument>;
const layouts = new Map<string, LayoutCode>();

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'fabric', type: 'select', optionSet: 'colors' },
  ]);
  const attributes = ['name', 'brand', 'color', 'size', 'fabric', 'price', 'stock', 'washable'];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'shoes',
      attributes: attributes.map((code) => ({ code })),
      attributeAsLabel: 'name',
      variantLayouts: CODES.map((code) => ({
        code,
        labels: {},
        levels: LAYOUTS[code].map((axes) => ({ axes, attributes: [] })),
      })),
    },
  ]);
  const random = seededRandomFrom(SEED);
  const items = Array.from({ length: 120 }, (_, index) => anyFamily(index, random)).flat();
  const { output } = await catalogue.runner.write(catalogue.owner, upsertProducts, {
    items,
    mode: 'create',
    errorPolicy: 'reject_failed',
  });
  expect(output.results.find(({ outcome }) => outcome === 'failed')).toBeUndefined();
  const { connectionString, database } = catalogue;
  const countedRows = (by: keyof typeof rowCounts) => {
    rowCounts[by] += 1;
  };
  counts = openRowCounts({
    connectionString,
    memoryBytes: 50_000_000,
    leastRows: 0,
    log: silentLog,
    metrics: { ...NO_METRICS, rowCount: countedRows },
  });
  const clock = { now: () => new Date('2026-11-23T12:00:00Z') };
  const settings = { database, clock, cursors: createCursors('test'), modules: MODULES };
  runners = [createOperationRunner({ ...settings, rowCounts: counts }), createOperationRunner(settings)];
});
afterAll(async () => {
  await counts.close();
  await catalogue.close();
});

/** A simple product, or a model with everything below it. */
function anyFamily(index: number, random: SeededRandom): readonly ProductItem[] {
  const sku = `p-${index}`;
  const shared = (): Partial<ProductItem> => ({
    status: random.pick(['published', 'published', 'published', 'draft'] as const),
    ...(random.fraction() < 0.3 ? { categories: { set: [random.pick(['clothes', 'sale'])] } } : {}),
  });
  const values = () => [
    ...(random.fraction() < 0.5 ? [cellWrite('brand', random.pick(['Acme', 'Globex', 'Éclair']))] : []),
    ...(random.fraction() < 0.5 ? [cellWrite('stock', String(Math.floor(random.fraction() * 6)))] : []),
    ...(random.fraction() < 0.6
      ? [cellWrite('price', [{ amount: random.pick(['5', '10', '20']), currency: 'EUR' }])]
      : []),
    ...(random.fraction() < 0.3 ? [cellWrite('washable', random.fraction() < 0.5)] : []),
  ];
  const name = cellWrite('name', random.pick(['Trail shoe', 'Trail', 'Road shoe']), { locale: 'en_US' });
  if (random.fraction() < 0.3) {
    const color = random.fraction() < 0.5 ? [cellWrite('color', random.pick(OPTIONS.color))] : [];
    return [{ ...shared(), sku, attributeSet: 'shoes', values: [name, ...color, ...values()] }];
  }
  const layout = random.pick(CODES);
  layouts.set(sku, layout);
  const status = random.fraction() < 0.15 ? ('draft' as const) : ('published' as const);
  // Nothing is published below a draft.
  const ofModels = status === 'draft' ? { status } : {};
  const model = {
    ...shared(),
    status,
    type: 'model',
    sku,
    attributeSet: 'shoes',
    variantLayout: layout,
  } as const;
  const below = (parent: string, level: number): readonly ProductItem[] => {
    const axes = LAYOUTS[layout][level];
    if (axes === undefined) return [];
    const isLast = LAYOUTS[layout][level + 1] === undefined;
    const variantsByKey = new Map<string, ProductItem[]>();
    for (let count = Math.ceil(random.fraction() * 4); count > 0; count -= 1) {
      const selectedOptions = axes.map((axis) => ({ axis, option: random.pick(OPTIONS[axis]) }));
      const own = `${parent}-${selectedOptions.map(({ option }) => option).join('')}`;
      const cells = selectedOptions.map(({ axis, option }) => cellWrite(axis, option));
      const product = {
        ...shared(),
        ...ofModels,
        ...(isLast ? {} : { status, type: 'model' as const }),
        sku: own,
        parent,
        values: [...cells, ...values()],
      };
      variantsByKey.set(own, [product, ...below(own, level + 1)]);
    }
    return [...variantsByKey.values()].flat();
  };
  return [{ ...model, values: [name, ...values()] }, ...below(sku, 0)];
}

interface Question {
  readonly filter: ProductFilter;
  readonly selected: readonly string[];
  readonly sort: readonly SortInput[];
  readonly show: ListItemKind;
  readonly visibility: ProductAccess;
  readonly first: number;
  readonly offset: number;
}

const some = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const anySort: fc.Arbitrary<SortInput> = fc
  .record({
    key: some<SortInput>(
      ...(['key', 'createdAt', 'status', 'tags', 'id'] as const).map((field) => ({ field })),
      ...[{ attribute: 'stock' }, { attribute: 'price', currency: 'EUR' }, { attribute: 'brand' }],
    ),
    direction: some<'asc' | 'desc'>('asc', 'desc'),
  })
  .map(({ key, direction }) => ({ ...key, direction }));
const anyCondition: fc.Arbitrary<ProductFilter> = fc.oneof(
  // Where many match, the order is walked along.
  { weight: 8, arbitrary: fc.constant({}) },
  fc
    .subarray(OPTIONS.size, { minLength: 1 })
    // In `or`, so that it holds for the facet of sizes too.
    .map((sizes) => ({ or: [{ attributes: [{ attribute: 'size', in: sizes }] }] })),
  some('0', '3').map((gte) => ({ attributes: [{ attribute: 'stock', gte }] })),
  fc.boolean().map((eq) => ({ attributes: [{ attribute: 'washable', eq }] })),
  some('clothes', 'sale').map((category) => ({ categories: { any: [category] } })),
  some('trail', 'trail shoe', 'p-1').map((q) => ({ q })),
  fc.boolean().map((empty) => ({ attributes: [{ attribute: 'brand', empty }] })),
);
const anyQuestion: fc.Arbitrary<Question> = fc.record({
  filter: fc.tuple(anyCondition, fc.option(anyCondition)).map(([one, other]) => ({
    and: [one, ...(other === null ? [] : [other])],
  })),
  selected: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(OPTIONS.color)),
  sort: fc.array(anySort, { maxLength: 2 }),
  show: some<ListItemKind>('family', 'first_axis', 'variant'),
  visibility: some<ProductAccess>(ALL_PRODUCTS, { kind: 'live', channel: 'print', locale: 'en_US' }),
  first: some(1, 1, 2, 3, 20),
  offset: fc.nat({ max: 140 }),
});

const rootOf = ({ id, facts }: SearchDocument) =>
  facts.filter(([name]) => name === 'below').at(-1)?.[1] ?? id;
const parentOf = ({ facts }: SearchDocument) => facts.find(([name]) => name === 'below')?.[1] ?? null;
const cellValue = (one: SearchDocument, attribute: string) => one.values[attribute]?.[0]?.value ?? null;

/** Of which item a product is, and what stands for the item when it is the first match. */
function itemOf(match: SearchDocument, show: ListItemKind): { readonly key: string; readonly id: string } {
  const root = rootOf(match);
  if (show === 'variant' || root === match.id) return { key: match.id, id: match.id };
  if (show === 'family') return { key: root, id: root };
  const levels = LAYOUTS[layouts.get(documents.get(root)?.key ?? '') ?? 'one'];
  const isModel = levels.length === 2 && levels[0].length === 1;
  const id = isModel ? (parentOf(match) ?? '') : match.id;
  return { key: `${root} ${cellValue(match, levels[0][0])}`, id };
}

/** What is expected and what is answered, of one question. */
const compare = defineRead({
  name: 'compareItems',
  scope: 'products:read',
  errors: [],
  async handler(context: PrismaReadContext, question: Question) {
    const { filter, selected, sort, show, visibility, first, offset } = question;
    const narrowed: ProductFilter =
      selected.length === 0
        ? filter
        : { and: [filter, { attributes: [{ attribute: 'color', in: selected }] }] };
    const open = (query: ProductQuery, size?: number) =>
      prepareProductSearch(context, { sort, ...query }, { visibility, byRelevance: true, size });
    /** By the search of products, in order. */
    const sold = async (searched: ProductFilter) => {
      const search = await open(
        { filter: { and: [searched, { type: { in: ['simple', 'variant'] } }] } },
        10_000,
      );
      return (await search.hits()).flatMap(({ id }) => documents.get(id) ?? []);
    };
    const items = (matches: readonly SearchDocument[]) => {
      const itemsByKey = new Map<string, { id: string; matchId: string }>();
      for (const match of matches) {
        const { key, id } = itemOf(match, show);
        if (!itemsByKey.has(key)) itemsByKey.set(key, { id, matchId: match.id });
      }
      return [...itemsByKey.values()];
    };
    const matches = await sold(narrowed);
    const expected = items(matches);
    const page = async (more: object) => {
      const search = await open({ filter: narrowed, show, first, ...more });
      const hits = (await search.hits()).slice(0, first);
      const last = hits.at(-1);
      return {
        search,
        found: hits.map(({ id, matchId }) => ({ id, matchId })),
        after: last === undefined ? null : search.cursorAfter(last.position),
      };
    };
    const start = await page({});
    const next = start.after === null ? null : await page({ after: start.after });
    const far = await page({ offset });
    const behind = far.after === null ? null : await page({ after: far.after, offset: 1 });
    const at = (from: number) => expected.slice(from, from + first);
    const pages = [
      { found: start.found, expected: at(0) },
      { found: next?.found ?? [], expected: next === null ? [] : at(first) },
      { found: far.found, expected: at(offset) },
      { found: behind?.found ?? [], expected: behind === null ? [] : at(offset + first + 1) },
    ];
    const counts = {
      found: [await start.search.count(), await start.search.count(5)],
      expected: [expected.length, Math.min(5, expected.length)],
    };
    return { pages, counts, facets: await facets(), size: expected.length };

    async function facets() {
      const [color, size, price] = await start.search.facets({ fields: ['color', 'size', 'price:EUR'] });
      const having = (among: readonly SearchDocument[], test: (one: SearchDocument) => boolean) =>
        items(among.filter(test)).length;
      const unselected = selected.length === 0 ? matches : await sold(filter);
      const values = (facet: typeof color) => facet?.values.map(({ value, count }) => [value, count]) ?? [];
      const amount = (one: SearchDocument) =>
        Number((cellValue(one, 'price') as readonly { amount: string }[] | null)?.[0]?.amount ?? Number.NaN);
      const buckets = price?.range?.buckets ?? [];
      return {
        found: [values(color), values(size), buckets.map(({ count }) => count)],
        expected: [
          values(color).map(([value]) => [
            value,
            having(unselected, (one) => cellValue(one, 'color') === value),
          ]),
          values(size).map(([value]) => [value, having(matches, (one) => cellValue(one, 'size') === value)]),
          buckets.map(({ from, to }) =>
            having(matches, (one) => amount(one) >= Number(from) && amount(one) < Number(to)),
          ),
        ],
        all: [
          new Set(values(size).map(([value]) => value)),
          new Set(matches.flatMap((one) => cellValue(one, 'size') ?? [])),
        ],
      };
    }
  },
});

async function askQuestions(cases: number): Promise<void> {
  const searched = await loadExpectedSearch(catalogue);
  documents = new Map(searched.documents.map((one) => [one.id, one]));
  let [asked, items] = [0, 0];
  const agree = fc.asyncProperty(anyQuestion, async (question) => {
    asked += 1;
    const runner = runners[asked % 2] ?? catalogue.runner;
    const { pages, counts, facets, size } = await runner.read(catalogue.owner, compare, question);
    items += size;
    for (const { found, expected } of pages) expect(found).toEqual(expected);
    expect(counts.found).toEqual(counts.expected);
    expect(facets.found).toEqual(facets.expected);
    expect(facets.all[0]).toEqual(facets.all[1]);
  });
  await fc.assert(agree, { numRuns: cases, seed: SEED, endOnFailure: true });
  expect(items).toBeGreaterThan(cases * 5);
}

test('pages, counts and facets are those of items', { timeout: 3_600_000 }, async () => {
  await askQuestions(CASES);
  expect(rowCounts.segments).toBeGreaterThan(CASES / 2);
});

test('items follow when the first axis of a model changes', { timeout: 3_600_000 }, async () => {
  const models = [...documents.values()].filter(
    (one) => rootOf(one) !== one.id && one.facts.some(([name, type]) => name === 'type' && type === 'model'),
  );
  const items = models.map(({ key, values }): ProductItem => {
    const color = values.color?.[0]?.value === 'red' ? 'blue' : 'red';
    return { sku: key, values: [cellWrite('color', color)] };
  });
  const { output } = await catalogue.runner.write(catalogue.owner, upsertProducts, {
    items,
    mode: 'update',
    errorPolicy: 'reject_failed',
  });
  expect(output.results.filter(({ outcome }) => outcome === 'updated').length).toBeGreaterThan(5);
  await askQuestions(Math.ceil(CASES / 10));
});
