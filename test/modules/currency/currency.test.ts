// Risk: a currency that prices are given in gets disabled or deleted, or a new organization lacks one of the world's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { seedCurrencies, upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { createProduct } from '../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertLocales, [{ code: 'en_US', enabled: true }]);
  await seedConfiguration(catalogue, upsertCurrencies, [
    { code: 'EUR', enabled: true },
    { code: 'CHF', enabled: true },
    { code: 'DEM', enabled: true },
  ]);
  await seedConfiguration(catalogue, upsertChannels, [
    { code: 'web', locales: ['en_US'], currencies: ['EUR'] },
  ]);
});
afterAll(() => catalogue.close());

test('creates a currency, finds it in either case and answers its name', async () => {
  const created = await catalogue.execute(`mutation {
    createCurrency(input: { code: "SEK" }) { ... on CurrencyPayload { outcome currency { code label enabled version } } }
  }`);
  expect(created.data?.createCurrency).toEqual({
    outcome: 'CREATED',
    currency: { code: 'SEK', label: 'Swedish Krona', enabled: false, version: 1 },
  });
  const read = await catalogue.execute(`{
    currency(code: "sek") { code }
    missing: currency(code: "XYZ") { code }
    currencies(enabled: true, first: 2) { totalCount nodes { code } pageInfo { hasNextPage } }
  }`);
  expect(read.data).toEqual({
    currency: { code: 'SEK' },
    missing: null,
    currencies: { totalCount: 3, nodes: [{ code: 'CHF' }, { code: 'DEM' }], pageInfo: { hasNextPage: true } },
  });
});

test('refuses a code that is not three capital letters and one that is taken in another case', async () => {
  const result = await catalogue.execute(`mutation {
    long: createCurrency(input: { code: "EURO" }) { ... on ValidationFailed { errors { code path message } } }
    lower: createCurrency(input: { code: "nok" }) { ... on ValidationFailed { errors { code path } } }
    taken: createCurrency(input: { code: "eur" }) { ... on Conflict { code detail } }
  }`);
  expect(result.data).toEqual({
    long: {
      errors: [
        {
          code: 'invalid-code',
          path: ['code'],
          message: "'EURO' is not a valid code. Use the three capital letters of ISO 4217: 'EUR'.",
        },
      ],
    },
    lower: { errors: [{ code: 'invalid-code', path: ['code'] }] },
    taken: { code: 'duplicate-code', detail: "There is already a currency 'EUR'." },
  });
});

test('keeps a currency enabled as long as a channel has it, and lets go of others', async () => {
  const result = await catalogue.execute(`mutation {
    used: updateCurrency(code: "eur", input: { enabled: false }) { ... on Conflict { code detail usedBy { type code } } }
    free: updateCurrency(code: "CHF", input: { enabled: false }) { ... on CurrencyPayload { outcome currency { enabled version } } }
    same: updateCurrency(code: "CHF", input: { enabled: false }) { ... on CurrencyPayload { outcome currency { version } } }
  }`);
  expect(result.data).toEqual({
    used: {
      code: 'resource-in-use',
      detail: "The currency 'EUR' cannot be disabled: it is used by channel 'web'.",
      usedBy: [{ type: 'Channel', code: 'web' }],
    },
    free: { outcome: 'UPDATED', currency: { enabled: false, version: 2 } },
    same: { outcome: 'UNCHANGED', currency: { version: 2 } },
  });
  const { data } = await catalogue.execute('{ currency(code: "EUR") { enabled version } }');
  expect(data).toEqual({ currency: { enabled: true, version: 1 } });
});

