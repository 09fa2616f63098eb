// Risk: a file is sent into the network of the server, or one that nobody took passes for delivered.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PutError, putFile } from '../../../src/platform/outbound/put-file.ts';
import { startFaultyPeer } from '../../support/faulty-peer.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let reached = 0;
const server = createServer((request, response) => {
  reached += 1;
  answer(request, response);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const OPEN = { allowPrivateAddresses: true };

const file = () => ({
  body: (async function* () {
    yield Buffer.from('a;b');
  })(),
  sizeBytes: 3,
  mimeType: 'text/csv',
});

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'https://[::ffff:10.0.0.1]/',
])('nothing of the network of the server is reached by %s', async (address) => {
  const before = reached;
  const closed = { allowPrivateAddresses: false };
  await expect(putFile(address, file(), closed)).rejects.toThrow(/^The address cannot be used/);
  expect(reached).toBe(before);
});

test('a name that leads into the network of the server is refused when the socket connects', async () => {
  const before = reached;
  const { port } = server.address() as AddressInfo;
  const lookup = ((_name: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never;
  const address = `https://files.example.com:${port}/`;
  await expect(putFile(address, file(), { allowPrivateAddresses: false }, { lookup })).rejects.toThrow(
    'The file could not be sent: the address is not of the public internet.',
  );
  expect(reached).toBe(before);
});

test('a file is put with its size, and a redirect is no success', async () => {
  let seen = '';
  answer = (request, response) => {
    seen = `${request.method} ${request.headers['content-length']}`;
    request.resume().on('end', () => response.writeHead(204).end());
  };
  await putFile(url, file(), OPEN);
  expect(seen).toBe('PUT 3');
  answer = (request, response) =>
    void request.resume().on('end', () => response.writeHead(307, { location: '/other' }).end());
  await expect(putFile(url, file(), OPEN)).rejects.toThrow('The address answered 307 to the file.');
});

test('whoever answers before the whole file is there does not have it', async () => {
  answer = (_request, response) => void response.writeHead(200).end();
  const body = (async function* () {
    yield Buffer.alloc(100_000);
    await new Promise<never>(() => undefined);
  })();
  await expect(putFile(url, { ...file(), body, sizeBytes: 200_000 }, OPEN)).rejects.toThrow(
    'The address answered 200 before it had the whole file.',
  );
});

/** How often an address misbehaves. */
const SEEDS = Number(process.env.PEER_SEEDS ?? 100);

test('whatever the bytes of an answer are, a file is taken or it is told why not', async () => {
  const answers = { seed: 20_261_123, holdMs: 200, answer: () => Buffer.from('thanks') };
  const peer = await startFaultyPeer(answers);
  peer.be('hostile');
  const outcomes: unknown[] = [];
  const large = () => ({
    ...file(),
    sizeBytes: 1_000_000,
    body: (async function* () {
      for (let part = 0; part < 10; part += 1) yield Buffer.alloc(100_000);
    })(),
  });
  const seeds = Array.from({ length: SEEDS }, (_, seed) => seed).values();
  const lane = async () => {
    for (const seed of seeds)
      outcomes.push(
        await putFile(`${peer.url}/${seed}`, seed % 2 === 0 ? file() : large(), OPEN).catch(
          (error: unknown) => error,
        ),
      );
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  expect(outcomes).toHaveLength(SEEDS);
  expect(outcomes.filter((outcome) => outcome !== undefined && !(outcome instanceof PutError))).toEqual([]);
  expect(outcomes).toContain(undefined);
  peer.be('calm');
  await putFile(peer.url, file(), OPEN);
  await peer.close();
});
