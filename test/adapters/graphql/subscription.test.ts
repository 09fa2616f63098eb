// Risk: who follows events over HTTP misses some, sees others', holds the server's memory, or is never let go.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/kernel/event.ts';
import type { Scope } from '../../../src/kernel/scopes.ts';
import { createAccessToken, revokeAccessToken } from '../../../src/modules/access-token/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import {
  addMember,
  createUser,
  openUserSession,
  provisionOrganization,
} from '../../../src/modules/organization/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { appendEvents } from '../../../src/platform/ledger/append-events.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { systemSession } from '../../../src/platform/operation/system-session.ts';
import { eventSchemaErrors } from '../../support/event-schema.ts';
import { type EventStream, openStream, type StreamMessage } from '../../support/event-stream.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
let listening: Awaited<ReturnType<ServedProgram['listen']>>;
const opened: EventStream[] = [];
beforeAll(async () => {
  served = await serveProgram();
  listening = await served.listen();
});
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await expect.poll(() => served.openSubscriptions()).toBe(0);
});
afterAll(async () => {
  await listening.close();
  await served.close();
});

const EVENTS = `subscription ($types: [String!], $afterSequence: BigInt) {
  events(types: $types, afterSequence: $afterSequence) { sequence type data }
}`;
async function follow(
  options: {
    query?: string;
    token?: string | null;
    variables?: object;
    headers?: Record<string, string>;
  } = {},
): Promise<EventStream> {
  const { query = EVENTS, token = served.token, variables = {}, headers = {} } = options;
  const stream = await openStream(listening.url, query, { token, variables, headers });
  opened.push(stream);
  return stream;
}

const owner = (organizationId = served.organizationId) =>
  systemSession(organizationId, { door: 'system', requestId: 'test' });
/** Writes categories, an event each, and answers the number of the last. */
async function write(...codes: string[]): Promise<number> {
  const items = codes.map((code) => ({ patch: { code } }));
  await served.catalogue.runner.write(owner(), upsertCategories, {
    items,
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  return lastSequence();
}
async function lastSequence(): Promise<number> {
  const { data } = await served.graphql('{ events { lastSequence } }');
  return Number((data as { events: { lastSequence: string } }).events.lastSequence);
}
interface SeenEvent {
  readonly sequence: string;
  readonly type: string;
  readonly data: { readonly code: string };
}
const eventOf = (message: StreamMessage | null) => message?.data?.data?.events as SeenEvent;
const codesOf = (messages: readonly StreamMessage[]) => messages.map((message) => eventOf(message).data.code);
const problemOf = (message: StreamMessage | null) => message?.data?.errors?.[0]?.extensions.code;

test('replays what was missed, goes on with what happens, and says where in the stream each message is', async () => {
  const last = await write('a', 'b', 'c');
  const stream = await follow({ variables: { afterSequence: String(last - 2) } });
  expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-cache, no-transform',
  ]);
  await stream.comment();
  await write('d');
  const messages = await stream.take(3);
  expect(codesOf(messages)).toEqual(['b', 'c', 'd']);
  expect(messages.map(({ id, event }) => [id, event])).toEqual(
    [last - 1, last, last + 1].map((sequence) => [String(sequence), 'next']),
  );
  expect(eventOf(messages[0] ?? null)).toMatchObject({
    sequence: String(last - 1),
    type: 'category.created',
  });
});

test('begins with what happens from now on when no place is given', async () => {
  await write('earlier');
  const stream = await follow({ variables: { types: ['category.*'] } });
  await write('later');
  expect(codesOf(await stream.take(1))).toEqual(['later']);
});

test('goes on after the Last-Event-ID of a client that connects again', async () => {
  const last = await write('e', 'f', 'g');
  const variables = { afterSequence: String(last - 3) };
  const stream = await follow({ variables, headers: { 'last-event-id': String(last - 1) } });
  expect(codesOf(await stream.take(1))).toEqual(['g']);
  const spoilt = await follow({ headers: { 'last-event-id': 'x' } });
  expect([spoilt.status, problemOf(await spoilt.next())]).toEqual([400, 'invalid-parameter']);
});

