// Risk: a program starts on a database it cannot work with and fails later, under load, with words nobody understands.
import { connect, createServer } from 'node:net';
import { expect, inject, test } from 'vitest';
import { checkDatabaseServer } from '../../../../src/platform/database/availability/check-server.ts';
import { isConnectionError } from '../../../../src/platform/database/availability/connection-loss.ts';

const connectionString = inject('postgresServerUrl');

test('accepts a server that is there, new enough and has room', async () => {
  await expect(checkDatabaseServer({ connectionString, connectionsNeeded: 20 })).resolves.toBeUndefined();
});

test('refuses pools that the server has no room for, by the names of the settings', async () => {
  const { host, pathname } = new URL(connectionString);
  await expect(checkDatabaseServer({ connectionString, connectionsNeeded: 98 })).rejects.toThrow(
    `The database at ${host}${pathname} allows 97 connections and this process needs 98: raise max_connections or lower APPLICATION_POOL_SIZE, SHOP_POOL_SIZE, OWNER_POOL_SIZE, AUTHENTICATION_POOL_SIZE and QUEUE_POOL_SIZE.`,
  );
});

test('names the place of a database that is away, and no password', async () => {
  await expect(
    checkDatabaseServer({
      connectionString: 'postgresql://app:hunter2@127.0.0.1:1/pim',
      connectionsNeeded: 1,
    }),
  ).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1\/pim cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\): start it or correct DATABASE_URL\.$/,
  );
});

test('waits for a server that is starting', async () => {
  const server = await startStartingServer(2);
  await expect(
    checkDatabaseServer({ connectionString: server.url, connectionsNeeded: 20 }),
  ).resolves.toBeUndefined();
  expect(server.connections()).toBe(3);
  server.close();
});

test('refuses PostgreSQL 14', async () => {
  const old = await startOldServer();
  await expect(checkDatabaseServer({ connectionString: old.url, connectionsNeeded: 1 })).rejects.toThrow(
    `The database at 127.0.0.1:${old.port}/pim is PostgreSQL 14.9; PostgreSQL 15 or newer is needed.`,
  );
  old.close();
});

test('tells a database that is away from a defect', () => {
  const withCode = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });
  const away = [
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    withCode('08006'),
    withCode('53300'),
    withCode('P1001'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('query failed', { cause: withCode('ECONNRESET') }),
  ];
  const defects = [withCode('23505'), withCode('57014'), withCode('P2002'), new Error('x'), 'text', null];
  expect(away.map(isConnectionError)).toEqual(away.map(() => true));
  expect(defects.map(isConnectionError)).toEqual(defects.map(() => false));
});

/** Speaks just enough of PostgreSQL's protocol to answer one query the way version 14 would. */
async function startOldServer() {
  const message = (type: string, ...parts: (Buffer | string)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
  const text = 25;
  const int4 = 23;
  const column = (name: string, type: number) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(4), int32(0), int16(0)]);
  const row = ['14', '14.9', '97'];
  const ready = message('Z', 'I');
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]));
      socket.once('data', () => {
        const description = message(
          'T',
          int16(3),
          column('major', int4),
          column('version', text),
          column('available', int4),
        );
        const cells = row.flatMap((cell) => [int32(cell.length), Buffer.from(cell)]);
        const answer = [description, message('D', int16(3), ...cells), message('C', 'SELECT 1\0'), ready];
        socket.write(Buffer.concat(answer));
      });
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, url: `postgresql://app:x@127.0.0.1:${port}/pim`, close: () => server.close() };
}

/** Leads to the server of the tests, but refuses the first `refusals` connections as one does that is starting. */
async function startStartingServer(refusals: number) {
  const real = new URL(connectionString);
  const words = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const refusal = Buffer.alloc(5 + words.length);
  refusal.write('E');
  refusal.writeInt32BE(words.length + 4, 1);
  refusal.write(words, 5);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    if (connections <= refusals) return void socket.once('data', () => socket.end(refusal));
    const onward = connect(Number(real.port), real.hostname);
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(connectionString);
  url.port = String((server.address() as { port: number }).port);
  return { url: url.href, connections: () => connections, close: () => server.close() };
}
