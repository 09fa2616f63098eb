import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { type SeededRandom, seededRandomFrom } from './seeded-random-from.ts';

/** A server that answers at first as it should, and breaks off, stalls or lies at some byte. */
export interface FaultyPeer {
  readonly url: string;
  /** From now on every answer comes whole and true, or does not; connections that are open are lost. */
  be(mood: 'calm' | 'hostile'): void;
  /** Connections that it had. */
  readonly connections: number;
  close(): Promise<void>;
}

export interface FaultyPeerSettings {
  /** The n-th connection behaves in the same way for the same seed. */
  readonly seed: number;
  /** How long it keeps a connection on which it says no more. */
  readonly holdMs: number;
  /** Its answer to a path, or the port of the honest server that it stands in front of. */
  readonly answer: ((path: string) => Buffer) | number;
}

export async function startFaultyPeer({ seed, holdMs, answer }: FaultyPeerSettings): Promise<FaultyPeer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let isCalm = true;
  const join = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    connections += 1;
    join(socket);
    const random = isCalm ? null : seededRandomFrom(seed + connections * 7_919);
    if (typeof answer === 'number') relay(socket, answer, spoiling(socket, random, holdMs, 3_000));
    else respond(socket, answer, random);
  });
  const relay = (socket: Socket, port: number, send: (bytes: Buffer) => void) => {
    const behind = dial(port, '127.0.0.1');
    join(behind);
    socket.on('data', (bytes) => behind.write(bytes)).once('close', () => behind.destroy());
    behind.on('data', send).once('close', () => socket.end());
  };
  const respond = (socket: Socket, page: (path: string) => Buffer, random: SeededRandom | null) => {
    socket.on('data', (request) => {
      const path = /^(?:GET|POST|PUT) (\S+) HTTP/.exec(request.toString('latin1'))?.[1];
      if (path === undefined) return;
      const body = page(path);
      const write = random?.pick(random.fraction() < 0.6 ? HONEST : LIES) ?? HONEST[0];
      const bytes = write(body);
      spoiling(socket, random, holdMs, bytes.length)(bytes);
      if (/^HTTP\/1.0|\r\nconnection: close/.test(bytes.toString('latin1', 0, 200))) socket.end();
    });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: FaultyPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be(mood) {
      isCalm = mood === 'calm';
      for (const socket of sockets) socket.destroy();
    },
    get connections() {
      return connections;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return peer;
}

const FAULTS = ['none', 'close', 'reset', 'stall', 'drip', 'flip'] as const;

/** Writes to a socket what it is given, up to some byte below `most`. */
function spoiling(socket: Socket, random: SeededRandom | null, holdMs: number, most: number) {
  let fault = random?.pick(FAULTS) ?? 'none';
  let left = random?.integer(0, most) ?? 0;
  return (bytes: Buffer) => {
    if (fault === 'none') return void socket.write(bytes);
    if (left < 0) return;
    const rest = bytes.subarray(left);
    socket.write(bytes.subarray(0, left));
    left -= bytes.length;
    if (left >= 0) return;
    if (fault === 'close') socket.end();
    else if (fault === 'reset') setImmediate(() => socket.resetAndDestroy());
    else if (fault === 'flip') {
      fault = 'none';
      socket.write(Buffer.concat([Buffer.from([random?.integer(0, 255) ?? 0]), rest.subarray(1)]));
    } else {
      let at = 0;
      const dripping =
        fault === 'drip' ? setInterval(() => socket.write(rest.subarray(at, ++at)), 20) : undefined;
      const held = setTimeout(() => socket.destroy(), holdMs);
      socket.once('close', () => {
        clearInterval(dripping);
        clearTimeout(held);
      });
    }
  };
}

type Write = (body: Buffer) => Buffer;
const headed =
  (head: (length: number) => string): Write =>
  (body) =>
    Buffer.concat([Buffer.from(`${head(body.length)}\r\n\r\n`, 'latin1'), body]);
const chunked =
  (size: (length: number) => string): Write =>
  (body) =>
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${size(body.length)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);

const HONEST: readonly [Write, ...Write[]] = [
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\nconnection: close`),
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}`),
  headed(() => 'HTTP/1.0 200 OK'),
  chunked((length) => length.toString(16)),
];

const LIES: readonly Write[] = [
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length + 7}\r\nconnection: close`),
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${Math.max(0, length - 7)}`),
  headed(() => 'HTTP/1.1 200 OK\r\ncontent-length: -1'),
  headed(() => `HTTP/1.1 200 OK\r\ncontent-length: ${'9'.repeat(40)}`),
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\ncontent-length: 3`),
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\ntransfer-encoding: chunked`),
  headed((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\ncontent-encoding: gzip`),
  headed((length) => `HTTP/1.1 204 No Content\r\ncontent-length: ${length}`),
  headed((length) => `HTTP/1.1 304 Not Modified\r\ncontent-length: ${length}`),
  headed(() => 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket'),
  headed(() => `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2_000)}HTTP/1.0 200 OK`),
  headed(() => 'HTTP/1.1 302 Found\r\nlocation: /again'),
  headed(() => 'HTTP/1.1 302 Found\r\nlocation: http://[::'),
  headed(() => 'HTTP/1.1 429 Slow\r\nretry-after: 99999999999999999999\r\ncontent-length: 0'),
  headed(() => `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
  headed(() => `HTTP/1.1 200 OK${'\r\nx: y'.repeat(5_000)}`),
  headed(() => 'HTTP/1.1 200 OK\r\n: nameless\r\nx\0y: \x01'),
  headed(() => 'HTTP/9.9 200 OK'),
  headed(() => 'HTTP/1.1 99999 What'),
  headed(() => '220 mail.example.com ESMTP'),
  headed(() => 'SSH-2.0-OpenSSH_9.9'),
  chunked(() => 'zz'),
  chunked(() => 'f'.repeat(40)),
  chunked((length) => (length + 7).toString(16)),
  chunked((length) => Math.max(1, length - 7).toString(16)),
  (body) => Buffer.concat([Buffer.from([0x15, 3, 1, 0, 2, 2, 40]), body]),
  (body) => body,
];
