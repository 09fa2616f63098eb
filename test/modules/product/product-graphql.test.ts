// Risk: the graph answers products other than the rules know them: wrong filters, pages, typed values, dry runs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'weight',
      standardUnit: 'KILOGRAM',
      units: [
        { code: 'KILOGRAM', labels: {}, symbol: 'kg', factor: '1', offset: '0' },
        { code: 'GRAM', labels: {}, symbol: 'g', factor: '0.001', offset: '0' },
      ],
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'weight', type: 'measurement', measurementFamily: 'weight', defaultUnit: 'KILOGRAM' },
    { code: 'released', type: 'date' },
    { code: 'checked', type: 'datetime' },
    { code: 'tags', type: 'multi_select', optionSet: 'colors' },
  ]);
  const attributes = [
    'name',
    'description',
    'color',
    'price',
    'stock',
    'washable',
    'weight',
    'released',
    'checked',
    'tags',
  ];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'everything', attributes: attributes.map((code) => ({ code })), attributeAsLabel: 'name' },
  ]);
});
afterAll(() => catalogue.close());

const CREATE = `mutation ($input: CreateProductInput!, $dryRun: Boolean! = false, $key: String) {
  createProduct(input: $input, dryRun: $dryRun, idempotencyKey: $key) {
    __typename
    ... on ProductPayload { outcome dryRun product { id sku version label(locale: "en_US") completeness { channel { code } } } }
    ... on Problem { code status detail errors { code path attribute locale value suggestions } }
  }
}`;

test('shows every type of value in a field of its own', async () => {
  await catalogue.execute(CREATE, {
    input: {
      sku: 'ALL',
      attributeSet: 'everything',
      values: [
        { attribute: 'name', locale: 'en_US', value: 'Lamp' },
        {
          attribute: 'description',
          locale: 'en_US',
          channel: 'web',
          value: '<p onclick="x()">Bright<script>1</script></p>',
        },
        { attribute: 'color', value: 'Red' },
        { attribute: 'price', value: [{ amount: 19.9, currency: 'eur' }] },
        { attribute: 'stock', value: 7 },
        { attribute: 'washable', value: true },
        { attribute: 'weight', value: { amount: '350', unit: 'gram' } },
        { attribute: 'released', value: '2026-02-28' },
        { attribute: 'checked', value: '2026-03-01T10:00:00+01:00' },
        { attribute: 'tags', value: ['blue', 'RED'] },
      ],
    },
  });
  const result =
    await catalogue.execute(`{ product(ref: "all") { values { attribute { code } channel locale source display(locale: "de_DE")
    ... on TextValue { text } ... on RichTextValue { html } ... on NumberValue { number } ... on BooleanValue { boolean }
    ... on DateValue { date } ... on DateTimeValue { dateTime } ... on SelectValue { option { code label(locale: "de_DE") } }
    ... on MultiSelectValue { options { code } } ... on PriceValue { prices { amount currency } price(currency: "EUR") { amount } }
    ... on MeasurementValue { measurement { amount unit } kilograms: measurement(unit: "kilogram") { amount } }
  } } }`);
  const own = { channel: null, locale: null, source: 'OWN' };
  expect(result).toEqual({
    data: {
      product: {
        values: [
          { ...own, locale: 'en_US', attribute: { code: 'name' }, display: 'Lamp', text: 'Lamp' },
          {
            ...own,
            channel: 'web',
            locale: 'en_US',
            attribute: { code: 'description' },
            display: 'Bright',
            html: '<p>Bright</p>',
          },
          {
            ...own,
            attribute: { code: 'color' },
            display: 'red (de)',
            option: { code: 'red', label: 'red (de)' },
          },
          {
            ...own,
            attribute: { code: 'price' },
            display: '19,90\u00a0€',
            prices: [{ amount: '19.9', currency: 'EUR' }],
            price: { amount: '19.9' },
          },
          { ...own, attribute: { code: 'stock' }, display: '7', number: '7' },
          { ...own, attribute: { code: 'washable' }, display: 'Ja', boolean: true },
          {
            ...own,
            attribute: { code: 'weight' },
            display: '350 g',
            measurement: { amount: '350', unit: 'GRAM' },
            kilograms: { amount: '0.35' },
          },
          { ...own, attribute: { code: 'released' }, display: '28.02.2026', date: '2026-02-28' },
          {
            ...own,
            attribute: { code: 'checked' },
            display: '1. März 2026, 09:00 UTC',
            dateTime: '2026-03-01T09:00:00.000Z',
          },
          {
            ...own,
            attribute: { code: 'tags' },
            display: 'blue (de), red (de)',
            options: [{ code: 'blue' }, { code: 'red' }],
          },
        ],
      },
    },
  });
});

