// Risk: a server that somebody names, or one that we depend on, ends the process, holds it up or fills its memory.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { restOf } from '../adapters/rest/rest-client.ts';
import { type FaultyPeer, startFaultyPeer } from '../support/faulty-peer.ts';
import { pngOf } from '../support/media.ts';
import { type MonitoredProcess, startMonitored } from '../support/monitored-process.ts';
import { startS3, type TestBucket } from '../support/s3.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

/** How often each kind of peer misbehaves; 1,000 on demand. */
const SEEDS = Number(process.env.PEER_SEEDS ?? 12);
const AT_ONCE = 8;
/** How long a peer that says no more stays; longer than we wait for it on demand. */
const HOLD_MS = process.env.PEER_SEEDS === undefined ? 1_000 : 20_000;
const SEED = Number(process.env.TEST_SEED ?? 20_261_122);
const LARGE = Buffer.alloc(900_000, 'x');

let bucket: TestBucket;
let served: ServedProgram;
let site: FaultyPeer;
let collector: FaultyPeer;
let store: FaultyPeer;
let api: MonitoredProcess;
let worker: MonitoredProcess;
beforeAll(async () => {
  bucket = await startS3();
  const page = (path: string) => {
    const number = Number(/\d+/.exec(path)?.[0] ?? 0);
    if (path.startsWith('/rows')) return Buffer.from(`sku;attribute_set\nFETCHED-${number};pictured\n`);
    return path.startsWith('/picture') && number % 2 === 0 ? LARGE : pngOf(9, 9, path);
  };
  site = await startFaultyPeer({ seed: SEED, holdMs: HOLD_MS, answer: page });
  collector = await startFaultyPeer({ seed: SEED + 1, holdMs: HOLD_MS, answer: () => Buffer.from('{}') });
  const honest = Number(new URL(bucket.settings.endpoint ?? '').port);
  store = await startFaultyPeer({ seed: SEED + 2, holdMs: HOLD_MS, answer: honest });
  served = await serveProgram({ OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' });
  const rest = restOf(served);
  await rest('POST /attributes', { json: { code: 'photo', type: 'media' } });
  await rest('POST /attribute-sets', { json: { code: 'pictured', attributes: [{ code: 'photo' }] } });
  await rest('POST /webhooks', { json: { url: `${site.url}/hook`, events: ['product.created'] } });
  const environment = {
    ...served.environment,
    DATA_DIR: served.config.dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'always_on',
    S3_BUCKET: 'catalograph',
    S3_ENDPOINT: store.url,
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  api = await startMonitored(['api'], environment);
  worker = await startMonitored(['worker'], environment, { ready: 'The worker runs.' });
}, 240_000);
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  await worker?.[Symbol.asyncDispose]();
  await served?.close();
  for (const peer of [site, collector, store]) await peer?.close();
  await bucket?.close();
});

const send = (path: string, body: object | FormData | Uint8Array) =>
  fetch(`${api.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${served.token}`,
      ...(body instanceof FormData
        ? {}
        : { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }),
    },
    body: body instanceof FormData || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
/** Sends what no peer has to do with, again where a busy machine puts it off. */
async function sendOwn(path: string, body: object | FormData | Uint8Array) {
  for (;;) {
    const response = await send(path, body);
    const answer = (await response.json()) as { id: string };
    if (response.status !== 503) {
      expect(response.status).toBeLessThan(300);
      return answer;
    }
    await pause(100);
  }
}
const read = (path: string) =>
  fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${served.token}` } });

/** Does something for each seed, some at once. */
async function forEachSeed(task: (seed: number) => Promise<void>): Promise<void> {
  const seeds = Array.from({ length: SEEDS }, (_, seed) => seed).values();
  const lane = async () => {
    for (const seed of seeds) await task(seed);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** How many answers had each status. */
function countStatuses() {
  const counts: Record<number, number> = {};
  const add = ({ status }: Response) => {
    counts[status] = (counts[status] ?? 0) + 1;
  };
  return { counts, add };
}

const importText = (text: string) => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'rows.csv');
  return form;
};
const run = async (body: object) => {
  const response = await send('/import-export/profiles/products_csv/run', body);
  const { id } = (await response.json()) as { id?: string };
  return id === undefined ? [] : [decodeIdOf('Job', id) ?? ''];
};
const statusesOf = async (jobs: readonly string[]) => {
  const { rows } = await served.catalogue.database.owner.query<{ status: string }>(
    'SELECT status FROM public.job WHERE id = ANY($1::uuid[])',
    [jobs],
  );
  return rows.map(({ status }) => status);
};
const OVER = /^(completed|completed_with_errors|failed)$/;
async function untilOver(jobs: readonly string[]): Promise<readonly string[]> {
  for (;;) {
    const statuses = await statusesOf(jobs);
    if (statuses.every((status) => OVER.test(status))) return statuses;
    await api.expectHealthy({}, 'jobs');
    await worker.expectHealthy({}, 'jobs');
    await pause(100);
  }
}

test(
  'whatever servers that are named do, every request is answered, every job ends and nothing else does',
  async () => {
    site.be('hostile');
    collector.be('hostile');
    const media = countStatuses();
    const jobs: string[] = [];
    await forEachSeed(async (seed) => {
      media.add(await send('/media', { url: `${site.url}/picture/${seed}` }));
      await sendOwn('/products', { sku: `SEED-${seed}` });
      if (seed % 10 !== 0) return;
      const rows = Array.from({ length: 10 }, (_, row) => seed + row).map(
        (row) => `CELL-${row};pictured;${site.url}/picture/${row}`,
      );
      jobs.push(...(await run(importText(['sku;attribute_set;photo', ...rows].join('\n')))));
      jobs.push(...(await run({ url: `${site.url}/rows/${seed}` })));
    });
    expect(
      Object.keys(media.counts).filter((status) => !['200', '201', '422', '503'].includes(status)),
    ).toEqual([]);
    expect(media.counts[201]).toBeGreaterThan(0);
    await untilOver(jobs);
    for (const one of [api, worker]) await one.expectHealthy({}, 'peers');

    site.be('calm');
    collector.be('calm');
    await sendOwn('/media', { url: `${site.url}/picture/1` });
    const last = await sendOwn(
      '/import-export/profiles/products_csv/run',
      importText(`sku;attribute_set;photo\nLAST;pictured;${site.url}/picture/3`),
    );
    expect(await untilOver([decodeIdOf('Job', last.id) ?? ''])).toEqual(['completed']);
    process.stderr.write(
      `media ${JSON.stringify(media.counts)}, ${jobs.length} jobs, ${site.connections} connections, ${collector.connections} of traces\n`,
    );
  },
  60_000 + SEEDS * 3_000,
);

test(
  'whatever the object store does, every request is answered, and files can be had again afterwards',
  async () => {
    const kept = await sendOwn('/media?filename=kept.png', pngOf(9, 9, 'kept'));
    store.be('hostile');
    const sent = countStatuses();
    const got = countStatuses();
    const jobs: string[] = [];
    await forEachSeed(async (seed) => {
      sent.add(await send(`/media?filename=${seed}.png`, pngOf(9, 9, `stored ${seed}`)));
      const response = await read(`/media/${kept.id}/content`).catch(() => null);
      if (response !== null) got.add(response);
      await response?.arrayBuffer().catch(() => undefined);
      if (seed % 10 === 0)
        jobs.push(...(await run(importText(`sku;attribute_set\nSTORED-${seed};pictured`))));
    });
    for (const one of [api, worker]) await one.expectHealthy({}, 'the object store');
    process.stderr.write(
      `sent ${JSON.stringify(sent.counts)}, got ${JSON.stringify(got.counts)}, ${jobs.length} jobs, ${store.connections} connections\n`,
    );
    expect(Object.keys(sent.counts).filter((status) => !['201', '503'].includes(status))).toEqual([]);
    // A changed byte of its name makes it another file, which is not there.
    expect(Object.keys(got.counts).filter((status) => !['200', '404', '503'].includes(status))).toEqual([]);
    store.be('calm');
    const content = await read(`/media/${kept.id}/content`);
    expect(Buffer.from(await content.arrayBuffer())).toEqual(pngOf(9, 9, 'kept'));
    expect(new Set(await untilOver(jobs))).toEqual(new Set(jobs.length === 0 ? [] : ['completed']));
  },
  60_000 + SEEDS * 3_000,
);
