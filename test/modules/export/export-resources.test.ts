// Risk: an export leaves out rows or columns, shows others than were asked for, or cannot be imported again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { FILE_RESOURCES } from '../../../src/modules/file-formats/columns/file-format.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';
import { seedMedia } from '../../support/media.ts';

let catalogue: TestOrganization;
let exports: ReturnType<typeof createExportHarness>;
let imports: ReturnType<typeof createImportHarness>;

const FAMILY = `sku;type;attribute_set;variant_layout;parent;status;channels;name-en_US;name-de_DE;color;size;price-EUR;washable
SHIRT;model;clothing;by_size;;draft;;Shirt;Hemd;red;;19.90;1
SHIRT-S;variant;clothing;;SHIRT;draft;;;;;s;;
SHIRT-M;variant;clothing;;SHIRT;archived;;;;;m;25;
CAP;simple;accessories;;;draft;"""""";=Cap;;blue;;;
`;

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'brand', hierarchical: true, attributes: ['name', 'brand', 'ean'] },
  ]);
  for (const code of ['front', 'back']) await seedMedia(catalogue, { code });
  exports = createExportHarness(catalogue);
  imports = createImportHarness(catalogue);
  const { status, errors } = await imports.run(FAMILY, { options: { inherited: 'override' } });
  expect({ status, errors }).toEqual({ status: 'completed', errors: [] });
  const brands =
    'entity_type;code;parent;label-en_US;active;name-en_US\nbrand;acme;;Acme;1;"=A"\nbrand;sub;acme;;0;\n';
  expect(await imports.run(brands, { resource: 'entities' })).toMatchObject({ created: 2, errors: [] });
  const media = 'code;label-en_US;alt-en_US;tags;visibility\nfront;Front;"@home";"a,b";public\n';
  expect(await imports.run(media, { resource: 'media' })).toMatchObject({ updated: 1, errors: [] });
});
afterAll(() => catalogue.close());

test('a table has every property, and those columns of values that some product needs', async () => {
  expect(await exports.run('products')).toBe(
    [
      'sku;type;attribute_set;variant_layout;parent;status;channels;categories;tags;color;name-de_DE;name-en_US;price-EUR;size;washable',
      `CAP;simple;accessories;;;draft;"""""";;;blue;;'=Cap;;;`,
      'SHIRT;model;clothing;by_size;;draft;;;;red;Hemd;Shirt;19.90;;1',
      'SHIRT-M;variant;clothing;;SHIRT;archived;;;;;;;25;m;',
      'SHIRT-S;variant;clothing;;SHIRT;draft;;;;;;;;s;',
      '',
    ].join('\r\n'),
  );
});

test('an export writes what its filter finds, in the columns, channel and locales that are asked for', async () => {
  const overrides = { filter: { type: 'variant' }, columns: ['name-en_US', 'sku', 'price-EUR'] };
  expect(await exports.run('products', overrides)).toBe('name-en_US;sku;price-EUR\r\n;SHIRT-S;\r\n');
  const filter = { status: ['archived', 'draft'], attributes: { color: 'red' } };
  const lines = await exports.run('products', { filter, format: 'jsonl', locales: ['DE_de'] });
  expect(lines.split('\n').map((line) => (line === '' ? null : JSON.parse(line)))).toMatchObject([
    { sku: 'SHIRT', values: { name: [{ locale: 'de_DE', value: 'Hemd' }], color: [{ value: 'red' }] } },
    { sku: 'SHIRT-M', values: { size: [{ value: 'm' }] } },
    { sku: 'SHIRT-S' },
    null,
  ]);
  expect(await exports.run('products', { filter: { sku: 'NOTHING' } })).toBe(
    'sku;type;attribute_set;variant_layout;parent;status;channels;categories;tags\r\n',
  );
});

test('a mapping names the columns as files that come in do', async () => {
  const mapping = [{ column: 'Farbe', target: 'color' }];
  const file = await exports.run('products', { mapping, filter: { sku: 'CAP' } });
  expect(file.split('\r\n')[0]).toBe(
    'sku;type;attribute_set;variant_layout;parent;status;channels;categories;tags;Farbe;name-en_US',
  );
});

test.each([
  [{ columns: ['sku', 'colr'] }, 'columns.1', 'color'],
  [{ columns: ['sku', '_delete'] }, 'columns.1', undefined],
  [{ filter: { stat: 'draft' } }, 'filter.stat', 'status'],
  [{ filter: { status: 'drft' } }, 'filter.status', undefined],
  [{ filter: { attributes: { colour: 'red' } } }, 'filter.attributes.colour', 'color'],
  [{ filter: { and: [{ attributes: { colour: 'red' } }] } }, 'filter.and.0.attributes.colour', 'color'],
  [{ channel: 'wep' }, 'channel', 'web'],
  [{ locales: ['de_DD'] }, 'locales.0', 'de_DE'],
])('what means nothing is refused before a job is made: %j', async (overrides, path, suggestion) => {
  const problem = await exports.run('products', overrides).catch((error) => error.errors[0]);
  expect(problem.path.join('.')).toBe(path);
  expect(problem.suggestions?.[0]).toBe(suggestion);
});

test('entities are found by a filter of their own', async () => {
  expect(await exports.run('entities', { filter: { parent: 'acme' } })).toBe(
    'entity_type;code;parent;active\r\nbrand;sub;acme;0\r\n',
  );
});

test.each(FILE_RESOURCES)(
  'the %s that are exported are unchanged when they are imported, as table, workbook and lines',
  async (resource) => {
    for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
      const file = await exports.file(resource, { format });
      const { created, updated, failed, unchanged, errors } = await imports.run(file, {
        resource,
        format,
      });
      expect({ format, created, updated, failed, errors }).toEqual({
        format,
        created: 0,
        updated: 0,
        failed: 0,
        errors: [],
      });
      expect(unchanged).toBeGreaterThan(1);
      expect(await exports.file(resource, { format })).toEqual(file);
    }
  },
);