test('sends the documented body, the same as the feed', async () => {
  const last = await write('body');
  const fields =
    'id type sequence createdAt apiVersion organizationId actor { type id name } origin jobId data changes { path }';
  const stream = await follow({
    query: `subscription ($after: BigInt) { events(afterSequence: $after) { ${fields} } }`,
    variables: { after: String(last - 1) },
  });
  const followed = (await stream.take(1))[0]?.data?.data?.events as Record<string, unknown>;
  const feed = await served.graphql(`{ events(after: "${last - 1}") { nodes { ${fields} } } }`);
  expect(feed.data?.events).toEqual({ nodes: [followed] });
  const { createdAt, apiVersion, organizationId, jobId, sequence, changes, ...same } = followed;
  const body = {
    ...same,
    created_at: createdAt,
    api_version: apiVersion,
    organization_id: organizationId,
    job_id: jobId,
    sequence: Number(sequence),
  };
  expect([eventSchemaErrors(body as never), changes]).toEqual([[], []]);
});

test.each([
  ['nobody', { token: null }, 401, 'missing-token'],
  ['a token that is none', { token: 'pim_nonsense' }, 401, 'invalid-token'],
  ['an unknown type', { variables: { types: ['produkt.*'] } }, 400, 'invalid-parameter'],
  ['a place that is still to come', { variables: { afterSequence: '999999' } }, 400, 'invalid-parameter'],
  [
    'two fields at once',
    { query: 'subscription { a: events { id } b: events { id } }' },
    400,
    'invalid-document',
  ],
  ['an unknown field', { query: 'subscription { event { id } }' }, 400, 'invalid-document'],
  ['an idempotency key', { headers: { 'idempotency-key': 'k' } }, 400, 'invalid-parameter'],
])('refuses %s before anything is sent', async (_what, options, status, code) => {
  const stream = await follow(options);
  expect(stream.status).toBe(status);
  expect([problemOf(await stream.next()), served.openSubscriptions()]).toEqual([code, 0]);
});

test('refuses to send a subscription in another form', async () => {
  for (const accept of ['application/json', 'application/graphql-response+json, multipart/mixed']) {
    const { status, errors } = await served.graphql('subscription { events { id } }', {
      headers: { accept },
    });
    expect([status, errors[0]?.extensions.code, served.openSubscriptions()]).toEqual([
      406,
      'not-acceptable',
      0,
    ]);
  }
  for (const accept of ['*/*', 'application/xml, text/*;q=0.5', 'application/json, text/event-stream']) {
    expect((await follow({ headers: { accept } })).status).toBe(200);
  }
});

test('sends the answer of a query as a stream of one message to who asked for a stream', async () => {
  const stream = await follow({ query: '{ me { role } }' });
  expect([stream.status, await stream.rest()]).toEqual([
    200,
    [
      { event: 'next', id: null, data: expect.objectContaining({ data: { me: { role: 'OWNER' } } }) },
      { event: 'complete', id: null, data: null },
    ],
  ]);
});

test('tells nobody and those without scope in headers too, and notes the latter in the audit', async () => {
  const nobody = await follow({ token: null });
  expect(nobody.headers['www-authenticate']).toBe('Bearer');
  const token = await served.mint(['products:write']);
  const stream = await follow({ token });
  expect([stream.status, stream.headers['www-authenticate']]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="settings:read attributes:read products:read entities:read media:read import-export:read"',
  ]);
  expect(problemOf(await stream.next())).toBe('insufficient-scope');
  const narrow = await follow({
    token: await served.mint(['products:read']),
    variables: { types: ['channel.*'] },
  });
  expect([narrow.status, narrow.headers['www-authenticate']]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="settings:read"',
  ]);
  const audited = `SELECT data->'required_scopes' AS scopes FROM public.audit_entry WHERE kind = 'scope.refused' ORDER BY at`;
  await expect
    .poll(async () => (await served.catalogue.database.owner.query(audited)).rows)
    .toEqual([
      {
        scopes: [
          'settings:read',
          'attributes:read',
          'products:read',
          'entities:read',
          'media:read',
          'import-export:read',
        ],
      },
      { scopes: ['settings:read'] },
    ]);
});

