// Risk: a restart cuts off requests or hangs on them, or a port that is taken is told by a stack trace.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { HTTP_TIMEOUTS, type HttpTimeouts, listen } from '../../../src/adapters/http/http-server.ts';
import { extendBodyDeadline } from '../../../src/adapters/http/limits/body-deadline.ts';
import { clientAddress } from '../../../src/adapters/http/limits/client-address.ts';
import { createRouter } from '../../../src/adapters/http/router.ts';
import { silentLog } from '../../support/silent-log.ts';

const HERE = { host: '127.0.0.1', port: 0, log: silentLog };

/** A handler whose answers wait until they are released. */
function heldHandler() {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const handle = async () => {
    arrived.resolve();
    await released.promise;
    return new Response('done');
  };
  return { handle, arrived: arrived.promise, release: () => released.resolve() };
}

test('says which port is taken and what to do', async () => {
  const first = await listen(HERE);
  await expect(listen({ ...HERE, port: first.port })).rejects.toThrow(
    `Port ${first.port} is already in use. Set PORT to another port or stop the program that uses it.`,
  );
  await first.close(0);
});

test('says that an address is none of this machine', async () => {
  await expect(listen({ ...HERE, host: '192.0.2.1' })).rejects.toThrow(
    "This machine has no address '192.0.2.1'; correct HOST.",
  );
});

test('answers that it is starting until it has a handler', async () => {
  const server = await listen(HERE);
  const url = `http://127.0.0.1:${server.port}/graphql`;
  const early = await fetch(url);
  expect([early.status, early.headers.get('retry-after'), await early.json()]).toMatchObject([
    503,
    '1',
    { code: 'service-unavailable', detail: 'The server is starting. Try again soon.' },
  ]);
  server.setHandler(() => new Response('ready'));
  expect(await (await fetch(url)).text()).toBe('ready');
  await server.close(0);
});

test('lets running requests finish, takes no new ones, and does not wait for idle connections', async () => {
  const server = await listen(HERE);
  const held = heldHandler();
  server.setHandler(held.handle);
  const url = `http://127.0.0.1:${server.port}/`;
  const agent = new Agent({ keepAlive: true });
  const running = new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(url, { agent }, resolve).on('error', reject).end();
  });
  await held.arrived;
  const closing = server.close(60_000);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  held.release();
  const response = await running;
  expect([response.statusCode, await response.toArray()]).toEqual([200, [Buffer.from('done')]]);
  // The client would keep its connection for 65 seconds; closing ends it.
  await closing;
  agent.destroy();
});

test('cuts off what does not finish in time', async () => {
  const server = await listen(HERE);
  const held = heldHandler();
  server.setHandler(held.handle);
  const running = fetch(`http://127.0.0.1:${server.port}/`);
  const cutOff = expect(running).rejects.toThrow('fetch failed');
  await held.arrived;
  await server.close(50);
  await cutOff;
  held.release();
});

test('believes as many entries of X-Forwarded-For as there are proxies of ours, from the end', async () => {
  const router = createRouter({ log: silentLog, publicUrl: '', around: [] });
  router.get('/:proxies', (context) =>
    context.text(clientAddress(context, Number(context.req.param('proxies')))),
  );
  const addressBehind = async (proxies: number, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const env = { incoming: { socket: { remoteAddress: '10.0.0.9' } } };
    return (await router.request(`/${proxies}`, { headers }, env)).text();
  };
  const forwarded = '6.6.6.6, 203.0.113.7, 10.0.0.1';
  expect(await addressBehind(0, forwarded)).toBe('10.0.0.9');
  expect(await addressBehind(1, forwarded)).toBe('10.0.0.1');
  expect(await addressBehind(2, forwarded)).toBe('203.0.113.7');
  expect(await addressBehind(2)).toBe('10.0.0.9');
});

test('answers a defect of a door with a problem and logs it', async () => {
  const logged: object[] = [];
  const router = createRouter({
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
    publicUrl: 'https://pim.example.com',
    around: [],
  });
  const defect = new TypeError('secret');
  router.get('/', () => Promise.reject(defect));
  const response = await router.request('/');
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal-error' }]);
  expect(logged).toMatchObject([{ err: defect }]);
});

