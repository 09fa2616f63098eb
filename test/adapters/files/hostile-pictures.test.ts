// Risk: a file that means harm takes the server down, is run by somebody's browser, or reads what is none of its business.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectFile, sampleOf } from '../../../src/modules/media/index.ts';
import {
  createImageRenderer,
  type ImageRenderer,
  RENDERER_DEFAULTS,
} from '../../../src/platform/image/image-renderer.ts';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { serveFiles } from '../../support/files-server.ts';
import { CANARY, type MaliciousFile, maliciousImages, validImages } from '../../support/malicious-images.ts';
import { createTestStorage, type TestStorage } from '../../support/storage.ts';

const SEED = Number(process.env.TEST_SEED ?? 1);
/** Per format; there are six. */
const DAMAGED_OF_EACH = Number(process.env.HOSTILE_PICTURES ?? 25);
/** What one picture may take, of a machine that others use as well. */
const WITHIN_MS = 20_000;
const MEMORY_BYTES = 400 * 1024 * 1024;

let canary: Server;
let asked = 0;
let files: readonly MaliciousFile[];
let renderer: ImageRenderer;
beforeAll(async () => {
  canary = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  files = await maliciousImages(SEED, { canaryUrl, damagedOfEach: DAMAGED_OF_EACH });
  renderer = createImageRenderer({ ...RENDERER_DEFAULTS, memoryBytes: MEMORY_BYTES });
});
afterAll(async () => {
  await renderer.close();
  canary.close();
});

const rendition = {
  width: 32,
  height: 32,
  fit: 'cover',
  format: 'png',
  focalPoint: { x: 0.5, y: 0.5 },
} as const;
const render = (bytes: Buffer) =>
  renderer.render(
    async () =>
      (async function* () {
        yield bytes;
      })(),
    rendition,
  );

test('there are more than 250 of them, and the same ones for the same seed', async () => {
  expect(files.length).toBeGreaterThan(250);
  const again = await maliciousImages(SEED, { canaryUrl: 'http://127.0.0.1:1', damagedOfEach: 1 });
  const bombs = (all: readonly MaliciousFile[]) =>
    all.filter(({ kind }) => kind === 'bomb').map(({ bytes }) => bytes.toString('base64'));
  expect(bombs(again)).toEqual(bombs(files));
});

test('each is refused with a reason, or becomes a small clean picture, in bounded time and memory', async () => {
  const outcomes = new Map<string, number>();
  const slow: string[] = [];
  const wrong: string[] = [];
  for (const { name, bytes, kind } of files) {
    await inspectFile(sampleOf(bytes));
    const startedAt = performance.now();
    const answer = await render(bytes);
    if (performance.now() - startedAt > WITHIN_MS) slow.push(name);
    const reason = answer.outcome === 'refused' ? answer.reason : 'rendered';
    outcomes.set(`${kind} ${reason}`, (outcomes.get(`${kind} ${reason}`) ?? 0) + 1);
    if (answer.outcome === 'rendered') {
      const { format, width = 0, height = 0 } = await sharp(answer.bytes).metadata();
      const isClean = !Buffer.from(answer.bytes).includes(CANARY);
      if (format !== 'png' || width > 32 || height > 32 || !isClean)
        wrong.push(`${name}: ${format} ${width}x${height}`);
    }
    const mayBeRendered = kind === 'disguised' || kind === 'damaged';
    if (answer.outcome === 'rendered' && !mayBeRendered) wrong.push(`${name}: rendered`);
    if (answer.outcome === 'refused' && kind === 'disguised') wrong.push(`${name}: ${reason}`);
    if (reason === 'too-slow' || reason === 'too-much-memory') wrong.push(`${name}: ${reason}`);
  }
  process.stdout.write(`${files.length} hostile pictures: ${JSON.stringify(Object.fromEntries(outcomes))}\n`);
  expect({ wrong, slow }).toEqual({ wrong: [], slow: [] });
  expect(outcomes.get('foreign broken')).toBe(files.filter(({ kind }) => kind === 'foreign').length);
  const good = await validImages(SEED);
  for (const bytes of Object.values(good)) expect((await render(bytes)).outcome).toBe('rendered');
  expect(asked).toBe(0);
}, 240_000);

test.skipIf(process.platform !== 'linux')('the process that reads them has no secrets', async () => {
  process.env.SECRET_OF_TEST = CANARY;
  const fresh = createImageRenderer();
  try {
    const before = new Set(await processes());
    const rendering = fresh.render(
      async () =>
        (async function* () {
          yield (await validImages(SEED)).png;
        })(),
      rendition,
    );
    await rendering;
    const started = (await processes()).filter((pid) => !before.has(pid));
    const surroundings = await Promise.all(
      started.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
    );
    const own = surroundings.filter((text) => text.includes('VIPS_CONCURRENCY=1'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((text) => text.includes(CANARY))).toEqual([]);
  } finally {
    delete process.env.SECRET_OF_TEST;
    await fresh.close();
  }
});
const processes = async () => (await readdir('/proc')).filter((name) => /^\d+$/.test(name));

test('stored, each is served so that no browser runs it', async () => {
  const catalogue: TestOrganization = await createTestOrganization();
  const location: TestStorage = await createTestStorage();
  const { runner, owner } = catalogue;
  const links = createFileLinks({
    secret: 't',
    publicUrl: 'http://catalograph.test',
    clock: { now: () => new Date() },
  });
  const server = await serveFiles(
    {
      runner,
      storage: location.storage,
      links,
      maximumUploadBytes: 10_000_000,
      recordRefusal: async () => undefined,
    },
    { owner },
  );
  const headers = { authorization: 'Bearer owner' };
  const wrong: string[] = [];
  try {
    for (const { name, bytes, kind } of files.filter(
      (file) => file.kind !== 'damaged' && file.bytes.length < 1_000_000,
    )) {
      const sent = await fetch(`${server.url}/api/v1/media?filename=${name}.png`, {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      });
      const { id, mime_type: type } = (await sent.json()) as { id: string; mime_type: string };
      const got = await fetch(`${server.url}/api/v1/media/${id}/content`, { headers });
      const content = Buffer.from(await got.arrayBuffer());
      const reported = Object.fromEntries(got.headers);
      const isShown = reported['content-disposition']?.startsWith('inline') === true;
      const isSafe =
        reported['x-content-type-options'] === 'nosniff' &&
        reported['content-security-policy'] === "sandbox; default-src 'none'" &&
        reported['content-type'] === type &&
        (!isShown || !/svg|html|xml|javascript/.test(type));
      if (sent.status !== 201 || got.status !== 200 || !content.equals(bytes) || !isSafe)
        wrong.push(`${name}: ${type}`);
      if (kind !== 'foreign') continue;
      const small = await fetch(`${server.url}/api/v1/media/${id}/content?w=16`, { headers });
      const { code } = (await small.json()) as { code: string };
      if (small.status !== 422 || code !== 'rendition-failed') wrong.push(`${name}: ${small.status} ${code}`);
    }
  } finally {
    await server.close();
    await catalogue.close();
    await location.remove();
  }
  expect(wrong).toEqual([]);
  expect(asked).toBe(0);
}, 120_000);
