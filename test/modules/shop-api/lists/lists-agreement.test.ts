// Risk: a list of a shop shows, counts or promises other products than its filter, its refinements and its facets say.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../../src/modules/channel/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../../src/modules/option-set/index.ts';
import { seedProducts } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { openShop } from '../../../support/storefront.ts';
import {
  anyFilter,
  COLORS,
  itemOf,
  MATERIALS,
  matches,
  type PlainFilter,
  type PlainProduct,
  type PlainRefinement,
  randomShop,
  refines,
  type Show,
  storefrontOf,
} from './naive-shop.ts';

/** How many questions are asked; LIST_CASES=10000 for a long run. */
const CASES = Number(process.env.LIST_CASES ?? 60);
const SEED = Number(process.env.TEST_SEED ?? 1);

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;
let products: readonly PlainProduct[];
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertCategories, [{ code: 'coats', parent: 'clothes' }]);
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'print', categoryRoot: 'shop' }]);
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'materials' }]);
  const options = MATERIALS.map((code) => ({ code, optionSet: 'materials', labels: { en_US: code } }));
  await seedConfiguration(catalogue, upsertOptions, options);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'materials', type: 'multi_select', optionSet: 'materials' },
  ]);
  const codes = ['name', 'color', 'materials', 'stock', 'price', 'washable'];
  const attributes = codes.map((code) => ({ code }));
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes, roles: { price: 'price' } },
    {
      code: 'clothing',
      requiredAttributes: { web: [], print: [] },
      attributes: [...attributes, { code: 'size' }, { code: 'ean' }],
      roles: { price: 'price' },
    },
  ]);
  const random = randomShop(SEED);
  products = random.products;
  await seedProducts(catalogue, random.items);
  shop = await openShop(catalogue, storefrontOf(catalogue.owner.organizationId));
}, 60_000);
afterAll(() => catalogue?.close());

interface Question {
  readonly set: 'clothing' | 'accessories';
  readonly filter: PlainFilter;
  readonly refine: readonly PlainRefinement[];
  readonly sort: Readonly<Record<string, 'ASC' | 'DESC'>>;
  readonly show: Show;
  readonly first: number;
}

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const refinement: fc.Arbitrary<PlainRefinement> = fc.oneof(
  fc.subarray([...COLORS], { minLength: 1, maxLength: 2 }).map((values) => ({ facet: 'color', values })),
  fc
    .subarray([...MATERIALS], { minLength: 1, maxLength: 2 })
    .map((values) => ({ facet: 'materials', values })),
  some(['true', 'false']).map((value) => ({ facet: 'washable', values: [value] })),
  some(['clothes', 'coats', 'sale']).map((value) => ({ facet: 'categories', values: [value] })),
  fc
    .tuple(some(['0', '5', '12']), some(['12', '20', '40']))
    .map(([min, max]) => ({ facet: 'stock', min, max })),
  some(['9.5', '10', '100']).map((below) => ({ facet: 'price', below })),
);
const question: fc.Arbitrary<Question> = fc.record({
  set: some(['clothing', 'clothing', 'accessories'] as const),
  filter: anyFilter,
  refine: fc.uniqueArray(refinement, { maxLength: 2, selector: ({ facet }) => facet }),
  sort: some([
    { newest: 'ASC' },
    { newest: 'DESC' },
    { price: 'ASC' },
    { price: 'DESC' },
    { stock: 'ASC' },
  ] as const),
  show: some(['FAMILY', 'FIRST_AXIS', 'VARIANT'] as const),
  first: some([1, 3, 7, 100]),
});

