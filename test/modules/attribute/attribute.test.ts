// Risk: an attribute changes its meaning below stored values, points to nothing, or vanishes while something needs it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributeStore, toAttributeDefinition } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { seedMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  await seedMeasurementFamilies(transaction, organizationId, new Date());
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'Technical' }]);
});
afterAll(() => catalogue.close());

/** Statements that read the whole structure. */
const STRUCTURE = [
  'structure.revision',
  'attribute.load_all',
  'association_type.load_all',
  'attribute_group.load_all',
  'attribute_set.load_all',
  'entity_type.load_all',
  'structure.completeness_revisions',
  'channel.load_all',
  'locale.load_all',
  'currency.load_all',
  'measurement_family.load_all',
  'structure.defaults',
];

const UPSERT = `mutation ($items: [CreateAttributeInput!]!) {
  upsertAttributes(items: $items) {
    ... on UpsertPayload { results { code outcome problem { code detail errors { code path message suggestions } } } }
  }
}`;

interface Results {
  readonly upsertAttributes: {
    readonly results: readonly {
      readonly code: string;
      readonly outcome: string;
      readonly problem: { readonly errors: readonly object[] } | null;
    }[];
  };
}

const upsert = async (items: readonly object[]) => {
  const { data, errors } = await catalogue.execute(UPSERT, { items });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return (data as unknown as Results).upsertAttributes.results;
};

/** What is wrong with one new attribute. */
const problemsOf = async (item: object) =>
  (await upsert([{ code: 'tried', ...item }])).flatMap(({ problem }) => problem?.errors ?? []);

test('creates attributes of every kind with references and units in their stored case', async () => {
  const result = await catalogue.execute(`mutation {
    material: createAttribute(input: {
      code: "Material", type: SELECT, optionSet: "COLORS", group: "technical", sortOrder: 4, defaultValue: "RED",
      labels: [{ locale: "en_US", text: "Material" }], guidelines: [{ locale: "en_US", text: "Say what it is made of." }]
    }) { ... on AttributePayload { outcome attribute {
      code type label(locale: "de_DE") guideline(locale: "de_DE") guidelines { locale text } sortOrder version
      group { code } optionSet { code } defaultValue localizable scopable unique readOnly filterable searchable
      availableLocales measurementFamily { code } defaultUnit validation { maxLength } attributeSets { code }
    } } }
    length: createAttribute(input: {
      code: "length", type: MEASUREMENT, measurementFamily: "LENGTH", validation: { min: 0.5, units: ["meter", "CENTIMETER"] }
      defaultValue: { amount: 1.50, unit: "meter" }
    }) { ... on AttributePayload { attribute { measurementFamily { code } defaultUnit validation { min max units } defaultValue } } }
    slogan: createAttribute(input: {
      code: "slogan", type: TEXT, localizable: true, availableLocales: ["DE_de"], validation: { maxLength: 40, format: SLUG }
    }) { ... on AttributePayload { attribute { availableLocales validation { maxLength format pattern } } } }
    gtin: createAttribute(input: { code: "gtin", type: IDENTIFIER, validation: { format: GTIN } }) {
      ... on AttributePayload { attribute { unique validation { format } } }
    }
  }`);
  expect(result).toEqual({
    data: {
      material: {
        outcome: 'CREATED',
        attribute: {
          code: 'Material',
          type: 'SELECT',
          label: 'Material',
          guideline: 'Say what it is made of.',
          guidelines: [{ locale: 'en_US', text: 'Say what it is made of.' }],
          sortOrder: 4,
          version: 1,
          group: { code: 'Technical' },
          optionSet: { code: 'colors' },
          defaultValue: 'red',
          localizable: false,
          scopable: false,
          unique: false,
          readOnly: false,
          filterable: true,
          searchable: false,
          availableLocales: null,
          measurementFamily: null,
          defaultUnit: null,
          validation: { maxLength: null },
          attributeSets: [],
        },
      },
      length: {
        attribute: {
          measurementFamily: { code: 'length' },
          defaultUnit: 'METER',
          validation: { min: '0.5', max: null, units: ['METER', 'CENTIMETER'] },
          defaultValue: { amount: '1.5', unit: 'METER' },
        },
      },
      slogan: {
        attribute: {
          availableLocales: ['de_DE'],
          validation: { maxLength: 40, format: 'SLUG', pattern: null },
        },
      },
      gtin: { attribute: { unique: true, validation: { format: 'GTIN' } } },
    },
  });
});

