// Risk: a follower misses an event or gets one twice: under load, between old and new, or when a signal gets lost.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { MODULES } from '../../../src/modules.ts';
import { createLedgerFollower, type LedgerReader } from '../../../src/platform/ledger/ledger-follower.ts';
import { createLedgerNotifier } from '../../../src/platform/ledger/ledger-notifier.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { openNotificationListener } from '../../../src/platform/notification/notification-listener.ts';
import { createOperationRunner } from '../../../src/platform/operation/run-operation.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { silentLog } from '../../support/silent-log.ts';

let catalogue: TestOrganization;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  catalogue = await createTestOrganization({ applicationPoolSize: 24 });
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => catalogue.close());

const clock = { now: () => new Date() };
const NEVER_MS = 2 ** 31 - 1;
const from = (after: number) => ({ after, since: new Date(0) });

const emit = defineWrite({
  name: 'emit',
  scope: 'authenticated',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, refs: readonly string[]) {
    const event = { resource: 'locale', verb: 'updated', version: 1, changes: [] } as const;
    for (const ref of refs) context.emit({ ...event, objectId: newId(), ref });
    return {};
  },
});

/** A process: its signal, its follower and the writers in it. `lookIntervalMs` is never unless a test says otherwise. */
async function newProcess(
  settings: { lookIntervalMs?: number; isListening?: boolean; isSilent?: boolean } = {},
) {
  const { database, connectionString } = catalogue;
  const signal = createLedgerNotifier({ owner: database.owner, log: silentLog });
  if (settings.isListening !== false) {
    const listener = await openNotificationListener({ connectionString, log: silentLog });
    closers.push(() => listener.close());
    await signal.connect(listener);
  }
  const lookIntervalMs = settings.lookIntervalMs ?? NEVER_MS;
  const follower = createLedgerFollower({ database, signal, clock, log: silentLog, lookIntervalMs });
  const reported = settings.isSilent === true ? {} : { signal };
  const runner = createOperationRunner({
    database,
    clock,
    cursors: {} as never,
    modules: MODULES,
    ...reported,
  });
  closers.push(
    () => signal.close(),
    () => follower.close(),
  );
  const write = (session: Session, ...refs: string[]) => runner.write(session, emit, refs);
  return { follower, write };
}

