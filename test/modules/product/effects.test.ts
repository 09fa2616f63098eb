// Risk: somebody saves a change of a channel without being told that products leave it, or the list shows other products.
import { expect, test } from 'vitest';
import { OperationBudget, PRICES } from '../../../src/kernel/budget/operation-budget.ts';
import type { DomainModule } from '../../../src/kernel/operation.ts';
import { createCursors } from '../../../src/kernel/page.ts';
import { updateAttributeSet } from '../../../src/modules/attribute-set/index.ts';
import { updateChannel } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { setProductStatuses } from '../../../src/modules/product/index.ts';
import { createOperationRunner } from '../../../src/platform/operation/run-operation.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

const catalogue = await createTestOrganization();
await seedClothingCatalogue(catalogue);
await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'CHF', enabled: true }, { code: 'SEK' }]);

const product = (sku: string, ean: string, locales: readonly string[]) =>
  simpleProduct(sku, {
    attributeSet: 'clothing',
    values: [
      cellWrite('price', [{ amount: 9, currency: 'EUR' }]),
      cellWrite('ean', ean),
      ...locales.map((locale) => cellWrite('name', 'Cap', { locale })),
    ],
  });
await seedProducts(catalogue, [
  product('BOTH', '1', ['en_US', 'de_DE']),
  product('ENGLISH', '2', ['en_US']),
  product('GERMAN', '3', ['de_DE']),
  // Live in `print`, which publishes all products.
  product('NEITHER', '4', []),
  product('DRAFT', '5', ['en_US', 'de_DE']),
]);
await catalogue.runner.write(catalogue.owner, setProductStatuses, {
  refs: ['BOTH', 'ENGLISH', 'GERMAN', 'NEITHER'],
  status: 'published',
});

interface Effect {
  readonly kind: string;
  readonly channel: string;
  readonly locale: string;
  readonly count: number;
  readonly valueCount: number | null;
  readonly filter: object | null;
}

const UPDATE = `mutation ($code: String!, $input: UpdateChannelInput!) {
  updateChannel(code: $code, input: $input, dryRun: true) {
    ... on ChannelPayload { channel { effects { complete products { kind channel locale count valueCount filter } } } } } }`;

/** Returns the effects of a change, each with the SKUs that its filter finds in the stored catalogue. */
async function effectsOf(code: string, input: object): Promise<string[]> {
  const { data, errors } = await catalogue.execute(UPDATE, { code, input });
  expect(errors).toBeUndefined();
  const { effects } = (
    data as {
      updateChannel: { channel: { effects: { complete: boolean; products: readonly Effect[] } } };
    }
  ).updateChannel.channel;
  expect(effects.complete).toBe(true);
  const lines: string[] = [];
  for (const { kind, channel, locale, count, valueCount, filter } of effects.products) {
    const line = [kind, `${channel}/${locale}`, String(count)];
    if (valueCount !== null) line.push(`(${valueCount})`);
    if (filter !== null) {
      const listed = await catalogue.execute(
        'query ($filter: ProductFilter) { products(filter: $filter, sort: [{ field: SKU }]) { nodes { sku } } }',
        { filter },
      );
      expect(listed.errors).toBeUndefined();
      line.push(
        ...(listed.data as { products: { nodes: { sku: string }[] } }).products.nodes.map(({ sku }) => sku),
      );
    }
    lines.push(line.join(' '));
  }
  return lines;
}

const LOCALES = ['en_US', 'de_DE'];

test('a locale that is added has the products that are live in the channel, but not in it, those that are, and empty texts', async () => {
  expect(await effectsOf('web', { locales: [...LOCALES, 'fr_FR'] })).toEqual([
    'NOT_LIVE web/fr_FR 3 BOTH ENGLISH GERMAN',
    'EMPTY_TEXTS web/fr_FR 5 (10) BOTH DRAFT ENGLISH GERMAN NEITHER',
    'BECOMES_LIVE web/fr_FR 0',
  ]);
  expect(await effectsOf('print', { locales: LOCALES })).toEqual([
    'NOT_LIVE print/de_DE 0',
    'EMPTY_TEXTS print/de_DE 5 (7) BOTH DRAFT ENGLISH GERMAN NEITHER',
    'BECOMES_LIVE print/de_DE 4 BOTH ENGLISH GERMAN NEITHER',
  ]);
});

test('a locale that is removed lists what is live in it, and a channel that is deactivated does so for all', async () => {
  expect(await effectsOf('web', { locales: ['en_US'] })).toEqual(['LEAVES_LIVE web/de_DE 2 BOTH GERMAN']);
  expect(await effectsOf('web', { active: false })).toEqual([
    'LEAVES_LIVE web/de_DE 2 BOTH GERMAN',
    'LEAVES_LIVE web/en_US 2 BOTH ENGLISH',
  ]);
  expect(await effectsOf('web', { locales: ['de_DE', 'fr_FR'] })).toEqual([
    'LEAVES_LIVE web/en_US 2 BOTH ENGLISH',
    'NOT_LIVE web/fr_FR 2 BOTH GERMAN',
    'EMPTY_TEXTS web/fr_FR 5 (10) BOTH DRAFT ENGLISH GERMAN NEITHER',
    'BECOMES_LIVE web/fr_FR 0',
  ]);
});

