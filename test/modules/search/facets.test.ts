// Risk: a shop cannot draw its filters from facets, or what a shopper ticks means something else than what is sent back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ValidationFailed } from '../../../src/kernel/errors.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../src/modules/option-set/index.ts';
import { listProducts, upsertProducts } from '../../../src/modules/product/index.ts';
import { humanize } from '../../../src/modules/search/facet/value-details.ts';
import { cellWrite, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'coats', parent: 'clothes', labels: { en_US: 'Coats', de_DE: 'Mäntel' } },
  ]);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'red', optionSet: 'colors', sortOrder: 2, swatch: { color: '#FF0000' } },
    { code: 'blue', optionSet: 'colors', sortOrder: 1 },
  ]);
  const codes = Array.from({ length: 120 }, (_, index) => `o${index}`);
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'many', sort: 'label' }]);
  await seedConfiguration(
    catalogue,
    upsertOptions,
    codes.map((code, index) => ({
      code,
      optionSet: 'many',
      labels: { en_US: `Label ${String(200 - index).padStart(3, '0')}` },
    })),
  );
  const unit = (code: string, factor: string) => ({ code, labels: {}, symbol: code, factor, offset: '0' });
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    { code: 'mass', standardUnit: 'KILOGRAM', units: [unit('KILOGRAM', '1'), unit('GRAM', '0.001')] },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'kind', type: 'select', optionSet: 'many' },
    { code: 'mass', type: 'measurement', measurementFamily: 'mass', defaultUnit: 'GRAM' },
    { code: 'launch', type: 'date' },
    { code: 'seen', type: 'datetime' },
  ]);
  const attributes = ['name', 'color', 'stock', 'price', 'washable', 'kind', 'mass', 'launch', 'seen'];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: attributes.map((code) => ({ code })) },
  ]);
  const thing = (
    sku: string,
    values: Readonly<Record<string, unknown>>,
    categories: readonly string[],
    more: object = {},
  ) =>
    simpleProduct(sku, {
      attributeSet: 'accessories',
      categories: { set: categories },
      values: Object.entries(values).map(([code, value]) => cellWrite(code, value as never)),
      ...more,
    });
  const eur = (amount: string) => [
    { amount, currency: 'EUR' },
    { amount: `${amount}9`, currency: 'USD' },
  ];
  await catalogue.runner.write(catalogue.owner, upsertProducts, {
    mode: 'create',
    errorPolicy: 'reject_all',
    items: [
      thing('A', { color: 'red', stock: '3', price: eur('10'), washable: true }, ['coats']),
      thing('B', { color: 'red', stock: '17', price: eur('25.5'), washable: false }, ['clothes']),
      thing('C', { color: 'blue', stock: '41', price: eur('99'), washable: true }, ['sale'], {
        status: 'archived',
      }),
      thing('D', { color: 'blue', mass: { amount: '0.5', unit: 'KILOGRAM' } }, ['sale', 'coats'], {
        status: 'in_review',
      }),
      thing('E', { mass: { amount: '20', unit: 'GRAM' }, launch: '2024-02-29' }, []),
      thing('F', { launch: '2026-07-01', seen: '2026-07-01T10:00:00Z' }, []),
      ...codes.map((code) => thing(`K-${code}`, { kind: code }, [])),
    ],
  });
}, 60_000);
afterAll(() => catalogue.close());

const VALUES = 'values { code count selected filter }';
async function facetsOf(facets: string, selected: string, filter: object = {}) {
  const document = `query ($filter: ProductFilter) { products(first: 0, filter: $filter) { nodes { sku }
    totalCount pageInfo { hasNextPage endCursor } facets(${facets}) { ${selected} } } }`;
  const { data, errors } = await catalogue.execute(document, { filter });
  expect(errors).toBeUndefined();
  return data?.products as { readonly facets: readonly unknown[]; readonly totalCount: number };
}
async function refusal(field: string): Promise<unknown> {
  const page = await catalogue.runner.read(catalogue.owner, listProducts, { first: 0 });
  const error: unknown = await page.facets({ fields: [field] }).catch((refused: unknown) => refused);
  if (!(error instanceof ValidationFailed)) throw error;
  const [problem] = error.errors;
  return [problem?.message, problem?.suggestions];
}

test('a page of none has total and facets', async () => {
  expect(await facetsOf('on: ["type"]', 'field values { value code count }')).toEqual({
    nodes: [],
    totalCount: 125,
    pageInfo: { hasNextPage: true, endCursor: null },
    facets: [{ field: 'type', values: [{ value: 'simple', code: 'SIMPLE', count: 125 }] }],
  });
});

test('values of enums are shown in words', () => {
  expect(['in_review', 'published'].map(humanize)).toEqual(['In review', 'Published']);
});

