// Risk: a file that is sent in goes missing between the doors and the job, or nobody hears what became of its rows.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '../adapters/mcp/mcp-client.ts';
import { restOf } from '../adapters/rest/rest-client.ts';
import { runProgram } from '../main/program.ts';
import { archiveOf } from '../support/archive.ts';
import { openStream } from '../support/event-stream.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { createTestFolder } from '../support/test-folder.ts';

let served: ServedProgram;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  served = await serveProgram();
  rest = restOf(served);
  await rest('POST /locales', { json: { code: 'en_XX', enabled: true } });
  await rest('POST /attributes', { json: { code: 'name', type: 'text', localizable: true } });
  await rest('POST /attributes', { json: { code: 'stock', type: 'number' } });
  await rest('POST /attribute-sets', {
    json: { code: 'lamp', attributes: [{ code: 'name' }, { code: 'stock' }] },
  });
}, 60_000);
afterAll(() => served.close());

const FILE = `sku;attribute_set;name-en_XX;stock
LAMP-1;lamp;"=Wren; brass";3
LAMP-2;lamp;Robin;three
`;

/** Sends a file as a form does. */
async function sendFile(
  text: string,
  query = '',
  { token = served.token, to = '/profiles/products_csv/run' } = {},
) {
  const form = new FormData();
  form.append('file', new Blob([text]), 'lamps.csv');
  const response = await served.request(`/api/v1/import-export${to}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, location: response.headers.get('location'), json: await response.json() };
}

const jobOf = async (id: string) => (await rest(`GET /import-export/jobs/${id}`)).json;

test('a file that is sent in is tried, imported, mended and imported again', async () => {
  const tried = await sendFile(FILE, '?dry_run=true');
  expect(tried).toMatchObject({
    status: 202,
    json: { status: 'queued', dry_run: true, profile: 'products_csv' },
  });
  await served.runJob(tried.json.id);
  const verdict = { created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 1, processed: 2, total: 2 };
  expect(await jobOf(tried.json.id)).toMatchObject({ status: 'completed_with_errors', progress: verdict });
  expect((await rest('GET /products/LAMP-1')).status).toBe(404);

  const sent = await sendFile(FILE);
  expect(sent).toMatchObject({ status: 202, location: `/api/v1/import-export/jobs/${sent.json.id}` });
  expect(await sendFile(FILE)).toMatchObject({ status: 409, json: { code: 'idempotency-in-progress' } });
  await served.runJob(sent.json.id);
  const job = await jobOf(sent.json.id);
  expect(job).toMatchObject({
    status: 'completed_with_errors',
    progress: { ...verdict, percent: 100 },
    error_summary: [{ code: 'wrong-type', count: 1, example_row: 3 }],
  });
  expect((await rest('GET /products/LAMP-1')).json).toMatchObject({
    values: { name: [{ locale: 'en_XX', value: '=Wren; brass' }], stock: [{ value: '3' }] },
  });
  expect((await rest(`GET /import-export/jobs/${sent.json.id}/errors`)).json.items).toEqual([
    {
      file: null,
      level: 'error',
      row: 3,
      column: 'stock',
      ref: 'LAMP-2',
      code: 'wrong-type',
      attribute: 'stock',
      channel: null,
      locale: null,
      value: 'three',
      message: expect.stringContaining('must be a number'),
      message_key: 'number-expected',
      params: { attribute: 'stock' },
      hint: 'Correct the cell, or convert the column with a transform.',
    },
  ]);

  // The link needs no token.
  const link = new URL(String(job.error_file));
  const failed = await (await served.request(link.pathname + link.search)).text();
  expect(failed).toMatch(/^sku;attribute_set;name-en_XX;stock;_row;_errors\r\nLAMP-2;lamp;Robin;three;3;/);
  const mended = await sendFile(failed.replace(';three;', ';4;'));
  await served.runJob(mended.json.id);
  expect(await jobOf(mended.json.id)).toMatchObject({
    status: 'completed',
    error_file: null,
    error_summary: [],
    progress: { created: 1, failed: 0 },
  });
  const again = await sendFile(FILE.replace('three', '4'));
  await served.runJob(again.json.id);
  expect(await jobOf(again.json.id)).toMatchObject({ status: 'completed', progress: { unchanged: 2 } });
});

test('the file of an import stays with its job, for those who may read what it holds', async () => {
  const sent = await sendFile('sku\nLAMP-9\n');
  await served.runJob(sent.json.id);
  const file = (await jobOf(sent.json.id)).file as { readonly url: string };
  expect(file).toEqual({ name: 'lamps.csv', size_bytes: 11, url: expect.any(String) });
  const link = new URL(file.url);
  const opened = await served.request(link.pathname + link.search);
  expect([opened.headers.get('content-disposition'), await opened.text()]).toEqual([
    'attachment; filename=lamps.csv',
    'sku\nLAMP-9\n',
  ]);

  const path = `/import-export/jobs/${sent.json.id}`;
  const token = await served.mint(['import-export:read']);
  expect((await rest(`GET ${path}`, { as: token })).json.file).toEqual({ ...file, url: null });
  const refused = await rest(`GET ${path}/file`, { as: token });
  expect(refused).toMatchObject({
    status: 403,
    json: { code: 'insufficient-scope', required_scopes: ['products:read'] },
  });
});

test('a folder of Akeneo comes as an archive and becomes a job that tells of each file', async () => {
  const archive = await archiveOf({
    'families.csv': 'code;attributes\nshade;sku,stock\n',
    'products.csv': 'sku;family;stock\nSHADE-1;shade;3\nSHADE-2;shade;three\n',
  });
  const send = async (query: string, token = served.token) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(archive)]), 'folder.tar');
    const response = await served.request(`/api/v1/import-export/akeneo-folders${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: response.status, json: (await response.json()) as Record<string, never> };
  };
  const started = await send('?model_prefix=m_&webhooks=summary');
  expect(started).toMatchObject({ status: 202, json: { type: 'import', subject: 'akeneo folder' } });
  expect(await send('?model_prefix=m_')).toMatchObject({
    status: 409,
    json: { code: 'idempotency-in-progress' },
  });
  expect(await send('?mode=upsert')).toMatchObject({ status: 400, json: { code: 'unknown-parameter' } });
  const importer = await served.mint(['import-export:write', 'products:write']);
  expect(await send('', importer)).toMatchObject({ status: 403, json: { code: 'insufficient-scope' } });
  const id = String(started.json.id);
  await served.runJob(id);
  expect(await jobOf(id)).toMatchObject({
    status: 'completed_with_errors',
    error_file: null,
    progress: { total: 3, created: 3, failed: 0 },
    folder_report: {
      kinds: [
        { kind: 'families', total: 1, created: 1 },
        { kind: 'products', total: 2, created: 2 },
      ],
      values: { total: 2, written: 1, inherited: 0, skipped: 1 },
    },
  });
  const reported = (await rest(`GET /import-export/jobs/${id}/errors?limit=100`)).json;
  expect((reported.items as unknown[]).at(-1)).toMatchObject({
    file: 'products.csv',
    level: 'error',
    row: 3,
    column: 'stock',
    value: 'three',
    code: 'wrong-type',
  });
});

