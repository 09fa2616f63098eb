// Risk: a document of JSON or XML leaves an import without an end, or one broken record costs the others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_ROW_PATH, hostileDocuments } from '../../support/hostile-documents.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** Damaged documents of each format; more with IMPORT_FILES. */
const FILES = Number(process.env.IMPORT_FILES ?? 20);

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

test('hostile and damaged documents come to an end, with all their rows accounted for', async () => {
  for (const { name, format, bytes } of hostileDocuments(seededRandom(), FILES)) {
    const options = format === 'xml' ? { rowPath: HOSTILE_ROW_PATH } : {};
    const { status, failure, ...counts } = await bench.run(bytes, { format, options });
    expect(status, name).toMatch(/^(completed|completed_with_errors|failed)$/);
    expect(['import-file-invalid', undefined], `${name}: ${failure?.detail}`).toContain(failure?.code);
    if (status !== 'failed') expect(counts.processed, name).toBe(counts.total);
  }
}, 300_000);

test.each([
  ['json', '[{"sku":"?-1"},{"sku":"?-2","brand":"Z\xb3oty"},{"sku":"?-3","brand":"Lumen"}]'],
  [
    'xml',
    '<a><p><sku>?-1</sku></p><p><sku>?-2</sku><brand>Z\xb3oty</brand></p><p><sku>?-3</sku><brand>L</brand></p></a>',
  ],
] as const)(
  'broken bytes in %s fail their row, which is named, and the rest goes in',
  async (format, text) => {
    const bytes = Buffer.from(text.replaceAll('?', `B${format}`), 'latin1');
    const job = await bench.run(bytes, { format, options: { rowPath: format === 'xml' ? 'a/p' : null } });
    expect(job.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'brand', 'invalid-format'],
    ]);
    expect(job).toMatchObject({ status: 'completed_with_errors', total: 3, created: 2, failed: 1 });
  },
);

test('the sign for lost text in a document is named as such', async () => {
  const job = await bench.run(JSON.stringify([{ sku: 'S-1', brand: 'Z\ufffdoty' }]), { format: 'json' });
  expect(job.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [1, 'brand', expect.stringContaining('U+FFFD')],
  ]);
});

test('a record that is too long for a row fails alone', async () => {
  const document = [{ sku: 'L-1' }, { sku: 'L-2', brand: 'ü'.repeat(9_000_000) }, { sku: 'L-3' }];
  const job = await bench.run(JSON.stringify(document), { format: 'json' });
  expect(job).toMatchObject({ status: 'completed_with_errors', total: 3, created: 2, failed: 1 });
  expect(job.errors.map(({ row, message }) => [row, message])).toEqual([
    [2, expect.stringContaining('16777216 bytes')],
  ]);
});
