// Risk: a crash loses an event of an acknowledged write, sends one of a write that never was, or sends them out of order.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalogue } from '../../src/app.ts';
import { ORGANIZATION_SEEDS } from '../../src/commands/organization-seeds.ts';
import { readConfig } from '../../src/config.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { openPersonSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { createWebhook } from '../../src/modules/webhook/index.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { makeServerDir } from '../support/postgres-server.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { silentLog } from '../support/silent-log.ts';

/** How many faults; 1,000 on demand. */
const FAULTS = Number(process.env.CATALOGRAPH_CRASH_FAULTS ?? 5);
const WRITERS = 4;
const OWNER = { name: 'Owner', email: 'owner@example.test', password: 'correct horse battery' };

let dataDir: string;
let remove: () => Promise<void>;
let environment: Record<string, string>;
let receiver: Receiver;
let token: string;
let port: number;
const programs: Partial<Record<'api' | 'worker 1' | 'worker 2', RunningProgram>> = {};

/** Starts the database, or finds it running; on the same port as ever. */
const startDatabase = () => startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: silentLog });

beforeAll(async () => {
  const made = await makeServerDir();
  ({ remove } = made);
  dataDir = join(made.dir, 'data');
  receiver = await startReceiver();
  port = await freePort();
  const { connectionString } = await startDatabase();
  environment = {
    ...{
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      SECRET: 'a secret for tests, forty characters long',
    },
    ...{
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
    },
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const catalogue = await openCatalogue(readConfig(environment), silentLog, 'apply');
  const { database, clock, runner, vault } = catalogue;
  const setUp = { owner: database.owner, clock };
  const { organizationId } = await provisionOrganization(
    setUp,
    { name: 'Shop', owner: OWNER },
    ORGANIZATION_SEEDS,
  );
  const facts = { door: 'console', requestId: 'test' } as const;
  const session = await openPersonSession(database.owner, organizationId, OWNER.email, facts);
  if (session === null) throw new Error('The owner is missing.');
  const request = { name: 'Writer', scopes: ['products:read', 'products:write'] } as const;
  token = (await runner.write(session, createAccessToken, request)).output.token;
  const policy = { allowPrivateAddresses: true };
  const patch = { url: receiver.url, events: ['product.*'] };
  await runner.write(session, createWebhook, { vault, policy, patch });
  await catalogue.close();
}, 120_000);
afterAll(async () => {
  for (const program of Object.values(programs)) program.child.kill('SIGKILL');
  await receiver?.close();
  await (await startDatabase()).stop();
  await remove?.();
}, 60_000);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return address.port;
}

async function start(name: keyof typeof programs): Promise<void> {
  const program = runProgram([name === 'api' ? 'api' : 'worker'], environment);
  programs[name] = program;
  await program.printed(name === 'api' ? 'Catalograph answers' : 'The worker runs.');
}

/** What each kind of fault breaks, and how it comes back. */
const BLOWS = {
  api: () => again('api'),
  'worker 1': () => again('worker 1'),
  'worker 2': () => again('worker 2'),
  async database() {
    const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    // As `pg_ctl stop -m immediate`.
    process.kill(pid, 'SIGQUIT');
    while (isAlive(pid)) await pause(5);
    await startDatabase();
  },
} as const;

async function again(name: keyof typeof programs): Promise<void> {
  programs[name]?.child.kill('SIGKILL');
  await programs[name]?.ended;
  await start(name);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Every write that was acknowledged: SKU and version. */
const acknowledged: { readonly sku: string; readonly version: number }[] = [];
let isOver = false;

async function ask(
  method: string,
  path: string,
  body: object,
): Promise<{ sku: string; version: number } | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as { sku: string; version: number };
    return response.ok ? answer : null;
  } catch {
    // Nobody knows whether it was written: neither has it been acknowledged.
    return null;
  }
}

/** Creates products and changes each twice, noting every answer. */
async function write(writer: number): Promise<void> {
  for (let turn = 1; !isOver; turn += 1) {
    const sku = `W${writer}-${turn}`;
    const steps = [
      () => ask('POST', '/products', { sku }),
      () => ask('PATCH', `/products/${sku}`, { status: 'in_review' }),
      () => ask('PATCH', `/products/${sku}`, { status: 'draft' }),
    ];
    for (const step of steps) {
      const answer = await step();
      if (answer === null) await pause(20);
      else acknowledged.push({ sku: answer.sku, version: answer.version });
    }
  }
}

