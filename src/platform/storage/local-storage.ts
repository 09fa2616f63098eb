import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { syncDirectories } from '../durable-file.ts';
import { assertObjectKey } from './object-key.ts';
import type { ByteRange, ListedObject, ObjectStorage, StagedObject, StoredObject } from './object-storage.ts';

/** Age at which a received file that was neither stored nor deleted must come from a process that died. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/**
 * Opens a storage of objects as files below a folder, which is made when missing. A file gets its name only when it
 * is complete and on disk (written aside, fsync, rename), so a crash never leaves half an object.
 */
export async function openLocalStorage(rootDir: string): Promise<ObjectStorage> {
  const stagingDir = join(rootDir, 'staging');
  const objectsDir = join(rootDir, 'objects');
  await mkdir(stagingDir, { recursive: true });
  await mkdir(objectsDir, { recursive: true });
  await removeAbandoned(stagingDir, new Date(Date.now() - ABANDONED_AFTER_MS));

  const pathOf = (key: string) => join(objectsDir, assertObjectKey(key));
  const stage = async (source: AsyncIterable<Uint8Array>): Promise<StagedObject> => {
    const path = join(stagingDir, randomUUID());
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(source, file);
    } catch (error) {
      // A stream that breaks at once is over before its file is there.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
      await rm(path, { force: true });
      throw asDiskFullError(error);
    }
    return stagedFile(path, file.bytesWritten, pathOf);
  };
  return {
    stage,
    async put(key, source) {
      const staged = await stage(source);
      await staged.keepAs(key);
    },
    get: (key, range) => openFile(pathOf(key), range),
    exists: (key) => isThere(pathOf(key)),
    delete: (key) => rm(pathOf(key), { force: true }),
    list: (below) => listFiles(below === '' ? objectsDir : pathOf(below), below),
    discardAbandoned: (before) => removeAbandoned(stagingDir, before),
  };
}

function stagedFile(staged: string, sizeBytes: number, pathOf: (key: string) => string): StagedObject {
  let storedKey: string | null = null;
  return {
    sizeBytes,
    async keepAs(key) {
      if (storedKey === key) return;
      const path = pathOf(key);
      try {
        await mkdir(dirname(path), { recursive: true });
        await rename(staged, path);
      } catch (error) {
        throw asDiskFullError(error);
      }
      storedKey = key;
      await syncDirectories(dirname(path), dirname(dirname(path)));
    },
    async discard() {
      if (storedKey === null) await rm(staged, { force: true });
    },
  };
}

/** Converts the error of a file system without space, or without any within a quota. */
function asDiskFullError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new RequestError('storage-full', localized('storage-full'));
}

async function openFile(path: string, range: ByteRange | undefined): Promise<StoredObject | null> {
  const file = await open(path).catch(ignoreMissing);
  if (file === null) return null;
  const { size } = await file.stat();
  const part = range === undefined ? {} : { start: range.first, end: range.last };
  return { stream: file.createReadStream(part), sizeBytes: size };
}

async function isThere(path: string): Promise<boolean> {
  return (await access(path).then(() => true, ignoreMissing)) ?? false;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Yields the files below a folder, however deep; one folder at a time is held in memory. */
async function* listFiles(dir: string, key: string): AsyncGenerator<ListedObject> {
  const entries = (await readdir(dir, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries) {
    const path = join(dir, entry.name);
    const below = key === '' ? entry.name : `${key}/${entry.name}`;
    if (entry.isDirectory()) {
      yield* listFiles(path, below);
    } else if (entry.isFile()) {
      const details = await stat(path).catch(ignoreMissing);
      if (details !== null) yield { key: below, receivedAt: details.mtime };
    }
  }
}

async function removeAbandoned(stagingDir: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(stagingDir)) {
    const path = join(stagingDir, name);
    // Another process may be first.
    const details = await stat(path).catch(ignoreMissing);
    if (details === null || details.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