test('a value has label, swatch and filter, and leaves what is selected beside it out', async () => {
  const filter = { attributes: [{ attribute: 'COLOR', in: ['Blue'] }] };
  const selected =
    'label values { code label count selected swatch { color } filter rest: filter(form: REST) }';
  const { facets, totalCount } = await facetsOf('on: ["color"], locale: "de_DE"', selected, filter);
  expect(totalCount).toBe(1);
  expect(facets).toEqual([
    {
      label: '[color]',
      values: [
        {
          code: 'red',
          label: 'red (de)',
          count: 2,
          selected: false,
          swatch: { color: '#FF0000' },
          filter: { attributes: [{ attribute: 'color', in: ['blue', 'red'] }] },
          rest: { attributes: { color: { in: ['blue', 'red'] } } },
        },
        { code: 'blue', label: 'blue (de)', count: 1, selected: true, swatch: null, filter: {}, rest: {} },
      ],
    },
  ]);
});

test('values come in the order of their set, or the commonest first', async () => {
  const codesIn = async (order: string) => {
    const { facets } = await facetsOf(
      `on: ["color", "kind"], order: ${order}, locale: "de_DE"`,
      'values { code } hiddenCount',
    );
    return facets as {
      readonly values: readonly { readonly code: string }[];
      readonly hiddenCount: number;
    }[];
  };
  const [color, kind] = await codesIn('POSITION');
  expect(color?.values.map(({ code }) => code)).toEqual(['blue', 'red']);
  // By label, which runs against the code; of equally common ones the first 100 are kept.
  expect(kind?.values).toHaveLength(100);
  expect(kind?.hiddenCount).toBe(20);
  const kept = kind?.values.map(({ code }) => Number(code.slice(1))) ?? [];
  expect(kept).toEqual([...kept].sort((one, other) => other - one));
  const [common] = await codesIn('COUNT');
  expect(common?.values.map(({ code }) => code)).toEqual(['red', 'blue']);
});

test('a status counts what a search by it would find, archived products too', async () => {
  const filter = { status: { in: ['DRAFT', 'IN_REVIEW'] } };
  const { facets } = await facetsOf('on: ["status"]', VALUES, filter);
  const both = { status: { in: ['DRAFT', 'IN_REVIEW'] } };
  expect(facets).toEqual([
    {
      values: [
        { code: 'DRAFT', count: 124, selected: true, filter: { status: { in: ['IN_REVIEW'] } } },
        { code: 'IN_REVIEW', count: 1, selected: true, filter: { status: { in: ['DRAFT'] } } },
        {
          code: 'ARCHIVED',
          count: 1,
          selected: false,
          filter: { status: { in: [...both.status.in, 'ARCHIVED'] } },
        },
      ],
    },
  ]);
  const unfiltered = await facetsOf('on: ["status"]', 'values { code count }');
  expect(unfiltered.facets).toEqual([
    {
      values: [
        { code: 'DRAFT', count: 124 },
        { code: 'IN_REVIEW', count: 1 },
        { code: 'ARCHIVED', count: 1 },
      ],
    },
  ]);
});

test('a category counts what stands below it; one that is selected takes the place of those above and below', async () => {
  const filter = { categories: { any: ['clothes'] } };
  const selected = 'values { code label parent count selected filter }';
  const { facets, totalCount } = await facetsOf(
    'on: ["categories"], order: POSITION, locale: "de_DE"',
    selected,
    filter,
  );
  expect(totalCount).toBe(3);
  const any = (...codes: string[]) => ({ categories: { any: codes } });
  expect(facets).toEqual([
    {
      values: [
        { code: 'shop', label: 'Shop', parent: null, count: 3, selected: false, filter: any('shop') },
        { code: 'clothes', label: '[clothes]', parent: 'shop', count: 3, selected: true, filter: {} },
        {
          code: 'coats',
          label: 'Mäntel',
          parent: 'clothes',
          count: 2,
          selected: false,
          filter: any('coats'),
        },
        {
          code: 'sale',
          label: '[sale]',
          parent: 'shop',
          count: 1,
          selected: false,
          filter: any('clothes', 'sale'),
        },
      ],
    },
  ]);
});

test('of a boolean one value is selected; conditions that name no values stay', async () => {
  const filter = { attributes: [{ attribute: 'washable', eq: true }] };
  const { facets } = await facetsOf(
    'on: ["washable"]',
    `label values { code label count selected filter }`,
    filter,
  );
  expect(facets).toEqual([
    {
      label: '[washable]',
      values: [
        { code: 'true', label: 'Yes', count: 1, selected: true, filter: {} },
        {
          code: 'false',
          label: 'No',
          count: 1,
          selected: false,
          filter: { attributes: [{ attribute: 'washable', eq: false }] },
        },
      ],
    },
  ]);
  const not = await facetsOf('on: ["color"]', 'values { code count selected }', {
    attributes: [{ attribute: 'color', nin: ['red'] }],
  });
  expect(not.facets).toEqual([{ values: [{ code: 'blue', count: 1, selected: false }] }]);
});