test(
  `${FAULTS} crashes of the door, of workers and of the database lose nothing, invent nothing and keep the order`,
  async () => {
    const random = seededRandom();
    await Promise.all([start('api'), start('worker 1'), start('worker 2')]);
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    const kinds = Object.keys(BLOWS) as (keyof typeof BLOWS)[];
    for (let fault = 0; fault < FAULTS; fault += 1) {
      // Not to wait for something, but to strike at any moment.
      await pause(random.integer(100, 600));
      await BLOWS[kinds[fault % kinds.length] ?? 'api']();
    }
    isOver = true;
    await Promise.all(writing);

    const client = new pg.Client({ connectionString: environment.DATABASE_URL });
    await client.connect();
    try {
      const told = await eventsOf(client);
      await untilDelivered(client);
      const events = new Map(told.map((event) => [event.id, event]));
      const key = ({ sku, version }: { sku: string; version: number }) => `${sku} ${version}`;
      const inLedger = new Set(told.map(key));
      expect(acknowledged.length).toBeGreaterThan(FAULTS * 2);
      expect(acknowledged.filter((one) => !inLedger.has(key(one)))).toEqual([]);
      // Neither an event without its write, nor a write without its event.
      const { rows } = await client.query<{ sku: string; version: number }>(
        'SELECT sku, version FROM product',
      );
      const versions = rows.flatMap(({ sku, version }) =>
        Array.from({ length: version }, (_, index) => `${sku} ${index + 1}`),
      );
      expect(versions.sort()).toEqual([...inLedger].sort());
      const received = new Set(receiver.received.map(({ event }) => event.id));
      expect(told.filter(({ id }) => !received.has(id))).toEqual([]);
      expect([...received].filter((id) => !events.has(id))).toEqual([]);
      expect(inversions()).toEqual([]);
      const repeated = receiver.received.length - received.size;
      // Each crash can catch what two workers have on their way to the one endpoint.
      expect(repeated).toBeLessThanOrEqual(FAULTS * 8);
      expect(differentBodies()).toEqual([]);
      process.stderr.write(
        `${FAULTS} faults: ${acknowledged.length} acknowledged writes, ${told.length} events, ${repeated} repeated deliveries\n`,
      );
    } finally {
      await client.end();
    }
  },
  Math.max(300_000, FAULTS * 10_000),
);

interface ToldEvent {
  readonly id: string;
  readonly sku: string;
  readonly version: number;
}

async function eventsOf(client: pg.Client): Promise<readonly ToldEvent[]> {
  const { rows } = await client.query<ToldEvent>(
    `SELECT 'evt_' || replace(id::text, '-', '') AS id, ref AS sku, version FROM ledger.event
     WHERE resource = 'product' ORDER BY sequence`,
  );
  return rows;
}

/** Waits until workers have made and ended every delivery; leases of those that were killed last half a minute. */
async function untilDelivered(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ open: number }>(
      `SELECT (SELECT count(*) FROM webhook_delivery WHERE finished_at IS NULL)::int
         + (SELECT counter.last_sequence - coalesce(cursor.sequence, 0) FROM ledger.counter
            LEFT JOIN ledger.cursor USING (organization_id))::int AS open`,
    );
    if (rows[0]?.open === 0) return;
    await pause(100);
  }
}

function inversions(): string[] {
  const last = new Map<string, number>();
  const found: string[] = [];
  for (const { event } of receiver.received) {
    const seen = last.get(event.data.sku) ?? 0;
    if (event.data.version < seen) found.push(`${event.data.sku}: ${event.data.version} after ${seen}`);
    last.set(event.data.sku, Math.max(seen, event.data.version));
  }
  return found;
}

function differentBodies(): string[] {
  const bodies = new Map<string, string>();
  return receiver.received
    .filter(({ event, body }) => {
      const known = bodies.get(event.id);
      bodies.set(event.id, known ?? body);
      return known !== undefined && known !== body;
    })
    .map(({ event }) => event.id);
}
