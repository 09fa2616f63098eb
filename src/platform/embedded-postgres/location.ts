import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Account, canAccess, ownerOf } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { openSharedDir } from './shared-dir.ts';

/** The files of one embedded database. All but `clusterDir` are always below `dataDir`. */
export type Location = {
  dataDir: string;
  /** PostgreSQL's own data directory; may not exist yet. */
  clusterDir: string;
  /** Parent of `clusterDir`, enterable by the server's account. */
  clusterParentDir: string;
  passwordFile: string;
  portFile: string;
  logFile: string;
  /** The user the server must run as, when that is not the user of this process. */
  account: Account | undefined;
};

const pointerName = 'WHERE-THE-DATABASE-IS.txt';

/**
 * Decides where the cluster of a data folder lives: `cluster` below it, or, when the server's account cannot enter
 * that folder, a folder derived from the folder's real path. Once made, a cluster is never looked for anywhere else,
 * whatever becomes reachable later.
 */
export async function locateCluster(
  requestedDir: string,
  account: Account | undefined,
  sharedDirs: readonly string[],
): Promise<Location> {
  await mkdir(requestedDir, { recursive: true, mode: account === undefined ? 0o700 : 0o755 });
  const dataDir = await realpath(requestedDir);
  const clusterParentDir = await chooseParent(dataDir, account, sharedDirs);
  const clusterDir = join(clusterParentDir, 'cluster');
  return {
    dataDir,
    clusterDir,
    clusterParentDir,
    passwordFile: join(dataDir, 'password'),
    portFile: join(dataDir, 'port'),
    logFile: join(dataDir, 'postgres.log'),
    account: existsSync(clusterDir) ? await accountOf(clusterDir, account) : account,
  };
}

async function chooseParent(
  dataDir: string,
  account: Account | undefined,
  sharedDirs: readonly string[],
): Promise<string> {
  if (existsSync(join(dataDir, 'cluster'))) return dataDir;
  const pointed = await readPointer(dataDir);
  if (pointed !== undefined) {
    if (existsSync(pointed)) return pointed;
    throw new EmbeddedPostgresError(
      'data',
      `The database of ${dataDir} should be in ${pointed}, which is missing: restore that folder from your backup. Only if there is none, delete ${join(dataDir, pointerName)} to begin with an empty database.`,
    );
  }
  if (canAccess(account, dataDir)) return dataDir;
  const sharedDir = await openSharedDir(account, sharedDirs);
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const parentDir = join(sharedDir, `${basename(dataDir)}-${key}`);
  await mkdir(parentDir, { recursive: true, mode: 0o755 });
  await writeFile(
    join(dataDir, pointerName),
    `${parentDir}\n\nThe database of this folder is kept there, because the server does not run as root and its user\ncannot enter this folder. Keep both folders together when you move or back up.\n`,
  );
  return parentDir;
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, pointerName), 'utf8').catch(() => undefined);
  return text?.split('\n', 1)[0]?.trim();
}

async function accountOf(clusterDir: string, account: Account | undefined): Promise<Account | undefined> {
  if (process.getuid === undefined) return undefined;
  const owner = await ownerOf(clusterDir);
  if (account === undefined && owner.uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      'account',
      `The database in ${clusterDir} belongs to ${owner.name}: start Catalograph as that user or as root, or choose another data folder.`,
    );
  }
  if (!canAccess(account && owner, clusterDir)) {
    throw new EmbeddedPostgresError(
      'unreachable',
      `The database in ${clusterDir} cannot be reached by its user (${owner.name}) any more: make the folders above it traversable again (chmod o+x).`,
    );
  }
  return account && owner;
}