test('what is wrong with the request is told before any job is made', async () => {
  const before = (await rest('GET /import-export/jobs?with_count=true')).json.total;
  expect(await sendFile(FILE, '?mode=upser')).toMatchObject({ status: 422 });
  expect(await sendFile(FILE, '?dry_run=yes')).toMatchObject({
    status: 400,
    json: { code: 'invalid-parameter' },
  });
  expect(await sendFile(FILE, '?drry_run=true')).toMatchObject({
    status: 400,
    json: { code: 'unknown-parameter' },
  });
  const reader = await served.mint(['import-export:read']);
  expect(await sendFile(FILE, '', { token: reader })).toMatchObject({
    status: 403,
    json: { code: 'insufficient-scope' },
  });
  const run = 'POST /import-export/profiles/products_csv/run';
  expect((await rest(run, { json: { rows: [] } })).json).toMatchObject({ code: 'validation-failed' });
  expect((await rest(run, { json: { upload_id: `upl_${'0'.repeat(32)}` } })).status).toBe(404);
  expect((await rest(run, { json: { url: 'ftp://example.com/a.csv' } })).json).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/url', code: 'value-not-allowed' }],
  });
  expect(
    (await rest('POST /import-export/profiles/nobodys/run', { json: { rows: [{ sku: 'a' }] } })).status,
  ).toBe(404);
  expect((await rest('GET /import-export/jobs?with_count=true')).json.total).toBe(before);
});

