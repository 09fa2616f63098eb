// Risk: corrections reach other rows or cells than meant, or are lost without an error.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../../src/kernel/ids.ts';
import { correctFailedRows, type RowCorrections } from '../../../src/modules/import/correct-rows.ts';
import { startImport } from '../../../src/modules/import/start-import.ts';
import type { Reader } from '../../../src/modules/import/write-failed-rows.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';
import { textRow, workbookOf } from '../../support/workbooks.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

async function correct(
  { id }: ImportMetadata,
  corrections: Partial<RowCorrections>,
  dryRun = false,
  session = bench.catalogue.owner,
) {
  const { runner, storage } = bench.catalogue;
  const read: Reader = (operation, input) => runner.read(session, operation, input);
  const corrected = await correctFailedRows(
    { read, storage, organizationId: session.organizationId },
    encodeId('Job', id),
    { cells: [], replacements: [], ...corrections },
  );
  const { output } = await runner.write(session, startImport, { ...corrected, dryRun, webhooks: 'each' });
  const jobId = decodeIdOf('Job', output.id) ?? '';
  await bench.work(jobId);
  return bench.details(jobId);
}

const TABLE = (prefix: string) => [
  ['sku', 'Bestand', 'Preis'],
  [`${prefix}-1`, 'three', '10'],
  [`${prefix}-2`, 'three', 'cheap'],
  [`${prefix}-3`, 'few', '12'],
  [`${prefix}-4`, '4', '13'],
];
const MAPPING = [
  { column: 'Bestand', target: 'stock' },
  { column: 'Preis', target: 'price-EUR' },
];
const csvOf = (prefix: string) =>
  TABLE(prefix)
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('');

test('replacements and cells correct failed rows, and only those are imported again', async () => {
  const first = await bench.run(csvOf('C'), { mapping: MAPPING });
  expect(first).toMatchObject({ created: 1, failed: 3 });
  const corrections = {
    replacements: [{ column: 'Bestand', from: 'three', to: '3' }],
    cells: [{ row: 3, column: 'Preis', text: '11' }],
  };
  expect(await correct(first, corrections, true)).toMatchObject({ processed: 2, created: 2, failed: 0 });
  expect(await correct(first, corrections)).toMatchObject({ processed: 2, created: 2, failed: 0 });
  const last = await correct(first, { cells: [{ row: 4, column: 'Bestand', text: 'many' }] });
  expect(last).toMatchObject({ processed: 1, failed: 1 });
  // The failed rows of the second import are corrected in the same way.
  const [error] = last.errors;
  const corrected = await correct(last, {
    cells: [{ row: error?.row ?? 0, column: 'Bestand', text: '5' }],
  });
  expect(corrected).toMatchObject({ processed: 1, created: 1, errors: [] });
});

test('a workbook and a table without a stated delimiter are corrected as they were read', async () => {
  const rows = TABLE('X').map((cells, index) => textRow(index + 1, cells));
  const corrections = {
    replacements: [
      { column: 'Bestand', from: 'three', to: '3' },
      { column: 'Bestand', from: 'few', to: '2' },
      { column: 'Preis', from: 'cheap', to: '9' },
    ],
  };
  const workbook = await bench.run(workbookOf({ rows: rows.join('') }), { format: 'xlsx', mapping: MAPPING });
  expect(await correct(workbook, corrections)).toMatchObject({ created: 3, failed: 0 });
  const table = await bench.run(csvOf('T').replaceAll(';', '\t'), { mapping: MAPPING });
  expect(await correct(table, corrections)).toMatchObject({ created: 3, failed: 0 });
});

test('a correction of no failed row, column or text names its field', async () => {
  const first = await bench.run(csvOf('E'), { mapping: MAPPING });
  const problems = (corrections: Partial<RowCorrections>) =>
    correct(first, corrections).then(
      () => [],
      ({ errors }) => errors.map(({ path }: { path: readonly string[] }) => path.join('/')),
    );
  expect(await problems({ cells: [{ row: 5, column: 'Bestand', text: '5' }] })).toEqual(['cells/0/row']);
  expect(await problems({ cells: [{ row: 2, column: 'stock', text: '5' }] })).toEqual(['cells/0/column']);
  expect(await problems({ replacements: [{ column: 'Bestand', from: 'none', to: '1' }] })).toEqual([
    'replacements/0/from',
  ]);
  expect(await problems({})).toEqual(['cells']);
  expect(await problems({ cells: [{ row: 2, column: 'Bestand', text: 'x'.repeat(40_000) }] })).toEqual([
    'cells/0/text',
  ]);
});

test('failed rows are listed with their cells, and the same request is one import', async () => {
  const rows = TABLE('L').map((cells, index) => textRow(index + 1, cells));
  const table = await bench.run(csvOf('K'), { mapping: MAPPING });
  const workbook = await bench.run(workbookOf({ rows: rows.join('') }), { format: 'xlsx', mapping: MAPPING });
  for (const [imported, prefix] of [
    [table, 'K'],
    [workbook, 'L'],
  ] as const) {
    const id = encodeId('Job', imported.id);
    const { data } = await bench.catalogue.execute(
      `{ job(id: "${id}") { failedRows(first: 1) { nodes { row cells { column text } } totalCount pageInfo { hasNextPage } } } }`,
    );
    expect(data?.job).toEqual({
      failedRows: {
        nodes: [
          {
            row: 2,
            cells: [
              { column: 'sku', text: `${prefix}-1` },
              { column: 'Bestand', text: 'three' },
              { column: 'Preis', text: '10' },
            ],
          },
        ],
        totalCount: 3,
        pageInfo: { hasNextPage: true },
      },
    });
    const send = async () => {
      const result = await bench.catalogue.execute(
        `mutation { correctRows(id: "${id}", idempotencyKey: "again-${prefix}", input: {
          replacements: [{ column: "Bestand", from: "three", to: "3" }] }) { ... on JobPayload { job { id } } ... on Problem { code detail } } }`,
      );
      return result.data?.correctRows as { readonly job?: { readonly id: string } };
    };
    const first = await send();
    expect(first).toEqual({ job: { id: expect.stringMatching(/^job_/) } });
    expect(await send()).toEqual(first);
    await bench.work(decodeIdOf('Job', first.job?.id ?? '') ?? '');
  }
});

test('rows without cells are corrected in the file', async () => {
  const lines = await bench.run('{"sku": "J-1", "stock": "many"}\n', { format: 'jsonl' });
  const corrections = { cells: [{ row: 1, column: 'stock', text: '5' }] };
  await expect(correct(lines, corrections)).rejects.toMatchObject({
    errors: [{ path: ['id'], code: 'value-not-allowed' }],
  });
});
