// Risk: a channel refers to what is not there, its locales stay disabled, or it vanishes under the values given for it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { seedMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { createProduct } from '../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { organizationId } = catalogue.owner;
  await seedMeasurementFamilies(
    pgTransaction(catalogue.database.of(organizationId).pool),
    organizationId,
    new Date(),
  );
  await seedConfiguration(catalogue, upsertLocales, [
    { code: 'en_US', enabled: true },
    { code: 'de_DE' },
    { code: 'fr_FR' },
  ]);
  await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'EUR' }, { code: 'USD', enabled: true }]);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'Master' },
    { code: 'shoes', parent: 'Master' },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'weight', type: 'measurement', measurementFamily: 'weight', defaultUnit: 'KILOGRAM' },
    { code: 'length', type: 'measurement', measurementFamily: 'length', defaultUnit: 'METER' },
    { code: 'name', type: 'text', scopable: true },
  ]);
});
afterAll(() => catalogue.close());

const CREATE = `mutation ($input: CreateChannelInput!) { createChannel(input: $input) {
  __typename
  ... on ChannelPayload { outcome channel {
    code label(locale: "de_DE") labels { locale text } locales { code enabled version } currencies { code enabled }
    categoryRoot { code level } conversionUnits { attribute unit } publishGuard active version } }
  ... on ValidationFailed { errors { code path message suggestions } }
} }`;

async function problemsOf(input: object): Promise<unknown> {
  const whole = { code: 'outlet', locales: ['en_US'], currencies: ['USD'], ...input };
  const { data } = await catalogue.execute(CREATE, { input: whole });
  const refused = data?.createChannel as { errors?: unknown };
  return refused.errors;
}

test('creates a channel, stores references in their own case and enables its locales and currencies', async () => {
  const { data } = await catalogue.execute(CREATE, {
    input: {
      code: 'Shop',
      labels: [
        { locale: 'de_DE', text: 'Laden' },
        { locale: 'en_US', text: 'Shop' },
      ],
      locales: ['DE_de', 'en_us'],
      currencies: ['eur'],
      categoryRoot: 'MASTER',
      conversionUnits: [
        { attribute: 'WEIGHT', unit: 'gram' },
        { attribute: 'length', unit: 'CENTIMETER' },
      ],
      publishGuard: 'COMPLETE',
    },
  });
  expect(data).toEqual({
    createChannel: {
      __typename: 'ChannelPayload',
      outcome: 'CREATED',
      channel: {
        code: 'Shop',
        label: 'Laden',
        labels: [
          { locale: 'de_DE', text: 'Laden' },
          { locale: 'en_US', text: 'Shop' },
        ],
        locales: [
          { code: 'de_DE', enabled: true, version: 2 },
          { code: 'en_US', enabled: true, version: 1 },
        ],
        currencies: [{ code: 'EUR', enabled: true }],
        categoryRoot: { code: 'Master', level: 0 },
        conversionUnits: [
          { attribute: 'length', unit: 'CENTIMETER' },
          { attribute: 'weight', unit: 'GRAM' },
        ],
        publishGuard: 'COMPLETE',
        active: true,
        version: 1,
      },
    },
  });
  const { rows } = await catalogue.database.owner.query(
    'SELECT resource, verb, ref, version, changes FROM ledger.event ORDER BY sequence DESC LIMIT 3',
  );
  const enabling = { path: 'enabled', channel: null, locale: null, old: false, new: true };
  expect(rows.reverse()).toEqual([
    { resource: 'channel', verb: 'created', ref: 'Shop', version: 1, changes: [] },
    { resource: 'locale', verb: 'updated', ref: 'de_DE', version: 2, changes: [enabling] },
    { resource: 'currency', verb: 'updated', ref: 'EUR', version: 2, changes: [enabling] },
  ]);
});

test('asks for at least one locale and one currency', async () => {
  const { data } = await catalogue.execute(CREATE, { input: { code: 'empty' } });
  expect(data?.createChannel).toEqual({
    __typename: 'ValidationFailed',
    errors: [
      { code: 'required', path: ['locales'], message: 'A channel has at least one locale.', suggestions: [] },
      {
        code: 'required',
        path: ['currencies'],
        message: 'A channel has at least one currency.',
        suggestions: [],
      },
    ],
  });
});

