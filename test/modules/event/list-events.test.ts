// Risk: who follows the catalogue by the feed misses events, reads them twice, or goes on after a gap without knowing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestError } from '../../../src/kernel/errors.ts';
import type { NewEvent } from '../../../src/kernel/event.ts';
import { createCursors } from '../../../src/kernel/page.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { type ListEventsInput, listEvents } from '../../../src/modules/event/list-events.ts';
import { MODULES } from '../../../src/modules.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { appendEvents } from '../../../src/platform/ledger/append-events.ts';
import { newId } from '../../../src/platform/new-id.ts';
import {
  createOperationRunner,
  type OperationRunner,
} from '../../../src/platform/operation/run-operation.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2031-06-20T12:00:00.000Z');
const clock = { now: () => new Date(START) };
const daysAgo = (days: number) => new Date(START - days * DAY_MS);

let catalogue: TestOrganization;
let runner: OperationRunner;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  runner = createOperationRunner({
    database: catalogue.database,
    clock,
    cursors: createCursors('test'),
    modules: MODULES,
  });
  await catalogue.database.owner.query(`SELECT ledger.ensure_partitions('2031-04-01', 4)`);
});
afterAll(() => catalogue.close());

/** Appends one event of each type to the ledger of an organization, at a moment. */
async function append(session: Session, at: Date, ...types: string[]): Promise<void> {
  const events = types.map((type): NewEvent => {
    const [resource, verb] = type.split('.') as [NewEvent['resource'], NewEvent['verb']];
    return { resource, verb, objectId: newId(), ref: type, version: 1, changes: [] };
  });
  const { pool } = catalogue.database.of(session.organizationId);
  await appendEvents(pgTransaction(pool), session, at, events);
}
const list = async (session: Session, input: ListEventsInput = {}) => {
  const { items, hasNextPage, endCursor, lastSequence, epoch, count } = await runner.read(
    session,
    listEvents,
    input,
  );
  const events = items.map(({ sequence, type }) => `${sequence} ${type}`);
  return { events, hasNextPage, endCursor, lastSequence, epoch, count };
};
async function faultOf(attempt: Promise<unknown>): Promise<RequestError> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RequestError) return error;
  throw new Error(`It was not refused: ${String(error)}`);
}

test('answers events oldest first, page by page, and where to go on also at the end', async () => {
  const session = await catalogue.addOrganization('Pages');
  await append(session, daysAgo(1), 'product.created', 'category.created', 'product.updated');
  const first = await list(session, { first: 2 });
  expect(first).toMatchObject({
    events: ['1 product.created', '2 category.created'],
    hasNextPage: true,
    endCursor: '2',
    lastSequence: 3,
  });
  const last = await list(session, { first: 2, after: first.endCursor });
  expect(last).toMatchObject({ events: ['3 product.updated'], hasNextPage: false, endCursor: '3' });
  const none = await list(session, { afterSequence: last.endCursor });
  expect(none).toMatchObject({ events: [], hasNextPage: false, endCursor: '3' });
  await append(session, daysAgo(0), 'product.deleted');
  expect((await list(session, { after: none.endCursor })).events).toEqual(['4 product.deleted']);
  expect(await (await list(session, { after: '1' })).count()).toBe(3);
  expect(await (await list(session, { after: '1', types: ['product.*'] })).count()).toBe(2);
});

test('answers the types that were asked for and that the token may read', async () => {
  const session = await catalogue.addOrganization('Types');
  await append(
    session,
    daysAgo(1),
    'product.created',
    'channel.created',
    'entity_type.created',
    'media.created',
  );
  const token = (...scopes: Parameters<typeof sessionOf>[2] & object) =>
    sessionOf(session.organizationId, 'owner', scopes);
  expect((await list(session, { types: ['product.*', 'media.created'] })).events).toEqual([
    '1 product.created',
    '4 media.created',
  ]);
  expect((await list(token('products:read', 'entities:read'))).events).toEqual([
    '1 product.created',
    '3 entity_type.created',
  ]);
  const refused = await faultOf(list(token('products:read'), { types: ['channel.created'] }));
  expect([refused.code, refused.parameters.required_scopes]).toEqual([
    'insufficient-scope',
    ['settings:read'],
  ]);
  expect((await faultOf(list(token('products:write')))).code).toBe('insufficient-scope');
  // Past the end of what it may read, it is not sent back to the beginning.
  expect((await list(token('products:read'))).endCursor).toBe('4');
});

