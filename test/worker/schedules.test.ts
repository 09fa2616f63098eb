// Risk: a schedule starts twice, not at all, or many times after an outage; a nightly delta leaves a change out.

import { utimes } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import type { JsonValue } from '../../src/kernel/json.ts';
import { createCursors } from '../../src/kernel/page.ts';
import { openExport } from '../../src/modules/export/index.ts';
import { openImport } from '../../src/modules/import/index.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { upsertImportExportProfiles } from '../../src/modules/profile/index.ts';
import { MODULES } from '../../src/modules.ts';
import { createOperationRunner, type OperationRunner } from '../../src/platform/operation/run-operation.ts';
import { openLocalStorage } from '../../src/platform/storage/local-storage.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import { runJob } from '../../src/worker/run-job.ts';
import { startDueProfiles } from '../../src/worker/sweep-schedules.ts';
import { addMember, createTestOrganization, sessionOf, type TestOrganization } from '../support/catalogue.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestFolder } from '../support/test-folder.ts';

let catalogue: TestOrganization;
let runner: OperationRunner;
let storage: ObjectStorage;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
let now = new Date('2026-01-01T00:00:00Z');
const clock = { now: () => now };

/** The server of somebody else. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end();
const server = createServer((request, response) => answer(request, response));
let url = '';

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  runner = createOperationRunner({
    database: catalogue.database,
    clock,
    cursors: createCursors('test'),
    modules: MODULES,
  });
  folder = await createTestFolder();
  storage = await openLocalStorage(folder.path);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await catalogue?.close();
  await folder?.remove();
  server.close();
});

const query = async <Row>(sql: string, ...parameters: unknown[]) =>
  (await catalogue.database.owner.query<Row & object>(sql, parameters)).rows;

async function givenProfile(
  code: string,
  direction: 'import' | 'export',
  schedule: JsonValue,
  more: object = {},
  session = catalogue.owner,
) {
  const patch = { code, direction, resource: 'products', format: 'csv', schedule, ...more };
  const input = { items: [{ patch: patch as never }], mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await runner.write(session, upsertImportExportProfiles, input);
}

const sweep = () =>
  startDueProfiles({ owner: catalogue.database.owner, runner, storage, clock, log: silentLog });
const at = (moment: string) => {
  now = new Date(moment);
};

/** Does all jobs that wait. */
async function work(): Promise<void> {
  const outboundPolicy = { allowPrivateAddresses: true };
  const dependencies = { runner, storage, outboundPolicy };
  const steps = {
    import: (session: never, job: never) => openImport(dependencies, session, job),
    export: (session: never, job: never) => openExport(dependencies, session, job),
  };
  const { organizationId } = catalogue.owner;
  for (const { id } of await query<{ id: string }>(
    `SELECT id FROM public.job WHERE status = 'queued' ORDER BY id`,
  ))
    await runJob(
      { runner, log: silentLog, steps: steps as never },
      { organizationId, jobId: id },
      new AbortController().signal,
    );
}

/** Lets a minute come, and does what it brings. */
async function minute(moment: string): Promise<void> {
  at(moment);
  await sweep();
  await work();
}

interface Run {
  readonly due: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly missed: number;
  readonly source: string | null;
  readonly status: string | null;
}

const runsOf = (code: string) =>
  query<Run>(
    `SELECT to_char(run.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI') AS due, run.outcome, run.reason, run.missed,
            run.source, job.status
     FROM public.schedule_run AS run JOIN public.import_export_profile AS profile ON profile.id = run.profile_id
     LEFT JOIN public.job ON job.id = run.job_id WHERE profile.code = $1 ORDER BY run.due_at`,
    code,
  );
const dues = async (code: string) => (await runsOf(code)).map(({ due }) => due);

