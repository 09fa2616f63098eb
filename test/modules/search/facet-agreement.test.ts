// Risk: a facet promises another number of products than its filter finds when it is sent back.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { listProducts } from '../../../src/modules/product/index.ts';
import { type Facet, type ProductFilter, readProductFilter } from '../../../src/modules/search/index.ts';
import { arbitraryFilter, seedEveryType } from '../../support/arbitrary-filters.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { givenRandomProducts } from './random-products.ts';

/** How many filters are tried; FACET_CASES=10000 for a long run. */
const CASES = Number(process.env.FACET_CASES ?? 40);
const SEED = Number(process.env.TEST_SEED ?? 1);

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedEveryType(catalogue);
}, 60_000);
afterAll(() => catalogue.close());

const search = (filter: ProductFilter) =>
  catalogue.runner.read(catalogue.owner, listProducts, { filter, first: 0 });

/** The filter that a value or a bucket hands back, and the number that it stands for. */
interface Choice {
  readonly count: number;
  readonly selected: boolean;
  filter(form: 'rest'): JsonObject;
}
const choicesOf = ({ values, range }: Facet): readonly Choice[] => [...values, ...(range?.buckets ?? [])];

function read(json: JsonObject): ProductFilter {
  const { filter, problems } = readProductFilter(json, []);
  expect(problems).toEqual([]);
  return filter;
}

const FIELDS = [
  ...['status', 'type', 'attribute_set', 'categories', 'channels', 'missing', 'color'],
  ...[
    'select',
    'select_l',
    'select_c',
    'select_lc',
    'multi_select',
    'multi_select_lc',
    'boolean',
    'boolean_lc',
  ],
  ...['entity', 'entity_list', 'number', 'number_lc', 'date', 'date_l', 'datetime', 'datetime_c'],
  ...['price:EUR', 'price_lc:USD', 'measurement', 'measurement:GRAM', 'measurement_lc:KILOGRAM'],
];
const CONTEXTS = [{}, { channel: 'web' }, { locale: 'de_DE' }, { channel: 'app', locale: 'de_DE' }];

test('each value and bucket counts what its filter finds, whatever is selected', {
  timeout: 600_000,
}, async () => {
  const { structure, documents } = await givenRandomProducts(catalogue, SEED);
  const skus = documents.map(({ key }) => key).slice(0, 12);
  const known = FIELDS.filter(
    (field) =>
      !/_/.test(field) || structure.attributes.has(field.split(':')[0] ?? '') || field === 'attribute_set',
  );
  let compared = 0;
  const agree = fc.asyncProperty(
    arbitraryFilter(structure, skus),
    fc.constantFrom(...CONTEXTS),
    fc.subarray(known, { minLength: 2, maxLength: 6 }),
    fc.infiniteStream(fc.nat()),
    async (filter, context, fields, numbers) => {
      const pick = <Item>(items: readonly Item[]) => items[Number(numbers.next().value) % items.length];
      // What stands in `or` is nobody's own: it holds for all facets.
      const page = { ...context, or: [filter] };
      const asked = { fields };
      const first = await search(page).then(
        (found) => found.facets(asked),
        (error: unknown) => {
          if (error instanceof DomainError) return null;
          throw error;
        },
      );
      if (first === null) return;
      const chosen = pick(first);
      const choice = chosen && pick(choicesOf(chosen));
      if (chosen === undefined || choice === undefined) return;
      expect(choice.selected).toBe(false);
      const narrowed = { ...page, and: [read(choice.filter('rest'))] };
      const found = await search(narrowed);
      expect(await found.count(), `${chosen.field} ${JSON.stringify(narrowed)}`).toBe(choice.count);
      const second = await found.facets(asked);
      const index = first.indexOf(chosen);
      // Its own values are still there with their numbers; one is selected.
      const same = second[index] ?? chosen;
      expect(choicesOf(same).map(({ count }) => count)).toEqual(choicesOf(chosen).map(({ count }) => count));
      const selected = choicesOf(same).find((one) => one.selected);
      expect(selected?.filter('rest')).toEqual({});
      // Of another facet, values count within what is selected.
      const other = pick(second.filter((_, at) => at !== index));
      const next = other && pick(choicesOf(other));
      if (next === undefined || next.selected) return;
      const both = await search({ ...narrowed, and: [...narrowed.and, read(next.filter('rest'))] });
      // Two facets of one attribute, as in two units, have one selection between them.
      if (other?.name === chosen.name) return;
      expect(await both.count(), `${other?.field} in ${JSON.stringify(narrowed)}`).toBe(next.count);
      compared += 1;
    },
  );
  await fc.assert(agree, { numRuns: CASES, seed: SEED });
  expect(compared).toBeGreaterThan(CASES / 4);
});