/** The names of the next rows, as many as asked for. */
async function take(reader: LedgerReader, count: number): Promise<string[]> {
  const refs: string[] = [];
  while (refs.length < count) {
    const rows = await reader.next();
    if (rows.length === 0) break;
    refs.push(...rows.map(({ ref }) => ref));
  }
  return refs;
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

test('gives what was there and then what comes, or only what comes', async () => {
  const session = await catalogue.addOrganization('Start');
  const { follower, write } = await newProcess();
  await write(session, ...numbered(1, 60));
  const all = await follower.open(session.organizationId, from(0));
  const later = await follower.open(session.organizationId, from(58));
  const live = await follower.open(session.organizationId, null);
  await write(session, '61', '62');
  expect(await take(all, 62)).toEqual(numbered(1, 62));
  expect(await take(later, 4)).toEqual(numbered(59, 62));
  expect(await take(live, 2)).toEqual(['61', '62']);
});

test('hears another process, and looks by itself when nobody says anything', async () => {
  const session = await catalogue.addOrganization('Others');
  const here = await newProcess();
  const there = await newProcess({ isListening: false });
  const reader = await here.follower.open(session.organizationId, null);
  await there.write(session, 'heard');
  expect(await take(reader, 1)).toEqual(['heard']);
  const deaf = await newProcess({ isListening: false, lookIntervalMs: 10 });
  const looking = await deaf.follower.open(session.organizationId, null);
  const silent = await newProcess({ isSilent: true });
  await silent.write(session, 'found');
  expect(await take(looking, 1)).toEqual(['found']);
});

test('finds what was written while the LISTEN connection was gone', async () => {
  const session = await catalogue.addOrganization('Gap');
  const here = await newProcess();
  const there = await newProcess({ isListening: false });
  const reader = await here.follower.open(session.organizationId, null);
  const client = new pg.Client({ connectionString: catalogue.connectionString });
  await client.connect();
  const written: string[] = [];
  const following = take(reader, 40);
  for (const ref of numbered(1, 40)) {
    if (Number(ref) % 10 === 0) {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'catalograph-listen' AND datname = current_database()`,
      );
    }
    await there.write(session, ref);
    written.push(ref);
  }
  expect(await following).toEqual(written);
  await client.end();
});

test('16 writers, followers that come and go: each event once and in order', async () => {
  const session = await catalogue.addOrganization('Load');
  const here = await newProcess();
  const there = await newProcess();
  const TOTAL = 16 * 60;
  const seen: number[][] = [];
  const follow = async (index: number, follower: typeof here.follower) => {
    const sequences: number[] = [];
    seen[index] = sequences;
    let reader = await follower.open(session.organizationId, from(0));
    while (sequences.length < TOTAL) {
      const rows = await reader.next();
      sequences.push(...rows.map(({ sequence }) => sequence));
      // Some leave after each batch and come back where they were.
      if (index % 2 === 0) {
        reader.close();
        reader = await follower.open(session.organizationId, from(sequences.at(-1) ?? 0));
      }
    }
    reader.close();
  };
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let turn = 0; turn < 30; turn += 1) {
      await (writer % 2 === 0 ? here : there).write(session, `${writer}.${turn}.a`, `${writer}.${turn}.b`);
    }
  });
  const followers = [0, 1, 2, 3].map((index) => follow(index, (index < 2 ? here : there).follower));
  await Promise.all([...writers, ...followers]);
  const expected = numbered(1, TOTAL).map(Number);
  expect(seen).toEqual([expected, expected, expected, expected]);
});

test('reads new rows once, however many follow', async () => {
  const session = await catalogue.addOrganization('Shared');
  const { follower, write } = await newProcess({ isListening: false });
  const readers = await Promise.all(
    Array.from({ length: 50 }, () => follower.open(session.organizationId, null)),
  );
  const following = Promise.all(readers.map((reader) => take(reader, 1)));
  catalogue.takeStatements();
  await write(session, 'one');
  expect(new Set((await following).flat())).toEqual(new Set(['one']));
  expect(catalogue.takeStatements().filter((name) => name === 'ledger.read')).toEqual(['ledger.read']);
});

test('gives nothing of another organization', async () => {
  const [own, foreign] = [await catalogue.addOrganization('Own'), await catalogue.addOrganization('Foreign')];
  const { follower, write } = await newProcess();
  const reader = await follower.open(own.organizationId, from(0));
  await write(foreign, ...numbered(1, 30));
  await write(own, 'own');
  expect(await take(reader, 1)).toEqual(['own']);
});

test('a closed reader, and one of a closed follower, stops waiting', async () => {
  const session = await catalogue.addOrganization('Closed');
  const { follower } = await newProcess();
  const [first, second] = [
    await follower.open(session.organizationId, null),
    await follower.open(session.organizationId, null),
  ];
  const waiting = Promise.all([first.next(), second.next()]);
  first.close();
  follower.close();
  expect(await waiting).toEqual([[], []]);
});

test('goes on after all its connections were cut', async () => {
  const session = await catalogue.addOrganization('Away');
  const here = await newProcess({ lookIntervalMs: 20 });
  await here.write(session, ...numbered(1, 30));
  const reader = await here.follower.open(session.organizationId, from(0));
  expect(await take(reader, 25)).toEqual(numbered(1, 25));
  const following = take(reader, 6);
  const { rows } = await catalogue.database.owner.query<{ count: number }>(
    `SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_stat_activity
     WHERE application_name IN ('catalograph', 'catalograph-listen') AND datname = current_database()`,
  );
  expect(rows[0]?.count).toBeGreaterThan(1);
  await expect
    .poll(() =>
      here.write(session, '31').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await following).toEqual(numbered(26, 31));
});