/** A value as GraphQL writes it. Enums are in capitals and have no quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => `${key}: ${literal(one)}`)
      .join(', ')} }`;
  return value === 'ASC' || value === 'DESC' ? value : JSON.stringify(value);
}

interface Selected {
  readonly facet: string;
  readonly values: readonly string[] | null;
  readonly min: string | null;
  readonly max: string | null;
  readonly below: string | null;
}
interface Answer {
  readonly totalCount: number;
  readonly nodes: readonly { readonly sku: string }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly facets?: readonly AnsweredFacet[];
}
interface AnsweredFacet {
  readonly code: string;
  readonly refined: boolean;
  readonly values?: readonly AnsweredValue[];
  readonly min?: string;
  readonly max?: string;
  readonly buckets?: readonly (Choice & { readonly min: string; readonly below: string })[];
}
interface Choice {
  readonly count: number;
  readonly selected: boolean;
  readonly refine: readonly Selected[];
}
interface AnsweredValue extends Choice {
  readonly code: string;
  readonly children?: readonly AnsweredValue[];
}

const REFINE = '{ facet values min max below }';
const VALUE = `code count selected refine ${REFINE}`;
const FACETS = `facets { code refined
  ... on ListFacet { values { ${VALUE} children { ${VALUE} children { ${VALUE} } } } }
  ... on RangeFacet { min max buckets { min below count selected refine ${REFINE} } } }`;

async function ask(asked: Question, paging: object, selection = ''): Promise<Answer> {
  const { set, first, show, ...rest } = asked;
  const args = Object.entries({ ...rest, first, ...paging })
    .map(([key, value]) => `${key}: ${literal(value)}`)
    .join(', ');
  const document = `{ list: ${set}Products(show: ${show}, ${args}) { totalCount nodes { sku }
    pageInfo { endCursor hasNextPage } ${selection} } }`;
  const { data, errors } = await shop.ask(document);
  if (errors !== undefined) throw new Error(`${errors[0]?.message} in ${document}`);
  return (data as unknown as { list: Answer }).list;
}

/** The refinements that an answer hands back, to be sent. */
const sent = (refine: readonly Selected[]): PlainRefinement[] =>
  refine.map(
    (one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)) as PlainRefinement,
  );

const found = ({ set, filter, refine, show }: Question, without?: string) =>
  products
    .filter(
      (one) =>
        one.isLive &&
        one.type !== 'model' &&
        one.set === set &&
        matches(one, filter) &&
        refine.every((each) => each.facet === without || refines(one, each)),
    )
    .map((one) => ({ one, item: itemOf(one, show) }));

const itemsOf = (all: readonly { readonly item: string }[]) => new Set(all.map(({ item }) => item));

/** Items in order: where the first of their products stands. */
function expectedItems(asked: Question): string[] {
  const [[key, direction] = ['newest', 'ASC']] = Object.entries(asked.sort);
  const sign = direction === 'DESC' ? -1 : 1;
  const numberOf = (one: PlainProduct) =>
    key === 'newest' ? products.indexOf(one) : one.values[key as 'price' | 'stock'];
  const inOrder = found(asked).toSorted((a, b) => {
    const [left, right] = [numberOf(a.one), numberOf(b.one)];
    const byId = sign * (products.indexOf(a.one) - products.indexOf(b.one));
    if (left === right) return byId;
    if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
    return sign * (left - right) || byId;
  });
  return [...itemsOf(inOrder)];
}

function expectFacets(asked: Question, facets: readonly AnsweredFacet[]): void {
  for (const facet of ['color', 'materials', 'washable', 'categories']) {
    const among = found(asked, facet);
    const own = asked.refine.find((one) => one.facet === facet);
    const values =
      facet === 'categories' ? ['clothes', 'coats', 'sale'] : [...COLORS, ...MATERIALS, 'true', 'false'];
    const expected = values.flatMap((value) => {
      const having = among.filter(({ one }) => refines(one, { facet, values: [value] }));
      const count = itemsOf(having).size;
      const selected = own?.values?.includes(value) ?? false;
      return count > 0 || selected ? [[value, count, selected]] : [];
    });
    const flat = (all: readonly AnsweredValue[]): readonly AnsweredValue[] =>
      all.flatMap((one) => [one, ...flat(one.children ?? [])]);
    const answered = facets.find(({ code }) => code === facet);
    const shown = flat(answered?.values ?? []).map(({ code, count, selected }) => [code, count, selected]);
    const byCode = (all: readonly (readonly unknown[])[]) =>
      all.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
    expect(byCode(shown), `${facet} of ${JSON.stringify(asked)}`).toEqual(byCode(expected));
  }
  for (const facet of ['stock', 'price'] as const) {
    const among = found(asked, facet);
    const numbers = among.flatMap(({ one }) => one.values[facet] ?? []);
    const answered = facets.find(({ code }) => code === facet);
    const own = asked.refine.find((one) => one.facet === facet);
    const isEmpty = numbers.length === 0;
    expect(answered === undefined, `${facet} of ${JSON.stringify(asked)}`).toBe(isEmpty && own === undefined);
    if (answered === undefined) continue;
    if (isEmpty) {
      // What was selected remains, to be given up.
      expect([answered.min, answered.max]).toEqual([
        own?.min ?? own?.max ?? own?.below,
        own?.max ?? own?.below ?? own?.min,
      ]);
      expect([answered.refined, answered.buckets]).toEqual([true, []]);
      continue;
    }
    expect([Number(answered.min), Number(answered.max)]).toEqual([
      Math.min(...numbers),
      Math.max(...numbers),
    ]);
    for (const { min, below, count } of answered.buckets ?? []) {
      const within = among.filter(({ one }) => refines(one, { facet, min, below }));
      expect(count, `${facet} from ${min} below ${below} of ${JSON.stringify(asked)}`).toBe(
        itemsOf(within).size,
      );
    }
  }
}

