// Risk: a restart cuts off requests or hangs on them, or a port that is taken is told by a stack trace.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from '../../../src/doors/http/client-address.ts';
import { listen } from '../../../src/doors/http/http-server.ts';
import { createRouter } from '../../../src/doors/http/router.ts';
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
    `Port ${first.port} is taken; set PORT to another one or end what uses it.`,
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
    log: { ...silentLog, error: (facts) => void logged.push(facts) },
    publicUrl: 'https://pim.example.com',
    around: [],
  });
  const defect = new TypeError('secret');
  router.get('/', () => Promise.reject(defect));
  const response = await router.request('/');
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal-error' }]);
  expect(logged).toMatchObject([{ err: defect }]);
});
