// Risk: on the servers that an operator brings, an older PostgreSQL and a shared Redis, processes do not work together.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { createClothingDatabase } from '../support/clothing-database.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const why = redisUrl === undefined ? ' (skipped: run by .ci/with-services)' : '';
const ROWS = 1_200;
const PATIENT = { timeout: 60_000 };

let shop: Awaited<ReturnType<typeof createClothingDatabase>>;
let receiver: WebhookReceiver;
let environment: Record<string, string>;
let token: string;
const programs: RunningProgram[] = [];

/** Starts a process; answers where it is reached, if it has doors. */
async function start(command: 'api' | 'worker'): Promise<string> {
  const program = runProgram([command], environment);
  programs.push(program);
  await program.printed(command === 'api' ? 'Catalograph answers at ' : 'The worker runs.');
  return /http:\/\/\S+(?=\/graphql)/.exec(program.output().stdout)?.[0] ?? '';
}

async function send(method: string, url: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

/** Imports new products by one process and follows the job by another one until it is over. */
async function importBy(sender: string, watcher: string, prefix: string) {
  const form = new FormData();
  const rows = Array.from({ length: ROWS }, (_, row) => `${prefix}-${row}`);
  form.append('file', new Blob([`sku\n${rows.join('\n')}\n`]), `${prefix}.csv`);
  const sent = await send('POST', `${sender}/api/v1/import-export/profiles/products_csv/run`, form);
  expect([sent.status, sent.json.code]).toEqual([202, undefined]);
  for (;;) {
    const { json } = await send('GET', `${watcher}/api/v1/import-export/jobs/${sent.json.id}`);
    if (!['queued', 'validating', 'running'].includes(json.status)) return json;
  }
}

beforeAll(async () => {
  if (redisUrl === undefined) return;
  shop = await createClothingDatabase();
  receiver = await startWebhookReceiver();
  environment = {
    ...shop.environment,
    REDIS_URL: redisUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    // Four processes within the hundred connections of a server as it comes.
    APPLICATION_POOL_SIZE: '6',
    RATE_LIMIT_PER_MINUTE: '1000000',
    OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  token = await makeToken('Everything');
}, 120_000);
afterAll(async () => {
  for (const { child, ended } of programs) {
    child.kill('SIGKILL');
    await ended;
  }
  await receiver?.close();
  await shop?.drop();
});

test.skipIf(redisUrl === undefined)(
  `two processes with doors and two workers share the work and what they know${why}`,
  async () => {
    const [one, two] = await Promise.all([start('api'), start('api'), start('worker'), start('worker')]);
    expect((await send('POST', `${one}/api/v1/webhooks`, endpoint())).status).toBe(201);

    const counts = { created: ROWS, failed: 0, processed: ROWS, total: ROWS, percent: 100 };
    const first = await importBy(one, two, 'FIRST');
    expect(first).toMatchObject({ status: 'completed', progress: counts });
    // Either worker may have had it; the one that is left has the next.
    await stop(programs[2]);
    expect(await importBy(two, one, 'SECOND')).toMatchObject({ status: 'completed', progress: counts });

    const found = await send('GET', `${two}/api/v1/products/SECOND-1199`);
    expect(found.json.sku).toBe('SECOND-1199');
    const delivered = () => new Set(receiver.received.map(({ event }) => event.sequence)).size;
    await expect.poll(delivered, PATIENT).toBe(2 * ROWS);

    // Made by a command while they run.
    token = await makeToken('Another');
    for (const origin of [one, two])
      expect((await send('GET', `${origin}/api/v1/products`)).status).toBe(200);
    for (const program of programs) await stop(program);
  },
  240_000,
);

async function makeToken(name: string): Promise<string> {
  const made = runProgram(['token', 'create', '--name', name], environment);
  expect(await made.ended).toBe(0);
  return made.output().stdout.trim();
}

const endpoint = () => ({ url: receiver.url, events: ['product.created'] });

async function stop(program: RunningProgram | undefined): Promise<void> {
  program?.child.kill('SIGTERM');
  expect(await program?.ended).toBe(0);
}