test('an empty organization has an empty feed', async () => {
  const session = await catalogue.addOrganization('Empty');
  expect(await list(session)).toMatchObject({
    events: [],
    hasNextPage: false,
    endCursor: '0',
    lastSequence: 0,
  });
  expect((await list(session, { afterSequence: '0' })).events).toEqual([]);
});

test('numbers belong to an epoch, and those of another one are refused', async () => {
  const session = await catalogue.addOrganization('Restored');
  await append(session, daysAgo(0), 'product.created', 'product.updated');
  const epoch = async () => {
    const { rows } = await catalogue.database.owner.query(
      'SELECT epoch, history_complete_from::int AS complete FROM ledger.counter WHERE organization_id = $1',
      [session.organizationId],
    );
    expect(rows[0].complete).toBe(1);
    return rows[0].epoch;
  };
  const seen = await epoch();
  expect(await list(session, { afterSequence: '1', epoch: seen })).toMatchObject({
    events: ['2 product.updated'],
    epoch: seen,
  });
  await catalogue.database.owner.query(
    'UPDATE ledger.counter SET epoch = gen_random_uuid() WHERE organization_id = $1',
    [session.organizationId],
  );
  const { code, status, parameters } = await faultOf(list(session, { afterSequence: '1', epoch: seen }));
  expect([code, status, parameters]).toEqual([
    'epoch-changed',
    410,
    { parameter: 'epoch', value: seen, epoch: await epoch(), last_sequence: 2 },
  ]);
  expect((await list(session, { afterSequence: '1' })).epoch).toBe(await epoch());
});

test('goes back to the first event, however old', async () => {
  const session = await catalogue.addOrganization('Old');
  await append(session, daysAgo(400), 'product.created', 'product.updated');
  await append(session, daysAgo(0), 'product.deleted');
  const all = ['1 product.created', '2 product.updated', '3 product.deleted'];
  expect((await list(session)).events).toEqual(all);
  expect((await list(session, { afterSequence: '0' })).events).toEqual(all);
  expect((await list(session, { afterSequence: '2' })).events).toEqual(all.slice(2));
});

test('an event of a long transaction is not lost between younger ones', async () => {
  const session = await catalogue.addOrganization('Edge');
  await append(session, daysAgo(29.999), 'product.created');
  await append(session, daysAgo(30.001), 'product.updated');
  await append(session, daysAgo(29.998), 'product.deleted');
  const all = ['1 product.created', '2 product.updated', '3 product.deleted'];
  expect((await list(session, { afterSequence: '0' })).events).toEqual(all);
});

test('refuses to go on where events are no longer kept', async () => {
  const session = await catalogue.addOrganization('Dropped');
  await append(session, daysAgo(40), 'product.created', 'product.updated', 'product.updated');
  await append(session, daysAgo(0), 'product.updated', 'product.deleted');
  await catalogue.database.owner.query(
    'DELETE FROM ledger.event WHERE organization_id = $1 AND sequence <= 3',
    [session.organizationId],
  );
  const kept = ['4 product.updated', '5 product.deleted'];
  expect((await list(session)).events).toEqual(kept);
  expect((await list(session, { afterSequence: '3' })).events).toEqual(kept);
  for (const afterSequence of ['0', '1', '2']) {
    const { code, status, parameters } = await faultOf(list(session, { afterSequence }));
    expect([code, status, parameters]).toEqual([
      'events-expired',
      410,
      {
        parameter: 'afterSequence',
        value: afterSequence,
        oldest_sequence: 4,
        last_sequence: 5,
      },
    ]);
  }
  await catalogue.database.owner.query('DELETE FROM ledger.event WHERE organization_id = $1', [
    session.organizationId,
  ]);
  expect(await list(session)).toMatchObject({ events: [], endCursor: '5', lastSequence: 5 });
  expect((await list(session, { afterSequence: '5' })).events).toEqual([]);
  expect((await faultOf(list(session, { afterSequence: '4' }))).code).toBe('events-expired');
});

