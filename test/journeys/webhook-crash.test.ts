// Risk: a crash loses an event of an acknowledged write, sends one of a write that never was, or sends them out of order.
import { once } from 'node:events';
import { appendFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAppContext, startWorkers } from '../../src/app.ts';

import { readConfig } from '../../src/config.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { createWebhook } from '../../src/modules/webhook/index.ts';
import { MODULES } from '../../src/modules.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { makeServerDir } from '../support/postgres-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { silentLog } from '../support/silent-log.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** How many faults, one of each kind; 1,000 on demand. */
const FAULTS = Number(process.env.CATALOGRAPH_CRASH_FAULTS ?? 3);
/** No fault begins after so many minutes; what was struck until then is the result. */
const MINUTES = Number(process.env.CATALOGRAPH_CRASH_MINUTES ?? FAULTS);
/** A file that gets a line of JSON for each fault, so that a run that is stopped tells how far it came. */
const LOG = process.env.CATALOGRAPH_CRASH_LOG;
const WRITERS = 4;
const OWNER = { name: 'Owner', email: 'owner@example.test', password: 'correct horse battery' };

let dataDir: string;
let remove: () => Promise<void>;
let environment: Record<string, string>;
let receiver: WebhookReceiver;
let token: string;
let ports: Readonly<Record<'api 1' | 'api 2', number>>;
const PROGRAMS = ['api 1', 'api 2', 'worker 1', 'worker 2'] as const;
type ProgramName = (typeof PROGRAMS)[number];
const programs: Partial<Record<ProgramName, RunningProgram>> = {};
/** Resolve when a program is up. */
const ups: Partial<Record<ProgramName, Promise<void>>> = {};

/** Starts the database, or finds it running; on the same port as ever. */
const startDatabase = () => startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: silentLog });

