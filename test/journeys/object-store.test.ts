// Risk: what works with files in a folder breaks where media, imports and exports lie in a bucket.
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restOf } from '../adapters/rest/rest-client.ts';
import { pngOf } from '../support/media.ts';
import { startS3, type TestBucket } from '../support/s3.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

let bucket: TestBucket;
let served: ServedProgram;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  bucket = await startS3();
  const { endpoint } = bucket.settings;
  served = await serveProgram({
    S3_BUCKET: 'catalograph',
    S3_ENDPOINT: endpoint ?? '',
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  rest = restOf(served);
}, 60_000);
afterAll(async () => {
  await served.close();
  await bucket.close();
});

const send = (path: string, init: RequestInit = {}) =>
  served.request(path, {
    ...init,
    headers: { authorization: `Bearer ${served.token}`, ...(init.headers as Record<string, string>) },
  });
const follow = async (link: unknown) => {
  const { pathname, search } = new URL(String(link));
  return served.request(pathname + search);
};
const jobOf = async (id: unknown) => (await rest(`GET /import-export/jobs/${id}`)).json;

test('a file is uploaded once, read whole, in part and by its link', async () => {
  const body = new Uint8Array(pngOf(4, 3, 'in a bucket'));
  const first = await send('/api/v1/media?filename=a.png', { method: 'POST', body });
  const again = await send('/api/v1/media?filename=b.png', { method: 'POST', body });
  expect([first.status, again.status]).toEqual([201, 200]);
  const { id, url } = (await first.json()) as { id: string; url: string };
  const part = await send(`/api/v1/media/${id}/content`, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  expect(new Uint8Array(await (await follow(url)).arrayBuffer())).toEqual(body);
});

test('an import reads its file and tells its failed rows, and an export writes and serves one', async () => {
  await rest('POST /attributes', { json: { code: 'motto', type: 'text' } });
  await rest('POST /attribute-sets', { json: { code: 'lamp', attributes: [{ code: 'motto' }] } });
  const profile = { code: 'old_lamps', direction: 'import', resource: 'products', format: 'csv' };
  const made = await rest('POST /import-export/profiles', {
    json: { ...profile, options: { encoding: 'windows_1252' } },
  });
  expect(made.status).toBe(201);
  const form = new FormData();
  // So that a copy in UTF-8 is kept beside it.
  const lines = 'sku;attribute_set;motto\r\nLAMP-1;lamp;Sch\u00f6n\r\nLAMP-2;nothing;x\r\n';
  form.append('file', new Blob([Buffer.from(lines, 'latin1')]), 'lamps.csv');
  const run = await send('/api/v1/import-export/profiles/old_lamps/run', { method: 'POST', body: form });
  const { id } = (await run.json()) as { id: string };
  await served.runJob(id);
  const job = await jobOf(id);
  expect(job).toMatchObject({ progress: { total: 2, created: 1, failed: 1 } });
  expect(await (await send(`/api/v1/import-export/jobs/${id}/error-file`)).text()).toContain(
    'LAMP-2;nothing;x',
  );
  const exported = await rest('POST /import-export/profiles/products_csv/run', {
    json: { columns: ['sku', 'motto'] },
  });
  await served.runJob(String(exported.json.id));
  const result = await follow((await jobOf(exported.json.id)).result_file);
  expect(await result.text()).toBe('sku;motto\r\nLAMP-1;Schön\r\n');
});

test('nothing of it is on the disk of the server, and nothing half received is left in the bucket', async () => {
  const names = await readdir(bucket.folder, { recursive: true });
  expect(names.filter((name) => name.endsWith('_object') && name.includes('staging/'))).toEqual([]);
  expect(names.filter((name) => name.endsWith('_object')).map((name) => name.split('/')[2])).toEqual(
    expect.arrayContaining(['media', 'exports']),
  );
});
