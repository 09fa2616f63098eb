// Risk: an exported file cannot be had at the doors, or by somebody who may not have it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { restOf } from '../adapters/rest/rest-client.ts';
import { runProgram } from '../main/program.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { createTestFolder } from '../support/test-folder.ts';

let served: ServedProgram;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  served = await serveProgram();
  rest = restOf(served);
  await rest('POST /attributes', { json: { code: 'motto', type: 'text' } });
  await rest('POST /attribute-sets', { json: { code: 'lamp', attributes: [{ code: 'motto' }] } });
  for (const sku of ['LAMP-1', 'LAMP-2'])
    await rest('POST /products', { json: { sku, attribute_set: 'lamp', values: { motto: '=1+1' } } });
}, 60_000);
afterAll(() => served.close());

const RUN = 'POST /import-export/profiles/products_csv/run';
const jobOf = async (id: string) => (await rest(`GET /import-export/jobs/${id}`)).json;

test('a run without rows writes a file, which a link opens without a token and which can be imported', async () => {
  const columns = ['sku', 'motto'];
  const run = await rest(RUN, { json: { filter: { sku: 'LAMP-2' }, columns } });
  expect(run).toMatchObject({
    status: 202,
    json: {
      type: 'export',
      status: 'queued',
      profile: 'products_csv',
      result_file: null,
      result_file_expires_at: null,
    },
  });
  const path = `/api/v1/import-export/jobs/${run.json.id}/result`;
  const authorization = { headers: { authorization: `Bearer ${served.token}` } };
  expect((await served.request(path, authorization)).status).toBe(409);
  await served.runJob(String(run.json.id));
  const job = await jobOf(String(run.json.id));
  expect(job).toMatchObject({
    status: 'completed',
    failure: null,
    progress: { total: 1, processed: 1, unchanged: 1, percent: 100 },
  });
  expect(Date.parse(String(job.result_file_expires_at)) - Date.parse(String(job.finished_at))).toBe(
    7 * 86_400_000,
  );
  const link = new URL(String(job.result_file));
  const today = String(job.created_at).slice(0, 10);
  expect(job.file).toEqual({ name: `products-${today}.csv`, size_bytes: 25, url: job.result_file });
  expect(link.pathname).toBe(path);
  const response = await served.request(link.pathname + link.search);
  expect(await response.text()).toBe("sku;motto\r\nLAMP-2;'=1+1\r\n");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename=products-${today}.csv`,
    'cache-control': 'private, no-store',
  });
  expect((await served.request(path, authorization)).status).toBe(200);
  const { owner } = served.catalogue.database;
  await owner.query(`UPDATE public.job SET finished_at = now() - interval '7 days' WHERE type = 'export'`);
  const later = await jobOf(String(run.json.id));
  expect(later.result_file).toBeNull();
  expect(Date.parse(String(later.result_file_expires_at))).toBeLessThanOrEqual(Date.now());
  expect((await served.request(link.pathname + link.search)).status).toBe(200);
  expect((await served.request(path)).status).toBe(401);
  expect((await served.request(`${path}${link.search}x`)).status).toBe(403);
  const stranger = await served.mint(['products:read']);
  const refused = await served.request(path, { headers: { authorization: `Bearer ${stranger}` } });
  expect(refused.status).toBe(403);
});

test('the built-in profiles write tables, lines and workbooks', async () => {
  const lines = await rest('POST /import-export/profiles/products_jsonl/run', { json: {} });
  await served.runJob(String(lines.json.id));
  const link = new URL(String((await jobOf(String(lines.json.id))).result_file));
  expect(await (await served.request(link.pathname + link.search)).text()).toBe(
    ['LAMP-1', 'LAMP-2']
      .map(
        (sku) =>
          `{"sku":"${sku}","type":"simple","attribute_set":"lamp","status":"draft","values":{"motto":[{"value":"=1+1"}]}}\n`,
      )
      .join(''),
  );
  const workbook = await rest('POST /import-export/profiles/products_xlsx/run', { json: {} });
  await served.runJob(String(workbook.json.id));
  const file = new URL(String((await jobOf(String(workbook.json.id))).result_file));
  const answer = await served.request(file.pathname + file.search);
  expect(answer.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename=products-\d{4}-\d\d-\d\d\.xlsx$/,
  );
  const form = new FormData();
  form.set('file', new Blob([await answer.arrayBuffer()]), 'products.xlsx');
  const preview = await served.request('/api/v1/import-export/preview?profile=products_xlsx', {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}` },
    body: form,
  });
  expect(await preview.json()).toMatchObject({
    sheets: [{ name: 'Products', is_hidden: false, is_chosen: true }],
    rows: [
      { row: 2, ref: 'LAMP-1', outcome: 'unchanged', errors: [] },
      { row: 3, ref: 'LAMP-2', outcome: 'unchanged', errors: [] },
    ],
  });
});

test('what is wrong with an export is told in the words of its request', async () => {
  const filter = { attributes: { moto: 'x' }, statu: 'draft' };
  expect((await rest(RUN, { json: { filter } })).json).toMatchObject({
    code: 'unknown-property',
    errors: [{ code: 'unknown-property', pointer: '/filter/statu', suggestions: ['status'] }],
  });
  expect((await rest(RUN, { json: { filter: { attributes: { moto: 'x' } } } })).json).toMatchObject({
    code: 'unknown-attribute',
    errors: [{ suggestions: ['motto'] }],
  });
  expect((await rest(RUN, { json: { dry_run: true } })).json).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/dry_run' }],
  });
});

test('the command line writes a file, or what was true at a moment to its output', async () => {
  const { path: folder, remove } = await createTestFolder();
  onTestFinished(remove);
  const output = join(folder, 'lamps.csv');
  const run = async (...parameters: string[]) => {
    const environment = { ...served.environment, DATA_DIR: join(folder, 'data') };
    const program = runProgram(['export', ...parameters], environment);
    return { status: await program.ended, ...program.output() };
  };
  expect(await run('--profile', 'products_csv', '--output', output)).toEqual({
    status: 0,
    stdout: '',
    stderr: `export: 2 of 2\n2 rows in ${output}\n`,
  });
  expect(await readFile(output, 'utf8')).toMatch(/^sku;.*;motto\r\nLAMP-1;simple;.*;'=1\+1\r\nLAMP-2;/);
  expect((await readdir(folder)).sort()).toEqual(['data', 'lamps.csv']);
  const events = await rest('GET /events?types=product.created&limit=1');
  const [first] = events.json.items as { sequence: number }[];
  const lines = await run(
    ...['--profile', 'PRODUCTS_CSV', '--format', 'jsonl'],
    ...['--as-of', String(first?.sequence)],
  );
  expect(lines.stdout).toMatch(/^\{"sku":"LAMP-1",.*\}\n$/);
});
