// Risk: a product that Akeneo calls enabled is lost because it is not complete enough to be published.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

const statuses = async () =>
  (
    await bench.catalogue.database.owner.query<{ sku: string; status: string }>(
      `SELECT sku, status FROM public.product ORDER BY sku`,
    )
  ).rows.map(({ sku, status }) => `${sku} ${status}`);

test('an enabled product that cannot be published is stored as it is, with a warning', async () => {
  const file = `sku;family;enabled;name-en_US
FULL;accessories;1;Cap
NONE;;1;
OFF;accessories;0;Cap
`;
  const metadata = await bench.run(file);
  expect(metadata).toMatchObject({ status: 'completed', created: 3, failed: 0 });
  const message =
    "'NONE' has no attribute set; classify it before it is published. Its status stays 'draft'.";
  expect(metadata.errors).toMatchObject([
    { row: 3, column: 'enabled', ref: 'NONE', code: 'value-not-allowed', value: '1', message },
  ]);
  const { rows } = await bench.catalogue.database.owner.query(
    'SELECT level FROM public.job_error WHERE job_id = $1',
    [metadata.id],
  );
  expect(rows).toEqual([{ level: 'warning' }]);
  const { data } = await bench.catalogue.execute(
    `query ($id: ID!) { job(id: $id) { errorSummary { code } warningSummary { code count exampleRow } } }`,
    { id: encodeId('Job', metadata.id) },
  );
  expect(data).toEqual({
    job: { errorSummary: [], warningSummary: [{ code: 'value-not-allowed', count: 1, exampleRow: 3 }] },
  });
  expect(await statuses()).toEqual(['FULL published', 'NONE draft', 'OFF draft']);
});

test('a status that is written as such is refused where the product may not have it', async () => {
  const metadata = await bench.run('sku;status\nNEVER;published\n');
  expect(metadata).toMatchObject({ status: 'completed_with_errors', created: 0, failed: 1 });
});

test('a warning is counted once where the file is judged before it is written', async () => {
  const metadata = await bench.run('sku;enabled\nLATER;1\n', { errorPolicy: 'reject_all' });
  expect(metadata).toMatchObject({ status: 'completed', created: 1 });
  const { data } = await bench.catalogue.execute(
    'query ($id: ID!) { job(id: $id) { errorSummary { code } warningSummary { count } } }',
    { id: encodeId('Job', metadata.id) },
  );
  expect(data).toEqual({ job: { errorSummary: [], warningSummary: [{ count: 1 }] } });
});
