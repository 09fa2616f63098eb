// Risk: a folder of Akeneo and its files one by one give different catalogues, so a cell depends on the way it came.
import { afterAll, expect, test } from 'vitest';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { seedMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { importAkeneoFolder } from '../../support/akeneo-folder.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { createImportHarness } from '../../support/imports.ts';
import { createTestStorage } from '../../support/storage.ts';
import { makeFolder } from './tables.ts';

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

const CONFIGURATION: Readonly<Record<string, readonly string[]>> = {
  locales: ['code', 'de_DE', 'en_US'],
  currencies: ['code;activated', 'EUR;1', 'USD;1'],
  channels: ['code;locales;currencies;tree', 'web;de_DE,en_US;EUR,USD;master'],
  categories: ['code;parent', 'boots;master', 'men;master', 'master;'],
  group_types: ['code', 'RELATED'],
  groups: ['code;type', 'winter;RELATED'],
  attribute_groups: ['code', 'general'],
  attributes: [
    'code;type;group;localizable;scopable;metric_family;default_metric_unit',
    'sku;pim_catalog_identifier;general;0;0;;',
    'name;pim_catalog_text;general;1;0;;',
    'teaser;pim_catalog_textarea;general;1;1;;',
    'size;pim_catalog_simpleselect;general;0;0;;',
    'colors;pim_catalog_multiselect;general;0;0;;',
    'pieces;pim_catalog_number;general;0;0;;',
    'weight;pim_catalog_metric;general;0;0;Weight;GRAM',
    'price;pim_catalog_price_collection;general;0;0;;',
    'lined;pim_catalog_boolean;general;0;0;;',
    'released;pim_catalog_date;general;0;0;;',
    'gallery;pim_catalog_asset_collection;general;0;0;;',
  ],
  attribute_options: ['code;attribute', 's;size', 'm;size', 'red;colors', 'blue;colors'],
  families: [
    'code;attributes;attribute_as_label',
    'shoes;sku,name,teaser,size,colors,pieces,weight,price,lined,released;name',
  ],
  family_variants: ['code;family;variant-axes_1;variant-attributes_1', 'by_size;shoes;size;sku,size'],
  association_types: [
    'code;is_quantified;is_two_way',
    'X_SELL;0;0',
    'FITS;0;1',
    'PACK;1;0',
    'SET;1;1',
    'BARE;;',
  ],
};

const MODELS = [
  'code;family_variant;categories;name-en_US;weight;weight-unit;X_SELL-products;PACK-products;PACK-products-quantity',
  'boot;by_size;boots, men;Boot;900;GRAM;laces, wax;laces,wax;2|1',
  'clog;by_size;boots;Clog;1.5 KILOGRAM;;;;',
];

const HEADER = 'sku;family;parent;categories;groups;enabled';
/** A header beside that of all products, and cells: each is one product. */
const CELLS: readonly (readonly [columns: string, ...cells: string[]])[] = [
  ['name-en_US;name-de_DE', 'Wax; Wachs  ', ';Nur deutsch'],
  ['teaser-en_US-web', 'Two words', '"Lines\nof text"', '"With; and ""quotes"""'],
  ['size', 's', 'M'],
  ['colors', 'red,blue', 'red, blue', ' blue ,', 'red'],
  ['pieces', '2', '2.50', '-1'],
  ['weight;weight-unit', '500;GRAM', '500 GRAM;', '1.5 KILOGRAM;', ';GRAM'],
  ['price-EUR;price-USD', '19.90;21', ';5', '0;'],
  ['price', '19.90 EUR', '19.90 EUR, 21 USD', '1 eur,2 usd'],
  ['lined', '1', '0', 'true', 'no'],
  ['released', '2026-11-27'],
  ['X_SELL-products;X_SELL-product_models', 'laces, wax;boot', 'wax;', ';boot,clog'],
  ['FITS-products', 'laces', 'wax, laces'],
  ['PACK-products;PACK-products-quantity', 'laces,wax;2|3', 'laces, wax;2, 3', 'wax;7'],
  ['PACK-product_models;PACK-product_models-quantity', 'boot;4', 'boot, clog;1|2'],
  ['SET-products;SET-products-quantity', 'laces;5'],
  ['BARE-products', 'wax'],
];

/** One file of products with all cells: those of other columns stay empty. */
function productLines(): string[] {
  const columns = CELLS.flatMap(([names]) => names.split(';'));
  const lines = [
    `laces;shoes;;men;;1${';'.repeat(columns.length)}`,
    `wax;shoes;;men, boots;winter;0${';'.repeat(columns.length)}`,
    `boot-s;shoes;boot;;;1${columns.map((name) => (name === 'size' ? ';s' : ';')).join('')}`,
  ];
  let before = 0;
  for (const [names, ...cells] of CELLS) {
    const width = names.split(';').length;
    const after = columns.length - before - width;
    for (const [index, cell] of cells.entries())
      lines.push(`P-${before}-${index};shoes;;;winter;${';'.repeat(before)};${cell}${';'.repeat(after)}`);
    before += width;
  }
  return [`${HEADER};${columns.join(';')}`, ...lines];
}

async function folderOf(files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const contents = Object.entries(files).map(([name, lines]) => [`${name}.csv`, `${lines.join('\n')}\n`]);
  return (await makeFolder(Object.fromEntries(contents))).folder;
}

async function shop(name: string): Promise<Session> {
  const session = await catalogue.addOrganization(name);
  await catalogue.runner.write(session, seed, null);
  return session;
}

/** All that products hold, by SKU; links in both directions. */
async function products({ organizationId }: Session): Promise<Record<string, unknown>> {
  const { rows } = await catalogue.database.owner.query<{ sku: string; content: unknown }>(
    `SELECT product.sku, jsonb_build_object('type', product.type, 'set', product.attribute_set,
       'layout', product.variant_layout, 'parent', parent.sku, 'status', product.status,
       'categories', product.categories, 'values', product."values",
       'links', ARRAY(SELECT link.type || ' ' || target.sku || ' ' || coalesce(link.quantity::text, '-')
         FROM public.product_association AS link JOIN public.product AS target ON target.id = link.target_id
         WHERE link.source_id = product.id ORDER BY link.type, target.sku)) AS content
     FROM public.product LEFT JOIN public.product AS parent ON parent.id = product.parent_id
     WHERE product.organization_id = $1 AND product.deleted_at IS NULL ORDER BY product.sku`,
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ sku, content }) => [sku, content]));
}

