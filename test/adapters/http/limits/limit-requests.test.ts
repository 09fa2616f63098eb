// Risk: a token gets its limit once per door, an answer hides how many requests are left, or guessing has no limit.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientBucket } from '../../../../src/adapters/http/limits/client-bucket.ts';
import { limitRequests } from '../../../../src/adapters/http/limits/limit-requests.ts';
import { createRouter } from '../../../../src/adapters/http/router.ts';
import { requestLog } from '../../../../src/adapters/monitoring/request-log.ts';
import { RequestError } from '../../../../src/kernel/errors.ts';
import { verbatim } from '../../../../src/kernel/problems/messages/message.ts';
import { TOKEN_FORMAT } from '../../../../src/modules/access-token/token-format.ts';
import { openRateLimit } from '../../../../src/platform/rate-limit/open-rate-limit.ts';
import { type ServedProgram, serveProgram } from '../../../support/served-program.ts';
import { silentLog } from '../../../support/silent-log.ts';

// The clock alone stands still until it is moved; sockets and pools go on working.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

/** The limit as an answer tells it. */
const reported = ({ status, headers }: Response) => [
  status,
  ...['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`)),
  headers.get('retry-after'),
];

let served: ServedProgram;
const serve = (environment: Readonly<Record<string, string>>) => {
  beforeAll(async () => {
    served = await serveProgram(environment);
  });
  afterAll(() => served.close());
};
const document = (query: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});
const message = (method: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
});
/** A request of each kind; none depends on another. */
const KINDS: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
  ['/graphql', document('{ me { role } }'), 200],
  ['/graphql', document('{ nothing }'), 200],
  ['/graphql', { method: 'PUT', body: '{}' }, 405],
  ['/_mcp', message('tools/list'), 200],
  ['/_mcp', message('tools/nothing'), 200],
  ['/_mcp', {}, 405],
  ['/api/v1/media/none/content', {}, 404],
  ['/api/v1/media?code=x&colour=y', { method: 'POST', body: 'x' }, 400],
  ['/auth/get-session', {}, 200],
  ['/auth/organization/set-active', { method: 'POST' }, 422],
  ['/problems/rate-limited', {}, 200],
  ['/nowhere', {}, 404],
];
const ask = (path: string, init: RequestInit, token: string | null, from?: string) => {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return served.request(path, { ...init, headers, ...(from === undefined ? {} : { from }) });
};

describe('by itself the program', () => {
  serve({});

  test('gives a token 600 requests a minute, whichever door they go to, and says so on every answer', async () => {
    const token = await served.mint();
    for (let count = 1; count <= 600; count += 1) {
      const [path, init, status] = KINDS[count % KINDS.length] ?? ['/', {}, 404];
      const answer = await ask(path, init, token);
      const remaining = 600 - count;
      expect(reported(answer), `${count}. ${path}`).toEqual([
        status,
        '600',
        String(remaining),
        remaining > 0 ? '0' : '60',
      ]);
      expect(answer.headers.get('x-request-id'), path).toMatch(/^[\w-]{36}$/);
    }
    for (const [path, init] of KINDS) {
      expect(reported(await ask(path, init, token)), path).toEqual([429, '600', '0', '60']);
    }
    advance(60);
    expect(reported(await ask('/problems', {}, token))).toEqual([200, '600', '599', '0']);
  });
});

