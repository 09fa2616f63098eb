// Risk: a file with the values of models cannot be imported again without making them the variants' own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedDemo } from '../../support/demo.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';

let catalogue: TestOrganization;
let exports: ReturnType<typeof createExportHarness>;
let imports: ReturnType<typeof createImportHarness>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
  exports = createExportHarness(catalogue);
  imports = createImportHarness(catalogue);
});
afterAll(() => catalogue?.close());

const filter = { sku: { in: ['LO-HERON', 'LO-HERON-OAK', 'LO-HERON-OAK-7-S'] } };
const columns = ['sku', 'designer', 'finish', 'net_weight', 'net_weight-unit'];

test('variants contain what they inherit from both levels, once that is wanted', async () => {
  const file = (includeInherited: boolean) => exports.run('products', { filter, columns, includeInherited });
  expect((await file(false)).split('\r\n')).toEqual([
    'sku;designer;finish;net_weight;net_weight-unit',
    'LO-HERON;Ida Lindqvist;;;',
    'LO-HERON-OAK;;oiled_oak;;',
    'LO-HERON-OAK-7-S;;;4.6;KILOGRAM',
    '',
  ]);
  expect((await file(true)).split('\r\n')).toEqual([
    'sku;designer;finish;net_weight;net_weight-unit',
    'LO-HERON;Ida Lindqvist;;;',
    'LO-HERON-OAK;Ida Lindqvist;oiled_oak;;',
    'LO-HERON-OAK-7-S;Ida Lindqvist;oiled_oak;4.6;KILOGRAM',
    '',
  ]);
});

test.each(['csv', 'xlsx', 'jsonl'] as const)('all of it is imported unchanged as %s', async (format) => {
  const file = await exports.file('products', { format, includeInherited: true });
  const { created, updated, unchanged, failed, errors } = await imports.run(file, {
    resource: 'products',
    format,
  });
  expect({ created, updated, failed, errors }).toEqual({ created: 0, updated: 0, failed: 0, errors: [] });
  expect(unchanged).toBeGreaterThan(20);
});

test('a cell that differs from the model is reported, and changes nothing', async () => {
  const file = 'sku;designer\r\nLO-HERON-OAK-7-S;Somebody else\r\n';
  const { updated, errors } = await imports.run(Buffer.from(file), { resource: 'products', format: 'csv' });
  expect(updated).toBe(0);
  expect(errors).toHaveLength(1);
});

test.each([
  ['entities', {}],
  ['products', { asOf: { sequence: 1 } }],
] as const)('exports of %s %j do not take it', async (resource, overrides) => {
  const started = exports.run(resource, { ...overrides, includeInherited: true });
  const problem = await started.catch((error) => error.errors[0]);
  expect(problem.path).toEqual(['includeInherited']);
});