describe('a request that', () => {
  const LIMIT = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '600', 'retry-after': '0' };
  const serve = async (timeouts: Partial<HttpTimeouts> = {}) => {
    const logged: object[] = [];
    const log = { ...silentLog, info: (fields: object) => void logged.push(fields) };
    const server = await listen({
      ...HERE,
      log,
      bareHeaders: LIMIT,
      timeouts: { ...HTTP_TIMEOUTS, ...timeouts },
    });
    return { server, logged };
  };
  /** Writes bytes as they are; the answer is all that comes back until the server ends the connection. */
  const send = (port: number, bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return { socket, answer: text(socket).then(read) };
  };
  const read = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [status = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
    return { status: Number(status.split(' ')[1]), headers, body };
  };
  const POST = 'POST /graphql HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n';

  test.each([
    ['is no HTTP', 'tea please\r\n\r\n', 400, 'malformed-request'],
    ['has no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    [
      'has two Hosts',
      'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'has a Host that is none',
      'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'has a broken body',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'malformed-request',
    ],
    [
      'has endless headers',
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
  ])('%s is answered with a problem that has all headers, and logged', async (_what, bytes, status, code) => {
    const { server, logged } = await serve();
    // Reads nothing, so the answer cannot come from a handler.
    server.setHandler(() => new Promise(() => undefined));
    const answer = await send(server.port, bytes).answer;
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { code, status }]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...LIMIT,
      'content-type': 'application/problem+json',
    });
    expect(logged).toEqual([{ status, code, requestId: answer.headers.get('x-request-id') }]);
    await server.close(0);
  });

  test('brings its headers too slowly is ended', async () => {
    const { server } = await serve({ headersMs: 50 });
    const answer = await send(server.port, 'GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ').answer;
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      408,
      { code: 'request-timeout', detail: 'Address and headers did not arrive within 0.05 seconds.' },
    ]);
    await server.close(0);
  });

  test('brings its body too slowly is ended, unless its door expects a long one', async () => {
    const { server, logged } = await serve({ bodyMs: 100 });
    const begun = Promise.withResolvers<void>();
    server.setHandler(async (request, { incoming }) => {
      if (new URL(request.url).pathname === '/upload') extendBodyDeadline(incoming);
      begun.resolve();
      return new Response(await request.text().catch(() => ''));
    });
    const upload = send(server.port, POST.replace('/graphql', '/upload'));
    await begun.promise;
    const late = await send(server.port, `${POST}12345`).answer;
    expect([late.status, JSON.parse(late.body)]).toMatchObject([
      408,
      { code: 'request-timeout', detail: 'The body did not arrive within 0.1 seconds.' },
    ]);
    expect(logged).toMatchObject([{ code: 'request-timeout' }]);
    // The upload began before that one and is still taken.
    upload.socket.end('1234567890');
    const taken = await upload.answer;
    expect([taken.status, taken.body]).toEqual([200, '1234567890']);
    await server.close(0);
  });

  test.each([
    ['an upload', '/upload', '12345', Number.NaN, ''],
    ['a download', '/download', '1234567890', 200, '1\r\nx\r\n'],
  ])('stops moving in the midst of %s is let go', async (_what, path, sent, status, body) => {
    const { server } = await serve({ idleMs: 100 });
    server.setHandler(async (request, { incoming }) => {
      extendBodyDeadline(incoming);
      await request.text().catch(() => '');
      // Begins and never ends.
      return new Response(new ReadableStream({ start: (stream) => stream.enqueue('x') }));
    });
    const answer = await send(server.port, POST.replace('/graphql', path) + sent).answer;
    expect([answer.status, answer.body]).toEqual([status, body]);
    await server.close(0);
  });

  test('breaks off is no failure of ours', async () => {
    const { server } = await serve();
    const reported: string[] = [];
    const tell = (_facts: object, message = '') => void reported.push(message);
    const router = createRouter({
      log: { ...silentLog, warn: tell, error: tell },
      publicUrl: '',
      around: [],
    });
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<number>();
    router.post('/graphql', async (context) => {
      begun.resolve();
      for await (const _chunk of context.env.incoming ?? []);
      return context.text('whole');
    });
    server.setHandler(async (request, env) => {
      const response = await router.fetch(request, env);
      ended.resolve(response.status);
      return response;
    });
    const { socket, answer } = send(server.port, `${POST}12345`);
    await begun.promise;
    socket.destroy();
    await answer.catch(() => undefined);
    expect([await ended.promise, reported]).toEqual([400, []]);
    await server.close(0);
  });
});