test('measures a subscription like a query', async () => {
  const deep = `subscription { events { ${'... on Event { '.repeat(20)} id ${'}'.repeat(20)} } }`;
  expect((await follow({ query: deep })).status).toBe(200);
  const wide = `subscription { events { ${Array.from({ length: 199 }, (_, n) => `a${n}: id`).join(' ')} } }`;
  expect((await follow({ query: wide })).status).toBe(200);
  const many = `subscription { events { ${Array.from({ length: 340 }, (_, n) => `a${n}: id`).join(' ')} } }`;
  const rejected = await follow({ query: many });
  expect([rejected.status, problemOf(await rejected.next())]).toEqual([400, 'document-too-large']);
});

test('shows what a token may read and nothing of another organization', async () => {
  const { owner: database } = served.catalogue.database;
  const { organizationId } = await provisionOrganization(
    { owner: database, clock: served.catalogue.clock },
    { name: 'Other', owner: { name: 'Otto', email: 'otto@other.test', password: 'correct horse battery' } },
    [],
  );
  const origin = { door: 'console', requestId: 'test' } as const;
  const otto = await openUserSession(database, organizationId, 'otto@other.test', origin);
  if (otto === null) throw new Error('Otto is missing.');
  const scopes: Scope[] = ['products:read'];
  const { output } = await served.catalogue.runner.write(otto, createAccessToken, { name: 'Test', scopes });
  const [own, foreign] = [
    await follow({ token: await served.mint(['products:read']) }),
    await follow({ token: output.token, variables: { afterSequence: '0' } }),
  ];
  for (let turn = 0; turn < 10; turn += 1) {
    await write(`own${turn}`);
    await served.graphql(
      'mutation ($c: String!) { createAttributeGroup(input: { code: $c }) { __typename } }',
      {
        variables: { c: `hidden${turn}` },
      },
    );
    await served.catalogue.runner.write(owner(organizationId), upsertCategories, {
      items: [{ patch: { code: `foreign${turn}` } }],
      mode: 'upsert',
      errorPolicy: 'reject_all',
    });
  }
  const turns = Array.from({ length: 10 }, (_, turn) => turn);
  expect(codesOf(await own.take(10))).toEqual(turns.map((turn) => `own${turn}`));
  const events = (await foreign.take(10)).map(eventOf);
  expect(events.map(({ sequence, data }) => `${sequence} ${data.code}`)).toEqual(
    turns.map((turn) => `${turn + 1} foreign${turn}`),
  );
});

const ask = (sql: string, parameters: unknown[] = []) =>
  served.catalogue.database.owner.query<{ id: string }>(sql, parameters);
const idOfToken = async (token: string) =>
  (await ask('SELECT id FROM public.access_token WHERE starts_with($1, prefix)', [token.slice(0, 8)])).rows[0]
    ?.id ?? '';

test.each([
  [
    'its token is revoked',
    'revoked-token',
    async (token: string) => {
      const origin = { door: 'console', requestId: 'test' } as const;
      const { database, runner } = served.catalogue;
      const person = await openUserSession(
        database.owner,
        served.organizationId,
        served.ownerOfIt.email,
        origin,
      );
      if (person === null) throw new Error('The owner is missing.');
      const id = `tok_${(await idOfToken(token)).replaceAll('-', '')}`;
      await runner.write(person, revokeAccessToken, { id });
    },
  ],
  [
    'its token has expired',
    'expired-token',
    async (token: string) =>
      ask(`UPDATE public.access_token SET expires_at = now() - interval '1 second' WHERE id = $1`, [
        await idOfToken(token),
      ]),
  ],
  [
    'its token is deleted',
    'invalid-token',
    async (token: string) => ask('DELETE FROM public.access_token WHERE id = $1', [await idOfToken(token)]),
  ],
  [
    'it loses its scope',
    'insufficient-scope',
    async (token: string) =>
      ask(`UPDATE public.access_token SET scopes = '{products:write}' WHERE id = $1`, [
        await idOfToken(token),
      ]),
  ],
])('ends with the reason when %s, while it waits for events', async (_what, code, end) => {
  const token = await served.mint(['products:read', 'products:write']);
  const [stream, other] = [await follow({ token }), await follow()];
  await stream.comment();
  await end(token);
  const [last, complete] = await stream.rest();
  expect([last?.event, problemOf(last ?? null), complete?.event, complete?.data]).toEqual([
    'next',
    code,
    'complete',
    null,
  ]);
  await write(`after_${code.replaceAll('-', '_')}`);
  expect(codesOf(await other.take(1))).toEqual([`after_${code.replaceAll('-', '_')}`]);
});