test('answers the flat form in the channel and locale asked for, with locales that stand in', async () => {
  const result = await catalogue.execute(`{ product(ref: "ALL") {
    de: data(channel: "web", locale: "de_DE", attributes: ["name", "price", "color"])
    strict: data(channel: "web", locale: "de_DE", attributes: ["name"], fallback: false)
    print: data(channel: "print", locale: "en_US", attributes: ["price", "description"])
    value(attribute: "NAME", locale: "de_DE", fallback: true) { source locale json }
  } }`);
  expect(result.data?.product).toEqual({
    de: { name: 'Lamp', price: [{ amount: '19.9', currency: 'EUR' }], color: 'red' },
    strict: {},
    print: {},
    value: { source: 'FALLBACK', locale: 'en_US', json: 'Lamp' },
  });
});

test('dry runs answer what would be and store nothing, also for a creation', async () => {
  const input = {
    sku: 'DRY',
    attributeSet: 'everything',
    values: [{ attribute: 'name', locale: 'en_US', value: 'Dry' }],
  };
  const dry = await catalogue.execute(CREATE, { input, dryRun: true });
  expect(dry.data?.createProduct).toMatchObject({
    outcome: 'CREATED',
    dryRun: true,
    product: { id: expect.stringMatching(/^dry_prd_[0-9a-f]{32}$/), sku: 'DRY', version: 1, label: 'Dry' },
  });
  expect((await catalogue.execute('{ product(ref: "DRY") { id } }')).data).toEqual({ product: null });
  const real = await catalogue.execute(CREATE, { input });
  expect(real.data?.createProduct).toMatchObject({
    outcome: 'CREATED',
    dryRun: false,
    product: { label: 'Dry' },
  });
});

test('a value that is partial keeps the prices of other currencies, and an amount of null removes one', async () => {
  const write = async (value: unknown) => {
    const { data } = await catalogue.execute(
      `mutation ($value: JSON) { upsertProducts(items: [{ sku: "PARTIAL", attributeSet: "everything",
        values: [{ attribute: "price", value: $value, partial: true }] }]) {
        ... on UpsertProductsPayload { results { product { value(attribute: "price") { json } } problem { detail } } } } }`,
      { value },
    );
    type Answer = { upsertProducts: { results: { product: { value: { json: unknown } } }[] } };
    return (data as Answer).upsertProducts.results[0]?.product.value.json;
  };
  await write([{ amount: '5', currency: 'EUR' }]);
  expect(await write([{ amount: '7', currency: 'USD' }])).toEqual([
    { amount: '5', currency: 'EUR' },
    { amount: '7', currency: 'USD' },
  ]);
  expect(await write([{ amount: null, currency: 'EUR' }])).toEqual([{ amount: '7', currency: 'USD' }]);
});

test('two writers at the same time both add to a list and remove from it, and neither conflicts', async () => {
  const value = { attribute: 'tags', value: ['red', 'blue'] };
  await catalogue.execute(CREATE, { input: { sku: 'LIST', attributeSet: 'everything', values: [value] } });
  const write = async (change: object, ifVersion?: number) => {
    const { data } = await catalogue.execute(
      `mutation ($input: UpdateProductInput!, $ifVersion: Int) {
        updateProduct(ref: "LIST", ifVersion: $ifVersion, input: $input) {
          ... on ProductPayload { outcome product { version value(attribute: "tags") { json } } }
          ... on VersionMismatch { currentVersion conflicts { path } }
          ... on ValidationFailed { errors { code path } } } }`,
      { input: { values: [{ attribute: 'tags', ...change }] }, ifVersion },
    );
    return data?.updateProduct;
  };
  await Promise.all([write({ add: ['green'] }), write({ remove: ['red'] })]);
  const merged = { version: 3, value: { json: ['blue', 'green'] } };
  expect(await write({ add: ['GREEN'], remove: ['red'] })).toEqual({ outcome: 'UNCHANGED', product: merged });
  // Nobody has written anything that the change would replace: it can be sent again.
  expect(await write({ remove: ['green'] }, 1)).toEqual({ currentVersion: 3, conflicts: [] });
  expect(await write({ value: ['red'] }, 1)).toEqual({
    currentVersion: 3,
    conflicts: [{ path: 'values.tags' }],
  });
  expect(await write({ add: ['green', 'grean'] })).toEqual({
    errors: [{ code: 'option-not-found', path: ['values', '0', 'add', '1'] }],
  });
});

test('one idempotency key gives one product, another input with it is refused', async () => {
  const input = { sku: 'ONCE', attributeSet: 'everything' };
  const first = await catalogue.execute(CREATE, { input, key: 'k1' });
  const second = await catalogue.execute(CREATE, { input, key: 'k1' });
  expect(second).toEqual(first);
  const other = await catalogue.execute(CREATE, { input: { ...input, sku: 'TWICE' }, key: 'k1' });
  expect(other.data?.createProduct).toMatchObject({
    __typename: 'ValidationFailed',
    code: 'idempotency-key-reused',
  });
});

