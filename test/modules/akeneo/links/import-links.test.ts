// Risk: links are lost because their target comes later, one wrong link costs others, or a second import changes links.

import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../../src/kernel/session.ts';
import type { ImportReport } from '../../../../src/modules/akeneo/index.ts';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import { type FolderImport, importAkeneoFolder } from '../../../support/akeneo-folder.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { createTestStorage } from '../../../support/storage.ts';
import { brief, makeFolder } from '../tables.ts';

const catalogue: TestOrganization = await createTestOrganization();
const stored = await createTestStorage();
afterAll(async () => {
  await catalogue.close();
  await stored.remove();
});

let session: Session;
beforeEach(async () => {
  session = await catalogue.addOrganization('Shop');
  await catalogue.runner.write(session, upsertAssociationTypes, {
    items: [
      { patch: { code: 'FITS', twoWay: true, labels: { en_US: 'Fits' } } },
      { patch: { code: 'BUNDLE', quantified: true } },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
});

type Files = Readonly<Record<string, readonly string[]>>;

const SETTINGS: Files = {
  locales: ['code', 'en_US'],
  currencies: ['code;activated', 'EUR;1'],
  channels: ['code;locales;currencies;tree', 'web;en_US;EUR;master'],
  categories: ['code;parent', 'master;'],
  attribute_groups: ['code', 'general'],
  attributes: [
    'code;type;group',
    'sku;pim_catalog_identifier;general',
    'size;pim_catalog_simpleselect;general',
  ],
  attribute_options: ['code;attribute', 's;size', 'm;size'],
  families: ['code;attributes', 'shoes;sku,size'],
  family_variants: ['code;family;variant-axes_1;variant-attributes_1', 'by_size;shoes;size;sku,size'],
  association_types: ['code;label-en_US', 'X_SELL;Cross sell', 'FITS;Fits to'],
};
const MODELS = [
  'code;family_variant;X_SELL-products;X_SELL-product_models',
  'boot;by_size;WAX,laces;clog',
  'clog;by_size;;',
];
const PRODUCTS = [
  'sku;family;parent;size;X_SELL-products;X_SELL-product_models;FITS-products;X_SELL-groups',
  'boot-s;shoes;boot;s;Wax,gone,laces;CLOG,nowhere;;sale',
  'laces;shoes;;;;;wax,horn;',
  'wax;shoes;;;wax,horn;boot;horn;',
  'horn;shoes;;;never;;;',
];
const ALL: Files = { ...SETTINGS, product_models: MODELS, products: PRODUCTS };

async function importFiles(files: Files, more: Partial<FolderImport> = {}): Promise<ImportReport> {
  const contents = Object.entries(files).map(([name, lines]) => [`${name}.csv`, `${lines.join('\n')}\n`]);
  const { folder } = await makeFolder(Object.fromEntries(contents));
  const { runner } = catalogue;
  const place = { runner, session, storage: stored.storage, maximumBytes: 1_000 };
  return importAkeneoFolder({ ...place, folder, batchRows: 2, ...more });
}

/** Own links of every product: `{ wax: { FITS: ['laces'] } }`. */
async function links(): Promise<unknown> {
  const { rows } = await catalogue.database.owner.query(
    `SELECT source.sku, link.type, array_agg(target.sku ORDER BY link.sort_order) AS targets
     FROM public.product_association AS link
     JOIN public.product AS source ON source.id = link.source_id
     JOIN public.product AS target ON target.id = link.target_id
     WHERE link.organization_id = $1 GROUP BY source.sku, link.type ORDER BY source.sku, link.type`,
    [session.organizationId],
  );
  const bySku: Record<string, Record<string, string[]>> = {};
  for (const { sku, type, targets } of rows) bySku[sku] = { ...bySku[sku], [type]: targets };
  return bySku;
}

/** Any write of any kind adds an event; that an import is over is none. */
async function countEvents(): Promise<number> {
  const { rows } = await catalogue.database.owner.query(
    `SELECT count(*)::int AS events FROM ledger.event WHERE organization_id = $1 AND resource <> 'import'`,
    [session.organizationId],
  );
  return rows[0].events;
}

const notesOf = ({ notes }: ImportReport) =>
  brief(notes.filter(({ file, code }) => file.startsWith('product') && code !== 'missing-file'));

const LINKS = {
  boot: { X_SELL: ['wax', 'laces', 'clog'] },
  'boot-s': { X_SELL: ['wax', 'laces', 'clog'] },
  laces: { FITS: ['wax', 'horn'] },
  wax: { FITS: ['horn', 'laces'], X_SELL: ['horn', 'boot'] },
  horn: { FITS: ['laces', 'wax'] },
};

test('links to products that come later, two-way types from both sides, and leaves out what is not there', async () => {
  const report = await importFiles(ALL);
  expect(await links()).toEqual(LINKS);
  expect(notesOf(report)).toEqual([
    'info groups-became-categories 2 X_SELL-groups',
    'warning product-not-found 2 X_SELL-products',
    'warning product-not-found 2 X_SELL-product_models',
    'error value-not-allowed 4 X_SELL-products',
    'warning product-not-found 5 X_SELL-products',
  ]);
  expect(report.notes.find(({ code }) => code === 'product-not-found')).toMatchObject({
    message: "There is no product 'gone'. The link is skipped.",
    value: 'gone',
  });
  expect(report.links).toEqual({ total: 15, set: 11, skipped: 4 });
  expect(report.counters.associationTypes).toMatchObject({ total: 2, created: 1, updated: 1, skipped: 0 });
  expect(report.counters.products).toMatchObject({ total: 4, created: 4 });
  const { data } = await catalogue.execute(
    '{ associationTypes { nodes { code twoWay quantified labels { text } } } }',
    {},
    session,
  );
  expect(data).toEqual({
    associationTypes: {
      nodes: [
        { code: 'BUNDLE', twoWay: false, quantified: true, labels: [] },
        { code: 'FITS', twoWay: true, quantified: false, labels: [{ text: 'Fits to' }] },
        { code: 'X_SELL', twoWay: false, quantified: false, labels: [{ text: 'Cross sell' }] },
      ],
    },
  });
});

test('changes nothing when the same files are imported again', async () => {
  const first = await importFiles(ALL);
  const events = await countEvents();
  const second = await importFiles(ALL);
  expect(await countEvents()).toBe(events);
  expect(await links()).toEqual(LINKS);
  expect(second.links).toEqual(first.links);
  expect(second.notes).toEqual(first.notes);
  const changed = Object.entries(second.counters).filter(
    ([, { created, updated, failed }]) => created + updated + failed > 0,
  );
  expect(changed).toEqual([]);
});

test('replaces the links of filled cells, counts their rows as updated, and keeps those of empty ones', async () => {
  await importFiles(ALL);
  const products = [
    PRODUCTS[0] ?? '',
    'boot-s;shoes;boot;s;horn;;;',
    'laces;shoes;;;;;horn;',
    'wax;shoes;;;;;;',
    'horn;shoes;;;nowhere;;;',
  ];
  const report = await importFiles({ products });
  expect(await links()).toEqual({
    ...LINKS,
    'boot-s': { X_SELL: ['horn'] },
    laces: { FITS: ['horn'] },
    wax: { FITS: ['horn'], X_SELL: ['horn', 'boot'] },
  });
  expect(report.counters.products).toMatchObject({ total: 4, updated: 2, unchanged: 2 });
  expect(report.links).toEqual({ total: 3, set: 2, skipped: 1 });
});

test('keeps the links there are where a cell names nothing that exists', async () => {
  await importFiles(ALL);
  await importFiles({ products: ['sku;X_SELL-products', 'wax;nowhere'] });
  expect(await links()).toEqual(LINKS);
});

test('finds models behind their prefix and products beside them', async () => {
  const products = [
    'sku;family;parent;size;X_SELL-products;X_SELL-product_models',
    'boot;shoes;;;clog;BOOT',
    'clog;shoes;;;;',
  ];
  const report = await importFiles(
    {
      ...SETTINGS,
      product_models: ['code;family_variant;X_SELL-product_models', 'boot;by_size;', 'Sole;by_size;boot'],
      products,
    },
    { modelPrefix: 'model_' },
  );
  expect(await links()).toEqual({
    boot: { X_SELL: ['clog', 'model_boot'] },
    model_Sole: { X_SELL: ['model_boot'] },
  });
  expect(report.links).toEqual({ total: 3, set: 3, skipped: 0 });
});

test('leaves out the links of rows that are refused and of columns that no link can be made from', async () => {
  const products = [
    'sku;family;X_SELL-products;OTHER-products;BUNDLE-products;X_SELL-products-quantity',
    'laces;hats;wax,Wax,horn;;;',
    'wax;shoes;;laces;laces;2',
  ];
  const report = await importFiles({ ...SETTINGS, products });
  expect(await links()).toEqual({});
  expect(notesOf(report)).toEqual([
    'warning unknown-column 1 OTHER-products',
    'warning unknown-column 1 BUNDLE-products',
    'warning unknown-column 1 X_SELL-products-quantity',
    'error reference-not-found 2 family',
  ]);
  expect(report.links).toEqual({ total: 2, set: 0, skipped: 2 });
});

test('takes direction and quantities of association types, and leaves out links without the quantity they need', async () => {
  const association_types = ['code;is_quantified;is_two_way', 'PACK;1;0', 'PAIR;0;1', 'X_SELL;;', 'FITS;0;x'];
  const products = [
    'sku;family;PACK-products;PACK-products-quantity;PAIR-products',
    'laces;shoes;wax, horn;2|3;wax',
    'wax;shoes;laces,horn;4;',
    'horn;shoes;laces;0;',
  ];
  const report = await importFiles({ ...SETTINGS, association_types, products });
  expect(await links()).toEqual({
    laces: { PACK: ['wax', 'horn'], PAIR: ['wax'] },
    wax: { PAIR: ['laces'] },
  });
  const { rows } = await catalogue.database.owner.query(
    `SELECT quantity FROM public.product_association WHERE organization_id = $1 AND type = 'PACK' ORDER BY sort_order`,
    [session.organizationId],
  );
  expect(rows).toEqual([{ quantity: 2 }, { quantity: 3 }]);
  expect(
    brief(report.notes.filter(({ code, level }) => code !== 'missing-file' && level !== 'info')),
  ).toEqual([
    'warning cell-unreadable 5 is_two_way',
    'error required 3 PACK-products',
    'error required 3 PACK-products',
    'error below-minimum 4 PACK-products',
  ]);
  expect(report.links).toEqual({ total: 6, set: 3, skipped: 3 });
});

test('reports a list that is too long and writes the other links of its row', async () => {
  const skus = Array.from({ length: 1001 }, (_, index) => `n${index}`);
  const products = [
    'sku;X_SELL-products;FITS-products',
    `a;${skus.join(',')};n1`,
    ...skus.map((sku) => `${sku};;`),
  ];
  const report = await importFiles({ ...SETTINGS, products }, { batchRows: 500 });
  expect(await links()).toEqual({ a: { FITS: ['n1'] }, n1: { FITS: ['a'] } });
  expect(notesOf(report)).toEqual(['error too-many-items 2 X_SELL-products']);
  expect(report.links).toEqual({ total: 1002, set: 1, skipped: 1001 });
});

test('tells how far it is with the links', async () => {
  const steps: string[] = [];
  await importFiles(ALL, {
    onProgress: ({ phase, done, total }) => void steps.push(`${phase} ${done}/${total}`),
  });
  expect(steps.filter((step) => step.startsWith('links'))).toEqual(['links 2/5', 'links 4/5', 'links 5/5']);
});

test('writes a chunk of links with a number of statements that does not grow with it', async () => {
  const skus = Array.from({ length: 300 }, (_, index) => `n${index}`);
  const rows = skus.map((sku, index) => `${sku};${skus[index + 1] ?? 'n0'}`);
  await importFiles({ ...SETTINGS, products: ['sku', ...skus] }, { batchRows: 500 });
  const statements = async (lines: readonly string[]) => {
    catalogue.takeStatements();
    await importFiles({ products: ['sku;X_SELL-products', ...lines] }, { batchRows: 500 });
    return catalogue.takeStatements().length;
  };
  expect(await statements(rows.slice(2))).toBe(await statements(rows.slice(0, 2)));
});
