// Risk: the built-in database is open to others, loses data, or leaves servers behind that nobody stops.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/embedded-postgres.ts';
import { makeServerDir } from '../../support/postgres-server.ts';
import { startServerInSubprocess } from '../../support/server-in-subprocess.ts';
import { silentLog } from '../../support/silent-log.ts';
import { clusterOwner, isServing, postmasterPid, query } from './server-process.ts';

let dataDir: string;
let removeDir: () => Promise<void>;
let started: EmbeddedPostgres[] = [];

async function makeDataDir(): Promise<void> {
  const made = await makeServerDir();
  dataDir = join(made.dir, 'postgres');
  removeDir = made.remove;
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
  started.push(server);
  return server;
}

async function stopAll(): Promise<void> {
  for (const server of started) await server.stop();
  started = [];
}

const clusterDir = () => join(dataDir, 'cluster');
/** The session by which one process counts as a user. */
const PRESENCE = `SELECT pid FROM pg_stat_activity WHERE application_name = 'catalograph presence' LIMIT 1`;

describe('the first start', () => {
  beforeEach(makeDataDir);
  afterEach(async () => {
    await stopAll();
    await removeDir();
  });

  it('makes a server that only this machine reaches, only with the password, and that survives a crash', async () => {
    const server = await start();

    expect(server.adopted).toBe(false);
    expect(new URL(server.connectionString).hostname).toBe('127.0.0.1');
    expect(
      await query(
        server.connectionString,
        `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
                current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
                current_setting('TimeZone') AS zone, current_user AS owner, current_database() AS database,
                pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale
           FROM pg_database WHERE datname = current_database()`,
      ),
    ).toEqual([
      {
        addresses: '127.0.0.1',
        sockets: '',
        fsync: 'on',
        checksums: 'on',
        zone: 'UTC',
        owner: 'catalograph',
        database: 'catalograph',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
      },
    ]);
    expect(
      await query(server.connectionString, `SELECT DISTINCT auth_method FROM pg_hba_file_rules`),
    ).toEqual([{ auth_method: 'scram-sha-256' }]);
    const wrong = server.connectionString.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
  });

  it.skipIf(process.platform === 'win32')('keeps the password in a file only its user reads', async () => {
    const server = await start();
    const passwordFile = join(dataDir, 'password');
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(passwordFile, 'utf8')).toBe(new URL(server.connectionString).password);
  });

  it('makes one server when four callers start it together', async () => {
    const servers = await Promise.all([start(), start(), start(), start()]);

    expect(new Set(servers.map((server) => server.connectionString)).size).toBe(1);
    expect(servers.filter((server) => !server.adopted).length).toBe(1);
    for (const server of servers.slice(1)) await server.stop();
    expect(await isServing(servers[0]?.connectionString ?? '')).toBe(true);
  });

  it('refuses to adopt what does not run', async () => {
    await expect(start({ adoptOnly: true })).rejects.toMatchObject({
      code: 'not-running',
      message: `No embedded database is running on ${dataDir}: start Catalograph first.`,
    });
    expect(existsSync(clusterDir())).toBe(false);
  });
});