test('ends for a person who leaves', async () => {
  const { database, runner, clock } = served.catalogue;
  const setUp = { owner: database.owner, clock, requestId: 'test' };
  const { organizationId } = served;
  const person = { name: 'Anna', email: 'anna@catalograph.test', password: 'correct horse battery' };
  const userId = await createUser(setUp, person);
  await addMember(setUp, { organizationId, userId, role: 'admin' });
  const origin = { door: 'console', requestId: 'test' } as const;
  const anna = await openUserSession(database.owner, organizationId, person.email, origin);
  if (anna === null) throw new Error('Anna is missing.');
  const scopes: Scope[] = ['products:read'];
  const { output } = await runner.write(anna, createAccessToken, { name: 'Test', scopes });
  const stream = await follow({ token: output.token });
  await ask('DELETE FROM auth."member" WHERE "userId" = $1', [userId]);
  expect((await stream.rest()).map(problemOf)).toEqual(['revoked-token', undefined]);
});

/** How many messages each subscription was sent that has ended. */
const messagesSent = () =>
  served.logged.flatMap(({ message, fields: details }) =>
    message === 'subscription ended' ? [(details as { messages: number }).messages] : [],
  );

test('lets go of a client that has gone, also one that waits', async () => {
  const before = messagesSent().length;
  for (let turn = 0; turn < 50; turn += 1) {
    const stream = await follow();
    await stream.comment();
    stream.close();
    await expect.poll(() => served.openSubscriptions()).toBe(0);
  }
  expect(messagesSent().slice(before)).toEqual(Array.from({ length: 50 }, () => 0));
});

test('lets a token have 20 open, and another one its own', async () => {
  const token = await served.mint(['products:read']);
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow({ token })));
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const rejected = await follow({ token });
  expect(rejected.status).toBe(429);
  expect((await rejected.next())?.data?.errors?.[0]).toMatchObject({
    message:
      'You have 20 subscriptions open, the most there may be. Close one, or let one follow several types.',
    extensions: { code: 'too-many-subscriptions', maximum: 20 },
  });
  expect((await follow()).status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await follow({ token })).status).toBe(200);
});

test('sends a slow client no more than it takes, and everything in the end', async () => {
  const COUNT = 1_000;
  const before = await lastSequence();
  const streams = [await follow(), await follow(), await follow()];
  for (const stream of streams) await stream.comment();
  const { pool } = served.catalogue.database.of(served.organizationId);
  const text = 'x'.repeat(50_000);
  const changes = [{ path: 'values.text', channel: null, locale: null, old: null, new: text }];
  for (let written = 0; written < COUNT; written += 100) {
    const events = Array.from({ length: 100 }, (_, n): NewEvent => {
      const event = { resource: 'product', verb: 'updated', version: 2, changes } as const;
      return { ...event, objectId: newId(), ref: `SLOW-${written + n}` };
    });
    const last = await appendEvents(pgTransaction(pool), owner(), new Date(), events);
    served.catalogue.signal.announce(served.organizationId, last ?? 0);
  }
  const [fast, slow, idle] = streams as [EventStream, EventStream, EventStream];
  const sequences = (messages: readonly StreamMessage[]) => messages.map(({ id }) => Number(id));
  const expected = Array.from({ length: COUNT }, (_, n) => before + 1 + n);
  expect(sequences(await fast.take(COUNT))).toEqual(expected);
  // The others have taken nothing meanwhile, so they were sent what the sockets in between hold: of 50 MB a part.
  idle.close();
  await expect.poll(() => served.openSubscriptions()).toBe(2);
  expect(messagesSent().at(-1)).toBeLessThan(400);
  expect(sequences(await slow.take(COUNT))).toEqual(expected);
}, 120_000);
