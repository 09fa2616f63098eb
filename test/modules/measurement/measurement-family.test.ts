// Risk: a changed unit silently changes what stored measurements mean, or takes away the unit they are given in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { BUILT_IN_FAMILIES, seedMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { createProduct } from '../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const CREATE = `mutation ($input: CreateMeasurementFamilyInput!) { createMeasurementFamily(input: $input) {
  ... on MeasurementFamilyPayload { outcome measurementFamily {
    code label(locale: "de_DE") standardUnit units { code label labels { locale text } symbol factor offset } version } }
  ... on ValidationFailed { errors { code path message } }
} }`;
const UPDATE = `mutation ($code: String! = "torque", $input: UpdateMeasurementFamilyInput!, $dryRun: Boolean! = false) {
  updateMeasurementFamily(code: $code, input: $input, dryRun: $dryRun) {
    ... on MeasurementFamilyPayload { outcome measurementFamily { standardUnit units { code factor } version } }
    ... on ValidationFailed { code errors { code path } }
    ... on Conflict { code status detail errors { code path value suggestions } usedBy { type code } }
  }
}`;
const update = async (input: object, dryRun = false) =>
  (await catalogue.execute(UPDATE, { input, dryRun })).data?.updateMeasurementFamily;

const NEWTON_METER = { code: 'NEWTON_METER', symbol: 'Nm', factor: '1' };
const FOOT_POUND = { code: 'FOOT_POUND', symbol: 'ft·lbf', factor: '1.3558179483314004' };
const KILO = { code: 'KILONEWTON_METER', symbol: 'kNm', factor: '1000' };

test('creates a family with exact factors, in canonical form', async () => {
  const { data } = await catalogue.execute(CREATE, {
    input: {
      code: 'torque',
      labels: [{ locale: 'de_DE', text: 'Drehmoment' }],
      standardUnit: 'newton_meter',
      units: [
        { ...NEWTON_METER, factor: '1.00', labels: [{ locale: 'en_US', text: 'newton meter' }] },
        { code: 'TINY', factor: '0.0000000000000000000000000000000000000001', offset: '-0.50' },
        FOOT_POUND,
      ],
    },
  });
  const plain = { labels: [], offset: '0' };
  expect(data).toEqual({
    createMeasurementFamily: {
      outcome: 'CREATED',
      measurementFamily: {
        code: 'torque',
        label: 'Drehmoment',
        standardUnit: 'NEWTON_METER',
        units: [
          {
            ...NEWTON_METER,
            label: 'newton meter',
            labels: [{ locale: 'en_US', text: 'newton meter' }],
            offset: '0',
          },
          {
            ...plain,
            code: 'TINY',
            label: '[TINY]',
            symbol: '',
            factor: '0.0000000000000000000000000000000000000001',
            offset: '-0.5',
          },
          { ...plain, ...FOOT_POUND, label: '[FOOT_POUND]' },
        ],
        version: 1,
      },
    },
  });
});

test('refuses a family without its standard unit, with a unit named twice or a factor of nothing', async () => {
  const create = async (input: object) => {
    const { data } = await catalogue.execute(CREATE, { input: { code: 'force', ...input } });
    const refused = data?.createMeasurementFamily as { errors: { code: string; path: string[] }[] };
    return refused.errors.map(({ code, path }) => `${code} ${path.join('/')}`);
  };
  expect(await create({ standardUnit: 'NEWTON', units: [{ code: 'DYNE', factor: '0.00001' }] })).toEqual([
    'unit-not-in-family standardUnit',
  ]);
  expect(
    await create({
      standardUnit: 'NEWTON',
      units: [
        { code: 'NEWTON', factor: '1' },
        { code: 'newton', factor: '0' },
        { code: 'a unit', factor: '-1', labels: [{ locale: 'english', text: 'x' }] },
      ],
    }),
  ).toEqual([
    'duplicate-item units/1/code',
    'invalid-format units/1/factor',
    'invalid-code units/2/code',
    'invalid-format units/2/factor',
    'invalid-format units/2/labels/english',
  ]);
  expect(await create({ standardUnit: 'NEWTON', units: [{ code: 'NEWTON', factor: '2' }] })).toEqual([
    'value-not-allowed standardUnit',
  ]);
});

test('changes anything of a family that nothing measures in, and knows an unchanged write', async () => {
  const units = [{ ...NEWTON_METER, factor: '0.001' }, FOOT_POUND, { ...KILO, factor: '1' }];
  expect(await update({ standardUnit: 'KILONEWTON_METER', units }, true)).toMatchObject({
    outcome: 'UPDATED',
    measurementFamily: { standardUnit: 'KILONEWTON_METER', version: 2 },
  });
  expect(await update({ units: [NEWTON_METER, FOOT_POUND, KILO] })).toMatchObject({
    outcome: 'UPDATED',
    measurementFamily: { standardUnit: 'NEWTON_METER', version: 2 },
  });
  const same = [{ ...NEWTON_METER, code: 'Newton_Meter', factor: '1.0' }, FOOT_POUND, KILO];
  expect(await update({ units: same })).toMatchObject({
    outcome: 'UNCHANGED',
    measurementFamily: { version: 2 },
  });
});

test('keeps the meaning of a family that attributes measure in', async () => {
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'tightening', type: 'measurement', measurementFamily: 'torque', defaultUnit: 'NEWTON_METER' },
  ]);
  const units = [
    { ...NEWTON_METER, factor: '0.001' },
    { ...FOOT_POUND, offset: '1' },
    { ...KILO, factor: '1' },
  ];
  expect(await update({ standardUnit: 'KILONEWTON_METER', units })).toEqual({
    code: 'immutable-property',
    status: 409,
    detail: [
      "The standard unit 'NEWTON_METER' cannot be changed once attributes measure in 'torque': tightening.",
      "The factor of 'NEWTON_METER' cannot be changed once attributes measure in 'torque': tightening.",
      "The offset of 'FOOT_POUND' cannot be changed once attributes measure in 'torque': tightening.",
      "The factor of 'KILONEWTON_METER' cannot be changed once attributes measure in 'torque': tightening.",
    ].join(' '),
    errors: [
      {
        code: 'immutable-property',
        path: ['standardUnit'],
        value: 'KILONEWTON_METER',
        suggestions: ['NEWTON_METER'],
      },
      { code: 'immutable-property', path: ['units', '0', 'factor'], value: '0.001', suggestions: ['1'] },
      { code: 'immutable-property', path: ['units', '1', 'offset'], value: '1', suggestions: ['0'] },
      { code: 'immutable-property', path: ['units', '2', 'factor'], value: '1', suggestions: ['1000'] },
    ],
    usedBy: [],
  });
  const renamed = [{ ...NEWTON_METER, symbol: 'N m' }, FOOT_POUND, KILO];
  expect(await update({ units: renamed })).toMatchObject({
    outcome: 'UPDATED',
    measurementFamily: { version: 3 },
  });
});

test('lets a unit go only when no attribute, channel or product names it', async () => {
  await seedConfiguration(catalogue, upsertLocales, [{ code: 'en_US' }]);
  await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'EUR' }]);
  await seedConfiguration(catalogue, upsertChannels, [
    { code: 'us', locales: ['en_US'], currencies: ['EUR'], conversionUnits: { tightening: 'FOOT_POUND' } },
  ]);
  await catalogue.runner.write(catalogue.owner, createProduct, {
    sku: 'WRENCH',
    values: [
      {
        attribute: 'tightening',
        channel: null,
        locale: null,
        value: { amount: '2', unit: 'KILONEWTON_METER' },
        path: ['values', 'tightening'],
      },
    ],
  });
  expect(await update({ units: [NEWTON_METER, KILO] })).toMatchObject({
    code: 'resource-in-use',
    detail: "The unit 'FOOT_POUND' of 'torque' cannot be removed: it is used by channel 'us'.",
    usedBy: [{ type: 'Channel', code: 'us' }],
  });
  expect(await update({ units: [NEWTON_METER, FOOT_POUND] })).toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ type: 'Product', code: 'WRENCH' }],
  });
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'tightening', defaultUnit: 'FOOT_POUND' }]);
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'us', conversionUnits: { TIGHTENING: null } }]);
  expect(await update({ units: [NEWTON_METER, KILO] })).toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ type: 'Attribute', code: 'tightening' }],
  });
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'tightening', defaultUnit: 'NEWTON_METER' }]);
  expect(await update({ units: [NEWTON_METER, KILO] })).toMatchObject({
    outcome: 'UPDATED',
    measurementFamily: { units: [{ code: 'NEWTON_METER' }, { code: 'KILONEWTON_METER' }], version: 4 },
  });
});

test('refuses to delete a family that an attribute measures in', async () => {
  const { data } = await catalogue.execute(`mutation {
    deleteMeasurementFamily(code: "TORQUE") { ... on Conflict { code usedBy { type code } } }
  }`);
  expect(data).toEqual({
    deleteMeasurementFamily: {
      code: 'resource-in-use',
      usedBy: [{ type: 'Attribute', code: 'tightening' }],
    },
  });
});

test('refuses a factor that is no decimal before anything runs', async () => {
  const { errors } = await catalogue.execute(CREATE, {
    input: { code: 'force', standardUnit: 'NEWTON', units: [{ code: 'NEWTON', factor: '1e3' }] },
  });
  expect(errors?.[0]?.message).toContain('Factor must be a decimal like "0.45359237".');
});

test('writes a batch in a constant number of statements', async () => {
  const items = ['m1', 'm2', 'm3'].map((code) => ({
    code,
    standardUnit: 'ONE',
    units: [{ code: 'ONE', factor: '1' }],
  }));
  catalogue.takeStatements();
  await catalogue.execute(
    'mutation ($items: [CreateMeasurementFamilyInput!]!) { upsertMeasurementFamilies(items: $items) { __typename } }',
    { items },
  );
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'measurement_family.load',
    'measurement_family.insert',
    'structure.bump',
    'ledger.append',
    'COMMIT',
  ]);
});

test('gives a new organization the built-in families, whole', async () => {
  const session = await catalogue.addOrganization('Seeded');
  const { organizationId } = session;
  await seedMeasurementFamilies(
    pgTransaction(catalogue.database.of(organizationId).pool),
    organizationId,
    new Date(),
  );
  const reader = sessionOf(organizationId, 'owner', ['attributes:read']);
  const { data } = await catalogue.execute(
    `{ measurementFamilies(first: 100) { nodes { code standardUnit version labels { locale text }
       units { code symbol factor offset labels { locale text } } } } }`,
    {},
    reader,
  );
  const listed = (labels: object) =>
    Object.entries(labels)
      .map(([locale, text]) => ({ locale, text }))
      .sort((a, b) => (a.locale < b.locale ? -1 : 1));
  const expected = [...BUILT_IN_FAMILIES]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, standardUnit, labels, units }) => ({
      code,
      standardUnit,
      version: 1,
      labels: listed(labels),
      units: units.map((unit) => ({ ...unit, labels: listed(unit.labels) })),
    }));
  expect(data).toEqual({ measurementFamilies: { nodes: expected } });
});
