// Risk: an organization with many numbers cannot sort by the next one, or gets another order than with a column.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { normalizeText } from '../../../src/modules/search/filter/normalize-text.ts';
import type { SortInput } from '../../../src/modules/search/index.ts';
import type { CellWrite } from '../../../src/modules/values/index.ts';
import { cellWrite, seedProducts } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { expectedOrder, listAllSorted } from '../../support/list-sorted.ts';
import { type SeededRandom, seededRandomFrom } from '../../support/seeded-random-from.ts';

/** Attributes of which each is sorted by at one place; SORTED_ATTRIBUTES=300 for all. */
const SORTED = Number(process.env.SORTED_ATTRIBUTES ?? 30);
const PRODUCTS = 50;

const LOCALES = [
  ...['de', 'at', 'ch', 'be', 'lu', 'li'].map((land) => `de_${land.toUpperCase()}`),
  ...['US', 'GB', 'IE', 'AU', 'NZ', 'CA', 'ZA', 'IN'].map((land) => `en_${land}`),
  ...['FR', 'BE', 'CH', 'LU', 'CA'].map((land) => `fr_${land}`),
  ...['ES', 'MX', 'AR', 'CO', 'CL', 'PE'].map((land) => `es_${land}`),
  ...['it_IT', 'it_CH', 'nl_NL', 'nl_BE', 'pt_PT', 'pt_BR', 'pl_PL', 'cs_CZ', 'da_DK', 'sv_SE', 'fi_FI'],
  ...['ja_JP', 'zh_CN', 'ko_KR', 'ru_RU'],
];
const CHANNELS = ['web', 'app', 'print', 'market', 'b2b'];
const CURRENCIES = ['EUR', 'USD', 'CHF'];

interface Kind {
  readonly name: string;
  readonly type: string;
  readonly count: number;
  readonly localizable: boolean;
  readonly scopable: boolean;
}

const kind = (name: string, type: string, count: number, ...scopes: readonly string[]): Kind => ({
  name,
  type,
  count,
  localizable: scopes.includes('localizable'),
  scopable: scopes.includes('scopable'),
});

const KINDS = [
  kind('size', 'number', 150),
  kind('rate', 'number', 20, 'scopable'),
  kind('rank', 'number', 20, 'localizable'),
  kind('score', 'number', 20, 'localizable', 'scopable'),
  kind('price', 'price', 30, 'scopable'),
  kind('day', 'date', 20),
  kind('note', 'text', 20),
  kind('title', 'text', 20, 'localizable', 'scopable'),
];

interface Attribute extends Kind {
  readonly code: string;
}
const ATTRIBUTES = KINDS.flatMap((one) =>
  Array.from({ length: one.count }, (_, index): Attribute => ({ ...one, code: `${one.name}_${index}` })),
);

/** What is sorted by, and the value of each product: null where it has none. */
interface Sorted {
  readonly input: SortInput;
  readonly values: readonly (number | string | null)[];
}

let catalogue: TestOrganization;
let ids: ReadonlyMap<string, string>;
const sorted: Sorted[] = [];
const skuOf = (index: number) => `P-${index}`;

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(
    catalogue,
    upsertLocales,
    LOCALES.map((code) => ({ code, enabled: true })),
  );
  await seedConfiguration(
    catalogue,
    upsertCurrencies,
    CURRENCIES.map((code) => ({ code, enabled: true })),
  );
  await seedConfiguration(
    catalogue,
    upsertChannels,
    CHANNELS.map((code) => ({ code, locales: LOCALES, currencies: CURRENCIES })),
  );
  await seedConfiguration(
    catalogue,
    upsertAttributes,
    ATTRIBUTES.map(({ code, type, localizable, scopable }) => ({ code, type, localizable, scopable })),
  );
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'things', attributes: ATTRIBUTES.map(({ code }) => ({ code })), attributeAsLabel: 'title_0' },
  ]);
  const random = seededRandomFrom(Number(process.env.TEST_SEED ?? 1));
  const cells: CellWrite[][] = Array.from({ length: PRODUCTS }, () => []);
  const step = ATTRIBUTES.length / SORTED;
  const chosen = Array.from({ length: SORTED }, (_, index) => ATTRIBUTES[Math.floor(index * step)]);
  for (const attribute of chosen.flatMap((one) => one ?? [])) sorted.push(fill(attribute, cells, random));
  const items = cells.map((values, index) => ({ sku: skuOf(index), attributeSet: 'things', values }));
  ids = await seedProducts(catalogue, items);
});
afterAll(() => catalogue.close());