test('refuses locales and currencies that are missing or named twice', async () => {
  expect(
    await problemsOf({ locales: ['en_US', 'de_DD', 'EN_us'], currencies: ['USD', 'EUX', 'usd'] }),
  ).toEqual([
    {
      code: 'reference-not-found',
      path: ['locales', '1'],
      message: "There is no locale 'de_DD'. Did you mean 'de_DE'?",
      suggestions: ['de_DE'],
    },
    {
      code: 'duplicate-item',
      path: ['locales', '2'],
      message: "The locale 'en_US' is named twice.",
      suggestions: [],
    },
    {
      code: 'reference-not-found',
      path: ['currencies', '1'],
      message: "There is no currency 'EUX'. Did you mean 'EUR'?",
      suggestions: ['EUR'],
    },
    {
      code: 'duplicate-item',
      path: ['currencies', '2'],
      message: "The currency 'USD' is named twice.",
      suggestions: [],
    },
  ]);
});

test('takes a root for its tree and nothing below one', async () => {
  expect(await problemsOf({ categoryRoot: 'Shoes' })).toEqual([
    {
      code: 'value-not-allowed',
      path: ['categoryRoot'],
      message: "The category 'shoes' is not a root. Its parent is 'Master'.",
      suggestions: [],
    },
  ]);
  expect(await problemsOf({ categoryRoot: 'mater' })).toEqual([
    {
      code: 'reference-not-found',
      path: ['categoryRoot'],
      message: "There is no category 'mater'. Did you mean 'Master'?",
      suggestions: ['Master'],
    },
  ]);
});

test('converts amounts of measurement attributes into units of their family only', async () => {
  const conversionUnits = [
    { attribute: 'weigth', unit: 'GRAM' },
    { attribute: 'name', unit: 'GRAM' },
    { attribute: 'length', unit: 'KILOMETRE' },
  ];
  expect(await problemsOf({ conversionUnits })).toEqual([
    {
      code: 'attribute-not-found',
      path: ['conversionUnits', 'weigth'],
      message: "There is no attribute 'weigth'. Did you mean 'length' or 'weight'?",
      suggestions: ['length', 'weight'],
    },
    {
      code: 'value-not-allowed',
      path: ['conversionUnits', 'name'],
      message: "The attribute 'name' holds no measurements.",
      suggestions: [],
    },
    {
      code: 'unit-not-in-family',
      path: ['conversionUnits', 'length'],
      message: "The family of 'length' has no unit 'KILOMETRE'. Did you mean 'KILOMETER'?",
      suggestions: ['KILOMETER'],
    },
  ]);
});

const UPDATE = `mutation ($input: UpdateChannelInput!, $dryRun: Boolean! = false) {
  updateChannel(code: "SHOP", input: $input, dryRun: $dryRun) {
    ... on ChannelPayload { outcome channel { id conversionUnits { attribute unit } locales { code enabled } version } }
  }
}`;
const update = async (input: object, dryRun = false) =>
  (await catalogue.execute(UPDATE, { input, dryRun })).data?.updateChannel;

test('merges conversion units by attribute and knows an unchanged write', async () => {
  expect(await update({ conversionUnits: [{ attribute: 'Length', unit: null }] })).toMatchObject({
    outcome: 'UPDATED',
    channel: { conversionUnits: [{ attribute: 'weight', unit: 'GRAM' }], version: 2 },
  });
  expect(
    await update({ conversionUnits: [{ attribute: 'Weight', unit: 'Gram' }], locales: ['de_de', 'EN_US'] }),
  ).toMatchObject({
    outcome: 'UNCHANGED',
    channel: { version: 2 },
  });
});

test('shows in a dry run what would be enabled and leaves it disabled', async () => {
  const dry = await update({ locales: ['de_DE', 'en_US', 'fr_FR'] }, true);
  expect(dry).toMatchObject({
    outcome: 'UPDATED',
    channel: {
      locales: [
        { code: 'de_DE', enabled: true },
        { code: 'en_US', enabled: true },
        { code: 'fr_FR', enabled: true },
      ],
      version: 3,
    },
  });
  expect(JSON.stringify(dry)).toContain('"id":"dry_chn_');
  const { data } = await catalogue.execute(
    '{ locale(code: "fr_FR") { enabled version } channel(code: "shop") { version } }',
  );
  expect(data).toEqual({ locale: { enabled: false, version: 1 }, channel: { version: 2 } });
});

