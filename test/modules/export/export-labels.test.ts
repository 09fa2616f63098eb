// Risk: a file with labels cannot be read by people, or comes back with other values.
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewImport } from '../../../src/modules/import/preview/preview-import.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedDemo } from '../../support/demo.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';

let catalogue: TestOrganization;
let exports: ReturnType<typeof createExportHarness>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
  exports = createExportHarness(catalogue);
});
afterAll(() => catalogue?.close());

const filter = { sku: { in: ['LO-HERON', 'LO-HERON-OAK', 'LO-HERON-OAK-7-S'] } };
const columns = [
  'sku',
  '_label',
  'status',
  'attribute_set',
  'categories',
  'title-de_DE',
  'list_price-EUR',
  'net_weight',
  'net_weight-unit',
  'dimmable',
  'finish',
];

test('columns, options, statuses and yes/no values are called as people call them', async () => {
  const file = await exports.run('products', { filter, columns, labelLocale: 'de_DE' });
  expect(file).toMatchInlineSnapshot(`
    "SKU;Produktname (nur Anzeige);Status;Attributset;Kategorien;Titel · Deutsch (Deutschland);Listenpreis · EUR;Nettogewicht;Nettogewicht · Einheit;Dimmbar;Oberfläche
    LO-HERON;Stehleuchte Heron;Veröffentlicht;Leuchte;Stehleuchten;Stehleuchte Heron;;;;Ja;
    LO-HERON-OAK;Stehleuchte Heron, Eiche geölt;Veröffentlicht;Leuchte;;;;;;;Eiche geölt
    LO-HERON-OAK-7-S;Stehleuchte Heron, Eiche geölt, 7 W, Klein;Veröffentlicht;Leuchte;;;239.00;4.6;KILOGRAM;;
    "
  `);
});

test.each([
  ['csv', 'de_DE'],
  ['xlsx', 'de_DE'],
  ['csv', 'en_US'],
] as const)(
  'a whole catalogue as %s with labels in %s is mapped by its names, and changes nothing',
  async (format, labelLocale) => {
    const file = await exports.file('products', { format, labelLocale });
    const mapping = await mappingOf(file, format);
    expect(mapping.filter(({ target }) => target === null)).toEqual([]);
    const imported = await createImportHarness(catalogue).run(file, {
      resource: 'products',
      format,
      mapping,
    });
    const { created, updated, unchanged, failed, errors } = imported;
    expect({ created, updated, failed, errors }).toEqual({ created: 0, updated: 0, failed: 0, errors: [] });
    expect(unchanged).toBeGreaterThan(20);
  },
);

test('names of products are a column of files for people alone, which imports ignore', async () => {
  const asked = await exports.run('products', { filter, columns: ['_label', 'sku'], labelLocale: 'en_US' });
  expect(asked.split('\r\n')[3]).toBe('Heron floor lamp, Oiled oak, 7 W, Small;LO-HERON-OAK-7-S');
  expect((await exports.run('products', { filter })).split('\r\n')[0]).not.toContain('_label');
  for (const row of [{ sku: 'LO-HERON', _label: 'Other' }, 'sku;_label\nLO-HERON;Other\n']) {
    const source = typeof row === 'string' ? row : `${JSON.stringify(row)}\n`;
    const format = typeof row === 'string' ? 'csv' : 'jsonl';
    const imported = await createImportHarness(catalogue).run(Buffer.from(source), {
      resource: 'products',
      format,
    });
    expect(imported).toMatchObject({ unchanged: 1, failed: 0, errors: [] });
  }
});

test('a category with the label of another one, or with its code for a label, keeps its code', async () => {
  const exported = async () =>
    (await exports.run('products', { filter, columns: ['sku', 'categories'], labelLocale: 'de_DE' })).split(
      '\r\n',
    )[1];
  expect(await exported()).toBe('LO-HERON;Stehleuchten');
  for (const [code, text] of [
    ['stehleuchten', 'Anderes'],
    ['others', 'STEHLEUCHTEN'],
  ]) {
    const { data } = await catalogue.execute(
      `mutation ($code: String!, $text: String!) { createCategory(input: { code: $code,
        labels: [{ locale: "fr_FR", text: $text }] }) { __typename } }`,
      { code, text },
    );
    expect(data).toEqual({ createCategory: { __typename: 'CategoryPayload' } });
    expect(await exported()).toBe('LO-HERON;floor_lamps');
    await catalogue.execute('mutation ($code: String!) { deleteCategory(code: $code) { __typename } }', {
      code,
    });
    expect(await exported()).toBe('LO-HERON;Stehleuchten');
  }
});

/** What the preview of a file suggests without a choice. */
async function mappingOf(file: Buffer, format: 'csv' | 'xlsx') {
  const key = 'labels';
  await catalogue.storage.put(key, Readable.from([file]));
  const { output, end } = await catalogue.runner.dryRun(catalogue.owner, previewImport, {
    profile: null,
    overrides: { resource: 'products', format },
    source: { key, storage: catalogue.storage },
    scope: { channel: null, locale: null },
  });
  await end();
  return output.columns.map(({ column, target, exactTarget }) => ({ column, target: target ?? exactTarget }));
}

test('an option keeps its code where another one has its label', async () => {
  await seedConfiguration(catalogue, upsertOptions, [
    { optionSet: 'finishes', code: 'twin', labels: { en_US: 'Oiled oak', de_DE: 'Eiche, geölt' } },
  ]);
  const file = await exports.run('products', { filter, columns: ['sku', 'finish'], labelLocale: 'en_US' });
  expect(file.split('\r\n')[2]).toBe('LO-HERON-OAK;oiled_oak');
});

test.each([
  ['entities', { labelLocale: 'de_DE' }, 'value-not-allowed'],
  ['products', { labelLocale: 'de_DE', format: 'jsonl' }, 'value-not-allowed'],
  ['products', { labelLocale: 'xx_XX' }, 'reference-not-found'],
] as const)('exports of %s do not take %j', async (resource, overrides, code) => {
  const problem = await exports.run(resource, overrides).catch((error) => error.errors[0]);
  expect([problem.code, problem.path]).toEqual([code, ['labelLocale']]);
});
