import { randomUUID } from 'node:crypto';
import { link, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a file that only the user of this process may read, unless it exists: whole and on disk, or not at all. Of
 * several processes that make it at the same time one wins.
 */
export async function createFileIfAbsent(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    // A link, unlike a rename, never replaces what another has written.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectories(dirname(path));
}

/** Makes the names in folders durable. Where folders cannot be opened (Windows), the file system sees to it itself. */
export async function syncDirectories(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const directory = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EISDIR' || error.code === 'EPERM' || error.code === 'EACCES') return null;
      throw error;
    });
    if (directory === null) continue;
    await directory.sync().finally(() => directory.close());
  }
}