test.each([
  [
    'a place that is still to come',
    { afterSequence: '2' },
    'afterSequence is 2, but the newest event has 1.',
  ],
  [
    'a negative place',
    { afterSequence: '-1' },
    'afterSequence is the sequence of an event, or 0 for the first.',
  ],
  [
    'a cursor of another list',
    { after: 'eyJ2IjoxfQ.abc' },
    'after is the sequence of an event, or 0 for the first.',
  ],
  [
    'two places',
    { after: '1', afterSequence: '0' },
    'Send either after or afterSequence: both set the start position.',
  ],
])('refuses %s', async (_what, input, message) => {
  const session = await catalogue.addOrganization('Places');
  await append(session, daysAgo(1), 'product.created');
  const { code, detail } = await faultOf(list(session, input));
  expect([code, detail]).toEqual(['invalid-parameter', message]);
  expect((await list(session, { after: '1', afterSequence: '1' })).events).toEqual([]);
});

test('looks through 10,000 events at a time for rare ones and says how far it came', async () => {
  const session = await catalogue.addOrganization('Rare');
  await append(session, daysAgo(1), ...Array.from({ length: 12_000 }, () => 'product.updated'));
  await append(session, daysAgo(1), 'media.created');
  const types = ['media.*'];
  expect(await list(session, { types })).toMatchObject({ events: [], hasNextPage: true, endCursor: '10000' });
  expect(await list(session, { types, after: '10000' })).toMatchObject({
    events: ['12001 media.created'],
    hasNextPage: false,
    endCursor: '12001',
  });
});

test('answers the feed to clients, with cursors that are sequence numbers', async () => {
  const session = await catalogue.addOrganization('Graph');
  await append(session, new Date(), 'category.created', 'category.updated');
  const document = `query ($after: String) { events(first: 1, after: $after, types: ["category.*"]) {
    lastSequence totalCount pageInfo { hasNextPage endCursor } edges { cursor }
    nodes { sequence type createdAt apiVersion origin jobId actor { name } data changes { path } }
  } }`;
  const { data } = await catalogue.execute(document, { after: '1' }, session);
  expect(data?.events).toEqual({
    lastSequence: '2',
    totalCount: 1,
    pageInfo: { hasNextPage: false, endCursor: '2' },
    edges: [{ cursor: '2' }],
    nodes: [
      {
        sequence: '2',
        type: 'category.updated',
        apiVersion: 'v1',
        origin: 'graphql',
        jobId: null,
        createdAt: expect.stringMatching(/Z$/),
        actor: { name: 'Test' },
        data: expect.objectContaining({ code: 'category.updated', version: 1, changes: [] }),
        changes: [],
      },
    ],
  });
});

test('says who did what on which day outside of jobs, the latest first, by objects and not by events', async () => {
  const own = await catalogue.addOrganization('Summarized');
  const { pool } = catalogue.database.of(own.organizationId);
  const [first, second] = [newId(), newId()];
  const write = (at: Date, verb: NewEvent['verb'], objectId: string, ref: string, session: Session = own) =>
    appendEvents(pgTransaction(pool), session, at, [
      { resource: 'product', verb, objectId, ref, version: 1, changes: [] },
    ]);
  await write(daysAgo(2), 'created', first, 'A-1');
  const minuteBefore = new Date(daysAgo(1).getTime() - 60_000);
  await write(minuteBefore, 'updated', first, 'A-1');
  await write(daysAgo(1), 'updated', second, 'A-2');
  await write(daysAgo(1), 'updated', first, 'A-1');
  await write(daysAgo(1), 'updated', newId(), 'BY-JOB', { ...own, jobId: newId() } as Session);
  const summaryOf = async (input: ListEventsInput = {}) => {
    const { summarize } = await runner.read(own, listEvents, { first: 1, ...input });
    return (await summarize()).map(({ type, day, objects, refs }) => [type, day, objects, refs]);
  };
  const updated = ['product.updated', '2031-06-19', 2, ['A-1', 'A-2']];
  expect(await summaryOf()).toEqual([updated, ['product.created', '2031-06-18', 1, ['A-1']]]);
  expect(await summaryOf({ afterSequence: '1' })).toEqual([updated]);
  expect(await summaryOf({ types: ['product.created'] })).toHaveLength(1);
  const { summarize } = await runner.read(own, listEvents, { first: 1 });
  expect((await summarize()).map(({ firstAt, lastAt }) => [firstAt, lastAt])).toEqual([
    [minuteBefore.toISOString(), daysAgo(1).toISOString()],
    [daysAgo(2).toISOString(), daysAgo(2).toISOString()],
  ]);
});
