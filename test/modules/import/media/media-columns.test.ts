// Risk: a file of products brings in pictures twice, wrong ones or none, or waits for a server inside a transaction.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertAttributes } from '../../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { previewImport } from '../../../../src/modules/import/preview/preview-import.ts';
import { seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { createImportHarnessWithCatalogue } from '../../../support/imports.ts';
import { pngOf, seedMedia } from '../../../support/media.ts';

type Bench = Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
let bench: Bench;
let theirs: Server;
let url: string;
let asked: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
/** Transactions that had the job while a picture was being sent. */
let openTransactions = 0;
/** What pictures below `/held` wait for. */
let held: Promise<void> = Promise.resolve();
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedConfiguration(bench.catalogue, upsertAttributes, [
    { code: 'photo', type: 'media' },
    { code: 'gallery', type: 'media_list' },
  ]);
  await seedConfiguration(bench.catalogue, upsertAttributeSets, [
    { code: 'pictured', attributes: [{ code: 'photo' }, { code: 'gallery' }] },
  ]);
  theirs = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const { rows } = await bench.catalogue.database.owner.query<{ count: number }>(
      // Databases made of one template give their tables the same number.
      `SELECT count(*)::int AS count FROM pg_locks
       WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND relation = 'public.job'::regclass AND mode = 'RowExclusiveLock'`,
    );
    openTransactions += rows[0]?.count ?? 0;
    atOnce -= 1;
    if (path.startsWith('/held')) await held;
    if (path.startsWith('/gone')) response.writeHead(404).end();
    else response.end(pngOf(9, 9, path.startsWith('/same') ? 'same' : path));
  });
  theirs.listen(0, '127.0.0.1');
  await once(theirs, 'listening');
  url = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`;
}, 60_000);
beforeEach(() => {
  asked = [];
  [mostAtOnce, openTransactions] = [0, 0];
});
afterAll(async () => {
  theirs.closeAllConnections();
  theirs.close();
  await bench.close();
});

const shown = async (sku: string) => {
  const { data } = await bench.catalogue.execute(
    `{ product(ref: "${sku}") { data(form: FLAT, attributes: ["photo", "gallery"]) } }`,
  );
  return (data?.product as { data: { values?: unknown } } | null)?.data ?? null;
};
const mediaCount = async () => {
  const { rows } = await bench.catalogue.database.owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM public.media',
  );
  return rows[0]?.count;
};
const errorsOf = ({
  errors,
}: {
  errors: readonly {
    row: number;
    column: string | null;
    code: string;
    value: string | null;
    message: string;
  }[];
}) => errors.map(({ row, column, code, value, message }) => [row, column, code, value, message]);

test('cells name files by code, by file name and by URL', async () => {
  await seedMedia(bench.catalogue, { code: 'front', filename: 'Front view.png' });
  const lines = [
    'sku;attribute_set;photo;gallery',
    'A;pictured;front;',
    'B;pictured;Front view.png;front,Front view.png',
    `C;pictured;${url}/c.png;"front, ${url}/same-1.png"`,
    `D;pictured;${url}/c.png;${url}/same-2.png`,
  ];
  const job = await bench.run(lines.join('\n'), { options: { delimiter: ';' } });
  expect([job.status, job.created, errorsOf(job)]).toEqual([
    'completed_with_errors',
    3,
    [[3, 'gallery', 'duplicate-item', expect.anything(), expect.anything()]],
  ]);
});

test('a URL is fetched once for a file of rows, and a content that is there is not there twice', async () => {
  const before = (await mediaCount()) ?? 0;
  const rows = Array.from({ length: 30 }, (_, index) => `E${index};pictured;${url}/same-${index % 10}.png`);
  const job = await bench.run(['sku;attribute_set;photo', ...rows].join('\n'), {
    options: { delimiter: ';' },
  });
  expect([job.status, job.created]).toEqual(['completed', 30]);
  expect(asked.length).toBe(10);
  expect([openTransactions, mostAtOnce <= 6]).toEqual([0, true]);
  expect(await mediaCount()).toBe(before);
  expect(await shown('E3')).toEqual(await shown('E17'));
});

test('a file that cannot be had fails its row and no other', async () => {
  await seedMedia(bench.catalogue, { code: 'twin-1', filename: 'twin.png' });
  await seedMedia(bench.catalogue, { code: 'twin-2', filename: 'twin.png' });
  const lines = [
    'sku;attribute_set;photo',
    `F1;pictured;${url}/gone.png`,
    'F2;pictured;twin.png',
    'F3;pictured;nobody.png',
    'F4;pictured;https://user:secret@pictures.example.com/x.png',
    `F5;pictured;${url}/fine.png`,
  ];
  const job = await bench.run(lines.join('\n'), { options: { delimiter: ';' } });
  expect([job.status, job.created, job.failed]).toEqual(['completed_with_errors', 1, 4]);
  expect(errorsOf(job)).toEqual([
    [2, 'photo', 'fetch-failed', `${url}/gone.png`, 'The server answers 404 instead of the file.'],
    [
      3,
      'photo',
      'value-not-allowed',
      'twin.png',
      "2 media files are called 'twin.png'. Use the code of the right file.",
    ],
    [4, 'photo', 'media-not-found', 'nobody.png', expect.anything()],
    [5, 'photo', 'value-not-allowed', 'https://user:secret@pictures.example.com/x.png', expect.anything()],
  ]);
  expect(bench.catalogue.storage.staged()).toBe(0);
});

test('a server that fails again and again is not asked for ever', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => `G${index};pictured;${url}/gone-${index}.png`);
  const job = await bench.run(['sku;attribute_set;photo', ...rows].join('\n'), {
    options: { delimiter: ';' },
  });
  expect([job.failed, job.created]).toEqual([100, 0]);
  expect(asked.length).toBeLessThanOrEqual(26);
});

test('a try fetches nothing and adds nothing', async () => {
  const before = await mediaCount();
  const job = await bench.run(`sku;attribute_set;photo\nH;pictured;${url}/h.png`, {
    options: { delimiter: ';' },
    dryRun: true,
  });
  expect([job.status, job.created, asked, await mediaCount()]).toEqual(['completed', 1, [], before]);
});

test('lines of JSON name files in the same ways, however a value is written', async () => {
  const lines = [
    {
      sku: 'J1',
      attribute_set: 'pictured',
      values: { photo: 'Front view.png', gallery: { value: ['front', `${url}/j.png`] } },
    },
    { sku: 'J2', attribute_set: 'pictured', values: { photo: [{ value: `${url}/j.png` }] } },
    { sku: 'J3', attribute_set: 'pictured', values: { photo: `${url}/gone.png` } },
  ];
  const job = await bench.run(lines.map((line) => JSON.stringify(line)).join('\n'), { format: 'jsonl' });
  expect([job.created, job.failed]).toEqual([2, 1]);
  expect(errorsOf(job).map(([row, column, code]) => [row, column, code])).toEqual([
    [3, 'values.photo', 'fetch-failed'],
  ]);
  expect(await shown('J1')).toMatchObject({ photo: 'front', gallery: ['front', 'j'] });
  expect(await shown('J2')).toMatchObject({ photo: 'j' });
});

test('an import that waits for a server keeps its job', async () => {
  const { owner } = bench.catalogue.database;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  const jobId = await bench.start(`sku;attribute_set;photo\nG;pictured;${url}/held.png`, {
    options: { delimiter: ';' },
  });
  const working = bench.work(jobId, undefined, 10);
  await expect.poll(() => asked).toEqual(['/held.png']);
  await owner.query(`UPDATE public.job SET lease_until = now() - interval '1 hour' WHERE id = $1`, [jobId]);
  const isHeld = async () => {
    const { rows } = await owner.query('SELECT lease_until > now() AS held FROM public.job WHERE id = $1', [
      jobId,
    ]);
    return rows[0].held;
  };
  await expect.poll(isHeld).toBe(true);
  release();
  await working;
  expect(await bench.details(jobId)).toMatchObject({ status: 'completed', created: 1 });
});

test('a file whose rows get another shape is counted before anything is fetched', async () => {
  // Without a column of SKUs the file is rejected once it is counted.
  const lines = ['brand;photo', `Lumen;${url}/shaped-1.png`, `;${url}/shaped-2.png`];
  const job = await bench.run(lines.join('\n'), { options: { delimiter: ';', fillDown: ['brand'] } });
  expect(job.status).toBe('failed');
  expect(asked).toEqual([]);
});

test('a preview says of pictures what the import says: names of stored files are found, nothing is fetched', async () => {
  await seedMedia(bench.catalogue, { code: 'seen', filename: 'Seen.png' });
  const text = `sku;attribute_set;photo\nPV-1;pictured;Seen.png\nPV-2;pictured;${url}/pv.png\nPV-3;pictured;none.png\n`;
  const overrides = { resource: 'products', format: 'csv', mapping: [], options: {} } as never;
  const scope = { channel: null, locale: null };
  const input = { profile: null, overrides, source: { text }, scope };
  const { output, end } = await bench.catalogue.runner.dryRun(bench.catalogue.owner, previewImport, input);
  await end();
  expect(output.rows.map(({ outcome, errors }) => [outcome, ...errors.map(({ code }) => code)])).toEqual([
    ['created'],
    ['created'],
    ['failed', 'media-not-found'],
  ]);
  expect(asked).toEqual([]);
});
