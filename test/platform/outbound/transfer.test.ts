// Risk: a file named by a tenant is fetched from inside the network, or a transfer that breaks off passes for a whole one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchFile, putFile } from '../../../src/platform/outbound/transfer.ts';

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

async function textOf(address: string, settings: Parameters<typeof fetchFile>[2] = OPEN): Promise<string> {
  return fetchFile(address, null, settings, async ({ body }) => {
    const parts: Uint8Array[] = [];
    for await (const part of body ?? []) parts.push(Uint8Array.from(part));
    return Buffer.concat(parts).toString('utf8');
  });
}

const leadOn = (times: number, last: string) => {
  answer = ({ url: path }, response) => {
    const step = Number(path?.slice(1) || 0);
    if (step === times) response.end(last);
    else response.writeHead(302, { location: `/${step + 1}` }).end();
  };
};

test('a file is fetched over up to three redirects', async () => {
  leadOn(3, 'a;b');
  expect(await textOf(url)).toBe('a;b');
  leadOn(4, 'a;b');
  await expect(textOf(url)).rejects.toThrow('The address leads on more than 3 times.');
});

test('a redirect leads to nothing but the web', async () => {
  for (const location of [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'http://user:secret@127.0.0.1/',
    'http://',
  ]) {
    answer = (_request, response) => response.writeHead(301, { location }).end();
    await expect(textOf(url), location).rejects.toThrow(/^The address (cannot be used|leads on to no other)/);
  }
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
  await expect(textOf(address, closed)).rejects.toThrow(/^The address cannot be used/);
  await expect(
    putFile(address, { body: (async function* () {})(), sizeBytes: 0, mimeType: 'text/csv' }, closed),
  ).rejects.toThrow(/^The address cannot be used/);
  expect(reached).toBe(before);
});

test('a name that leads into the network of the server is refused when the socket connects', async () => {
  const before = reached;
  const { port } = server.address() as AddressInfo;
  const lookup = ((_name: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never;
  const settings = { allowPrivateAddresses: false, lookup };
  await expect(textOf(`https://files.example.com:${port}/`, settings)).rejects.toThrow(
    'The address cannot be used: it is not of the public internet.',
  );
  expect(reached).toBe(before);
});

test('a file that breaks off is no file, and neither is another answer', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  };
  await expect(textOf(url)).rejects.toThrow(/^The address could not be reached/);
  for (const status of [204, 206, 401, 404, 500]) {
    answer = (_request, response) => response.writeHead(status).end();
    await expect(textOf(url), String(status)).rejects.toThrow(`The address answered ${status} and no file.`);
  }
  await expect(textOf('http://127.0.0.1:1/')).rejects.toThrow(/^The address could not be reached/);
});

test('a file is put with its size, and a redirect is no success', async () => {
  const file = () => ({
    body: (async function* () {
      yield Buffer.from('a;b');
    })(),
    sizeBytes: 3,
    mimeType: 'text/csv',
  });
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
