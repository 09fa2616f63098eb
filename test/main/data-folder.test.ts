// Risk: a folder that cannot be used ends the start with a stack trace, which says neither what is wrong nor what to do.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeFailure } from '../../src/commands/describe-failure.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { prepareDataDir } from '../../src/platform/file-error.ts';
import { makeServerDir } from '../support/postgres-server.ts';
import { silentLog } from '../support/silent-log.ts';
import { MAIN } from './program.ts';

const isRoot = process.getuid?.() === 0;
/** Root may do everything, so there the program runs as somebody else. */
const USER = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const user = isRoot ? 65_534 : process.getuid?.();
vi.setConfig({ testTimeout: 60_000 });

const WAY = 'Or set DATA_DIR to another folder.';
const RIGHT = `may not be read and written by user ${user}, as whom this process runs: give that user the right (chown, chmod), or start as its owner.`;

let dir: Awaited<ReturnType<typeof makeServerDir>>;
beforeEach(async () => {
  dir = await makeServerDir();
  if (isRoot) await chown(dir.dir, 65_534, 65_534);
});
afterEach(() => dir.remove());

const inDir = (...parts: string[]) => join(dir.dir, ...parts);

async function start(dataDir: string) {
  const environment = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', HOME: dir.dir };
  const child = spawn(process.execPath, [MAIN, 'start'], { ...USER, env: environment, cwd: '/' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, said };
}

/** What a command that does this prints, and how it exits. */
async function reported(task: Promise<unknown>) {
  const { text, exitCode } = await task.then(
    () => ({ text: 'nothing', exitCode: 0 }),
    (error: unknown) => describeFailure(error),
  );
  return [exitCode, text];
}

test('a folder that may not be written, and one that may not be made', async () => {
  await mkdir(inDir('closed'));
  await chmod(inDir('closed'), 0o555);
  for (const folder of [inDir('closed'), inDir('closed', 'below')]) {
    expect(await start(folder)).toEqual({
      status: 78,
      said: `DATA_DIR cannot be used. ${folder} ${RIGHT} ${WAY}\n`,
    });
  }
});

test.runIf(isRoot)('a database of another user', async () => {
  await mkdir(inDir('postgres', 'cluster'), { recursive: true });
  await chown(inDir('postgres'), 65_534, 65_534);
  await chown(inDir('postgres', 'cluster'), 65_533, 65_533);
  expect(await start(dir.dir)).toEqual({
    status: 1,
    said: `The database in ${inDir('postgres/cluster')} belongs to uid 65533: start Catalograph as that user or as root, or choose another data folder.\n`,
  });
});

test('a file in place of the folder or on the way to it, a path that is too long, links in a circle', async () => {
  await writeFile(inDir('file'), '');
  await symlink('circle', inDir('circle'));
  const [file, below, long, circle] = [
    inDir('file'),
    inDir('file', 'below'),
    inDir('x'.repeat(300)),
    inDir('circle', 'below'),
  ];
  const sentences = [
    [file, `${file} is a file where a folder is needed: move the file away.`],
    [below, `${below} leads through a file where a folder is needed: move the file away.`],
    [long, `The path ${long} is too long for this system: take a shorter one.`],
    [circle, `${circle} leads through links in a circle: correct the links.`],
  ] as const;
  for (const [folder, sentence] of sentences)
    expect(await reported(prepareDataDir(folder))).toEqual([
      78,
      `DATA_DIR cannot be used. ${sentence} ${WAY}`,
    ]);
});

test('a file in place of the folder of the database', async () => {
  await writeFile(inDir('postgres'), '');
  expect(await reported(startEmbeddedPostgres({ dataDir: inDir('postgres'), log: silentLog }))).toEqual([
    1,
    `${inDir('postgres')} is a file where a folder is needed: move the file away.`,
  ]);
});

test('a folder of the database without a database in it, which is not overwritten', async () => {
  await mkdir(inDir('postgres', 'cluster'), { recursive: true });
  if (isRoot) await chown(inDir('postgres', 'cluster'), 65_534, 65_534);
  expect(await reported(startEmbeddedPostgres({ dataDir: inDir('postgres'), log: silentLog }))).toEqual([
    1,
    `There is no PostgreSQL database in ${inDir('postgres/cluster')} (its file PG_VERSION is missing or cannot be read): restore that folder from your backup, or move it away to begin with an empty database.`,
  ]);
});

/** Containers may forbid it. */
const mountDir = await makeServerDir();
const mount = (...args: string[]) => spawnSync('mount', args).status === 0;
const isMounted = isRoot && mount('-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', mountDir.dir);
afterAll(async () => {
  if (isMounted) spawnSync('umount', [mountDir.dir]);
  await mountDir.remove();
});

test.runIf(isMounted)('a file system that is read-only', async () => {
  expect(await reported(prepareDataDir(mountDir.dir))).toEqual([
    78,
    `DATA_DIR cannot be used. ${mountDir.dir} is on a file system that is read-only: mount it for writing. ${WAY}`,
  ]);
  const below = join(mountDir.dir, 'below');
  expect(await reported(prepareDataDir(below))).toEqual([
    78,
    `DATA_DIR cannot be used. ${below} is missing and cannot be made: make it, on a file system that can be written. ${WAY}`,
  ]);
});