describe('with another limit the program', () => {
  serve({ RATE_LIMIT_PER_MINUTE: '20' });

  test('refuses with a problem, and through GraphQL with an error, that names the time to wait', async () => {
    const token = await served.mint();
    for (let count = 0; count < 20; count += 1) await ask('/problems/deleted', {}, token);
    advance(20);
    const refused = await ask('/api/v1/media/none/content', {}, token);
    expect([refused.status, refused.headers.get('content-type'), await refused.json()]).toEqual([
      429,
      'application/problem+json',
      {
        type: 'http://catalograph.test:4000/problems/rate-limited',
        title: 'Too many requests',
        status: 429,
        detail: '20 requests in 60 seconds are allowed. Try again in 41 s.',
        message_key: 'rate-limited',
        params: { count: 20, period: 60, seconds: 41 },
        instance: '/api/v1/media/none/content',
        code: 'rate-limited',
        request_id: refused.headers.get('x-request-id'),
        retry_after: 41,
      },
    ]);
    for (const [accept, type] of [
      ['*/*', 'application/json; charset=utf-8'],
      ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ] as const) {
      const init = document('{ me { role } }');
      const answer = await ask('/graphql', { ...init, headers: { ...init.headers, accept } }, token);
      expect(reported(answer)).toEqual([429, '20', '0', '41']);
      expect([answer.headers.get('content-type'), await answer.json()]).toEqual([
        type,
        {
          errors: [
            {
              message: '20 requests in 60 seconds are allowed. Try again in 41 s.',
              extensions: {
                messageKey: 'rate-limited',
                params: { count: 20, period: 60, seconds: 41 },
                retryAfter: 41,
                code: 'rate-limited',
                type: 'http://catalograph.test:4000/problems/rate-limited',
                status: 429,
                requestId: answer.headers.get('x-request-id'),
              },
            },
          ],
        },
      ]);
    }
  });

  test('counts guesses and nobody by address, and lets a valid token from there through', async () => {
    const [here, there] = ['203.0.113.5', '203.0.113.6'];
    for (let count = 0; count < 20; count += 2) {
      const guess = await ask('/graphql', document('{ me { role } }'), `pim_guess${count}`, here);
      expect(reported(guess)).toEqual([401, '20', String(19 - count), '0']);
      await ask('/problems/deleted', {}, null, here);
    }
    expect(reported(await ask('/graphql', document('{ me { role } }'), 'pim_guess', here))).toEqual([
      ...[429, '20', '0', '60'],
    ]);
    expect(reported(await ask('/graphql', document('{ __typename }'), null, here))[0]).toBe(429);
    expect(reported(await ask('/graphql', document('{ me { role } }'), served.token, here))[0]).toBe(200);
    expect(reported(await ask('/graphql', document('{ __typename }'), null, there))).toEqual([
      ...[200, '20', '19', '0'],
    ]);
  });

  test('asks the database for no more wrong tokens of an address than it has requests', async () => {
    const [here, there] = ['203.0.113.8', '203.0.113.9'];
    const me = document('{ me { role } }');
    const looked = vi.spyOn(served.catalogue.database.owner, 'query');
    const lookUps = () =>
      looked.mock.calls.filter(([query]) => JSON.stringify(query).includes('access_token.find_by_digest'))
        .length;
    try {
      const valid = await served.mint();
      expect(reported(await ask('/graphql', me, valid, here))).toEqual([200, '20', '19', '0']);
      const before = lookUps();
      const guesses = await Promise.all(
        Array.from({ length: 30 }, () => ask('/graphql', me, TOKEN_FORMAT.mint().token, here)),
      );
      expect(guesses.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(20).fill(401),
        ...Array<number>(10).fill(429),
      ]);
      expect(lookUps() - before).toBe(20);
      expect(reported(await ask('/graphql', me, TOKEN_FORMAT.mint().token, here))).toEqual([
        429,
        '20',
        '0',
        '60',
      ]);
      // A token that was found before is served, and so are others elsewhere.
      expect(reported(await ask('/graphql', me, valid, here))).toEqual([200, '20', '18', '0']);
      expect(reported(await ask('/graphql', me, await served.mint(), there))).toEqual([200, '20', '19', '0']);
    } finally {
      looked.mockRestore();
    }
  });

  test('counts no right token as a guess', async () => {
    const from = '203.0.113.10';
    for (let count = 0; count < 22; count += 1) {
      expect((await ask('/graphql', document('{ me { role } }'), await served.mint(), from)).status).toBe(
        200,
      );
    }
  });

  test('does not count files that a link opens, but links that lead nowhere', async () => {
    const from = '203.0.113.11';
    const upload = { method: 'POST', body: 'PNG' };
    const { id, url } = (await (
      await ask('/api/v1/media?code=shown&filename=shown.png', upload, served.token)
    ).json()) as {
      id: string;
      url: string;
    };
    const made = `mutation { updateMedia(ref: "${id}", input: { visibility: PUBLIC }) { ... on MediaPayload { media { publicUrl } } } }`;
    const { data } = await served.graphql(made);
    const { publicUrl } = (data as { updateMedia: { media: { publicUrl: string } } }).updateMedia.media;
    const open = async (link: string) => {
      const { pathname, search } = new URL(link);
      return reported(await ask(`${pathname}${search}`, {}, null, from));
    };
    for (let count = 0; count < 25; count += 1) {
      expect(await open(publicUrl)).toEqual([200, '20', '20', '0']);
      expect(await open(url)).toEqual([200, '20', '20', '0']);
    }
    for (let count = 1; count <= 20; count += 1) {
      const answer = await open(count % 2 === 0 ? `${publicUrl}-gone` : `${url}x`);
      expect(answer).toEqual([
        count % 2 === 0 ? 404 : 403,
        '20',
        String(20 - count),
        count < 20 ? '0' : '60',
      ]);
    }
    expect(await open(`${publicUrl}-gone`)).toEqual([429, '20', '0', '60']);
    expect(await open(publicUrl)).toEqual([429, '20', '0', '60']);
    // A signature elsewhere opens no file.
    expect(reported(await ask('/problems?signature=x', {}, null, from))).toEqual([200, '20', '19', '0']);
  });

  test('does not count what machines ask about the process', async () => {
    const from = '203.0.113.7';
    for (let count = 0; count < 3; count += 1) {
      expect(reported(await ask('/livez', {}, null, from))).toEqual([200, '20', '20', '0']);
      expect(reported(await ask('/readyz', {}, null, from))).toEqual([200, '20', '20', '0']);
    }
    expect(reported(await ask('/problems', {}, null, from))).toEqual([200, '20', '19', '0']);
  });
});