describe('a later start', () => {
  beforeAll(makeDataDir);
  afterEach(stopAll);
  afterAll(() => removeDir());

  it('finds the data and the port of the last one', async () => {
    const first = await start();
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect(await isServing(first.connectionString)).toBe(false);

    const second = await start();

    expect(second.adopted).toBe(false);
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second.connectionString, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('takes another port when the last one is in use', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    try {
      const second = await start();
      expect(second.port).not.toBe(first.port);
      expect(await isServing(second.connectionString)).toBe(true);
    } finally {
      squatter.close();
    }
  });

  it('recovers what was committed when the server process was killed', async () => {
    const first = await start();
    await query(first.connectionString, 'CREATE TABLE recovered AS SELECT 7 AS n');
    process.kill(postmasterPid(clusterDir()), 'SIGKILL');

    const second = await start();

    expect(second.adopted).toBe(false);
    expect(await query(second.connectionString, 'SELECT n FROM recovered')).toEqual([{ n: 7 }]);
  });

  it('is not kept by processes of a killed server that are still busy', async () => {
    const first = await start();
    // Computes without ever waiting, so it does not notice that its server died.
    const busy = query(first.connectionString, `SELECT count(*) FROM generate_series(1, 20000000)`);
    busy.catch(() => undefined);
    await expect
      .poll(() =>
        query(
          first.connectionString,
          `SELECT FROM pg_stat_activity WHERE query LIKE '%generate_series(1,%' AND pid <> pg_backend_pid()`,
        ),
      )
      .toEqual([{}]);
    process.kill(postmasterPid(clusterDir()), 'SIGKILL');

    const second = await start();

    expect(await isServing(second.connectionString)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'removes a pid file whose number now belongs to another program, and leaves that program alone',
    async () => {
      const first = await start();
      const pidFile = readFileSync(join(clusterDir(), 'postmaster.pid'), 'utf8');
      await first.stop();
      // As the server's user: PostgreSQL itself sees through a pid of any other user.
      const other = spawn('sleep', ['600'], {
        ...(process.getuid?.() === 0 ? clusterOwner(clusterDir()) : {}),
      });
      await once(other, 'spawn');
      writeFileSync(join(clusterDir(), 'postmaster.pid'), pidFile.replace(/^\d+/, String(other.pid)));

      try {
        const second = await start();

        expect(second.adopted).toBe(false);
        expect(await isServing(second.connectionString)).toBe(true);
        expect([other.exitCode, other.signalCode]).toEqual([null, null]);
      } finally {
        other.kill();
        await once(other, 'exit');
      }
    },
  );

  it('refuses data of another PostgreSQL version', async () => {
    await (await start()).stop();
    writeFileSync(join(clusterDir(), 'PG_VERSION'), '15\n');
    const refusal = start();
    await refusal.catch(() => writeFileSync(join(clusterDir(), 'PG_VERSION'), '18\n'));
    await expect(refusal).rejects.toThrow(
      new EmbeddedPostgresError(
        'data',
        `The data in ${clusterDir()} is of PostgreSQL 15, this program brings 18: back up with the release that made it and restore into an empty data folder.`,
      ),
    );
  });

  it('says what is missing when the password was lost', async () => {
    await (await start()).stop();
    rmSync(join(dataDir, 'password'));
    await expect(start()).rejects.toMatchObject({
      code: 'data',
      message: `The password of the embedded database is not readable in ${join(dataDir, 'password')}: restore that file from your backup of the folder. Only if there is none and the catalogue is worth nothing, move ${clusterDir()} away to begin with an empty database; a file made by the command backup can be restored into that.`,
    });
  });
});

/** It may still be about to drop its sessions. */
const SERVES_AGAIN = { timeout: 10_000 };

describe('several processes', () => {
  beforeAll(makeDataDir);
  afterEach(stopAll);
  afterAll(() => removeDir());

  it('adopt and in the end stop the server of a process that was killed', async () => {
    const dead = await startServerInSubprocess({ dataDir });
    await query(dead.connectionString, 'CREATE TABLE orphaned AS SELECT 7 AS n');
    await dead.kill();

    const server = await start();

    expect(server.adopted).toBe(true);
    expect(await query(server.connectionString, 'SELECT n FROM orphaned')).toEqual([{ n: 7 }]);
    await server.stop();
    expect(await isServing(server.connectionString)).toBe(false);
  });

  it('share one server, which a guest does not stop', async () => {
    const host = await startServerInSubprocess({ dataDir });
    const guest = await start({ adoptOnly: true });
    expect([host.adopted, guest.adopted]).toEqual([false, true]);

    await guest.stop();
    expect(await isServing(host.connectionString)).toBe(true);

    await host.stop();
    expect(await isServing(host.connectionString)).toBe(false);
  });

  it('keep the server when the one that started it leaves first, and the last one stops it', async () => {
    const first = await startServerInSubprocess({ dataDir });
    const second = await start();

    await first.stop();
    expect(await isServing(second.connectionString)).toBe(true);

    await second.stop();
    expect(await isServing(second.connectionString)).toBe(false);
  });

  it('stop the server at once also when they leave while it recovers from a crash', async () => {
    const host = await startServerInSubprocess({ dataDir });
    // Enough to keep the recovery busy for a moment.
    await query(host.connectionString, 'CREATE TABLE busy AS SELECT generate_series(1, 500000) AS number');
    const [backend] = (await query(host.connectionString, PRESENCE)) as { pid: number }[];
    process.kill(backend?.pid ?? 0, 'SIGKILL');
    await host.stop();
    expect(await isServing(host.connectionString)).toBe(false);
    expect(existsSync(join(clusterDir(), 'postmaster.pid'))).toBe(false);
  });

  it('still count as users after the server dropped all sessions because one of them crashed', async () => {
    const host = await startServerInSubprocess({ dataDir });
    const guest = await start();
    const users = `SELECT count(*)::int AS users FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`;
    expect(await query(host.connectionString, users)).toEqual([{ users: 2 }]);
    const [backend] = (await query(host.connectionString, PRESENCE)) as { pid: number }[];
    process.kill(backend?.pid ?? 0, 'SIGKILL');

    await expect
      .poll(() => query(host.connectionString, users).catch(() => []), { timeout: 20_000 })
      .toEqual([{ users: 2 }]);

    await guest.stop();
    await expect.poll(() => isServing(host.connectionString), SERVES_AGAIN).toBe(true);
    await host.stop();
    expect(await isServing(host.connectionString)).toBe(false);
  });

  it('keep the server for each other also when one leaves while the others come back after a crash', async () => {
    const host = await startServerInSubprocess({ dataDir });
    for (let round = 0; round < 3; round += 1) {
      const guest = await start();
      const [backend] = (await query(host.connectionString, PRESENCE)) as { pid: number }[];
      process.kill(backend?.pid ?? 0, 'SIGKILL');
      await guest.stop();
      await expect.poll(() => isServing(host.connectionString), SERVES_AGAIN).toBe(true);
    }
    await host.stop();
    expect(await isServing(host.connectionString)).toBe(false);
  });
});

describe('a supervised server', () => {
  const lost: EmbeddedPostgresError[] = [];
  const supervise = () => start({ onLost: (problem) => void lost.push(problem) });
  const killServer = () => process.kill(postmasterPid(clusterDir()), 'SIGKILL');
  const isBack = (server: EmbeddedPostgres) =>
    expect.poll(() => isServing(server.connectionString), { timeout: 60_000 }).toBe(true);

  beforeAll(makeDataDir);
  beforeEach(() => void lost.splice(0));
  afterEach(stopAll);
  afterAll(() => removeDir());

  it('is brought back with what was committed each time it is killed, at the same address', async () => {
    const server = await supervise();
    await query(server.connectionString, 'CREATE TABLE committed (n int)');
    for (const n of [1, 2, 3]) {
      await query(server.connectionString, `INSERT INTO committed VALUES (${n})`);
      const pid = postmasterPid(clusterDir());
      killServer();
      await expect.poll(() => isServing(server.connectionString)).toBe(false);
      await isBack(server);
      expect(postmasterPid(clusterDir())).not.toBe(pid);
      expect(await query(server.connectionString, 'SELECT count(*)::int AS n FROM committed')).toEqual([
        { n },
      ]);
    }
    expect(lost).toEqual([]);
    await server.stop();
    expect(await isServing(server.connectionString)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'is brought back while a process of the killed one hangs for ever, which is ended',
    async () => {
      const server = await supervise();
      const hanging = new pg.Client(server.connectionString);
      hanging.on('error', () => undefined);
      await hanging.connect();
      const { rows } = await hanging.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const pid = rows[0]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      killServer();
      await expect.poll(() => isServing(server.connectionString)).toBe(false);
      await isBack(server);
      expect(existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')).toBe(
        false,
      );
      expect(lost).toEqual([]);
    },
  );

  it('is brought back once by two processes, which both go on using it', async () => {
    const [server, other] = [await supervise(), await supervise()];
    killServer();
    await expect.poll(() => isServing(server.connectionString)).toBe(false);
    await expect
      .poll(
        () =>
          query(
            server.connectionString,
            `SELECT count(*)::int AS users FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`,
          ).catch(() => []),
        { timeout: 60_000 },
      )
      .toEqual([{ users: 2 }]);
    await other.stop();
    expect(await isServing(server.connectionString)).toBe(true);
  });

  it('is given up at once when its data cannot be used any more', async () => {
    const server = await supervise();
    writeFileSync(join(clusterDir(), 'PG_VERSION'), '15\n');
    killServer();
    await expect.poll(() => lost.length, { timeout: 60_000 }).toBe(1);
    writeFileSync(join(clusterDir(), 'PG_VERSION'), '18\n');
    expect(lost.map(({ code }) => code)).toEqual(['data']);
    await server.stop();
  });

  it('is left alone once its user has gone, also while it is being brought back', async () => {
    const server = await supervise();
    killServer();
    await server.stop();
    expect(await isServing(server.connectionString)).toBe(false);
    expect(lost).toEqual([]);
  });
});