test('filters, sorts and pages products by keyset', async () => {
  const create = (sku: string, more: object) =>
    catalogue.execute(CREATE, { input: { sku, attributeSet: 'accessories', ...more } });
  for (const n of [1, 2, 3, 4, 5])
    await create(`BELT-${n}`, {
      categories: n % 2 ? ['clothes'] : ['sale'],
      status: n === 5 ? 'ARCHIVED' : 'DRAFT',
    });
  const find = async (filter: object, sort: object[] = [{ field: 'SKU' }]) => {
    const { data, errors } = await catalogue.execute(
      `query ($filter: ProductFilter, $sort: [ProductSort!]) { products(filter: $filter, sort: $sort) { totalCount nodes { sku } } }`,
      { filter, sort },
    );
    expect(errors).toBeUndefined();
    const products = data?.products as { nodes: { sku: string }[] } | undefined;
    return (products?.nodes ?? []).map(({ sku }) => sku);
  };
  const belts = { sku: { startsWith: 'belt' } };
  expect(await find(belts)).toEqual(['BELT-1', 'BELT-2', 'BELT-3', 'BELT-4']);
  expect(await find({ ...belts, status: { in: ['ARCHIVED'] } })).toEqual(['BELT-5']);
  expect(await find({ ...belts, categories: { any: ['shop'] } })).toEqual([
    'BELT-1',
    'BELT-2',
    'BELT-3',
    'BELT-4',
  ]);
  expect(await find({ ...belts, categories: { any: ['shop'], descendants: false } })).toEqual([]);
  expect(await find({ ...belts, categories: { none: ['SALE'] } })).toEqual(['BELT-1', 'BELT-3']);
  expect(
    await find({ and: [belts, { or: [{ sku: { eq: 'belt-1' } }, { sku: { in: ['BELT-4'] } }] }] }, [
      { field: 'SKU', direction: 'DESC' },
    ]),
  ).toEqual(['BELT-4', 'BELT-1']);
  expect(
    await find({
      ...belts,
      not: { sku: { contains: '-2' } },
      attributeSet: { eq: 'ACCESSORIES' },
      type: { ne: 'MODEL' },
    }),
  ).toEqual(['BELT-1', 'BELT-3', 'BELT-4']);

  const page = `query ($after: String, $filter: ProductFilter) { products(first: 3, after: $after, filter: $filter, sort: [{ field: SKU }]) { nodes { sku } pageInfo { hasNextPage endCursor } } }`;
  const first = await catalogue.execute(page, { filter: belts });
  const products = first.data?.products as { pageInfo: { endCursor: string } } | undefined;
  const endCursor = products?.pageInfo.endCursor;
  const second = await catalogue.execute(page, { filter: belts, after: endCursor });
  expect(second.data?.products).toMatchObject({
    nodes: [{ sku: 'BELT-4' }],
    pageInfo: { hasNextPage: false },
  });
  const foreign = await catalogue.execute(page, { filter: { sku: { startsWith: 'b' } }, after: endCursor });
  expect(foreign.errors?.[0]?.message).toContain('another filter');
});

test('lists revisions newest first with who, why and what', async () => {
  const update = `mutation { updateProduct(ref: "ONCE", input: { comment: "price list", values: [{ attribute: "stock", value: "12" }] }) { ... on ProductPayload { product { version
    revisions { totalCount nodes { version kind comment origin actor { name } changes { path old new } } } } } } }`;
  const result = await catalogue.execute(update);
  expect(result.data?.updateProduct).toEqual({
    product: {
      version: 2,
      revisions: {
        totalCount: 2,
        nodes: [
          {
            version: 2,
            kind: 'UPDATED',
            comment: 'price list',
            origin: 'graphql',
            actor: { name: 'Test' },
            changes: [{ path: 'values.stock', old: null, new: 12 }],
          },
          {
            version: 1,
            kind: 'CREATED',
            comment: null,
            origin: 'graphql',
            actor: { name: 'Test' },
            changes: [],
          },
        ],
      },
    },
  });
});

test('readers of products see only code and label of the configuration beside them', async () => {
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
  const allowed = await catalogue.execute(
    '{ product(ref: "ALL") { attributeSet { code label } value(attribute: "name", locale: "en_US") { attribute { label } } } }',
    {},
    reader,
  );
  expect(allowed.errors).toBeUndefined();
  const refused = await catalogue.execute('{ product(ref: "ALL") { attributeSet { version } } }', {}, reader);
  expect(refused.errors?.[0]?.message).toBe('AttributeSet.version needs the scope attributes:read.');
});