describe('around doors of any kind', () => {
  const open = async (readToken: () => Promise<null>) => {
    const rateLimit = await openRateLimit({
      limit: 3,
      windowSeconds: 60,
      redisUrl: null,
      databaseUrl: null,
      log: silentLog,
    });
    const limited = limitRequests({
      rateLimit,
      tokens: { resolveToken: readToken, isUnknownToken: () => false },
      trustedProxyCount: 0,
      faultAnswers: new Map([['/own', (fault) => new Response(fault.code, { status: 418 })]]),
    });
    const router = createRouter({
      log: silentLog,
      publicUrl: 'https://pim.example.com',
      around: [requestLog(silentLog), limited],
    });
    router.get('/defect', () => Promise.reject(new TypeError('secret')));
    router.get('/patience', () => new Response(null, { status: 503, headers: { 'retry-after': '300' } }));
    router.get('/own', () => new Response('own'));
    return router;
  };

  test('the headers are on the answer to a defect, and a longer time to wait is kept', async () => {
    const router = await open(async () => null);
    expect(reported(await router.request('/defect'))).toEqual([500, '3', '2', '0']);
    expect(reported(await router.request('/patience'))).toEqual([503, '3', '1', '300']);
  });

  test('a door words the refusal in its own form', async () => {
    const router = await open(async () => null);
    for (let count = 0; count < 3; count += 1) expect((await router.request('/own')).status).toBe(200);
    const refused = await router.request('/own');
    expect([reported(refused), await refused.text()]).toEqual([[418, '3', '0', '60'], 'rate-limited']);
  });

  test('a token that cannot be looked up is left to the door', async () => {
    const router = await open(() =>
      Promise.reject(new RequestError('service-unavailable', verbatim('away'))),
    );
    expect(reported(await router.request('/own'))).toEqual([200, '3', '2', '0']);
  });
});

test.each([
  ['203.0.113.5', 'address:203.0.113.5'],
  ['::ffff:203.0.113.5', 'address:203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['2001:0db8:1:2::ffff', 'address:2001:db8:1:2::/64'],
  ['2001:db8::7', 'address:2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ['', 'address:'],
  ['x'.repeat(9_000), `address:${'x'.repeat(64)}`],
])('clients of %s share the bucket %s', (address, bucket) => {
  expect(clientBucket(address)).toBe(bucket);
});