test('a preview tells what columns and rows would come to, and stores nothing', async () => {
  const text = 'SKU;attribute_set;nmae-en_XX;stock\nNEW-1;lamp;x;1\nLAMP-1;;;x\n';
  const { status, json } = await rest('POST /import-export/preview', {
    json: { profile: 'products_csv', text },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    columns: [
      { column: 'SKU', target: 'SKU', reason: null },
      { column: 'attribute_set', target: 'attribute_set' },
      { column: 'nmae-en_XX', target: null, suggestions: ['name-en_XX'] },
      { column: 'stock', target: 'stock' },
    ],
    rows: [
      { row: 2, ref: 'NEW-1', outcome: 'created', errors: [] },
      {
        row: 3,
        ref: 'LAMP-1',
        outcome: 'failed',
        errors: [{ column: 'stock', code: 'wrong-type', value: 'x' }],
      },
    ],
  });
  expect((await rest('GET /products/NEW-1')).status).toBe(404);
});

test('a file is sent once, looked at with the steps of its columns, and imported by its id', async () => {
  const text = 'Artikel;attribute_set;Menge\nUP-1;lamp;3 Stk\nUP-2;lamp;-\n';
  const to = '/uploads';
  const { status, json: upload } = await sendFile(text, '', { to });
  expect([status, upload]).toEqual([
    201,
    { id: expect.stringMatching(/^upl_[0-9a-f]{32}$/), name: 'lamps.csv', size_bytes: 56 },
  ]);
  expect((await sendFile(text, '', { to })).json.id).toBe(upload.id);
  expect((await sendFile(text, '?dry_run=true', { to })).json).toMatchObject({ code: 'unknown-parameter' });
  const reader = await served.mint(['import-export:read']);
  expect((await sendFile(text, '', { to, token: reader })).json).toMatchObject({
    code: 'insufficient-scope',
  });

  const mapping = [
    { column: 'Artikel', target: 'sku' },
    { column: 'Menge', target: 'stock', transform: [{ replace: { pattern: '\\D', with: '' } }] },
    { column: 'title', target: 'name-en_XX', transform: [{ concat: { columns: ['Artikel', 'Menge'] } }] },
  ];
  const input = { upload_id: upload.id, mapping };
  const preview = { json: { profile: 'products_csv', ...input } };
  expect((await rest('POST /import-export/preview', preview)).json.columns).toMatchObject([
    { column: 'Artikel', target: 'sku' },
    { column: 'attribute_set' },
    {
      column: 'Menge',
      is_in_file: true,
      cells: [
        { row: 2, text: '3 Stk', becomes: '3' },
        { row: 3, text: '-', becomes: '' },
      ],
    },
    {
      column: 'title',
      is_in_file: false,
      target: 'name-en_XX',
      cells: [
        { row: 2, text: '', becomes: 'UP-1 3 Stk' },
        { row: 3, text: '', becomes: 'UP-2 -' },
      ],
    },
  ]);
  const started = await rest('POST /import-export/profiles/products_csv/run', { json: input });
  const id = String(started.json.id);
  await served.runJob(id);
  expect(await jobOf(id)).toMatchObject({ status: 'completed', progress: { created: 2 } });

  const { organizationId: other } = await served.openSecondOrganization('Other');
  const stranger = await served.mint(['import-export:write', 'products:write'], other);
  const foreign = await served.request('/api/v1/import-export/preview', {
    method: 'POST',
    headers: { authorization: `Bearer ${stranger}`, 'content-type': 'application/json' },
    body: JSON.stringify({ resource: 'products', upload_id: upload.id }),
  });
  expect(foreign.status).toBe(404);
});

