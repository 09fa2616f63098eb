// Risk: a summary of completeness, or an order by it, says something else than the completeness of each product.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompletenessSummary } from '../../../src/modules/search/index.ts';
import { seedEveryType } from '../../support/arbitrary-filters.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import type { ExpectedSearch } from '../../support/search.ts';
import { givenRandomProducts } from './random-products.ts';
import { walkProducts } from './walk-products.ts';

let catalogue: TestOrganization;
let world: ExpectedSearch;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedEveryType(catalogue);
  world = await givenRandomProducts(catalogue, Number(process.env.TEST_SEED ?? 1));
}, 60_000);
afterAll(() => catalogue.close());

const DOCUMENT = `query ($filter: ProductFilter) {
  completenessSummary(filter: $filter) {
    attributeSet { code } channel { code } locale { code } products complete mean incomplete } }`;

type Coded = { readonly code: string };
type Answered = Omit<CompletenessSummary, 'attributeSet' | 'channel' | 'locale'> &
  Readonly<Record<'attributeSet' | 'channel' | 'locale', Coded>>;

async function summary(filter: object) {
  const { data, errors } = await catalogue.execute(DOCUMENT, { filter });
  if (errors !== undefined) return errors[0]?.message;
  const found = (data?.completenessSummary ?? []) as readonly Answered[];
  return found.map(({ attributeSet, channel, locale, ...numbers }) => ({
    place: `${attributeSet.code} ${channel.code} ${locale.code}`,
    ...numbers,
  }));
}

/** The same from the products themselves. */
function expected(has: (facts: ReadonlySet<string>) => boolean, isWithin = (_place: string) => true) {
  const ratios = new Map<string, number[]>();
  for (const { facts, completeness } of world.documents) {
    const known = new Set(facts.map((fact) => fact.join(' ')));
    const set = facts.find(([name, code]) => name === 'set' && code !== undefined)?.[1];
    if (set === undefined || !has(known)) continue;
    for (const { channel, locale, ratio } of completeness) {
      const place = `${set} ${channel} ${locale}`;
      if (isWithin(place)) ratios.set(place, [...(ratios.get(place) ?? []), ratio]);
    }
  }
  return [...ratios].map(([place, all]) => {
    const among = (from: number, to: number) => all.filter((ratio) => ratio >= from && ratio <= to).length;
    const sum = all.reduce((total, ratio) => total + ratio, 0);
    return {
      place,
      products: all.length,
      complete: among(100, 100),
      mean: Math.round((sum / all.length) * 100) / 100,
      incomplete: [among(0, 24), among(25, 49), among(50, 74), among(75, 99)],
    };
  });
}

const listed = (variables: object) => walkProducts(catalogue, { first: 9, ...variables });

const byPlace = (found: unknown) =>
  (found as readonly { readonly place: string }[]).toSorted((one, other) =>
    one.place < other.place ? -1 : 1,
  );
const isListed = (facts: ReadonlySet<string>) => !facts.has('status archived');

test('the summary is that of the products of each set, channel and locale', async () => {
  const found = await summary({});
  const products = expected(isListed);
  expect(products.length).toBeGreaterThan(3);
  expect(byPlace(found)).toEqual(byPlace(products));
});

test('a filter, a channel and a locale narrow it', async () => {
  const found = await summary({ status: { in: ['DRAFT', 'ARCHIVED'] }, channel: 'WEB' });
  const isAsked = (facts: ReadonlySet<string>) => facts.has('status draft') || facts.has('status archived');
  expect(byPlace(found)).toEqual(byPlace(expected(isAsked, (place) => place.split(' ')[1] === 'web')));
  const german = await summary({ locale: 'de_DE' });
  expect(byPlace(german)).toEqual(byPlace(expected(isListed, (place) => place.endsWith(' de_DE'))));
});

test('where nothing is, there is nothing to summarize; a channel that there is none of is refused', async () => {
  expect(await summary({ sku: { eq: 'nothing' } })).toEqual([]);
  expect(await summary({ channel: 'shop' })).toMatch(/no channel 'shop'/);
});

test('products come in the order of their completeness in one channel and locale, those without last', async () => {
  const [place] = expected(isListed).toSorted((one, other) => other.products - one.products);
  const [, channel = '', locale = ''] = place?.place.split(' ') ?? [];
  const ratios = new Map(
    world.documents.map(({ key, completeness }) => {
      const found = completeness.find((one) => one.channel === channel && one.locale === locale);
      return [key, found?.ratio ?? null] as const;
    }),
  );
  // By the index, one ratio after the other; and computed for each match, where statistics do not tell how many there are.
  const after = { gt: '2000-01-01T00:00:00Z' };
  for (const filter of [{}, { createdAt: after, updatedAt: after, status: { nin: ['ARCHIVED'] } }]) {
    const all = await listed({ filter });
    for (const direction of ['ASC', 'DESC']) {
      const sort = [{ field: 'COMPLETENESS', channel, locale, direction }];
      const skus = await listed({ filter, sort });
      expect(skus.toSorted()).toEqual(all.toSorted());
      const found = skus.map((sku) => ratios.get(sku));
      const known = found.filter((ratio) => typeof ratio === 'number');
      expect(new Set(known).size).toBeGreaterThan(1);
      const inOrder = known.toSorted((one, other) => (direction === 'ASC' ? one - other : other - one));
      expect(found).toEqual([...inOrder, ...Array(found.length - known.length).fill(null)]);
    }
  }
});

test('an order by the completeness in a channel without a locale, or in one that it is not in, is refused', async () => {
  const refused = (at: object) => listed({ sort: [{ field: 'COMPLETENESS', ...at }] });
  await expect(refused({ channel: 'web' })).rejects.toThrow(/give both/);
  await expect(refused({ locale: 'de_DE' })).rejects.toThrow(/give both/);
  await expect(refused({ channel: 'wep', locale: 'de_DE' })).rejects.toThrow(/Did you mean 'web'/);
  await expect(refused({ channel: 'web', locale: 'xx_XX' })).rejects.toThrow(/'web' has no locale 'xx_XX'/);
});