test('other settings have the products that they move, and a change that moves none has no effect', async () => {
  expect(await effectsOf('web', { publishGuard: 'NONE' })).toEqual([
    'BECOMES_LIVE web/de_DE 2 ENGLISH NEITHER',
    'BECOMES_LIVE web/en_US 2 GERMAN NEITHER',
  ]);
  expect(await effectsOf('web', { currencies: ['EUR', 'USD'] })).toEqual([
    'LEAVES_LIVE web/de_DE 2 BOTH GERMAN',
    'LEAVES_LIVE web/en_US 2 BOTH ENGLISH',
    'INCOMPLETE web/de_DE 3 BOTH DRAFT GERMAN',
    'INCOMPLETE web/en_US 3 BOTH DRAFT ENGLISH',
  ]);
  expect(await effectsOf('print', { publishGuard: 'COMPLETE' })).toEqual([
    'LEAVES_LIVE print/en_US 2 GERMAN NEITHER',
  ]);
  expect(await effectsOf('web', { labels: [{ locale: 'en_US', text: 'Shop' }] })).toEqual([]);
});

test('a locale or currency that is disabled has the products with values in it, and enabling one has no effect', async () => {
  const update = async (field: 'Locale' | 'Currency', code: string, enabled: boolean) => {
    const noun = field.toLowerCase();
    const { data, errors } = await catalogue.execute(
      `mutation { update${field}(code: "${code}", dryRun: true, input: { enabled: ${enabled} }) { ... on ${field}Payload {
        ${noun} { effects { complete products { kind channel locale currency count filter } } } } } }`,
    );
    expect(errors).toBeUndefined();
    type Payload = Record<string, Record<string, { readonly effects: unknown }>>;
    return (data as Payload)[`update${field}`]?.[noun]?.effects;
  };
  await seedProducts(catalogue, [
    simpleProduct('FRENCH', {
      attributeSet: 'clothing',
      values: [
        cellWrite('name', 'Casquette', { locale: 'fr_FR' }),
        cellWrite('price', [{ amount: 9, currency: 'CHF' }]),
      ],
    }),
  ]);
  const filter = { sku: { in: ['FRENCH'] } };
  const effect = { kind: 'NOT_EDITABLE', channel: null, locale: null, currency: null, count: 1, filter };
  expect(await update('Locale', 'fr_FR', false)).toEqual({
    complete: true,
    products: [{ ...effect, locale: 'fr_FR' }],
  });
  expect(await update('Currency', 'CHF', false)).toEqual({
    complete: true,
    products: [{ ...effect, currency: 'CHF' }],
  });
  expect(await update('Currency', 'SEK', true)).toEqual({ complete: true, products: [] });
});

test('a new channel has what becomes live in each of its locales; a response that is no dry run has no effects', async () => {
  const create = (dryRun: boolean) =>
    catalogue.execute(
      `mutation ($dryRun: Boolean) { createChannel(dryRun: $dryRun, input: { code: "market", locales: ["en_US", "fr_FR"],
        currencies: ["EUR"] }) { ... on ChannelPayload { channel { effects { products { kind locale count filter } } } } } }`,
      { dryRun },
    );
  const filter = { sku: { in: ['BOTH', 'ENGLISH', 'GERMAN', 'NEITHER'] } };
  expect((await create(true)).data).toEqual({
    createChannel: {
      channel: {
        effects: {
          products: [
            { kind: 'BECOMES_LIVE', locale: 'en_US', count: 4, filter },
            { kind: 'BECOMES_LIVE', locale: 'fr_FR', count: 4, filter },
          ],
        },
      },
    },
  });
  expect((await create(false)).data).toEqual({ createChannel: { channel: { effects: null } } });
});

/** Returns effects of a dry run of one mutation, as lines with the SKUs or codes that their filters list. */
async function linesOf(mutation: string): Promise<string[]> {
  const items = `effects { complete products { kind severity attribute count isExact filter }
      entities { kind severity entityType attribute count isExact filter } }`;
  const { data, errors } = await catalogue.execute(mutation.replace('EFFECTS', items));
  expect(errors).toBeUndefined();
  type Item = Effect & Readonly<Record<'severity' | 'entityType' | 'attribute', string>>;
  const [payload] = Object.values(data as Record<string, Record<string, unknown>>);
  const { effects } = (payload?.effects === undefined ? Object.values(payload ?? {})[0] : payload) as {
    effects: { products: readonly Item[]; entities: readonly Item[] };
  };
  return [...effects.entities, ...effects.products]
    .filter(({ kind }) => !['COMPLETE', 'INCOMPLETE'].includes(kind))
    .map(({ kind, severity, entityType, attribute, count, filter }) =>
      [kind, severity, entityType ?? 'product', attribute, count, JSON.stringify(filter)].join(' '),
    );
}