async function fileAt(key: string): Promise<string> {
  const stored = await storage.get(`exchange/${catalogue.owner.organizationId}/${key}`);
  const parts: Uint8Array[] = [];
  for await (const part of (stored?.stream ?? []) as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function putFile(path: string, text: string, moment: string): Promise<void> {
  const key = `exchange/${catalogue.owner.organizationId}/${path}`;
  await storage.put(
    key,
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  await utimes(join(folder.path, 'objects', key), new Date(moment), new Date(moment));
}

async function givenProducts(...skus: string[]): Promise<void> {
  const items = skus.map((sku) => ({ sku, attributeSet: 'accessories' }));
  await runner.write(catalogue.owner, upsertProducts, {
    items,
    mode: 'upsert',
    errorPolicy: 'reject_all',
  } as never);
}

test('a schedule is walked through both changes of clocks, once each day', async () => {
  const target = { folder: 'out/nightly', name: 'all-{date}.csv' };
  at('2026-03-27T12:00:00Z');
  await givenProfile('walk', 'export', { cron: '30 2 * * *', timezone: 'Europe/Berlin', target });
  await sweep();
  for (
    let moment = new Date('2026-03-28T00:00:00Z');
    moment < new Date('2026-03-31T00:00:00Z');
    moment = new Date(moment.getTime() + 30 * 60_000)
  )
    await minute(moment.toISOString());
  expect(await dues('walk')).toEqual(['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']);
  expect(await fileAt('out/nightly/all-2026-03-29.csv')).toMatch(/^sku;/);
  at('2026-10-24T00:00:00Z');
  await sweep();
  await work();
  expect((await runsOf('walk')).at(-1)).toMatchObject({ due: '2026-10-23T00:30', missed: 206 });
  for (
    let moment = new Date('2026-10-24T00:00:00Z');
    moment < new Date('2026-10-27T00:00:00Z');
    moment = new Date(moment.getTime() + 30 * 60_000)
  )
    await minute(moment.toISOString());
  expect(
    (await runsOf('walk')).slice(4).map(({ due, outcome, missed, status }) => [due, outcome, missed, status]),
  ).toEqual([
    ['2026-10-24T00:30', 'started', 0, 'completed'],
    ['2026-10-25T00:30', 'started', 0, 'completed'],
    ['2026-10-26T01:30', 'started', 0, 'completed'],
  ]);
  await givenProfile('walk', 'export', null);
}, 60_000);

test('several workers start what is due once, and those who come later find it done', async () => {
  at('2026-05-01T00:00:00Z');
  await givenProfile('once', 'export', { cron: '0 * * * *', timezone: 'UTC' });
  await sweep();
  at('2026-05-01T01:00:30Z');
  await Promise.all([sweep(), sweep(), sweep(), sweep()]);
  await sweep();
  expect(await dues('once')).toEqual(['2026-05-01T01:00']);
  const jobs = await query<{ by: string }>(
    `SELECT triggered_by ->> 'id' AS by FROM public.job WHERE subject = 'once'`,
  );
  expect(jobs).toEqual([{ by: 'schedule' }]);
});

test('a run is left out while the one before is not over, and says which that is', async () => {
  at('2026-05-01T02:00:00Z');
  await sweep();
  const [first, second] = await runsOf('once');
  expect(first).toMatchObject({ outcome: 'started', status: 'queued' });
  expect(second).toMatchObject({ due: '2026-05-01T02:00', outcome: 'skipped', status: null });
  expect(decodeIdOf('Job', /job_\w+/.exec(second?.reason ?? '')?.[0] ?? '')).not.toBeNull();
  await work();
  await minute('2026-05-01T03:00:00Z');
  expect((await runsOf('once')).at(-1)).toMatchObject({ outcome: 'started', status: 'completed' });
});

test('after an outage one run stands for all that were missed, and one that is switched off never runs', async () => {
  await minute('2026-05-02T03:30:00Z');
  expect((await runsOf('once')).at(-1)).toMatchObject({
    due: '2026-05-02T03:00',
    missed: 23,
    outcome: 'started',
  });
  await givenProfile('once', 'export', { cron: '0 * * * *', timezone: 'UTC', active: false });
  await minute('2026-05-02T04:30:00Z');
  await minute('2026-05-02T05:30:00Z');
  expect(await dues('once')).toHaveLength(4);
  // What was due while it was off is not made up for.
  await givenProfile('once', 'export', { cron: '0 * * * *', timezone: 'UTC' });
  await minute('2026-05-02T07:30:00Z');
  expect(await dues('once')).toHaveLength(4);
  await minute('2026-05-02T08:00:00Z');
  expect((await runsOf('once')).at(-1)).toMatchObject({ due: '2026-05-02T08:00', missed: 0 });
  await givenProfile('once', 'export', null);
});

test('each night exports what changed since the last success, and nothing in between is lost', async () => {
  at('2026-06-01T00:00:00Z');
  const filter = { updated_at: { gte: '$last_success' } };
  const target = { folder: 'delta', name: '{date}.csv' };
  await givenProfile(
    'delta',
    'export',
    { cron: '0 3 * * *', timezone: 'UTC', target },
    { filter, columns: ['sku'] },
  );
  await givenProducts('D-1', 'D-2');
  await sweep();
  await minute('2026-06-01T03:00:00Z');
  expect(await fileAt('delta/2026-06-01.csv')).toMatch(/^sku\r\n(.*\r\n)*D-1\r\nD-2\r\n/);
  at('2026-06-01T12:00:00Z');
  await givenProducts('D-3');
  await minute('2026-06-02T03:00:00Z');
  // A write that began before the export and is seen only after it.
  at('2026-06-02T02:59:30Z');
  await givenProducts('D-4');
  expect(await fileAt('delta/2026-06-02.csv')).toBe('sku\r\nD-3\r\n');
  await minute('2026-06-03T03:00:00Z');
  expect(await fileAt('delta/2026-06-03.csv')).toBe('sku\r\nD-4\r\n');
  // A night that was not delivered counts as none.
  await givenProfile(
    'delta',
    'export',
    { cron: '0 3 * * *', timezone: 'UTC', target: { url: `${url}/lost` } },
    { filter, columns: ['sku'] },
  );
  answer = (_request, response) => response.writeHead(500).end();
  at('2026-06-03T12:00:00Z');
  await sweep();
  await givenProducts('D-5');
  await minute('2026-06-04T03:00:00Z');
  expect((await runsOf('delta')).at(-1)).toMatchObject({ status: 'failed' });
  const bodies: string[] = [];
  answer = (request, response) => {
    let body = `${request.method} ${request.headers['content-type']} ${request.headers['content-length']} `;
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(201).end();
    });
  };
  await minute('2026-06-05T03:00:00Z');
  expect((await runsOf('delta')).at(-1)).toMatchObject({ status: 'completed' });
  expect(bodies).toEqual(['PUT text/csv; charset=utf-8 10 sku\r\nD-5\r\n']);
  await givenProfile('delta', 'export', null);
});

test('the newest file of a folder is imported once', async () => {
  at('2026-07-01T00:00:00Z');
  const source = { folder: 'supplier', pattern: 'stock-*.csv' };
  await givenProfile('folder', 'import', { cron: '0 * * * *', timezone: 'UTC', source });
  await sweep();
  await putFile('supplier/stock-1.csv', 'sku;attribute_set\nOLD;accessories\n', '2026-07-01T00:10:00Z');
  await putFile('supplier/stock-2.csv', 'sku;attribute_set\nN-1;accessories\n', '2026-07-01T00:20:00Z');
  await putFile('supplier/other.csv', 'x', '2026-07-01T00:30:00Z');
  await putFile('supplier/deeper/stock-9.csv', 'x', '2026-07-01T00:30:00Z');
  await minute('2026-07-01T01:00:00Z');
  await minute('2026-07-01T02:00:00Z');
  await putFile('supplier/stock-2.csv', 'sku;attribute_set\nN-2;accessories\n', '2026-07-01T02:20:00Z');
  await minute('2026-07-01T03:00:00Z');
  expect(
    (await runsOf('folder')).map(({ outcome, reason, source: taken, status }) => [
      outcome,
      reason,
      taken,
      status,
    ]),
  ).toEqual([
    ['started', null, 'stock-2.csv of 2026-07-01T00:20:00.000Z', 'completed'],
    ['skipped', "There is no new file in the folder 'supplier'.", null, null],
    ['started', null, 'stock-2.csv of 2026-07-01T02:20:00.000Z', 'completed'],
  ]);
  const skus = await query<{ sku: string }>(
    `SELECT sku FROM public.product WHERE sku IN ('OLD', 'N-1', 'N-2') ORDER BY sku`,
  );
  expect(skus.map(({ sku }) => sku)).toEqual(['N-1', 'N-2']);
  await givenProfile('folder', 'import', null);
});

test('a file at an address is fetched, and one that is the same as ever is not imported again', async () => {
  at('2026-08-01T00:00:00Z');
  let version = 1;
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.headers['if-none-match']);
    const etag = `"v${version}"`;
    if (request.url === '/from') return response.writeHead(302, { location: '/stock.csv' }).end();
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    return response.writeHead(200, { etag }).end(`sku;attribute_set\nU-${version};accessories\n`);
  };
  await givenProfile('address', 'import', {
    cron: '0 * * * *',
    timezone: 'UTC',
    source: { url: `${url}/from` },
  });
  await sweep();
  await minute('2026-08-01T01:00:00Z');
  await minute('2026-08-01T02:00:00Z');
  version = 2;
  await minute('2026-08-01T03:00:00Z');
  answer = (_request, response) => response.writeHead(404).end();
  await minute('2026-08-01T04:00:00Z');
  expect((await runsOf('address')).map(({ outcome, status }) => [outcome, status])).toEqual([
    ['started', 'completed'],
    ['started', 'completed'],
    ['started', 'completed'],
    ['started', 'failed'],
  ]);
  expect(asked).toEqual([undefined, undefined, '"v1"', '"v1"', '"v1"', '"v1"']);
  const jobs = await query<{ created: number; processed: number; detail: string | null }>(
    `SELECT created, processed, failure ->> 'detail' AS detail FROM public.job WHERE subject = 'address' ORDER BY id`,
  );
  expect(jobs).toEqual([
    { created: 1, processed: 1, detail: null },
    { created: 0, processed: 0, detail: null },
    { created: 1, processed: 1, detail: null },
    { created: 0, processed: 0, detail: 'The server answers 404 instead of the file.' },
  ]);
  await givenProfile('address', 'import', null);
});

