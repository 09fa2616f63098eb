import { lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canAccess } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** Folders for data that the server's account must reach; they survive a restart of the machine. */
export const persistentSharedDirs: readonly string[] = ['/var/lib/catalograph', '/var/tmp/catalograph'];

/** Further folders for a copy of the binaries, which can be made again. The user's number keeps users apart. */
export const temporarySharedDirs: readonly string[] = [
  ...persistentSharedDirs,
  join(tmpdir(), `catalograph-${process.getuid?.() ?? 'user'}`),
];

/**
 * Opens the first of the folders that can be made or exists, belongs to this user, cannot be written by others, and
 * can be entered by the account.
 */
export async function openSharedDir(
  account: Account | undefined,
  candidates: readonly string[],
): Promise<string> {
  for (const dir of candidates) {
    await mkdir(dir, { mode: 0o755 }).catch(() => undefined);
    const info = await lstat(dir).catch(() => undefined);
    const safe =
      info?.isDirectory() && (info.mode & 0o022) === 0 && info.uid === (process.getuid?.() ?? info.uid);
    if (safe && canAccess(account, dir)) return realpath(dir);
  }
  throw new EmbeddedPostgresError(
    'unreachable',
    `The user ${account?.name ?? 'running this process'} cannot reach this installation nor any of ${candidates.join(', ')}: make the folders above it traversable (chmod o+x) or set DATABASE_URL.`,
  );
}
