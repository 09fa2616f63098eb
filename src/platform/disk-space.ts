import { statfs } from 'node:fs/promises';

/** Two files of PostgreSQL's journal: with less, the next write may end its server. */
const MIN_FREE_BYTES = 33_554_432;

/**
 * Returns true if the file system of a folder has too little space left to work on it, and false where it does not
 * report its space.
 */
export async function isDiskFull(folder: string): Promise<boolean> {
  const stats = await statfs(folder).catch(() => null);
  return stats !== null && stats.bavail * stats.bsize < MIN_FREE_BYTES;
}
