// Risk: what processes left that died stays in the folder for ever, or what is new is taken for old.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalStorage } from '../../../src/platform/storage/local-storage.ts';
import type { ListedObject, ObjectStorage } from '../../../src/platform/storage/object-storage.ts';
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
});

test('throws away what was staged before a moment and says how much', async () => {
  for (let index = 0; index < 3; index += 1) await storage.stage(chunksOf('half'));
  const staged = await filesBelow(folder);
  for (const name of staged.slice(0, 2)) await utimes(join(folder, 'staging', name), 1_000, 1_000);
  expect(await storage.discardAbandoned(new Date(1_000_001))).toBe(2);
  expect(await filesBelow(folder)).toEqual(staged.slice(2));
});

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