test('what cannot be started is told in the history, and the next run has its turn', async () => {
  at('2026-09-01T00:00:00Z');
  const filter = { attributes: { brand: 'x' } };
  await givenProfile('broken', 'export', { cron: '0 * * * *', timezone: 'UTC' }, { filter });
  await sweep();
  await query(
    `UPDATE public.import_export_profile SET filter = '{"attributes": {"gone": "x"}}' WHERE code = 'broken'`,
  );
  await minute('2026-09-01T01:00:00Z');
  expect(await runsOf('broken')).toMatchObject([
    { outcome: 'failed', reason: expect.stringContaining('gone') },
  ]);
});

/** With whose rights the jobs of a profile act, and what became of them. */
const principalsOf = (code: string) =>
  query<{ who: string; by: string; status: string; failure: string | null }>(
    `SELECT principal ->> 'id' AS who, triggered_by ->> 'id' AS by, status, failure ->> 'code' AS failure
     FROM public.job WHERE subject = $1 ORDER BY id`,
    code,
  );
const idOf = ({ userId }: { readonly userId: string | null }) => encodeId('User', userId ?? '');
const planOf = async (code: string) => {
  const document =
    'query ($code: String!) { importExportProfile(code: $code) { nextRunAt schedulePrincipal { type id } } }';
  return (await catalogue.execute(document, { code })).data?.importExportProfile;
};