const choicesOf = ({ values, buckets }: AnsweredFacet): readonly Choice[] => values ?? buckets ?? [];

test('pages, totals, facets and what they hand back are those of a naive model', {
  timeout: 3_600_000,
}, async () => {
  let [asked, refused, narrowed] = [0, 0, 0];
  const agree = fc.asyncProperty(question, fc.nat(), async (one, pick) => {
    asked += 1;
    const expected = expectedItems(one);
    const isWhole = asked % 6 === 0;
    let first: Answer;
    try {
      first = await ask(one, {}, isWhole ? FACETS : '');
    } catch (error) {
      // Values that no visible product has are not there.
      expect(String(error)).toMatch(/No product has the value/);
      refused += 1;
      return;
    }
    const items = first.nodes.map(({ sku }) => itemIn(sku, one.show));
    expect(first.totalCount, JSON.stringify(one)).toBe(expected.length);
    expect(items, JSON.stringify(one)).toEqual(expected.slice(0, one.first));
    expect(first.pageInfo.hasNextPage).toBe(expected.length > one.first);
    const { endCursor } = first.pageInfo;
    if (endCursor !== null && asked % 3 === 1) {
      const next = await ask(one, { after: endCursor });
      expect(next.nodes.map(({ sku }) => itemIn(sku, one.show))).toEqual(
        expected.slice(one.first, 2 * one.first),
      );
    } else if (asked % 3 === 2) {
      const offset = pick % 20;
      const page = await ask(one, { offset });
      expect(
        page.nodes.map(({ sku }) => itemIn(sku, one.show)),
        `offset ${offset} of ${JSON.stringify(one)}`,
      ).toEqual(expected.slice(offset, offset + one.first));
    }
    if (!isWhole || first.facets === undefined) return;
    expectFacets(one, first.facets);
    const facet = first.facets[pick % Math.max(1, first.facets.length)];
    const choices = facet === undefined ? [] : choicesOf(facet);
    const choice = choices[pick % Math.max(1, choices.length)];
    if (choice === undefined || facet === undefined) return;
    const next = { ...one, refine: sent(choice.refine) };
    const answer = await ask(next, {}, FACETS);
    expect(answer.totalCount, JSON.stringify(next)).toBe(expectedItems(next).length);
    // Of what nothing else was selected of, a choice finds exactly what it counts.
    if (!facet.refined) expect(answer.totalCount).toBe(choice.count);
    narrowed += 1;
  });
  await fc.assert(agree, { numRuns: CASES, seed: SEED });
  expect(refused).toBeLessThan(CASES / 5);
  expect(narrowed).toBeGreaterThan(CASES / 20);
});

/** The item that a SKU of an answer stands for. */
function itemIn(sku: string, show: Show): string {
  const product = products.find((one) => one.sku === sku);
  if (product === undefined) throw new Error(`There is no ${sku}.`);
  return itemOf(product, show);
}