test('an agent imports rows, asks how far they are, reads what went wrong, and takes them back', async () => {
  const client = await connect(served, '2026');
  const reported = async (given: object) => {
    const { structuredContent, isError } = await client.callTool({
      name: 'import_data',
      arguments: { ...given },
    });
    expect(isError).not.toBe(true);
    return structuredContent as { job: { id: string; status: string; progress: object }; dry_run: boolean };
  };
  const rows = [
    { sku: 'AGENT-1', attribute_set: 'lamp', stock: 1 },
    { sku: 'AGENT-2', attribute_set: 'lmap' },
  ];
  const tried = await reported({ rows });
  expect(tried).toMatchObject({ dry_run: true, job: { status: 'queued', dry_run: true } });
  const real = await reported({ rows, dry_run: false });
  await served.runJob(real.job.id);
  expect(await reported({ job_id: real.job.id })).toMatchObject({
    dry_run: false,
    job: { status: 'completed_with_errors', progress: { created: 1, failed: 1 } },
    row_errors: [
      { row: 3, column: 'attribute_set', ref: 'AGENT-2', value: 'lmap', hint: "Did you mean 'lamp'?" },
    ],
  });

  const revert = { job_id: real.job.id };
  for (const dry_run of [true, false]) {
    const undone = await reported({ revert, dry_run });
    expect(undone).toMatchObject({ dry_run, job: { type: 'revert', status: 'queued', dry_run } });
    await served.runJob(undone.job.id);
    expect(await reported({ job_id: undone.job.id })).toMatchObject({
      dry_run,
      job: { status: 'completed', progress: { deleted: 1 } },
      row_errors: [],
    });
    expect((await rest('GET /products/AGENT-1')).status).toBe(dry_run ? 200 : 410);
  }
  await client.close();
});

test('the end of an import is an event, and its progress can be followed', async () => {
  const { url, close } = await served.listen();
  try {
    const { json } = await rest('POST /import-export/profiles/products_jsonl/run', {
      json: { rows: [{ sku: 'FOLLOWED', values: { stock: 5 } }], webhooks: 'summary' },
    });
    const document = `subscription ($id: ID!) { jobProgress(id: $id) { status progress { processed total percent } } }`;
    const stream = await openStream(url, document, { token: served.token, variables: { id: json.id } });
    const [first] = await stream.take(1);
    expect(first?.data?.data).toEqual({
      jobProgress: { status: 'QUEUED', progress: { processed: 0, total: null, percent: 0 } },
    });
    await served.runJob(String(json.id));
    const last = (await stream.rest()).filter(({ event }) => event === 'next').at(-1);
    expect(last?.data?.data).toEqual({
      jobProgress: { status: 'COMPLETED', progress: { processed: 1, total: 1, percent: 100 } },
    });
    const { items } = (await rest('GET /events?types=import.completed')).json as { items: object[] };
    expect(items.at(-1)).toMatchObject({
      type: 'import.completed',
      data: {
        id: json.id,
        profile: 'products_jsonl',
        status: 'completed',
        progress: { created: 1, failed: 0 },
      },
    });
  } finally {
    await close();
  }
});

test('the command line imports a file, tells what failed, and writes the failed rows to be mended', async () => {
  const { path: folder, remove } = await createTestFolder();
  onTestFinished(remove);
  const [file, failedRows] = [join(folder, 'shop.csv'), join(folder, 'failed.csv')];
  const run = async (...parameters: string[]) => {
    const command = ['import', ...parameters, '--organization', 'Lamps'];
    const program = runProgram(command, { ...served.environment, DATA_DIR: folder });
    return { status: await program.ended, ...program.output() };
  };
  await writeFile(file, 'sku;attribute_set;stock\nCLI-1;lamp;1\nCLI-2;lamp;two\n');
  expect(await run(file, '--profile', 'products_csv', '--failed-rows', failedRows)).toEqual({
    status: 3,
    stdout: expect.stringMatching(
      /^Import: completed with errors; 2 rows: created 1, updated 0, unchanged 0, deleted 0, skipped 0, failed 1\n {2}row 3, column stock: 'two' \[wrong-type\] .+\n$/,
    ),
    stderr: 'import: 2 of 2\n',
  });
  const failed = await readFile(failedRows, 'utf8');
  expect(failed).toMatch(/^sku;attribute_set;stock;_row;_errors\r\nCLI-2;lamp;two;3;/);
  await writeFile(failedRows, failed.replace(';two;', ';2;'));
  expect(await run(failedRows, '--profile', 'products_csv')).toMatchObject({
    status: 0,
    stdout: 'Import: completed; 1 rows: created 1, updated 0, unchanged 0, deleted 0, skipped 0, failed 0\n',
  });
  expect(await run(join(folder, 'nothing.csv'), '--profile', 'products_csv')).toMatchObject({
    status: 1,
    stderr: `There is no file '${join(folder, 'nothing.csv')}'.\n`,
  });
}, 90_000);
