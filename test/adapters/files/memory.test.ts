// Risk: a large file, or many at once, is held in memory and takes the server down.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import type { FilesProcessOptions, MemoryUse } from '../../support/files-process.ts';
import { startS3, type TestBucket } from '../../support/s3.ts';

const MEGABYTE = 1_000_000;
/** A file in megabytes: several times what may be used. */
const FILE_BYTES = {
  'a folder': 100 * MEGABYTE,
  'a bucket': Number(process.env.MEDIA_MEGABYTES ?? 0) * MEGABYTE,
};
/** Two parts of 5 MiB on their way, and what is left of earlier ones until the memory is tidied, for a bucket. */
const MAY_GROW_MEGABYTES = { 'a folder': 60, 'a bucket': 150 };
const script = fileURLToPath(new URL('../../support/files-process.ts', import.meta.url));
const headers = { authorization: 'Bearer owner' };

/** Some bytes made while they are sent; equal seeds give equal files. */
async function* bytesOf(sizeBytes: number, seed: number, hash = createHash('sha256')) {
  const chunk = Buffer.alloc(MEGABYTE / 10);
  for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
    chunk.fill((sent / chunk.length + seed) % 251);
    hash.update(chunk);
    yield new Uint8Array(chunk);
  }
}

async function* inForm(file: AsyncIterable<Uint8Array>) {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n';
  yield new TextEncoder().encode(head);
  yield* file;
  yield new TextEncoder().encode('\r\n--b--\r\n');
}

// A bucket takes parts of 5 MiB, so only a file of hundreds of megabytes tells.
const PLACES = FILE_BYTES['a bucket'] > 0 ? (['a folder', 'a bucket'] as const) : (['a folder'] as const);

describe.each(PLACES)('through %s', (place) => {
  let catalogue: TestOrganization;
  let folder: string;
  let bucket: TestBucket | undefined;
  let server: ChildProcess;
  let url: string;
  beforeAll(async () => {
    catalogue = await createTestOrganization();
    folder = await mkdtemp(join(tmpdir(), 'catalograph-files-'));
    if (place === 'a bucket') bucket = await startS3();
    const options: FilesProcessOptions = {
      connectionString: catalogue.connectionString,
      organizationId: catalogue.owner.organizationId,
      folder,
      s3: bucket?.settings,
      maximumUploadBytes: FILE_BYTES[place],
    };
    server = fork(script, [JSON.stringify(options)], { execArgv: [], stdio: 'inherit' });
    const [reported] = await once(server, 'message');
    ({ url } = reported as { url: string });
  });
  afterAll(async () => {
    const ended = once(server, 'exit');
    server.disconnect();
    await ended;
    await catalogue.close();
    await bucket?.close();
    bucket = undefined;
    await rm(folder, { recursive: true });
  });

  const memoryOfServer = async (): Promise<MemoryUse> => {
    server.send('memory');
    const [use] = await once(server, 'message');
    return use as MemoryUse;
  };

  const post = (query: string, body: AsyncIterable<Uint8Array>, more: Record<string, string> = {}) =>
    fetch(`${url}/api/v1/media${query}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
      duplex: 'half',
    } as unknown as RequestInit);

  async function upAndDown(seed: number, sizeBytes: number, form: 'raw' | 'multipart') {
    const hash = createHash('sha256');
    const file = bytesOf(sizeBytes, seed, hash);
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const sent = form === 'raw' ? await post('?filename=film.mp4', file) : await post('', inForm(file), type);
    const { id, sha256 } = (await sent.json()) as { id: string; sha256: string };
    expect([sent.status, sha256]).toEqual([201, hash.digest('hex')]);
    const received = createHash('sha256');
    const response = await fetch(`${url}/api/v1/media/${id}/content`, { headers });
    for await (const chunk of response.body ?? []) received.update(chunk);
    expect(received.digest('hex')).toBe(sha256);
  }

  // Behind the parser of multipart bodies both go the same way.
  test.each(place === 'a folder' ? (['raw', 'multipart'] as const) : (['raw'] as const))(
    `a large file goes up and down in less than ${MAY_GROW_MEGABYTES[place]} MB of memory (%s)`,
    async (form) => {
      // What a process takes for its first requests of any size is not of interest.
      await upAndDown(form === 'raw' ? 1 : 2, 30 * MEGABYTE, form);
      const before = await memoryOfServer();
      await upAndDown(form === 'raw' ? 3 : 4, FILE_BYTES[place], form);
      const { peakBytes } = await memoryOfServer();
      const grownMegabytes = Math.round((peakBytes - before.residentBytes) / MEGABYTE);
      process.stdout.write(`memory grew by ${grownMegabytes} MB (${place}, ${form})\n`);
      expect(grownMegabytes).toBeLessThan(MAY_GROW_MEGABYTES[place]);
    },
    300_000,
  );
});
