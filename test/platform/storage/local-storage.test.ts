// Risk: a crash or a broken stream leaves half an object, or a key leads out of the storage's folder.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalStorage } from '../../../src/platform/storage/local-storage.ts';
import type {
  ListedObject,
  ObjectStorage,
  StoredObject,
} from '../../../src/platform/storage/object-storage.ts';
import { filesBelow } from '../../support/files-server.ts';

let folder: string;
let storage: ObjectStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalograph-storage-'));
  storage = await openLocalStorage(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function* chunksOf(...texts: readonly string[]) {
  for (const chunk of texts) yield Buffer.from(chunk);
}
async function* brokenAfter(chunk: string) {
  yield Buffer.from(chunk);
  throw new Error('The line is dead.');
}
const contentOf = async (stored: StoredObject | null) => (stored === null ? null : text(stored.stream));

test('shows an object under its key only once it is kept', async () => {
  const staged = await storage.stage(chunksOf('ab', 'cde'));
  expect(staged.sizeBytes).toBe(5);
  expect(await storage.exists('a/b')).toBe(false);
  await staged.keepAs('a/b');
  expect(await storage.exists('a/b')).toBe(true);
  const stored = await storage.get('a/b');
  expect(stored?.sizeBytes).toBe(5);
  expect(await contentOf(stored)).toBe('abcde');
});

test('keeps an object once, however often it is told to, and never throws a kept one away', async () => {
  const staged = await storage.stage(chunksOf('x'));
  await staged.keepAs('k');
  await staged.keepAs('k');
  await staged.discard();
  expect(await contentOf(await storage.get('k'))).toBe('x');
  expect(await filesBelow(folder)).toEqual(['k']);
});

test('leaves nothing of a stream that breaks or is not wanted', async () => {
  await expect(storage.stage(brokenAfter('half'))).rejects.toThrow('The line is dead.');
  await expect(storage.put('k', brokenAfter('half'))).rejects.toThrow('The line is dead.');
  await (await storage.stage(chunksOf('whole'))).discard();
  expect(await filesBelow(folder)).toEqual([]);
});

test('replaces an object as a whole', async () => {
  await storage.put('k', chunksOf('long before'));
  await expect(storage.put('k', brokenAfter('half'))).rejects.toThrow('The line is dead.');
  expect(await contentOf(await storage.get('k'))).toBe('long before');
  await storage.put('k', chunksOf('after'));
  expect(await contentOf(await storage.get('k'))).toBe('after');
});

test('reads a part of an object and tells the size of the whole', async () => {
  await storage.put('k', chunksOf('0123456789'));
  const part = await storage.get('k', { first: 2, last: 4 });
  expect([await contentOf(part), part?.sizeBytes]).toEqual(['234', 10]);
});

test('deletes an object, and what is not there without complaint', async () => {
  await storage.put('k', chunksOf('x'));
  await storage.delete('k');
  await storage.delete('k');
  expect([await storage.exists('k'), await storage.get('k')]).toEqual([false, null]);
});

const walked = async (below: string) => {
  const listed: ListedObject[] = [];
  for await (const object of storage.list(below)) listed.push(object);
  return listed;
};

test('lists the objects below some words with the time they were received, and nothing that is staged', async () => {
  for (const key of ['a/b/c', 'a/d', 'ab/e', 'f']) await storage.put(key, chunksOf(key));
  await storage.stage(chunksOf('staged'));
  await utimes(join(folder, 'objects/a/d'), 1_000, 1_000);
  const listed = await walked('a');
  expect(listed.map(({ key }) => key).sort()).toEqual(['a/b/c', 'a/d']);
  expect(listed.find(({ key }) => key === 'a/d')?.receivedAt).toEqual(new Date(1_000_000));
  expect(await walked('nothing')).toEqual([]);
  expect(() => storage.list('../a')).toThrow('is no key of an object');
});

test('throws away what was staged before a moment and says how much', async () => {
  for (let index = 0; index < 3; index += 1) await storage.stage(chunksOf('half'));
  const staged = await filesBelow(folder);
  for (const name of staged.slice(0, 2)) await utimes(join(folder, 'staging', name), 1_000, 1_000);
  expect(await storage.discardAbandoned(new Date(1_000_001))).toBe(2);
  expect(await filesBelow(folder)).toEqual(staged.slice(2));
});

test.each(['', '../k', 'a/../../k', '/k', 'a//k', 'a/', '.', 'a.b', 'a\\b', 'a\0'])(
  'refuses a key that could lead elsewhere: %j',
  async (key) => {
    expect(() => storage.get(key)).toThrow('is no key of an object');
    expect(() => storage.delete(key)).toThrow('is no key of an object');
    await expect(storage.put(key, chunksOf('x'))).rejects.toThrow('is no key of an object');
  },
);

test('removes at its opening what a process left that died a day ago, and nothing younger', async () => {
  const staging = join(folder, 'staging');
  await mkdir(staging, { recursive: true });
  for (const name of ['old', 'young']) await writeFile(join(staging, name), 'half');
  const agoSeconds = (hours: number) => Date.now() / 1_000 - hours * 3_600;
  await utimes(join(staging, 'old'), agoSeconds(25), agoSeconds(25));
  await utimes(join(staging, 'young'), agoSeconds(23), agoSeconds(23));
  await openLocalStorage(folder);
  expect(await filesBelow(folder)).toEqual(['young']);
});