/** Gives products values of an attribute at one place, some of them alike, and others at another place. */
function fill(attribute: Attribute, cells: CellWrite[][], random: SeededRandom): Sorted {
  const { code, type, scopable, localizable } = attribute;
  const place = () => ({
    ...(scopable ? { channel: random.pick(CHANNELS) } : {}),
    ...(localizable ? { locale: random.pick(LOCALES) } : {}),
  });
  const [here, elsewhere] = [place(), place()];
  const currency = random.pick(CURRENCIES);
  const isElsewhere = JSON.stringify(here) !== JSON.stringify(elsewhere);
  const values = cells.map((own) => {
    const value = random.fraction() < 0.2 ? null : randomValue(type, random);
    const written = (one: number | string) => (type === 'price' ? [{ amount: String(one), currency }] : one);
    if (value !== null) own.push(cellWrite(code, written(value), here));
    if (isElsewhere && random.fraction() < 0.5)
      own.push(cellWrite(code, written(randomValue(type, random)), elsewhere));
    return value === null || type !== 'text'
      ? value
      : [...normalizeText(String(value))].slice(0, 255).join('');
  });
  return { input: { attribute: code, ...here, ...(type === 'price' ? { currency } : {}) }, values };
}

const WORDS = [
  'Ähre',
  'ahorn',
  'Zange',
  '10 mm',
  'Öl',
  'øre',
  'Ωmega',
  'ленточка',
  '電池',
  '電球',
  '😀',
  'É~',
  '',
];
// In search form longer than a column.
const LONG = ['½'.repeat(100), 'ﬀ'.repeat(126), '電½'.repeat(60)];

function randomValue(type: string, random: SeededRandom): number | string {
  switch (type) {
    case 'date':
      return `20${random.integer(10, 30)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`;
    case 'text':
      return `${random.fraction() < 0.1 ? random.pick(LONG) : random.pick(WORDS)}${random.pick(WORDS)} ${random.integer(1, 9)}`;
    case 'price':
      return random.integer(0, 20_000) / 100;
    default:
      return random.fraction() < 0.2 ? random.integer(-3, 3) : random.integer(-1e9, 1e9) / 1e4;
  }
}

const walk = (sort: SortInput) => listAllSorted(catalogue.runner, catalogue.owner, sort);

test('300 attributes in 5 channels and 40 locales: products are sorted by any number, date, price and text', {
  timeout: 600_000,
}, async () => {
  const { rows } = await catalogue.database.owner.query('SELECT name FROM search.field_column');
  expect(rows).toHaveLength(56);
  for (const one of sorted)
    for (const direction of ['asc', 'desc'] as const) {
      const found = await walk({ ...one.input, direction });
      const products = one.values.map((value, index) => ({
        value,
        sku: skuOf(index),
        id: ids.get(skuOf(index)) ?? '',
      }));
      const expected = expectedOrder(products, direction === 'desc');
      expect(found, JSON.stringify([one.input, direction])).toEqual(expected);
    }
});

test('what has no column is said of attributes when they are made, and what cannot be sorted by is refused', async () => {
  const made = await catalogue.execute(
    `mutation {
      number: createAttribute(input: { code: "depth", type: NUMBER }) { ...made }
      text: createAttribute(input: { code: "story", type: TEXTAREA }) { ...made }
      model: applyModel(input: { attributes: [{ code: "height", type: NUMBER }, { code: "kind", type: BOOLEAN }] }) {
        ... on ApplyModelPayload { results { code sortWarning } }
      }
    }
    fragment made on AttributePayload { attribute { sortable sortWarning } }`,
  );
  const warning =
    "Sorting by 'depth' reads all products found: the organization has 48 indexed columns for numbers to sort by, one for each attribute, channel, locale and currency. They go to the values that are used most.";
  expect(made.data).toEqual({
    number: { attribute: { sortable: true, sortWarning: warning } },
    text: { attribute: { sortable: false, sortWarning: null } },
    model: {
      results: [
        { code: 'height', sortWarning: warning.replace('depth', 'height') },
        { code: 'kind', sortWarning: null },
      ],
    },
  });
  const { data } = await catalogue.execute('{ productFilterFields { field sortable } }');
  const fields = data?.productFilterFields as { field: string; sortable: boolean }[];
  const sortable = fields.filter((one) => one.sortable).map(({ field }) => field);
  for (const { code } of ATTRIBUTES) expect(sortable).toContain(`attributes.${code}`);
  expect(sortable).not.toContain('attributes.story');
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'height', filterable: false }]);
  const refusals: readonly (readonly [SortInput, string])[] = [
    [{ attribute: 'height' }, "it is not filterable; set 'filterable' to sort by it."],
    [{ attribute: 'story' }, "Products cannot be sorted by 'story', which has the type 'textarea'."],
    [{ attribute: 'price_0', channel: 'web', currency: 'EUX' }, "There is no currency 'EUX'."],
  ];
  for (const [sort, message] of refusals) await expect(walk(sort)).rejects.toThrow(message);
});