test('refuses to delete a currency that an attribute requires or a price is given in', async () => {
  await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'CHF', enabled: true }]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'price', type: 'price', validation: { requiredCurrencies: ['CHF'] } },
  ]);
  await catalogue.runner.write(catalogue.owner, createProduct, {
    sku: 'OLD-RADIO',
    values: [
      {
        attribute: 'price',
        channel: null,
        locale: null,
        value: [{ amount: '99.00', currency: 'DEM' }],
        path: ['values', 'price'],
      },
    ],
  });
  const result = await catalogue.execute(`mutation {
    required: deleteCurrency(code: "CHF") { ... on Conflict { usedBy { type code } } }
    priced: deleteCurrency(code: "DEM") { ... on Conflict { usedBy { type code } } }
    channel: deleteCurrency(code: "EUR") { ... on Conflict { usedBy { type code } } }
    free: deleteCurrency(code: "SEK") { ... on DeletePayload { code } }
  }`);
  expect(result.data).toEqual({
    required: { usedBy: [{ type: 'Attribute', code: 'price' }] },
    priced: { usedBy: [{ type: 'Product', code: 'OLD-RADIO' }] },
    channel: { usedBy: [{ type: 'Channel', code: 'web' }] },
    free: { code: 'SEK' },
  });
});

test('lets a token read currencies by settings:read only', async () => {
  const { organizationId } = catalogue.owner;
  const query = '{ currency(code: "EUR") { code } }';
  const stranger = await catalogue.execute(
    query,
    {},
    sessionOf(organizationId, 'owner', ['attributes:read']),
  );
  expect(stranger.errors?.map(({ message }) => message)).toEqual([
    'Query.currency needs the scope settings:read.',
  ]);
  const reader = await catalogue.execute(query, {}, sessionOf(organizationId, 'owner', ['settings:read']));
  expect(reader).toEqual({ data: { currency: { code: 'EUR' } } });
});

test('writes a batch in a constant number of statements, one more when something is disabled', async () => {
  const batch = async (codes: readonly string[], enabled: boolean) => {
    catalogue.takeStatements();
    await catalogue.execute(
      'mutation ($items: [CreateCurrencyInput!]!) { upsertCurrencies(items: $items) { __typename } }',
      { items: codes.map((code) => ({ code, enabled })) },
    );
    return catalogue.takeStatements();
  };
  // Prices are found by columns per currency: what follows reads the configuration, whatever the size of the batch.
  const own = (statements: readonly string[]) =>
    statements.filter((name) => /^(BEGIN|COMMIT|(enabled_)?currency\.(?!load_all)|ledger\.)/.test(name));
  const few = await batch(['NOK', 'DKK', 'ISK'], true);
  expect(own(few)).toEqual(['BEGIN', 'currency.load', 'currency.insert', 'ledger.append', 'COMMIT']);
  expect(await batch(['SEK', 'PLN', 'CZK', 'HUF', 'RON', 'BGN', 'UAH', 'ALL', 'MKD'], true)).toEqual(few);
  expect(own(await batch(['NOK', 'DKK', 'ISK'], false))).toEqual([
    ...['BEGIN', 'currency.load', 'enabled_currency.usage', 'currency.update', 'ledger.append', 'COMMIT'],
  ]);
});

test('gives a new organization all currencies of ISO 4217, historic ones included, in one statement', async () => {
  const session = await catalogue.addOrganization('Seeded');
  const { pool } = catalogue.database.of(session.organizationId);
  await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'USD', enabled: true }], session);
  catalogue.takeStatements();
  await seedCurrencies(pgTransaction(pool), session.organizationId, new Date());
  expect(catalogue.takeStatements().filter((name) => name !== 'SELECT')).toEqual(['currency.seed']);
  const { data } = await catalogue.execute(
    `{ currencies(enabled: true) { nodes { code } } all: currencies { totalCount }
       mark: currency(code: "DEM") { label enabled version } none: currency(code: "XAD") { label } }`,
    {},
    session,
  );
  expect(data).toEqual({
    currencies: { nodes: [{ code: 'USD' }] },
    all: { totalCount: 308 },
    mark: { label: 'German Mark', enabled: false, version: 1 },
    none: { label: '[XAD]' },
  });
});
