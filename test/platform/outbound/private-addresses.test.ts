// Risk: a tenant makes the server talk to machines that only it can reach: its own ports, its network, a cloud's metadata.
import { once } from 'node:events';
import { type AddressInfo, createServer, type LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rendered } from '../../../src/kernel/problems/messages/render-message.ts';
import { openOutboundClient } from '../../../src/platform/outbound/outbound.ts';
import { sendOutboundRequest } from '../../../src/platform/outbound/outbound-request.ts';
import { isPrivateAddress, PRIVATE_ADDRESSES } from '../../../src/platform/outbound/private-addresses.ts';
import { validateUrl } from '../../../src/platform/outbound/validate-url.ts';
import { ADDRESSES, IPV6, IPV6_EMBEDDINGS, PRIVATE_HOSTS } from '../../support/private-addresses.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';

const REFUSED = 'the address is not of the public internet';

/** A server of this machine, on IPv4 and IPv6, that nothing must ever connect to. */
let canary: { readonly port: number; connections: number; close(): Promise<void> };
beforeAll(async () => {
  const server = createServer((socket) => {
    canary.connections += 1;
    // It answers whatever comes, and reads nothing.
    socket.on('error', () => undefined).resume();
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  server.listen(0, '::');
  await once(server, 'listening');
  canary = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
});
beforeEach(() => {
  canary.connections = 0;
});
afterAll(() => canary.close());

test('there are enough of them', () => {
  expect(new Set(PRIVATE_HOSTS).size).toBeGreaterThan(600);
});

test('no private address is taken as a URL, however it is written', () => {
  const policy = { allowPrivateAddresses: false };
  const taken = PRIVATE_HOSTS.filter((host) => validateUrl(`https://${host}/`, policy) === null);
  expect(taken).toEqual([]);
  expect(validateUrl('https://hooks.example.com/x?y=z', policy)).toBeNull();
});

test.each(['http', 'https'])(
  'no socket connects to one by %s either, whatever has let the URL pass',
  async (scheme) => {
    const { signal } = new AbortController();
    const sent = { method: 'GET', headers: {}, signal, idleTimeoutMs: 5_000 } as const;
    const fence = { refused: PRIVATE_ADDRESSES };
    const reached: string[] = [];
    for (const host of PRIVATE_HOSTS) {
      const url = `${scheme}://${host}:${canary.port}/`;
      const code = await sendOutboundRequest(new URL(url), sent, fence).then(
        ({ statusCode }) => statusCode,
        (error: { code?: string }) => error.code,
      );
      if (code !== 'ERR_IP_BLOCKED') reached.push(`${url}: ${code}`);
    }
    expect(reached).toEqual([]);
    expect(canary.connections).toBe(0);
  },
  60_000,
);

/** Answers every name with these addresses. */
const lookupOf =
  (addresses: readonly string[], count: () => void = () => undefined): LookupFunction =>
  (_name, options, callback) => {
    count();
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all === true) callback(null, all as never);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };

const NAMED = [...ADDRESSES, ...IPV6_EMBEDDINGS.map((write) => write('127.0.0.1')), ...IPV6].map((literal) =>
  literal.replace(/^\[|\]$/g, ''),
);

test.each(NAMED)('no name leads to %s', async (address) => {
  const outbound = openOutboundClient({ allowPrivateAddresses: false }, { lookup: lookupOf([address]) });
  const post = { headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 };
  const answer = await outbound.post({ ...post, url: `https://rebound.example.com:${canary.port}/` });
  expect(answer).toMatchObject({ statusCode: null, error: REFUSED });
  expect(canary.connections).toBe(0);
  await outbound.close();
});

test('a name with several addresses, all private, leads to none of them, and is looked up once', async () => {
  let lookups = 0;
  const lookup = lookupOf(['10.0.0.1', '::1', '127.0.0.1', '::ffff:127.0.0.1'], () => {
    lookups += 1;
  });
  const outbound = openOutboundClient({ allowPrivateAddresses: false }, { lookup });
  const url = `https://many.example.com:${canary.port}/`;
  const answer = await outbound.post({ url, headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 });
  expect({ ...answer, durationMs: 0 }).toEqual({
    statusCode: null,
    error: REFUSED,
    retryAfter: null,
    excerpt: null,
    durationMs: 0,
  });
  expect([canary.connections, lookups]).toEqual([0, 1]);
  await outbound.close();
});

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://hooks.example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'unix:/var/run/docker.sock',
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com/#x',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://app.localhost/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:25/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:99999/',
  'https://',
  '//hooks.example.com/',
  'hooks.example.com',
  '',
  `https://hooks.example.com/${'x'.repeat(2_048)}`,
])('%s is refused as a place to send to', (url) => {
  const fault = validateUrl(url, { allowPrivateAddresses: false });
  expect(fault === null ? null : rendered(fault)).toMatch(/^[A-Z].*\.$/);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is an answer, and nobody follows it',
  async (status) => {
    const receiver = await startWebhookReceiver();
    receiver.script = () => ({
      status,
      headers: {
        location: `http://127.0.0.1:${canary.port}/`,
        refresh: `0; url=http://[::1]:${canary.port}/`,
      },
    });
    const outbound = openOutboundClient({ allowPrivateAddresses: true });
    const post = { url: receiver.url, headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 };
    expect(await outbound.post(post)).toMatchObject({ statusCode: status, error: null });
    expect(receiver.received).toHaveLength(1);
    expect(canary.connections).toBe(0);
    await outbound.close();
    await receiver.close();
  },
);

test('what is public is not refused, and the canary can be reached where that is allowed', async () => {
  const open = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'];
  const openIpv6 = ['2606:4700::1111', '2a00:1450:4001::1', '64:ff9b::808:808', '2001:4860:4860::8888'];
  expect([...open, ...openIpv6].filter(isPrivateAddress)).toEqual([]);
  expect(isPrivateAddress('no address')).toBe(false);
  const outbound = openOutboundClient({ allowPrivateAddresses: true });
  for (const host of ['127.0.0.1', '[::1]', '2130706433']) {
    const url = `http://${host}:${canary.port}/`;
    const answer = await outbound.post({ url, headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 });
    expect(answer).toMatchObject({ statusCode: 200 });
  }
  expect(canary.connections).toBe(3);
  await outbound.close();
});

test('a URL that was good once is judged again when it is used', async () => {
  const outbound = openOutboundClient({ allowPrivateAddresses: false });
  const url = `http://127.0.0.1:${canary.port}/`;
  const answer = await outbound.post({ url, headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 });
  expect(answer).toMatchObject({ statusCode: null, error: 'the URL is not allowed' });
  expect(canary.connections).toBe(0);
  await outbound.close();
});