test('a schedule acts with the rights of whoever changed the profile last, as they are when it is due', async () => {
  at('2026-10-01T00:00:00Z');
  const { organizationId } = catalogue.owner;
  const userId = await addMember(catalogue.database, organizationId, 'editor');
  const editor = { ...sessionOf(organizationId, 'editor'), userId };
  const hourly = { cron: '0 * * * *', timezone: 'UTC' };
  await givenProfile('person', 'export', hourly, {}, editor);
  expect(await planOf('person')).toMatchObject({ schedulePrincipal: { type: 'user', id: idOf(editor) } });
  await sweep();
  await minute('2026-10-01T01:00:00Z');
  // Lost while the job waits.
  at('2026-10-01T02:00:00Z');
  await sweep();
  await query(`UPDATE auth."member" SET "role" = 'viewer' WHERE "userId" = $1`, userId);
  await work();
  // Lost before it is due, for a while and for good.
  await minute('2026-10-01T03:00:00Z');
  await query('DELETE FROM auth."member" WHERE "userId" = $1', userId);
  await minute('2026-10-01T04:00:00Z');
  await givenProfile('person', 'export', hourly, { labels: { en_US: 'Mine' } });
  await minute('2026-10-01T05:00:00Z');
  expect((await runsOf('person')).map(({ outcome, reason, status }) => [outcome, status ?? reason])).toEqual([
    ['started', 'completed'],
    ['started', 'failed'],
    ['failed', "export: A job of the type 'export' is not open to the role viewer with this sign-in."],
    ['failed', "export: 'Test' is no longer a member of the organization."],
    ['started', 'completed'],
  ]);
  expect(await principalsOf('person')).toEqual([
    { who: idOf(editor), by: 'schedule', status: 'completed', failure: null },
    { who: idOf(editor), by: 'schedule', status: 'failed', failure: 'principal-lost' },
    { who: idOf(catalogue.owner), by: 'schedule', status: 'completed', failure: null },
  ]);
  await givenProfile('person', 'export', null);
});

test('a schedule of nobody is paused until somebody changes the profile', async () => {
  at('2026-11-01T00:00:00Z');
  const hourly = { cron: '0 * * * *', timezone: 'UTC' };
  await givenProfile('nobodys', 'export', hourly);
  await query(`UPDATE public.import_export_profile SET principal = NULL WHERE code = 'nobodys'`);
  await sweep();
  await minute('2026-11-01T01:00:00Z');
  expect(await runsOf('nobodys')).toEqual([]);
  expect(await planOf('nobodys')).toEqual({ nextRunAt: null, schedulePrincipal: null });
  await givenProfile('nobodys', 'export', hourly, { labels: { en_US: 'Mine' } });
  await sweep();
  await minute('2026-11-01T02:00:00Z');
  expect(await principalsOf('nobodys')).toMatchObject([{ who: idOf(catalogue.owner), status: 'completed' }]);
});