beforeAll(async () => {
  const serverDir = await makeServerDir();
  ({ remove } = serverDir);
  dataDir = join(serverDir.dir, 'data');
  receiver = await startWebhookReceiver();
  ports = { 'api 1': await freePort(), 'api 2': await freePort() };
  const { connectionString } = await startDatabase();
  environment = {
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    SECRET: 'a secret for tests, forty characters long',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const catalogue = await openAppContext(readConfig(environment), silentLog, 'apply');
  const { database, clock, runner, vault } = catalogue;
  const setUp = { owner: database.owner, clock };
  const { organizationId } = await provisionOrganization(setUp, { name: 'Shop', owner: OWNER }, MODULES);
  const origin = { door: 'console', requestId: 'test' } as const;
  const session = await openUserSession(database.owner, organizationId, OWNER.email, origin);
  if (session === null) throw new Error('The owner is missing.');
  const request = { name: 'Writer', scopes: ['products:read', 'products:write'] } as const;
  token = (await runner.write(session, createAccessToken, request)).output.token;
  const policy = { allowPrivateAddresses: true };
  const patch = { url: receiver.url, events: ['product.*'] };
  await runner.write(session, createWebhook, { vault, policy, patch });
  await catalogue.close();
}, 120_000);
afterAll(async () => {
  await stopPrograms();
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

/** Starts a program, again when the database went away meanwhile, as whatever runs containers does. */
async function start(name: ProgramName): Promise<void> {
  for (;;) {
    const isWorker = name === 'worker 1' || name === 'worker 2';
    const program = isWorker
      ? runProgram(['worker'], environment)
      : runProgram(['api'], { ...environment, PORT: String(ports[name]) });
    programs[name] = program;
    const isUp = await program.printed(isWorker ? 'The worker runs.' : 'Catalograph answers').then(
      () => true,
      () => false,
    );
    if (isUp || (await program.ended) === 'SIGKILL') return;
  }
}

/** What each kind of fault breaks, and how it comes back; programs do while the next faults strike. */
const BLOWS = {
  'api 1': () => kill('api 1'),
  'api 2': () => kill('api 2'),
  'worker 1': () => kill('worker 1'),
  'worker 2': () => kill('worker 2'),
  async database() {
    const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    // As `pg_ctl stop -m immediate`.
    process.kill(pid, 'SIGQUIT');
    while (isAlive(pid)) await pause(5);
    await startDatabase();
  },
} as const;

/** In turns; the database is what all of them share. */
const TURNS = ['worker 1', 'database', 'api 1', 'worker 2', 'database', 'api 2'] as const;

/** Waits until writes are acknowledged and deliveries arrive again, so that a fault has something to break. */
async function untilAtWork(): Promise<void> {
  const writes = acknowledged.length;
  const deliveries = receiver.received.length;
  while (acknowledged.length === writes || receiver.received.length === deliveries) await pause(5);
}

/** Kills a program that is up, which no crash of the database has ended, and starts it again. */
async function kill(name: ProgramName): Promise<void> {
  await ups[name];
  programs[name]?.child.kill('SIGKILL');
  expect(await programs[name]?.ended).toBe('SIGKILL');
  ups[name] = start(name);
}

async function stopPrograms(): Promise<void> {
  await Promise.all(Object.values(ups));
  for (const program of Object.values(programs)) {
    program.child.kill('SIGKILL');
    await program.ended;
  }
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
  port: number,
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

/** Creates products and changes each twice, noting every answer; not so fast that nothing else comes to its turn. */
async function write(writer: number): Promise<void> {
  const port = ports[writer % 2 === 0 ? 'api 1' : 'api 2'];
  for (let turn = 1; !isOver; turn += 1) {
    const sku = `W${writer}-${turn}`;
    const steps = [
      () => ask(port, 'POST', '/products', { sku }),
      () => ask(port, 'PATCH', `/products/${sku}`, { status: 'in_review' }),
      () => ask(port, 'PATCH', `/products/${sku}`, { status: 'draft' }),
    ];
    for (const step of steps) {
      const answer = await step();
      if (answer !== null) acknowledged.push({ sku: answer.sku, version: answer.version });
      await pause(20);
    }
  }
}

test(
  `${FAULTS} crashes of the door, of workers and of the database lose nothing, invent nothing and keep the order`,
  async () => {
    const random = seededRandom();
    for (const name of PROGRAMS) ups[name] = start(name);
    await Promise.all(Object.values(ups));
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    const endsAt = Date.now() + MINUTES * 60_000;
    let faults = 0;
    for (; faults < FAULTS && Date.now() < endsAt; faults += 1) {
      await untilAtWork();
      // Not to wait for something, but to strike at any moment.
      await pause(random.integer(0, 300));
      const struck = TURNS[faults % TURNS.length] ?? 'database';
      await BLOWS[struck]();
      await tell({ fault: faults + 1, struck });
    }
    isOver = true;
    await Promise.all(writing);
    await stopPrograms();

    const client = new pg.Client({ connectionString: environment.DATABASE_URL });
    await client.connect();
    try {
      const reported = await eventsOf(client);
      await deliverTheRest(client);
      const events = new Map(reported.map((event) => [event.id, event]));
      const key = ({ sku, version }: { sku: string; version: number }) => `${sku} ${version}`;
      const inLedger = new Set(reported.map(key));
      expect(acknowledged.length).toBeGreaterThan(faults * 2);
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
      expect(reported.filter(({ id }) => !received.has(id))).toEqual([]);
      expect([...received].filter((id) => !events.has(id))).toEqual([]);
      expect(inversions()).toEqual([]);
      const repeated = receiver.received.length - received.size;
      // Each crash can catch what two workers have on their way to the one endpoint.
      expect(repeated).toBeLessThanOrEqual(faults * 8);
      expect(differentBodies()).toEqual([]);
      process.stderr.write(
        `${faults} faults: ${acknowledged.length} acknowledged writes, ${reported.length} events, ${repeated} repeated deliveries\n`,
      );
    } finally {
      await client.end();
    }
  },
  // Each fault waits until all is at work again, which takes ten times as long on a machine that is busy.
  Math.max(300_000, FAULTS * 30_000),
);

/** Notes a fault, and how far writes and deliveries are. */
async function tell(details: { readonly fault: number; readonly struck: string }): Promise<void> {
  if (LOG === undefined) return;
  const progress = { acknowledged: acknowledged.length, received: receiver.received.length };
  await appendFile(LOG, `${JSON.stringify({ at: new Date(), ...details, ...progress })}\n`);
}

interface ReportedEvent {
  readonly id: string;
  readonly sku: string;
  readonly version: number;
}

async function eventsOf(client: pg.Client): Promise<readonly ReportedEvent[]> {
  const { rows } = await client.query<ReportedEvent>(
    `SELECT 'evt_' || replace(id::text, '-', '') AS id, ref AS sku, version FROM ledger.event
     WHERE resource = 'product' ORDER BY sequence`,
  );
  return rows;
}

/**
 * The last fault: everything in the queue is lost. Then waits until workers have made and ended every delivery; their clock
 * is a minute ahead, so that leases of those that were killed are over.
 */
async function deliverTheRest(client: pg.Client): Promise<void> {
  const config = readConfig(environment);
  await client.query('DROP SCHEMA bullmq CASCADE');
  const catalogue = await openAppContext(config, silentLog, 'apply');
  const { database, cursors, signal, queue } = catalogue;
  const clock = { now: () => new Date(Date.now() + 61_000) };
  const runner = createOperationRunner({ database, clock, cursors, modules: MODULES, signal, queue });
  const workers = await startWorkers({ ...catalogue, clock, runner }, config);
  while (!(await isAllDelivered(client))) await pause(50);
  await workers.close();
  await catalogue.close();
}

async function isAllDelivered(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM webhook_delivery WHERE finished_at IS NULL)::int
       + (SELECT counter.last_sequence - coalesce(cursor.sequence, 0) FROM ledger.counter
          LEFT JOIN ledger.cursor USING (organization_id))::int AS open`,
  );
  return rows[0]?.open === 0;
}

function inversions(): string[] {
  const last = new Map<string, number>();
  const inversionTexts: string[] = [];
  for (const { event } of receiver.received) {
    const lastVersion = last.get(event.data.sku) ?? 0;
    if (event.data.version < lastVersion)
      inversionTexts.push(`${event.data.sku}: ${event.data.version} after ${lastVersion}`);
    last.set(event.data.sku, Math.max(lastVersion, event.data.version));
  }
  return inversionTexts;
}

function differentBodies(): string[] {
  const bodies = new Map<string, string>();
  return receiver.received
    .filter(({ event, body }) => {
      const firstBody = bodies.get(event.id);
      bodies.set(event.id, firstBody ?? body);
      return firstBody !== undefined && firstBody !== body;
    })
    .map(({ event }) => event.id);
}