test('changes only the named rules, shows them in wire words in the event, and leaves what is the same alone', async () => {
  const update = `mutation ($input: UpdateAttributeInput!, $dryRun: Boolean! = false) {
    updateAttribute(code: "SLOGAN", input: $input, dryRun: $dryRun) {
      ... on AttributePayload { outcome attribute { version validation { maxLength minLength format } } }
    }
  }`;
  const run = async (input: object, dryRun = false) =>
    (await catalogue.execute(update, { input, dryRun })).data?.updateAttribute;
  expect(await run({ type: 'TEXT', validation: { maxLength: 40 }, availableLocales: ['de_de'] })).toEqual({
    outcome: 'UNCHANGED',
    attribute: { version: 1, validation: { maxLength: 40, minLength: null, format: 'SLUG' } },
  });
  const changed = { validation: { minLength: 3, format: null } };
  const expected = {
    outcome: 'UPDATED',
    attribute: { version: 2, validation: { maxLength: 40, minLength: 3, format: null } },
  };
  expect(await run(changed, true)).toEqual(expected);
  expect(await run(changed)).toEqual(expected);
  const { rows } = await catalogue.database.owner.query(
    `SELECT ref, verb, version, changes FROM ledger.event WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [catalogue.owner.organizationId],
  );
  expect(rows).toEqual([
    {
      ref: 'slogan',
      verb: 'updated',
      version: 2,
      changes: [
        {
          path: 'validation',
          channel: null,
          locale: null,
          old: { max_length: 40, format: 'slug' },
          new: { max_length: 40, min_length: 3 },
        },
      ],
    },
  ]);
});

test('refuses references that lead nowhere, with what they may have meant', async () => {
  expect(await problemsOf({ type: 'SELECT', optionSet: 'colours', group: 'technicl' })).toEqual([
    {
      code: 'reference-not-found',
      path: ['group'],
      message: "There is no attribute group 'technicl'. Did you mean 'Technical'?",
      suggestions: ['Technical'],
    },
    {
      code: 'reference-not-found',
      path: ['optionSet'],
      message: "There is no option set 'colours'. Did you mean 'colors'?",
      suggestions: ['colors'],
    },
  ]);
  expect(await problemsOf({ type: 'MEASUREMENT', measurementFamily: 'lenght' })).toMatchObject([
    { code: 'reference-not-found', path: ['measurementFamily'], suggestions: ['length', 'weight'] },
  ]);
  expect(
    await problemsOf({ type: 'TEXT', localizable: true, availableLocales: ['de_DE', 'de_CH', 'DE_de'] }),
  ).toMatchObject([
    { code: 'reference-not-found', path: ['availableLocales', '1'], suggestions: ['de_DE'] },
    { code: 'duplicate-item', path: ['availableLocales', '2'] },
  ]);
  expect(await problemsOf({ type: 'SELECT', optionSet: 'colors', defaultValue: 'rd' })).toMatchObject([
    { code: 'option-not-found', path: ['defaultValue'], suggestions: ['red'] },
  ]);
  expect(await problemsOf({ type: 'PRICE', validation: { requiredCurrencies: ['GBP'] } })).toMatchObject([
    { code: 'currency-not-enabled', path: ['validation', 'requiredCurrencies', '0'] },
  ]);
});

test('refuses what a type needs and does not get, or gets and does not know', async () => {
  expect(await problemsOf({ type: 'SELECT' })).toMatchObject([{ code: 'required', path: ['optionSet'] }]);
  expect(await problemsOf({ type: 'MEASUREMENT' })).toMatchObject([
    { code: 'required', path: ['measurementFamily'] },
  ]);
  expect(await problemsOf({ type: 'TEXT', optionSet: 'colors' })).toMatchObject([
    { code: 'value-not-allowed', path: ['optionSet'] },
  ]);
  expect(
    await problemsOf({ type: 'NUMBER', defaultUnit: 'METER', validation: { maxLength: 3 } }),
  ).toMatchObject([
    { code: 'value-not-allowed', path: ['defaultUnit'] },
    { code: 'value-not-allowed', path: ['validation', 'maxLength'] },
  ]);
  expect(await problemsOf({ type: 'TEXT', availableLocales: ['de_DE'] })).toMatchObject([
    { code: 'value-not-allowed', path: ['availableLocales'] },
  ]);
  expect(
    await problemsOf({ type: 'MEASUREMENT', measurementFamily: 'Length', defaultUnit: 'KILOGRAM' }),
  ).toMatchObject([{ code: 'unit-not-in-family', path: ['defaultUnit'] }]);
});

test('refuses reserved codes, missing types and types that are still to come', async () => {
  const results = await upsert([
    { code: 'Status', type: 'TEXT' },
    { code: 'typeless' },
    { code: 'specification', type: 'TABLE' },
  ]);
  expect(results.map(({ problem }) => problem?.errors)).toEqual([
    [
      {
        code: 'reserved-code',
        path: ['code'],
        message: "'Status' is the name of a product property; choose another code.",
        suggestions: [],
      },
    ],
    [{ code: 'required', path: ['type'], message: 'A new attribute needs a type.', suggestions: [] }],
    [
      {
        code: 'value-not-allowed',
        path: ['type'],
        message: "The type 'table' is not available yet.",
        suggestions: [],
      },
    ],
  ]);
});

test('keeps the type for ever, and what values mean once products have some', async () => {
  const before = await catalogue.execute(`mutation {
    type: updateAttribute(code: "brand", input: { type: NUMBER }) {
      ... on Conflict { code detail errors { code path } }
    }
    free: updateAttribute(code: "brand", input: { localizable: true, scopable: true }) {
      ... on AttributePayload { outcome attribute { localizable scopable } }
    }
    back: updateAttribute(code: "brand", input: { localizable: false, scopable: false }) { __typename }
    product: createProduct(input: { sku: "KEPT", values: [
      { attribute: "brand", value: "Acme" }, { attribute: "material", value: "red" }
    ] }) { __typename }
    gone: deleteProduct(ref: "KEPT") { __typename }
  }`);
  expect(before.data).toMatchObject({
    type: {
      code: 'immutable-property',
      detail: "'type' cannot be changed once the attribute is stored.",
      errors: [{ code: 'immutable-property', path: ['type'] }],
    },
    free: { outcome: 'UPDATED', attribute: { localizable: true, scopable: true } },
    product: { __typename: 'ProductPayload' },
  });
  const after = await catalogue.execute(`mutation {
    places: updateAttribute(code: "brand", input: { localizable: true, unique: true }) {
      ... on Conflict { code status detail errors { code path } }
    }
    options: updateAttribute(code: "material", input: { optionSet: "sizes", defaultValue: null }) {
      ... on Conflict { errors { path } }
    }
    same: updateAttribute(code: "material", input: { optionSet: "COLORS", localizable: false }) {
      ... on AttributePayload { outcome }
    }
    rules: updateAttribute(code: "brand", input: { validation: { maxLength: 50 } }) { ... on AttributePayload { outcome } }
  }`);
  expect(after.data).toEqual({
    places: {
      code: 'immutable-property',
      status: 409,
      detail:
        "'localizable' cannot be changed once products or entities have values of the attribute. 'unique' cannot be changed once products or entities have values of the attribute.",
      errors: [
        { code: 'immutable-property', path: ['localizable'] },
        { code: 'immutable-property', path: ['unique'] },
      ],
    },
    options: { errors: [{ path: ['optionSet'] }] },
    same: { outcome: 'UNCHANGED' },
    rules: { outcome: 'UPDATED' },
  });
});

test('keeps attributes that tell variants apart to one value per product', async () => {
  const result = await catalogue.execute(`mutation {
    updateAttribute(code: "size", input: { localizable: true }) { ... on ValidationFailed { errors { code path message } } }
  }`);
  expect(result.data?.updateAttribute).toEqual({
    errors: [
      {
        code: 'value-not-allowed',
        path: ['localizable'],
        message: "'size' tells the variants of the set 'clothing' apart, so it has one value per product.",
      },
    ],
  });
});

test('refuses to delete what sets, channels or products need, and deletes the rest', async () => {
  const result = await catalogue.execute(`mutation {
    channel: updateChannel(code: "web", input: { conversionUnits: [{ attribute: "length", unit: "METER" }] }) { __typename }
    set: deleteAttribute(code: "NAME") { ... on Conflict { code detail usedBy { type code } } }
    values: deleteAttribute(code: "material") { ... on Conflict { usedBy { type code } } }
    length: deleteAttribute(code: "length") { ... on Conflict { usedBy { type code } } }
    gone: deleteAttribute(code: "Slogan") { ... on DeletePayload { code } }
  }`);
  expect(result.data).toEqual({
    channel: { __typename: 'ChannelPayload' },
    set: {
      code: 'resource-in-use',
      detail: "The attribute 'name' is used by attribute set 'accessories', attribute set 'clothing'.",
      usedBy: [
        { type: 'AttributeSet', code: 'accessories' },
        { type: 'AttributeSet', code: 'clothing' },
      ],
    },
    values: { usedBy: [{ type: 'Product', code: 'KEPT' }] },
    length: { usedBy: [{ type: 'Channel', code: 'web' }] },
    gone: { code: 'slogan' },
  });
});

test('names three of the products that hold values and says how many more there are', async () => {
  const items = Array.from({ length: 120 }, (_, index) => ({
    sku: `P${String(index).padStart(3, '0')}`,
    values: [{ attribute: 'material', value: 'red' }],
  }));
  const made = await catalogue.execute(
    'mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items) { ... on UpsertProductsPayload { created } } }',
    { items },
  );
  expect(made.data?.upsertProducts).toEqual({ created: 120 });
  const refused = await catalogue.execute(
    'mutation { deleteAttribute(code: "material") { ... on Conflict { detail usedBy { code } } } }',
  );
  const { detail, usedBy } = (refused.data as { deleteAttribute: { detail: string; usedBy: object[] } })
    .deleteAttribute;
  expect(detail).toBe(
    "The attribute 'Material' is used by product 'KEPT', product 'P000', product 'P001' and 118 more. Deleted ones count as long as they can be restored.",
  );
  expect(usedBy.length).toBe(100);
});

test('lists attributes by code, type, group and option set, with their sets', async () => {
  const result = await catalogue.execute(`{
    selects: attributes(types: [SELECT]) { totalCount nodes { code attributeSets { code } optionSet { code } } }
    technical: attributes(group: "TECHNICAL") { nodes { code } }
    colors: attributes(optionSet: "Colors", first: 1) { totalCount nodes { code } pageInfo { hasNextPage } }
  }`);
  const colors = { code: 'colors' };
  expect(result.data).toEqual({
    selects: {
      totalCount: 3,
      nodes: [
        { code: 'Material', attributeSets: [], optionSet: colors },
        { code: 'color', attributeSets: [{ code: 'accessories' }, { code: 'clothing' }], optionSet: colors },
        { code: 'size', attributeSets: [{ code: 'clothing' }], optionSet: { code: 'sizes' } },
      ],
    },
    technical: { nodes: [{ code: 'Material' }] },
    colors: { totalCount: 2, nodes: [{ code: 'Material' }], pageInfo: { hasNextPage: true } },
  });
});

test('writes a batch with references, defaults and changes in a constant number of statements', async () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    code: `a${index}`,
    ...(index % 2 === 0
      ? { type: 'SELECT', optionSet: 'colors', defaultValue: 'red', group: 'technical' }
      : { type: 'TEXT', localizable: true, availableLocales: ['de_DE'] }),
  }));
  catalogue.takeStatements();
  await upsert(items);
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'attribute.load',
    'attribute_group.load',
    'option_set.load',
    'locale.load',
    'option.resolve',
    'api_name.fields',
    'attribute.insert',
    'structure.bump',
    // What rows are found by follows from the structure.
    ...STRUCTURE,
    'structure.revision',
    'search.state',
    'entity.count_living',
    'product.count_living',
    // Columns go to the new texts that are used most, not to those that come first.
    'search.field_uses',
    'ledger.append',
    'COMMIT',
  ]);
  await upsert(items.map(({ code }) => ({ code, scopable: true, sortOrder: 1 })));
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'attribute.load',
    'attribute_group.load',
    'option_set.load',
    'locale.load',
    'option.resolve',
    'attribute.with_values',
    'attribute.axes',
    'attribute.update',
    'structure.bump',
    // What rows are found by follows from the structure.
    ...STRUCTURE,
    'structure.revision',
    'search.state',
    'entity.count_living',
    'product.count_living',
    'search.field_uses',
    // No set has one of them, so no completeness follows.
    'structure.revision',
    'ledger.append',
    'COMMIT',
  ]);
});

test('gives the value rules the attribute as they take it', async () => {
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const stored = await attributeStore.load(transaction, organizationId, ['length'], false);
  expect([...stored.values()].map(toAttributeDefinition)).toMatchObject([
    {
      code: 'length',
      type: 'measurement',
      entityType: null,
      validation: { min: '0.5', units: ['METER', 'CENTIMETER'] },
      defaultUnit: 'METER',
    },
  ]);
});
