// Risk: a fault in one cell or row costs others, counters do not add up, or a second import changes what people did.

import { afterAll, beforeEach, expect, test } from 'vitest';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import type { ImportReport, PhaseProgress } from '../../../src/modules/akeneo/index.ts';
import { seedMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { importAkeneoFolder } from '../../support/akeneo-folder.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { createTestStorage } from '../../support/storage.ts';
import { brief, makeFolder } from './tables.ts';

const catalogue: TestOrganization = await createTestOrganization();
const stored = await createTestStorage();
afterAll(async () => {
  await catalogue.close();
  await stored.remove();
});

const seed = defineWrite({
  name: 'seed',
  scope: 'attributes:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  handler: (context: WriteContext, _input: null) =>
    seedMeasurementFamilies(context, context.session.organizationId, context.now),
});

let session: Session;
beforeEach(async () => {
  session = await catalogue.addOrganization('Shop');
  await catalogue.runner.write(session, seed, null);
});

type Files = Readonly<Record<string, readonly string[]>>;

const SETTINGS: Files = {
  locales: ['code', 'de_DE', 'en_US', 'fr_FR'],
  currencies: ['code;activated', 'EUR;1', 'USD;1'],
  channels: ['code;locales;currencies;tree', 'web;de_DE,en_US;EUR,USD;master'],
  categories: ['code;parent', 'boots;men', 'men;master', 'master;'],
  attribute_groups: ['code;sort_order', 'general;1'],
  attributes: [
    'code;type;group;localizable;scopable;unique;metric_family;default_metric_unit;decimals_allowed',
    'sku;pim_catalog_identifier;general;0;0;1;;;',
    'name;pim_catalog_text;general;1;0;0;;;',
    'size;pim_catalog_simpleselect;general;0;0;0;;;',
    'pieces;pim_catalog_number;general;0;0;0;;;0',
    'weight;pim_catalog_metric;general;0;0;0;Weight;GRAM;',
    'ean;pim_catalog_text;general;0;0;1;;;',
    'voltage;pim_catalog_text;general;0;0;0;;;',
  ],
  attribute_options: ['code;attribute;sort_order', 's;size;1', 'm;size;2'],
  families: ['code;attributes;attribute_as_label', 'shoes;sku,name,size,pieces,weight,ean;name'],
  family_variants: ['code;family;variant-axes_1;variant-attributes_1', 'by_size;shoes;size;sku,ean,size'],
};
const MODELS: Files = {
  product_models: [
    'code;family_variant;parent;categories;name-en_US;weight;weight-unit',
    'boot;by_size;;boots;Boot;900;GRAM',
  ],
};
const ALL: Files = {
  ...SETTINGS,
  ...MODELS,
  products: [
    'sku;family;parent;categories;enabled;name-en_US;size;weight;weight-unit;pieces',
    'boot-s;shoes;Boot;boots;1;Boot;s;900;GRAM;',
    'boot-m;shoes;boot;boots;1;Boot;m;900;GRAM;',
    'laces;shoes;;men;0;Laces;;;;2',
  ],
};

async function importFiles(
  files: Files,
  more: { modelPrefix?: string; batchRows?: number; onProgress?: (progress: PhaseProgress) => void } = {},
): Promise<ImportReport> {
  const contents = Object.entries(files).map(([name, lines]) => [`${name}.csv`, `${lines.join('\n')}\n`]);
  const { folder } = await makeFolder(Object.fromEntries(contents));
  const { runner } = catalogue;
  const place = { runner, session, storage: stored.storage, maximumBytes: 1_000 };
  return importAkeneoFolder({ ...place, folder, batchRows: 2, ...more });
}

/** Own values and facts of a product. */
async function product(sku: string): Promise<unknown> {
  const { data } = await catalogue.execute(
    `query ($sku: ID!) { product(ref: $sku) {
      type status version categories(own: true) { code } values(own: true) { attribute { code } json }
    } }`,
    { sku },
    session,
  );
  const { values, categories, ...details } = (
    data as {
      product: { values: { attribute: { code: string }; json: unknown }[]; categories: { code: string }[] };
    }
  ).product;
  return {
    ...details,
    categories: categories.map(({ code }) => code),
    values: Object.fromEntries(values.map(({ attribute, json }) => [attribute.code, json])),
  };
}

function notesOf(report: ImportReport): string[] {
  expect(report.notes.filter(({ message }) => message.includes('[object Object]'))).toEqual([]);
  return brief(report.notes.filter(({ code }) => code !== 'missing-file'));
}

function expectSums({ counters, cells }: ImportReport): void {
  for (const { total, created, updated, unchanged, failed, skipped } of Object.values(counters)) {
    expect(created + updated + unchanged + failed + skipped).toBe(total);
  }
  expect(cells.written + cells.inherited + cells.skipped).toBe(cells.total);
}

test('imports a catalogue, and nothing more the second time', async () => {
  const first = await importFiles(ALL);
  expect(notesOf(first)).toEqual([
    'info identifier-became-sku 2 type',
    'info parent-resolved-by-case 2 parent',
  ]);
  expectSums(first);
  expect(first.counters.products).toMatchObject({ total: 3, created: 3 });
  expect(first.cells).toEqual({ total: 13, written: 7, inherited: 6, skipped: 0 });
  expect(await product('boot-m')).toEqual({
    type: 'VARIANT',
    status: 'PUBLISHED',
    version: 1,
    categories: [],
    values: { size: 'm' },
  });
  const second = await importFiles(ALL);
  expectSums(second);
  const changed = Object.entries(second.counters).filter(
    ([, counters]) => counters.created + counters.updated > 0,
  );
  expect(changed).toEqual([]);
  expect(second.cells).toEqual(first.cells);
});

test('leaves out single cells that break a rule and writes the rest of the row', async () => {
  const report = await importFiles({
    ...ALL,
    products: [
      'sku;family;parent;categories;enabled;name-en_US;size;pieces;weight;weight-unit;voltage;price-EUR;ean',
      'laces;shoes;;men,nowhere;1;Laces;xl;1.5;3;STONES;230;9;1',
      'boot-s;shoes;boot;boots;1;Another;s;;800;GRAM;;;1',
    ],
  });
  expect(notesOf(report)).toEqual([
    'info identifier-became-sku 2 type',
    'warning unknown-column 1 price-EUR',
    'error category-not-found 2 categories',
    'error option-not-found 2 size',
    'error too-many-decimals 2 pieces',
    'error unit-not-in-family 2 weight-unit',
    'warning attribute-not-in-set 2 voltage',
    'warning value-belongs-to-parent 3 name-en_US',
    'warning value-belongs-to-parent 3 weight',
    'error not-unique 3 ean',
  ]);
  expectSums(report);
  expect(report.counters.products).toMatchObject({ created: 2, failed: 0 });
  expect(await product('laces')).toEqual({
    type: 'SIMPLE',
    status: 'PUBLISHED',
    version: 1,
    categories: ['men'],
    values: { ean: '1', name: 'Laces' },
  });
  expect(await product('boot-s')).toMatchObject({ values: { size: 's' } });
});

test('fails rows that cannot be written and no others', async () => {
  const report = await importFiles({
    ...ALL,
    families: [...(ALL.families ?? []), 'ha ts;name;'],
    products: [
      'sku;family;parent;enabled;size',
      'a;hats;;1;',
      'b;shoes;gone;1;s',
      'c;shoes;boot;1;xxl',
      'boot;shoes;;1;',
      'd;shoes',
      'e;shoes;;1;s',
      'f;shoes;boot;1;s',
      'g;shoes;boot;1;s',
    ],
  });
  expect(notesOf(report)).toEqual([
    'info identifier-became-sku 2 type',
    'error invalid-code 3 code',
    'error reference-not-found 2 family',
    'error product-not-found 3 parent',
    'error option-not-found 4 size',
    'error axis-missing 4 size',
    'error duplicate-sku 5 sku',
    'error ragged-row 6 -',
    'error axis-duplicate 9 -',
  ]);
  expect(report.notes.find(({ code }) => code === 'axis-missing')).toMatchObject({
    value: 'xxl',
    hint: "'xxl' is not a valid value of 'size'.",
  });
  expectSums(report);
  expect(report.counters.products).toEqual({
    total: 8,
    created: 2,
    updated: 0,
    unchanged: 0,
    failed: 6,
    skipped: 0,
  });
});

test('writes a row without its status where only the status is refused', async () => {
  await importFiles(ALL);
  const archive = `mutation ($sku: ID!) { setProductStatus(ref: $sku, input: { status: ARCHIVED }) { __typename } }`;
  await catalogue.execute(archive, { sku: 'boot-s' }, session);
  const changed =
    ALL.products?.map((line) => (line.startsWith('boot-s') ? line.replace(';s;', ';m2;') : line)) ?? [];
  const report = await importFiles({ ...ALL, products: changed });
  expect(notesOf(report)).toContain('warning invalid-transition 2 enabled');
  expect(report.counters.products).toMatchObject({ updated: 0, unchanged: 3, failed: 0 });
  expect(await product('boot-s')).toMatchObject({ status: 'ARCHIVED' });
});

test('tells of a model of an earlier import that has the SKU of a product, and how to import both', async () => {
  await importFiles(ALL);
  const products = { products: ['sku;family;parent', 'boot;shoes;'] };
  const report = await importFiles(products);
  expect(report.counters.products).toMatchObject({ total: 1, failed: 1 });
  const [note] = report.notes.filter(({ level }) => level === 'error');
  expect(note).toMatchObject({ code: 'immutable-property', row: 2, column: 'parent' });
  expect(note?.hint).toContain('--model-prefix');
  session = await catalogue.addOrganization('Another shop');
  await catalogue.runner.write(session, seed, null);
  const both = await importFiles({ ...SETTINGS, ...MODELS, ...products }, { modelPrefix: 'model_' });
  expect(both.counters.products).toMatchObject({ created: 1 });
  expect(await product('boot')).toMatchObject({ type: 'SIMPLE' });
  expect(await product('model_boot')).toMatchObject({ type: 'MODEL' });
});

test('moves a variant to another model, and makes it simple where the file names no model any more', async () => {
  await importFiles(ALL);
  const models = [...(MODELS.product_models ?? []), 'clog;by_size;;boots;Clog;;'];
  const products = (parent: string) => ['sku;family;parent', `boot-s;shoes;${parent}`];
  const moved = await importFiles({ ...ALL, product_models: models, products: products('clog') });
  expect(moved.counters.products).toMatchObject({ updated: 1, failed: 0 });
  const find = async () => {
    const query = '{ product(ref: "boot-s") { type parent { sku } } }';
    return (await catalogue.execute(query, {}, session)).data?.product;
  };
  expect(await find()).toEqual({ type: 'VARIANT', parent: { sku: 'clog' } });
  const alone = await importFiles({ ...ALL, product_models: models, products: products('') });
  expect(alone.counters.products).toMatchObject({ updated: 1, failed: 0 });
  expect(await find()).toEqual({ type: 'SIMPLE', parent: null });
});

test('keeps variant layouts of the catalogue that the file does not name', async () => {
  await importFiles(ALL);
  const other = [
    'code;family;variant-axes_1;variant-attributes_1',
    'by_weight;shoes;weight;ean',
    'x;gone;size;',
  ];
  const report = await importFiles({ family_variants: other, products: ['sku'] });
  expect(report.counters.familyVariants).toMatchObject({ total: 2, created: 1, failed: 1 });
  expect(notesOf(report)).toEqual(['error reference-not-found 3 family']);
  const { data } = await catalogue.execute(
    '{ attributeSet(code: "shoes") { variantLayouts { code levels { axes { code } } } } }',
    {},
    session,
  );
  expect(data).toEqual({
    attributeSet: {
      variantLayouts: [
        { code: 'by_size', levels: [{ axes: [{ code: 'size' }] }] },
        { code: 'by_weight', levels: [{ axes: [{ code: 'weight' }] }] },
      ],
    },
  });
});

test('refuses to change the axes of a layout that products use, and says in which row', async () => {
  await importFiles(ALL);
  const other = ['code;family;variant-axes_1;variant-attributes_1', 'by_size;shoes;weight;ean'];
  const report = await importFiles({ family_variants: other, products: ['sku'] });
  expect(report.counters.familyVariants).toMatchObject({ total: 1, failed: 1 });
  expect(notesOf(report)).toEqual(['error immutable-property 2 variant-axes_1']);
});

test('says once that a file has no column of SKUs and fails its rows', async () => {
  const report = await importFiles({ products: ['code;name', 'a;x', 'b;y'] });
  expect(report.counters.products).toMatchObject({ total: 2, failed: 2 });
  expect(notesOf(report)).toEqual([
    'error missing-column 1 sku',
    'warning unknown-column 1 code',
    'warning unknown-column 1 name',
  ]);
});

test('tells how far it is, each phase up to its end', async () => {
  const steps: string[] = [];
  await importFiles(ALL, {
    onProgress: ({ phase, done, total }) => void steps.push(`${phase} ${done}/${total}`),
  });
  expect(steps.filter((step) => /^(categories|products)/.test(step))).toEqual([
    'categories 2/3',
    'categories 3/3',
    'products 2/3',
    'products 3/3',
  ]);
});

test('writes products with a number of statements that grows by three for each 250 new ones', async () => {
  await importFiles({ ...SETTINGS, ...MODELS, products: ['sku'] });
  const statements = async (count: number, prefix: string) => {
    const lines = Array.from({ length: count }, (_, index) => `${prefix}${index};shoes;x`);
    catalogue.takeStatements();
    await importFiles({ products: ['sku;family;name-en_US', ...lines] }, { batchRows: 500 });
    return catalogue.takeStatements().length;
  };
  const few = await statements(2, 'a');
  expect(await statements(250, 'b')).toBe(few);
  expect(await statements(400, 'c')).toBe(few + 3);
});
