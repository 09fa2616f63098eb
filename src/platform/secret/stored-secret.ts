import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret of an installation on one machine: the one kept in the folder, or a new one that is kept from now on.
 * Only the user of this process may read the file. Processes that start at the same moment agree on one.
 */
export async function readOrMakeSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret');
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept.trim() !== '') return kept.trim();
  await mkdir(folder, { recursive: true });
  // Written aside and linked into place: nobody can ever read half a secret, and the first of two starters wins.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
}
