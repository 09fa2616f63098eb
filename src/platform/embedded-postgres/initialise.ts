import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createFileIfAbsent, syncDirectories } from '../durable-file.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Location } from './location.ts';
import { serverEnvironment, spawnOptionsFor } from './postmaster.ts';

export const ownerName = 'catalograph';
export const settingsName = 'catalograph.conf';

/**
 * Makes the cluster of a location if it has none yet. It is made aside and renamed into place: an
 * interrupted attempt leaves no half-made cluster, and of several starters one wins.
 */
export async function initialiseCluster(
  location: Location,
  binaries: Binaries,
  fsync: boolean,
): Promise<void> {
  if (existsSync(location.clusterDir)) return;
  const password = await makePassword(location);
  const workDir = join(location.clusterParentDir, `.initialising-${randomUUID()}`);
  const workCluster = join(workDir, 'cluster');
  const workPassword = join(workDir, 'password');
  await mkdir(workDir, { mode: 0o700 });
  try {
    await writeFile(workPassword, password, { mode: 0o600 });
    if (location.account) {
      await chown(workDir, location.account.uid, location.account.gid);
      await chown(workPassword, location.account.uid, location.account.gid);
    }
    await runInitdb(binaries.initdb, workCluster, workPassword, location.account, fsync);
    await appendFile(join(workCluster, 'postgresql.conf'), `\ninclude_if_exists = '${settingsName}'\n`);
    await rename(workCluster, location.clusterDir).catch((error: unknown) => {
      if (!existsSync(location.clusterDir)) throw error;
    });
    await syncDirectories(location.clusterParentDir);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function runInitdb(
  initdb: string,
  clusterDir: string,
  passwordFile: string,
  account: Account | undefined,
  fsync: boolean,
): Promise<void> {
  // The builtin locale sorts and compares alike on every operating system and never changes with it.
  const args = ['-D', clusterDir, `--username=${ownerName}`, `--pwfile=${passwordFile}`];
  args.push('--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions');
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (!fsync) args.push('--no-sync');
  try {
    await promisify(execFile)(initdb, args, {
      ...spawnOptionsFor(account),
      env: serverEnvironment(),
      ...(process.platform === 'win32' ? {} : { cwd: '/' }),
    });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'failed',
      `The embedded PostgreSQL could not make its database in ${dirname(dirname(clusterDir))} (${lastErrorIn(cause)}): correct that, or set DATABASE_URL.`,
      cause,
    );
  }
}

/** Returns the last error message of initdb. */
function lastErrorIn(cause: unknown): string {
  const errorText = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
  return (
    errorText
      .match(/^.*(?:error|FATAL|PANIC):.*$/gm)
      ?.at(-1)
      ?.trim() ?? errorText.trim().slice(-200)
  );
}

/** Keeps a password that is already there, so that two starters, or a second attempt, agree on one. */
async function makePassword(location: Location): Promise<string> {
  await createFileIfAbsent(location.passwordFile, randomBytes(24).toString('base64url'));
  return readPassword(location);
}

/** Reads the owner's password of an existing cluster. */
export async function readPassword({ passwordFile, clusterDir }: Location): Promise<string> {
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  if (password !== '') return password;
  throw new EmbeddedPostgresError(
    'data',
    `The password of the embedded database is not readable in ${passwordFile}: restore that file from your backup of the folder. Only if there is none and the catalogue is worth nothing, move ${clusterDir} away to begin with an empty database; a file made by the command backup can be restored into that.`,
  );
}
