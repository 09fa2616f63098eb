// Measures how fast webhooks are: from the commit to the first attempt at a steady 50 events/s, and the rate at which
// a backlog drains to one receiver, with everything in one process on an embedded database of its own and the
// receiver in another. `node bench/webhooks.ts`; CATALOGRAPH_BENCH_BACKLOG=100000 for the whole backlog, REDIS_URL
// for queues there.
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAppContext, startWorkers } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Session } from '../src/kernel/session.ts';
import { provisionOrganization } from '../src/modules/organization/index.ts';
import { upsertProducts } from '../src/modules/product/index.ts';
import { createWebhook, updateWebhook } from '../src/modules/webhook/index.ts';
import { MODULES } from '../src/modules.ts';
import { createLog } from '../src/platform/log.ts';
import { systemSession } from '../src/platform/operation/system-session.ts';
import { makeBenchFolder } from './bench-folder.ts';
import type { ReceivedDeliveries } from './webhook-receiver.ts';

const BACKLOG = Number(process.env.CATALOGRAPH_BENCH_BACKLOG ?? 5_000);
const STEADY_PER_SECOND = 50;
const STEADY_SECONDS = 20;
const BATCH = 500;

/** Returns the lines of a table: each measurement and its result. */
export async function measureWebhooks(): Promise<readonly (readonly [string, string])[]> {
  const folder = await makeBenchFolder();
  const { REDIS_URL } = process.env;
  const config = readConfig({ DATA_DIR: folder, OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true', REDIS_URL });
  const catalogue = await openAppContext(config, createLog('warn'), 'apply');
  const receiver = await startReceiver();
  try {
    const workers = await startWorkers(catalogue, config);
    const owner = { name: 'Olga', email: 'owner@example.com', password: 'correct horse battery' };
    const { organizationId } = await provisionOrganization(
      { owner: catalogue.database.owner, clock: catalogue.clock },
      { name: 'Bench', owner },
      MODULES,
    );
    const session = systemSession(organizationId, { door: 'system', requestId: 'bench' });
    const results = await measure(catalogue, session, receiver);
    await workers.close();
    return results;
  } finally {
    receiver.process.disconnect();
    await catalogue.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Catalogue = Awaited<ReturnType<typeof openAppContext>>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function startReceiver() {
  const child: ChildProcess = fork(fileURLToPath(new URL('webhook-receiver.ts', import.meta.url)));
  const arrived = new Map<string, number>();
  const ready = Promise.withResolvers<number>();
  child.on('message', (message: { port?: number; arrivals?: ReceivedDeliveries }) => {
    if (message.port !== undefined) ready.resolve(message.port);
    for (const [sku, version, at] of message.arrivals ?? []) arrived.set(`${sku} ${version}`, at);
  });
  return { process: child, arrived, url: `http://127.0.0.1:${await ready.promise}/` };
}

async function measure(
  { runner, vault, database }: Catalogue,
  session: Session,
  receiver: Receiver,
): Promise<readonly (readonly [string, string])[]> {
  const tools = { vault, policy: { allowPrivateAddresses: true } };
  const made = await runner.write(session, createWebhook, { ...tools, patch: { url: receiver.url } });
  const { id } = made.output;
  const write = (skus: readonly string[]) =>
    runner.write(session, upsertProducts, {
      items: skus.map((sku) => ({ sku })),
      mode: 'upsert',
      errorPolicy: 'reject_all',
    });
  const wait = async (count: number) => {
    while (receiver.arrived.size < count) await pause(20);
  };

  await write(['warm-up']);
  await wait(1);
  const committed = new Map<string, number>();
  const total = STEADY_PER_SECOND * STEADY_SECONDS;
  const writes: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < total; index += 1) {
    const sku = `steady-${index}`;
    writes.push(write([sku]).then(() => void committed.set(`${sku} 1`, Date.now())));
    await pause(Math.max(0, began + ((index + 1) * 1_000) / STEADY_PER_SECOND - performance.now()));
  }
  await Promise.all(writes);
  await wait(total + 1);
  const latencies = [...committed]
    .map(([key, at]) => (receiver.arrived.get(key) ?? Number.NaN) - at)
    .sort((a, b) => a - b);
  const at = (share: number) => `${latencies[Math.floor(latencies.length * share)]} ms`;

  await runner.write(session, updateWebhook, { ...tools, id, patch: { active: false } });
  for (let index = 0; index < BACKLOG; index += BATCH)
    await write(
      Array.from({ length: Math.min(BATCH, BACKLOG - index) }, (_, one) => `backlog-${index + one}`),
    );
  for (let made = 0; made < BACKLOG; await pause(50)) {
    const { rows } = await database.owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM public.webhook_delivery WHERE status = 'due'`,
    );
    made = rows[0]?.count ?? 0;
  }
  const before = process.cpuUsage();
  const databaseBefore = await databaseProcessorMs(database);
  const resumed = performance.now();
  await runner.write(session, updateWebhook, { ...tools, id, patch: { active: true } });
  await wait(total + 1 + BACKLOG);
  const seconds = (performance.now() - resumed) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const databaseMs = (await databaseProcessorMs(database)) - databaseBefore;
  return [
    [`webhooks: commit to first attempt at ${STEADY_PER_SECOND} events/s, p50`, at(0.5)],
    ['webhooks: the same, p99', at(0.99)],
    [
      `webhooks: backlog of ${BACKLOG} to one receiver`,
      `${Math.round(BACKLOG / seconds)} deliveries/s; processor time of each: ${((user + system) / 1_000 / BACKLOG).toFixed(2)} ms here, ${(databaseMs / BACKLOG).toFixed(2)} ms in the database`,
    ],
  ];
}

/**
 * Reads the processor time that the database has used so far, by connections that are closed too; Linux reports it in
 * hundredths.
 */
async function databaseProcessorMs({ owner }: Catalogue['database']): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const details = (await Promise.all(rows.map(({ pid }) => readProcess(pid)))).flat();
  const server = await readProcess(details[0]?.parent ?? 0);
  const ticks = details.reduce((sum, { own }) => sum + own, 0) + (server[0]?.endedChildren ?? 0);
  return 10 * ticks;
}

/** Reads what Linux reports of a process; returns nothing when it has ended. Times are in ticks. */
async function readProcess(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return [];
  const [, parent = 0, ...more] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = more.slice(9);
  return [{ parent, own: user + system, endedChildren: childrenUser + childrenSystem }];
}

if (import.meta.main) {
  const load = loadavg()[0] ?? 0;
  for (const [what, value] of await measureWebhooks()) process.stdout.write(`| ${what} | ${value} |\n`);
  process.stdout.write(`Load of the machine when it began: ${load.toFixed(1)}\n`);
}
