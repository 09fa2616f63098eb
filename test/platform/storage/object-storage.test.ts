// Risk: a crash or a broken stream leaves half an object, a key leads elsewhere, or the two places for files differ.
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLocalStorage } from '../../../src/platform/storage/local-storage.ts';
import type {
  ListedObject,
  ObjectStorage,
  StoredObject,
} from '../../../src/platform/storage/object-storage.ts';
import { openS3Storage } from '../../../src/platform/storage/s3-storage.ts';
import { filesBelow } from '../../support/files-server.ts';
import { startS3 } from '../../support/s3.ts';

async function* chunksOf(...texts: readonly string[]) {
  for (const chunk of texts) yield Buffer.from(chunk);
}
async function* brokenAfter(chunk: string, times = 1) {
  for (let sent = 0; sent < times; sent += 1) yield Buffer.from(chunk);
  throw new Error('The line is dead.');
}
const contentOf = async (stored: StoredObject | null) => (stored === null ? null : text(stored.stream));

/** A place for files, and the names of whatever lies in it. */
interface Place {
  readonly storage: ObjectStorage;
  names(): Promise<readonly string[]>;
  /** Whether two parts of 5 MiB of an upload have arrived, or all of it where there are no parts. */
  hasArrived(): Promise<boolean>;
  close(): Promise<void>;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  async 'a folder'() {
    const folder = await mkdtemp(join(tmpdir(), 'catalograph-storage-'));
    return {
      storage: await openLocalStorage(folder),
      names: () => filesBelow(folder),
      hasArrived: async () => (await filesBelow(folder)).length === 1,
      close: () => rm(folder, { recursive: true }),
    };
  },
  async 'a bucket'() {
    const { settings, folder, close } = await startS3();
    return {
      storage: await openS3Storage(settings, 3),
      async names() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        // An object is a file with two beside it; parts of uploads are files alone.
        return entries
          .filter((entry) => entry.isFile() && !/\.(?:json|md5)$/.test(entry.name))
          .map(({ name }) => name.replace('._S3rver_object', ''));
      },
      hasArrived: async () => (await filesBelow(folder)).includes('2.md5'),
      close,
    };
  },
};