test('the same files give the same products, cell by cell, as a folder and one by one', async () => {
  const lines = productLines();
  const { runner, database } = catalogue;
  const asFolder = await shop('Folder');
  const all = { ...CONFIGURATION, product_models: MODELS, products: lines };
  const report = await importAkeneoFolder({
    runner,
    session: asFolder,
    storage: stored.storage,
    folder: await folderOf(all),
  });
  expect(report.notes.filter(({ level }) => level === 'error')).toEqual([]);

  const oneByOne = await shop('Files');
  const configuration = { ...CONFIGURATION, products: [HEADER] };
  await importAkeneoFolder({
    runner,
    session: oneByOne,
    storage: stored.storage,
    folder: await folderOf(configuration),
  });
  const bench = createImportHarness({
    runner,
    database,
    storage: stored.storage,
    owner: oneByOne,
  } as TestOrganization);
  const options = { delimiter: ';' };
  // What the folder import finds out itself.
  const mapping = [
    { column: 'type', transform: [{ default: 'model' }] },
    { column: 'attribute_set', transform: [{ default: 'shoes' }] },
    { column: 'status', transform: [{ default: 'published' }] },
  ];
  const models = await bench.run(`${MODELS.join('\n')}\n`, { options, mapping });
  // Links of models lead to products of the other file, which is imported next.
  expect(models.errors.map(({ row, code }) => [row, code])).toEqual([
    [2, 'product-not-found'],
    [2, 'product-not-found'],
    [2, 'product-not-found'],
    [2, 'product-not-found'],
  ]);
  const withoutLinks = MODELS.map((line) => line.split(';').slice(0, 6).join(';'));
  expect((await bench.run(`${withoutLinks.join('\n')}\n`, { options, mapping })).errors).toEqual([]);
  const imported = await bench.run(`${lines.join('\n')}\n`, { options });
  expect(imported).toMatchObject({ failed: 0 });
  const weights = imported.errors.filter(({ column }) => column === 'weight-unit');
  expect(weights.map(({ code, value }) => [code, value])).toEqual([['required', 'GRAM']]);
  expect((await bench.run(`${MODELS.join('\n')}\n`, { options, mapping })).errors).toEqual([]);

  const fromFolder = await products(asFolder);
  expect(await products(oneByOne)).toEqual(fromFolder);
  expect(Object.keys(fromFolder)).toHaveLength(lines.length - 1 + MODELS.length - 1);
  const { values, links } = fromFolder.boot as { values: object; links: readonly string[] };
  expect({ values, links }).toEqual({
    values: {
      name: [{ locale: 'en_US', value: 'Boot' }],
      weight: [{ value: { amount: '900', unit: 'GRAM' } }],
    },
    links: ['PACK laces 2', 'PACK wax 1', 'X_SELL laces -', 'X_SELL wax -'],
  });
});
