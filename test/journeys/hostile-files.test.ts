// Risk: a file that somebody uploads ends the process that reads it, holds it up or fills its memory.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { HOSTILE_ROW_PATH, hostileDocuments } from '../support/hostile-documents.ts';
import { malformedFile } from '../support/malformed-files.ts';
import { maliciousImages } from '../support/malicious-images.ts';
import { maliciousWorkbooks } from '../support/malicious-workbooks.ts';
import { type MonitoredProcess, startMonitored } from '../support/monitored-process.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

/** Damaged files of each kind, besides those that were thought of; more on demand. */
const FILES = Number(process.env.HOSTILE_FILES ?? 3);
const OVER = /^(completed|completed_with_errors|failed)$/;

let served: ServedProgram;
let api: MonitoredProcess;
let worker: MonitoredProcess;
beforeAll(async () => {
  served = await serveProgram();
  const environment = {
    ...served.environment,
    DATA_DIR: served.config.dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  };
  api = await startMonitored(['api'], environment);
  worker = await startMonitored(['worker'], environment, { ready: 'The worker runs.' });
}, 120_000);
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  await worker?.[Symbol.asyncDispose]();
  await served?.close();
});

const authorization = () => ({ authorization: `Bearer ${served.token}` });
async function upload(path: string, name: string, bytes: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  return fetch(`${api.url}/api/v1${path}`, { method: 'POST', headers: authorization(), body });
}
async function healthy(during: string) {
  await api.expectHealthy({}, during);
  await worker.expectHealthy({}, during);
}

/** Creates a profile for documents. Tables have one already. */
async function createProfile(format: 'json' | 'xml') {
  const options = format === 'xml' ? { row_path: HOSTILE_ROW_PATH } : {};
  const created = await fetch(`${api.url}/api/v1/import-export/profiles`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({
      code: `products_${format}`,
      direction: 'import',
      resource: 'products',
      format,
      options,
    }),
  });
  expect(created.status, await created.text()).toBe(201);
}

test('tables and documents are previewed and imported, or refused, and every job ends', async () => {
  const random = seededRandom();
  const files = [
    ...[...maliciousWorkbooks(random, 0)].map(({ name, bytes }) => ({ name, bytes, kind: 'xlsx' })),
    ...Array.from({ length: FILES }, (_, index) => {
      const { bytes, request } = malformedFile(random, `F${index}-`);
      return { name: `broken ${index}`, bytes, kind: request.format ?? 'csv' };
    }),
    ...[...hostileDocuments(random, FILES)].map(({ name, bytes, format }) => ({ name, bytes, kind: format })),
  ];
  await createProfile('json');
  await createProfile('xml');
  const jobs: string[] = [];
  for (const { name, bytes, kind } of files) {
    const preview = await upload(`/import-export/preview?profile=products_${kind}`, `rows.${kind}`, bytes);
    await preview.arrayBuffer();
    expect(preview.status, `status of the preview of ${name}`).toBeLessThan(500);
    const run = await upload(`/import-export/profiles/products_${kind}/run`, `rows.${kind}`, bytes);
    expect(run.status, `status of the import of ${name}`).toBeLessThan(500);
    const { id } = (await run.json()) as { id?: string };
    if (id !== undefined) jobs.push(decodeIdOf('Job', id) ?? '');
    await healthy(name);
  }
  expect(jobs.length).toBeGreaterThan(0);
  for (;;) {
    const { rows } = await served.catalogue.database.owner.query<{ status: string; code: string | null }>(
      `SELECT status, failure ->> 'code' AS code FROM public.job WHERE id = ANY($1::uuid[])`,
      [jobs],
    );
    await healthy('the imports');
    expect(rows.filter(({ code }) => code === 'internal-error')).toEqual([]);
    if (rows.every(({ status }) => OVER.test(status))) break;
    await pause(100);
  }
}, 300_000);

test('pictures are kept or refused, and a rendition is a picture or a refusal', async () => {
  const pictures = await maliciousImages(20_261_122, { canaryUrl: 'http://127.0.0.1:9/', damagedOfEach: 1 });
  for (const { name, bytes } of pictures) {
    const kept = await upload('/media', name, bytes);
    expect(kept.status, `status of the upload of ${name}`).toBeLessThan(500);
    const { code } = (await kept.json()) as { code?: string };
    if (code !== undefined) {
      const rendition = await fetch(`${api.url}/api/v1/media/${code}/content?w=64`, {
        headers: authorization(),
      });
      await rendition.arrayBuffer();
      expect([200, 404, 413, 415, 422], `status of the rendition of ${name}`).toContain(rendition.status);
    }
    await healthy(name);
  }
}, 300_000);
