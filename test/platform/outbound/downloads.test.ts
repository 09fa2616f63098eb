// Risk: a URL that somebody gives makes the server read what only it can reach, or read without end.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, createServer as createPeer, type LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rendered } from '../../../src/kernel/problems/messages/render-message.ts';
import {
  type DownloadClient,
  type DownloadError,
  type FileVersion,
  openDownloadClient,
} from '../../../src/platform/outbound/downloads.ts';
import { PRIVATE_HOSTS } from '../../support/private-addresses.ts';

let server: Server;
let port: number;
let connections = 0;
let answer: (path: string, response: ServerResponse) => void = (_path, response) =>
  void response.end('a file');
beforeAll(async () => {
  server = createServer((request, response) => {
    response.on('error', () => undefined);
    answer(request.url ?? '', response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const opened: DownloadClient[] = [];
afterEach(async () => {
  for (const downloads of opened.splice(0)) await downloads.close();
});
const LIMITS = { maximumBytes: 1_000, timeoutMs: 5_000 };
const open = (...[policy, settings = LIMITS, fence]: Partial<Parameters<typeof openDownloadClient>>) => {
  const downloads = openDownloadClient(policy ?? { allowPrivateAddresses: true }, settings, fence);
  opened.push(downloads);
  return downloads;
};
const read = (downloads: DownloadClient, url: string) =>
  downloads.fetch(url, async ({ chunks, ...found }) => ({ ...found, content: await text(chunks) }));
const refusalOf = (downloads: DownloadClient, url: string) =>
  read(downloads, url).then(
    () => 'fetched',
    ({ reason, message }: { reason: string; message: string }) => `${reason}: ${message}`,
  );
const redirect = (response: ServerResponse, location: string, status = 302) =>
  void response.writeHead(status, { location }).end();

test('nothing private is reached, however it is written or whatever name leads there', async () => {
  const lookup: LookupFunction = (_name, _options, found) =>
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  const downloads = open({ allowPrivateAddresses: false }, LIMITS, { lookup });
  const reached: string[] = [];
  for (const host of PRIVATE_HOSTS) {
    const reported = await refusalOf(downloads, `https://${host}:${port}/`);
    if (!reported.startsWith('not-allowed: ')) reached.push(`${host}: ${reported}`);
  }
  expect(reached).toEqual([]);
  expect(await refusalOf(downloads, `https://pictures.example.com:${port}/`)).toBe(
    'failed: The file could not be fetched: the address is not of the public internet.',
  );
  expect(await refusalOf(downloads, 'http://pictures.example.com/')).toMatch(/^not-allowed: Only https/);
  expect(connections).toBe(0);
});

test('a connection that fails is described in each language', async () => {
  const lookup: LookupFunction = (_name, _options, found) =>
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  const downloads = open({ allowPrivateAddresses: false }, LIMITS, { lookup });
  const error = await read(downloads, `https://pictures.example.com:${port}/`).catch(
    (cause: unknown) => cause,
  );
  const { text: message } = error as DownloadError;
  expect([rendered(message, 'de'), rendered(message, 'fr')]).toEqual([
    'Die Datei konnte nicht abgerufen werden: die Adresse gehört nicht zum öffentlichen Internet.',
    'Le fichier n’a pas pu être récupéré\u202f: l’adresse n’est pas de l’internet public.',
  ]);
});

test('each address on the way is judged and refused like the first', async () => {
  const refused = new BlockList();
  refused.addAddress('127.0.0.2');
  const downloads = open(undefined, LIMITS, { refused });
  const there = ['127.0.0.2', '2130706434', '0x7f000002', '0177.0.0.2', '127.2', '[::ffff:127.0.0.2]'];
  for (const host of there) {
    answer = (path, response) => {
      if (path === '/start') redirect(response, `http://${host}:${port}/end`);
      else response.end('reached');
    };
    expect(await refusalOf(downloads, `http://127.0.0.1:${port}/start`)).toBe(
      'failed: The file could not be fetched: the address is not of the public internet.',
    );
  }
  const elsewhere = ['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:text/plain,x'];
  for (const location of [...elsewhere, 'http://user:secret@127.0.0.1/']) {
    answer = (_path, response) => redirect(response, location);
    expect(await refusalOf(downloads, `http://127.0.0.1:${port}/`)).toMatch(
      /^not-allowed: It leads to another/,
    );
  }
});

test('a file is found over three redirects and not over four', async () => {
  answer = (path, response) => {
    const left = Number(path.slice(1));
    if (left > 0) redirect(response, `/${left - 1}`, [301, 302, 303, 307, 308][left]);
    else response.setHeader('content-disposition', 'attachment; filename=a.jpg').end('a file');
  };
  expect(await read(open(), `http://127.0.0.1:${port}/3`)).toEqual({
    url: `http://127.0.0.1:${port}/0`,
    contentDisposition: 'attachment; filename=a.jpg',
    version: { etag: null, lastModified: null },
    content: 'a file',
  });
  expect(await refusalOf(open(), `http://127.0.0.1:${port}/4`)).toBe(
    'failed: The URL has more than 3 redirects.',
  );
});

test('a file that is known comes only when there is another by now', async () => {
  let etag = '"1"';
  answer = (_path, response) => {
    const isKnown = response.req.headers['if-none-match'] === etag;
    if (isKnown) response.writeHead(304).end();
    else response.setHeader('etag', etag).end('a file');
  };
  const downloads = open();
  const fetched = (known: FileVersion | null) =>
    downloads.fetchChanged(`http://127.0.0.1:${port}/`, known, async ({ chunks, version }) => ({
      ...version,
      content: await text(chunks),
    }));
  const first = { etag: '"1"', lastModified: null };
  expect(await fetched(null)).toEqual({ ...first, content: 'a file' });
  expect(await fetched(first)).toBeNull();
  etag = '"2"';
  expect(await fetched(first)).toEqual({ etag: '"2"', lastModified: null, content: 'a file' });
});

test.each<[string, (response: ServerResponse) => void, string]>([
  [
    'says that it is too large',
    (response) => void response.setHeader('content-length', 5_000).end('x'),
    'too-large: The file has 5000 bytes; at most 1000 are allowed.',
  ],
  [
    'is not there',
    (response) => void response.writeHead(404).end('no'),
    'failed: The server answers 404 instead of the file.',
  ],
  [
    'is a part',
    (response) => void response.writeHead(206).end('no'),
    'failed: The server answers 206 instead of the file.',
  ],
  [
    'leads nowhere',
    (response) => redirect(response, 'http://'),
    'failed: The server redirects to an invalid URL.',
  ],
  [
    'comes compressed',
    (response) => void response.setHeader('content-encoding', 'gzip').end('x'),
    'failed: The server sends the file compressed, although it was asked not to.',
  ],
  [
    'breaks off',
    (response) => {
      response.setHeader('content-length', 500).write('half');
      setImmediate(() => response.destroy());
    },
    'failed: The file could not be fetched: the connection was closed or reset.',
  ],
])('a file that %s is told to be so', async (_name, behave, reported) => {
  answer = (_path, response) => behave(response);
  expect(await refusalOf(open(), `http://127.0.0.1:${port}/`)).toBe(reported);
});

test('a stream without end, or one that says nothing, ends with the time that it has', async () => {
  const downloads = open(undefined, { maximumBytes: 1_000_000_000, timeoutMs: 150 });
  answer = (_path, response) => {
    const drip = setInterval(() => response.write('drop'), 10);
    response.on('close', () => clearInterval(drip));
  };
  expect(await refusalOf(downloads, `http://127.0.0.1:${port}/`)).toBe(
    'failed: The file did not come within 0.15 seconds.',
  );
  answer = () => undefined;
  expect(await refusalOf(downloads, `http://127.0.0.1:${port}/`)).toBe(
    'failed: The file did not come within 0.15 seconds.',
  );
});

test('what the receiver refuses is told in its own words, and the connection is let go', async () => {
  let isOpen = true;
  answer = (_path, response) => {
    response.on('close', () => {
      isOpen = false;
    });
    const fill = () => {
      while (isOpen && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', fill);
    fill();
  };
  const enough = open().fetch(`http://127.0.0.1:${port}/`, async ({ chunks }) => {
    for await (const chunk of chunks) if (chunk.length > 0) throw new Error('That is enough.');
  });
  await expect(enough).rejects.toThrow('That is enough.');
  await expect.poll(() => isOpen, { interval: 10, timeout: 5_000 }).toBe(false);
});

/** Answers each connection with these bytes and ends it behind them, or resets it. */
async function startPeer(bytes: Buffer, end: 'close' | 'reset') {
  const peer = createPeer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (end === 'close') socket.end(bytes);
      else socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()));
    });
  });
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
  return { url, close: () => void peer.close() };
}

test.each([
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n'],
  ['HTTP/1.1', 'HTTP/1.1 200 OK\r\ncontent-length: 900000\r\nconnection: close\r\n\r\n'],
])(
  'a connection that is closed behind the body of %s while the receiver is slow harms nobody',
  async (_version, head) => {
    const peer = await startPeer(Buffer.concat([Buffer.from(head), Buffer.alloc(900_000)]), 'close');
    const downloads = open(undefined, { maximumBytes: 1_000_000, timeoutMs: 60_000 });
    const slowly = () =>
      downloads.fetch(peer.url, async ({ chunks }) => {
        let sizeBytes = 0;
        for await (const chunk of chunks) {
          sizeBytes += chunk.length;
          await sleep(1);
        }
        return sizeBytes;
      });
    for (let run = 0; run < 10; run += 1)
      expect(await Promise.all([slowly(), slowly(), slowly()])).toEqual([900_000, 900_000, 900_000]);
    peer.close();
  },
);

test('a reset is not the end of a body that has no length', async () => {
  const peer = await startPeer(Buffer.from('HTTP/1.0 200 OK\r\n\r\nhalf of a'), 'reset');
  expect(await refusalOf(open(), peer.url)).toBe(
    'failed: The file could not be fetched: the connection was closed or reset.',
  );
  peer.close();
});
