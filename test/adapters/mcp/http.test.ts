// Risk: a stranger's page, or somebody without a token, gets through to the tools, or a program is turned away unheard.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

const HOST = 'http://catalograph.test:4000';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram({ TRUSTED_ORIGINS: 'https://desk.example.com' });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => served.close());

interface Sent {
  readonly body?: string;
  readonly method?: string;
  /** A token; null for nobody. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

async function send({ body = LIST, method = 'POST', as = served.token, headers = {} }: Sent = {}) {
  const response = await served.request('/_mcp', {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, json, isProblem };
}

test('a page of a foreign origin is turned away, whatever it brings', async () => {
  for (const origin of ['https://evil.example', 'null', `${HOST}0`, 'http://localhost:4000']) {
    expect(await send({ headers: { origin } })).toMatchObject({
      status: 403,
      isProblem: true,
      json: { code: 'origin-forbidden', status: 403, header: 'Origin', instance: '/_mcp' },
    });
  }
  for (const origin of [HOST, 'https://desk.example.com']) {
    expect(await send({ headers: { origin } })).toMatchObject({ status: 200 });
  }
});

test('a name that leads to this server by a trick is turned away', async () => {
  for (const host of ['evil.example', 'catalograph.test.evil.example:4000', 'a b', '']) {
    expect(await send({ headers: { host } })).toMatchObject({
      status: 403,
      json: { code: 'origin-forbidden', header: 'Host' },
    });
  }
  // Behind a proxy the port may be another; on this machine it is called by any of its names.
  for (const host of [
    'catalograph.test',
    'desk.example.com:8443',
    'localhost:4000',
    '127.0.0.1',
    '[::1]:80',
  ]) {
    expect(await send({ headers: { host } })).toMatchObject({ status: 200 });
  }
});

test('a refused token leads to no sign-in, because there is none', async () => {
  const nobody = await send({ as: null });
  expect(nobody).toMatchObject({ status: 401, isProblem: true, json: { code: 'missing-token' } });
  expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
  const wrong = await send({ as: 'pim_wrong' });
  expect(wrong).toMatchObject({ status: 401, isProblem: true, json: { code: 'invalid-token' } });
  expect(wrong.headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token", error_description="[^"]+"$/,
  );
});

test.each([
  'oauth-protected-resource',
  'oauth-protected-resource/_mcp',
  'oauth-authorization-server',
  'oauth-authorization-server/_mcp',
  'openid-configuration',
])('/.well-known/%s is no page of the console but 404', async (name) => {
  const read = await served.request(`/.well-known/${name}`, { headers: { accept: 'application/json' } });
  expect(read.status).toBe(404);
  expect(await read.json()).toMatchObject({ code: 'not-found' });
});

test('the cookie of a signed-in person is no token', async () => {
  const { email, password } = served.ownerOfIt;
  const signIn = await served.request('/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: HOST },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  expect(signIn.status).toBe(200);
  const answer = await send({ as: null, headers: { cookie, origin: HOST } });
  expect(answer).toMatchObject({ status: 401, json: { code: 'missing-token' } });
});

test('only POST is understood', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
    const { status, headers } = await send({ method });
    expect({ method, status, allow: headers.get('allow') }).toEqual({ method, status: 405, allow: 'POST' });
  }
});

test('a body that is no message is refused in the form that fits', async () => {
  const tooLarge = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: 'x'.repeat(4_000_000) });
  expect(await send({ body: tooLarge })).toMatchObject({
    status: 413,
    isProblem: true,
    json: { code: 'payload-too-large', limit: 4_000_000 },
  });
  expect(await send({ headers: { 'content-type': 'text/plain' } })).toMatchObject({
    status: 415,
    isProblem: true,
    json: { code: 'unsupported-media-type', allowed: ['application/json'] },
  });
  const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(100)}${']'.repeat(100)}}`;
  for (const body of ['{"jsonrpc":', '\u0000', deep]) {
    expect(await send({ body })).toMatchObject({ status: 400, json: { id: null, error: { code: -32700 } } });
  }
  for (const body of ['', '1', 'null', '"ping"', `[${LIST}]`, '[]']) {
    expect(await send({ body })).toMatchObject({ status: 400, json: { id: null, error: { code: -32600 } } });
  }
});

test('every answer says how many requests are left and names itself', async () => {
  const answers = [
    ...[await send(), await send({ as: null }), await send({ method: 'GET' }), await send({ body: '{' })],
    ...[
      await send({ headers: { origin: 'https://evil.example' } }),
      await send({ body: 'x'.repeat(4_000_001) }),
    ],
  ];
  for (const { status, headers } of answers) {
    const answered = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after', 'x-request-id'].map(
      (name) => headers.get(name) ?? '',
    );
    expect({ status, answered }).toEqual({
      status,
      answered: ['600', expect.stringMatching(/^\d+$/), '0', expect.stringMatching(/^[\w-]{36}$/)],
    });
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('who has asked too often is told when to come back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const token = await served.mint();
  for (let count = 0; count < 600; count += 1)
    await served.request('/nowhere', { headers: { authorization: `Bearer ${token}` } });
  const answer = await send({ as: token });
  expect(answer).toMatchObject({
    status: 429,
    isProblem: true,
    json: { code: 'rate-limited', retry_after: 60 },
  });
  expect(answer.headers.get('retry-after')).toBe('60');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await send({ as: token })).toMatchObject({ status: 200 });
});