test('keeps the locales of a channel enabled', async () => {
  const { data } = await catalogue.execute(`mutation {
    used: updateLocale(code: "de_DE", input: { enabled: false }) { ... on Conflict { code detail usedBy { type code } } }
    deleted: deleteLocale(code: "de_DE") { ... on Conflict { usedBy { type code } } }
  }`);
  expect(data).toEqual({
    used: {
      code: 'resource-in-use',
      detail: "The locale 'de_DE' cannot be disabled: it is used by channel 'Shop'.",
      usedBy: [{ type: 'Channel', code: 'Shop' }],
    },
    deleted: { usedBy: [{ type: 'Channel', code: 'Shop' }] },
  });
});

test('refuses to delete a channel that sets, products or the organization name', async () => {
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'plain', attributes: [{ code: 'name' }], requiredAttributes: { Shop: ['name'] } },
  ]);
  await catalogue.execute(CREATE, { input: { code: 'print', locales: ['en_US'], currencies: ['USD'] } });
  const name = { attribute: 'name', locale: null, value: 'Boot', path: ['values', 'name'] };
  await catalogue.runner.write(catalogue.owner, createProduct, {
    sku: 'BOOT',
    attributeSet: 'plain',
    channels: { set: ['Shop'] },
    values: [{ ...name, channel: 'print' }],
  });
  await catalogue.execute(
    'mutation { updateOrganization(input: { defaultChannel: "print" }) { __typename } }',
  );
  const { data } = await catalogue.execute(`mutation {
    shop: deleteChannel(code: "shop") { ... on Conflict { usedBy { type code } } }
    print: deleteChannel(code: "print") { ... on Conflict { usedBy { type code } } }
  }`);
  expect(data).toEqual({
    shop: {
      usedBy: [
        { type: 'AttributeSet', code: 'plain' },
        { type: 'Product', code: 'BOOT' },
      ],
    },
    print: {
      usedBy: [
        { type: 'Organization', code: 'Test' },
        { type: 'Product', code: 'BOOT' },
      ],
    },
  });
  await catalogue.execute(CREATE, { input: { code: 'spare', locales: ['en_US'], currencies: ['USD'] } });
  const gone = await catalogue.execute(
    'mutation { deleteChannel(code: "SPARE") { ... on DeletePayload { code } } }',
  );
  expect(gone.data).toEqual({ deleteChannel: { code: 'spare' } });
});

test('shows the tree of a channel to those only who may read products', async () => {
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['settings:read']);
  const ask = (field: string) =>
    catalogue.execute(`{ channel(code: "shop") { categoryRoot { ${field} } } }`, {}, reader);
  expect((await ask('code label')).data).toEqual({
    channel: { categoryRoot: { code: 'Master', label: '[Master]' } },
  });
  expect((await ask('productsCount')).errors?.map(({ message }) => message)).toEqual([
    'Category.productsCount needs the scope products:read.',
  ]);
});

test('lists channels with everything they refer to in a constant number of statements', async () => {
  catalogue.takeStatements();
  const { data } = await catalogue.execute(
    '{ channels(active: true) { nodes { code locales { code } currencies { code } categoryRoot { code } } } }',
  );
  expect(data).toEqual({
    channels: {
      nodes: [
        {
          code: 'print',
          locales: [{ code: 'en_US' }],
          currencies: [{ code: 'USD' }],
          categoryRoot: null,
        },
        {
          code: 'Shop',
          locales: [{ code: 'de_DE' }, { code: 'en_US' }],
          currencies: [{ code: 'EUR' }],
          categoryRoot: { code: 'Master' },
        },
      ].sort((a, b) => (a.code < b.code ? -1 : 1)),
    },
  });
  expect(catalogue.takeStatements()).toEqual([
    'channel.list',
    'SELECT channel',
    'SELECT locale',
    'SELECT currency',
    'SELECT category',
  ]);
});

test('writes a batch in as many statements as one channel', async () => {
  const statementsOf = async (...codes: string[]) => {
    const items = codes.map((code) => ({ code, locales: ['en_US'], currencies: ['USD'] }));
    catalogue.takeStatements();
    await catalogue.execute(
      'mutation ($items: [CreateChannelInput!]!) { upsertChannels(items: $items) { __typename } }',
      { items },
    );
    return catalogue.takeStatements();
  };
  const one = await statementsOf('one');
  expect(one.slice(0, 12)).toEqual([
    'BEGIN',
    'structure.lock',
    'channel.load',
    'locale.load',
    'currency.load',
    'channel.insert',
    'structure.bump',
    'structure.lock',
    'locale.load',
    'locale.load_all',
    'structure.lock',
    'currency.load',
  ]);
  expect(await statementsOf('two', 'three', 'four')).toEqual(one);
});