test('what is selected is shown though nothing has it any more', async () => {
  const filter = { sku: { eq: 'A' }, attributes: [{ attribute: 'color', in: ['green'] }] };
  const { facets, totalCount } = await facetsOf('on: ["color"]', 'values { code count selected }', filter);
  expect(totalCount).toBe(0);
  expect(facets).toEqual([
    {
      values: [
        { code: 'red', count: 1, selected: false },
        { code: 'green', count: 0, selected: true },
      ],
    },
  ]);
});

const RANGE = 'field range { min max unit currency buckets { from to count selected filter } }';
const bucket = (
  from: string,
  to: string,
  count: number,
  operands: readonly unknown[],
  attribute: string,
) => ({
  from,
  to,
  count,
  selected: false,
  filter: { attributes: [{ attribute, gte: operands[0], lt: operands[1] }] },
});

test('numbers, prices, measurements, dates and times have a range with buckets that can be sent back', async () => {
  const on = ['stock', 'price:usd', 'price:EUR', 'mass', 'mass:kilogram', 'launch', 'seen'];
  const { facets } = await facetsOf(`on: ${JSON.stringify(on)}`, RANGE);
  const none = { unit: null, currency: null };
  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  const gram = (amount: string) => ({ amount, unit: 'GRAM' });
  expect(facets.filter((_, index) => index !== 1 && index !== 4)).toEqual([
    {
      field: 'stock',
      range: {
        ...none,
        min: '3',
        max: '17',
        buckets: [bucket('2', '4', 1, ['2', '4'], 'stock'), bucket('16', '18', 1, ['16', '18'], 'stock')],
      },
    },
    {
      field: 'price:EUR',
      range: {
        ...none,
        min: '10',
        max: '25.5',
        currency: 'EUR',
        buckets: [
          bucket('10', '12', 1, [eur('10'), eur('12')], 'price'),
          bucket('24', '26', 1, [eur('24'), eur('26')], 'price'),
        ],
      },
    },
    {
      field: 'mass',
      range: {
        ...none,
        min: '20',
        max: '500',
        unit: 'GRAM',
        buckets: [
          bucket('0', '50', 1, [gram('0'), gram('50')], 'mass'),
          bucket('500', '550', 1, [gram('500'), gram('550')], 'mass'),
        ],
      },
    },
    {
      field: 'launch',
      range: {
        ...none,
        min: '2024-02-29',
        max: '2026-07-01',
        buckets: [
          bucket('2024-01-01', '2024-04-01', 1, ['2024-01-01', '2024-04-01'], 'launch'),
          bucket('2026-07-01', '2026-10-01', 1, ['2026-07-01', '2026-10-01'], 'launch'),
        ],
      },
    },
    {
      field: 'seen',
      range: {
        ...none,
        min: '2026-07-01T10:00:00Z',
        max: '2026-07-01T10:00:00Z',
        buckets: [
          bucket(
            '2026-07-01T10:00:00Z',
            '2026-07-01T11:00:00Z',
            1,
            ['2026-07-01T10:00:00Z', '2026-07-01T11:00:00Z'],
            'seen',
          ),
        ],
      },
    },
  ]);
  expect(facets[1]).toMatchObject({ range: { min: '25.59', max: '109', currency: 'USD' } });
  expect(facets[4]).toMatchObject({ range: { min: '0.02', max: '0.5', unit: 'KILOGRAM' } });
});

test('a range that is selected is left out, and its bucket says so', async () => {
  const price = {
    attribute: 'price',
    gte: { amount: '10', currency: 'EUR' },
    lt: { amount: '12', currency: 'EUR' },
  };
  const { facets, totalCount } = await facetsOf(
    'on: ["price:EUR", "color"]',
    `${RANGE} values { code count }`,
    {
      attributes: [price],
    },
  );
  expect(totalCount).toBe(1);
  expect(facets).toMatchObject([
    {
      range: {
        min: '10',
        max: '25.5',
        buckets: [
          { from: '10', selected: true, filter: {} },
          { from: '24', selected: false },
        ],
      },
    },
    { range: null, values: [{ code: 'red', count: 1 }] },
  ]);
});

test('a field that cannot be counted by, a currency or a unit that there is none of, is refused', async () => {
  expect(await refusal('name')).toEqual(["Products cannot be counted by 'name'.", expect.anything()]);
  expect(await refusal('price')).toEqual([
    "Prices are counted in one currency: ask for 'price:EUR', or another of EUR, USD.",
    ['EUR', 'USD'],
  ]);
  expect(await refusal('price:CHF')).toEqual(["'CHF' is not an enabled currency.", ['EUR', 'USD']]);
  expect(await refusal('mass:gramm')).toEqual(["'mass' is not measured in 'gramm'.", ['GRAM']]);
  expect(await refusal('stock:EUR')).toEqual([
    "'stock' has neither currency nor unit: ask for it without ':'.",
    ['stock'],
  ]);
  expect(await refusal('color:red')).toEqual([
    "Products cannot be counted by 'color:red'. Did you mean 'color'?",
    expect.anything(),
  ]);
});