test('values that a set or type loses, and values that break new rules, are listed', async () => {
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'maker', attributes: ['name', 'brand'], attributeAsLabel: 'name' },
  ]);
  const input = { mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    ...input,
    items: [
      { entityType: 'maker', code: 'alpina', values: [cellWrite('brand', 'Alpina')] },
      { entityType: 'maker', code: 'other', values: [cellWrite('name', 'A long name', { locale: 'en_US' })] },
    ],
  });
  await seedProducts(catalogue, [
    simpleProduct('BRANDED', { attributeSet: 'clothing', values: [cellWrite('brand', 'Alpina')] }),
  ]);
  expect(
    await linesOf(`mutation { updateAttributeSet(code: "clothing", dryRun: true, input: { attributes: [
      { code: "name" }, { code: "color" }, { code: "size" }, { code: "price" }, { code: "ean" }] }) {
      ... on AttributeSetPayload { attributeSet { EFFECTS } } } }`),
  ).toEqual(['HIDDEN_VALUES LOSS product brand 1 {"sku":{"in":["BRANDED"]}}']);
  expect(
    await linesOf(`mutation { updateEntityType(code: "maker", dryRun: true, input: { attributes: ["name"] }) {
      ... on EntityTypePayload { entityType { EFFECTS } } } }`),
  ).toEqual(['HIDDEN_VALUES LOSS maker brand 1 {"codes":["alpina"]}']);
  expect(
    await linesOf(`mutation { updateAttribute(code: "name", dryRun: true, input: { validation: { maxLength: 8 } }) {
      ... on AttributePayload { attribute { EFFECTS } } } }`),
  ).toEqual([
    'INVALID_VALUES WARNING maker name 1 {"codes":["other"]}',
    'INVALID_VALUES WARNING product name 1 {"sku":{"in":["FRENCH"]}}',
  ]);
});

test('an option that becomes inactive has the products that keep it; a model has the effects of all its parts', async () => {
  await seedProducts(catalogue, [
    simpleProduct('RED', { attributeSet: 'clothing', values: [cellWrite('color', 'red')] }),
  ]);
  const lines = ['INACTIVE_OPTION NEUTRAL product  1 {"sku":{"in":["RED"]}}'];
  expect(
    await linesOf(`mutation { updateOption(optionSet: "colors", code: "red", dryRun: true, input: { active: false }) {
      ... on OptionPayload { option { EFFECTS } } } }`),
  ).toEqual(lines);
  expect(
    await linesOf(`mutation { applyModel(dryRun: true, input: { optionSets: [{ code: "colors",
      options: [{ code: "red", active: false }] }] }) { ... on ApplyModelPayload { EFFECTS } } }`),
  ).toEqual(lines);
});

test('a preview locks no product and the configuration no longer than a save does', async () => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  // A preview that takes long, beside a save of a product and one of the model.
  const slow: DomainModule = {
    previewEffects: async () => async () => {
      reached.resolve();
      await goOn.promise;
      return { items: [], isComplete: true };
    },
  };
  const clock = { now: () => new Date() };
  const modules = [...catalogue.runner.modules, slow];
  const { database } = catalogue;
  const runner = createOperationRunner({ database, clock, cursors: createCursors('test'), modules });
  const patch = { code: 'clothing', attributeAsLabel: 'brand' };
  const preview = runner.previewEffects(catalogue.owner, updateAttributeSet, { patch });
  await reached.promise;
  await seedProducts(catalogue, [simpleProduct('BOTH', { attributeSet: 'clothing' })]);
  await catalogue.runner.write(catalogue.owner, updateAttributeSet, {
    patch: { ...patch, attributeAsLabel: 'name' },
  });
  goOn.resolve();
  expect((await preview).isComplete).toBe(true);
});

test('a preview spends the budget of its operation for each product that it looks at', async () => {
  const unitsOfPreview = async () => {
    const budget = new OperationBudget();
    const input = { patch: { code: 'web', active: false } };
    await catalogue.runner.previewEffects(catalogue.owner, updateChannel, input, budget);
    return budget.used;
  };
  const unitsBefore = await unitsOfPreview();
  const skus = ['1', '2', '3', '4', '5'].map((number) => `MORE-${number}`);
  await seedProducts(
    catalogue,
    skus.map((sku) => simpleProduct(sku, { attributeSet: 'clothing' })),
  );
  expect((await unitsOfPreview()) - unitsBefore).toBeCloseTo(skus.length * PRICES.previewedObject);
});