describe.each(Object.keys(PLACES))('%s', (name) => {
  let location: Place;
  let storage: ObjectStorage;
  beforeAll(async () => {
    location = (await PLACES[name]?.()) as Place;
    ({ storage } = location);
  });
  afterAll(() => location.close());
  beforeEach(async () => {
    await storage.discardAbandoned(new Date(8e15));
    for (const key of ['a', 'ab', 'z'])
      for await (const object of storage.list(key)) await storage.delete(object.key);
    for (const key of ['f', 'k']) await storage.delete(key);
    expect(await location.names()).toEqual([]);
  });

  test('shows an object under its key only once it is kept', async () => {
    const staged = await storage.stage(chunksOf('ab', 'cde'));
    expect(staged.sizeBytes).toBe(5);
    expect(await storage.exists('a/b/c')).toBe(false);
    await staged.keepAs('a/b/c');
    expect(await storage.exists('a/b/c')).toBe(true);
    const stored = await storage.get('a/b/c');
    expect(stored?.sizeBytes).toBe(5);
    expect(await contentOf(stored)).toBe('abcde');
  });

  test('keeps an object once, however often it is told to, and never throws a kept one away', async () => {
    const staged = await storage.stage(chunksOf('x'));
    await staged.keepAs('k');
    await staged.keepAs('k');
    await staged.discard();
    expect(await contentOf(await storage.get('k'))).toBe('x');
    expect(await location.names()).toEqual(['k']);
  });

  test('leaves nothing of a stream that breaks or is not wanted', async () => {
    await expect(storage.stage(brokenAfter('half'))).rejects.toThrow('The line is dead.');
    await expect(storage.put('k', brokenAfter('half'))).rejects.toThrow('The line is dead.');
    await (await storage.stage(chunksOf('whole'))).discard();
    // So long that several parts have been sent.
    await expect(storage.put('k', brokenAfter('half'.repeat(250_000), 20))).rejects.toThrow(
      'The line is dead.',
    );
    expect(await location.names()).toEqual([]);
  });

  test('replaces an object as a whole', async () => {
    await storage.put('k', chunksOf('long before'));
    await expect(storage.put('k', brokenAfter('half'))).rejects.toThrow('The line is dead.');
    expect(await contentOf(await storage.get('k'))).toBe('long before');
    await storage.put('k', chunksOf('after'));
    expect(await contentOf(await storage.get('k'))).toBe('after');
  });

  test('takes an object of many parts and one of none', async () => {
    const part = '0123456789'.repeat(100_000);
    const long = await storage.stage(chunksOf(...Array.from({ length: 13 }, () => part)));
    expect(long.sizeBytes).toBe(13_000_000);
    await long.keepAs('k');
    const tail = await storage.get('k', { first: 12_999_990, last: 12_999_999 });
    expect([await contentOf(tail), tail?.sizeBytes]).toEqual(['0123456789', 13_000_000]);
    const none = await storage.stage(chunksOf());
    await none.keepAs('k');
    const stored = await storage.get('k');
    expect([none.sizeBytes, stored?.sizeBytes, await contentOf(stored)]).toEqual([0, 0, '']);
    expect(await location.names()).toEqual(['k']);
  });

  test('reads a part of an object and tells the size of the whole', async () => {
    await storage.put('k', chunksOf('0123456789'));
    const part = await storage.get('k', { first: 2, last: 4 });
    expect([await contentOf(part), part?.sizeBytes]).toEqual(['234', 10]);
    const rest = await storage.get('k', { first: 8, last: Number.MAX_SAFE_INTEGER });
    expect([await contentOf(rest), rest?.sizeBytes]).toEqual(['89', 10]);
    const nothing = await storage.get('k', { first: 10, last: Number.MAX_SAFE_INTEGER });
    expect([await contentOf(nothing), nothing?.sizeBytes]).toEqual(['', 10]);
    expect(await storage.get('f', { first: 10, last: 12 })).toBeNull();
  });

  test('deletes an object, and what is not there without complaint', async () => {
    await storage.put('k', chunksOf('x'));
    await storage.delete('k');
    await storage.delete('k');
    expect([await storage.exists('k'), await storage.get('k')]).toEqual([false, null]);
  });

  test('lists the objects below some words with the time they were received, and nothing that is staged', async () => {
    const walked = async (below: string) => {
      const listed: ListedObject[] = [];
      for await (const object of storage.list(below)) listed.push(object);
      return listed;
    };
    const startedAt = Math.floor(Date.now() / 1_000) * 1_000;
    for (const key of ['a/b/c', 'a/d', 'ab/e', 'f']) await storage.put(key, chunksOf(key));
    await storage.stage(chunksOf('staged'));
    const listed = await walked('a');
    expect(listed.map(({ key }) => key).sort()).toEqual(['a/b/c', 'a/d']);
    const ages = listed.map(({ receivedAt }) => receivedAt.getTime() - startedAt);
    expect(ages.every((ms) => ms >= 0 && ms < 60_000)).toBe(true);
    expect(await walked('nothing')).toEqual([]);
    expect(() => storage.list('../a')).toThrow('is no key of an object');
  });

  test('walks through more objects than come on one page', async () => {
    const written = Array.from({ length: 7 }, (_, index) => `z/${index % 2}/${index}`);
    for (const key of written) await storage.put(key, chunksOf('x'));
    const keys = new Set<string>();
    for await (const { key } of storage.list('z')) keys.add(key);
    expect([...keys].sort()).toEqual(written.sort());
  });

  test('throws away what was staged before a moment and says how much', async () => {
    const kept = await storage.stage(chunksOf('kept'));
    for (let index = 0; index < 3; index += 1) await storage.stage(chunksOf('half'));
    expect(await storage.discardAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    await kept.keepAs('k');
    expect(await storage.discardAbandoned(new Date(Date.now() + 60_000))).toBe(3);
    expect(await location.names()).toEqual(['k']);
  });

  test('ends what a process left that died in the middle of an upload', async () => {
    let begun: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const abandoned = (async function* () {
      for (let index = 0; index < 12; index += 1) yield Buffer.alloc(1_000_000, 'x');
      begun();
      // The process is gone: nothing comes any more, not even the end.
      await new Promise(() => undefined);
    })();
    void storage.stage(abandoned);
    await sent;
    await expect.poll(() => location.hasArrived(), { interval: 20, timeout: 5_000 }).toBe(true);
    expect(await storage.discardAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.discardAbandoned(new Date(Date.now() + 60_000))).toBe(1);
    expect(await location.names()).toEqual([]);
  });

  test.each(['', '../k', 'a/../../k', '/k', 'a//k', 'a/', '.', '.b', 'a/.b', 'a\\b', 'a\0'])(
    'refuses a key that could lead elsewhere: %j',
    async (key) => {
      expect(() => storage.get(key)).toThrow('is no key of an object');
      expect(() => storage.delete(key)).toThrow('is no key of an object');
      await expect(storage.put(key, chunksOf('x'))).rejects.toThrow('is no key of an object');
    },
  );
});

test('a bucket that cannot be used is told at once, with what to correct', async () => {
  const bucket = await startS3();
  const { settings } = bucket;
  const sentenceOf = (more: Partial<typeof settings>) =>
    openS3Storage({ ...settings, ...more }).then(
      () => 'open',
      ({ message }: Error) => message.replace(/127\.0\.0\.1:\d+/, 'store'),
    );
  const advice = 'make it, or correct S3_BUCKET, S3_ENDPOINT and the keys.';
  expect(await sentenceOf({})).toBe('open');
  expect(await sentenceOf({ bucket: 'elsewhere' })).toBe(
    `The bucket 'elsewhere' at store cannot be used (404): ${advice}`,
  );
  const credentials = { accessKeyId: 'stranger', secretAccessKey: 'x' };
  expect(await sentenceOf({ credentials })).toBe(
    `The bucket 'catalograph' at store cannot be used (403): ${advice}`,
  );
  await bucket.close();
  expect(await sentenceOf({})).toBe(
    `The bucket 'catalograph' at store cannot be used (the connection was refused): ${advice}`,
  );
});

const OK = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'the answer is not HTTP'],
  ['TLS', Buffer.from([0x15, 3, 1, 0, 2, 2, 40]), 'the answer is not HTTP'],
  ['nothing', '', 'the connection was closed or reset'],
  ['HTML', `${OK}content-length: 28\r\n\r\n<html><body>Hi</body></html>`, 'the answer is not one of S3'],
  ['half of XML', `${OK}content-length: 18\r\n\r\n<ListBucketResult>`, 'the answer is not one of S3'],
])('a store that speaks %s is told so', async (_what, bytes, reason) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    socket.once('data', () => socket.end(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { bucket: 'catalograph', region: 'us-east-1', forcePathStyle: true };
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  await expect(
    openS3Storage({ ...settings, credentials, endpoint: `http://127.0.0.1:${port}` }),
  ).rejects.toThrow(
    `The bucket 'catalograph' at 127.0.0.1:${port} cannot be used (${reason}): make it, or correct S3_BUCKET, S3_ENDPOINT and the keys.`,
  );
  server.close();
});
