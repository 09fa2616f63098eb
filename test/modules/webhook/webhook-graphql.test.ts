// Risk: somebody sends events where they may not, reads a secret, or is not told what is wrong with a webhook.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue?.close());
beforeEach(() =>
  catalogue.database.owner.query('DELETE FROM webhook_delivery; DELETE FROM webhook_endpoint'),
);

const PROBLEM = '... on Problem { code detail errors { code path message suggestions } }';
const WEBHOOK = `id url description events changedAttributes headers { name value } payload active state stateReason
  failureRate consecutiveFailures previousSecretUntil version`;
const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { ... on IssuedWebhookPayload { secret webhook { ${WEBHOOK} } } ${PROBLEM} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateWebhookInput!, $ifVersion: Int) {
  updateWebhook(id: $id, input: $input, ifVersion: $ifVersion) {
    ... on WebhookEndpointPayload { outcome webhook { ${WEBHOOK} } }
    ... on VersionMismatch { currentVersion conflicts { path new } } ${PROBLEM} } }`;

type Answer = Record<string, Record<string, unknown>>;
const nodesOf = <Node>(connection: unknown) => (connection as { readonly nodes: readonly Node[] }).nodes;
const run = async (document: string, variables: object, session = catalogue.owner): Promise<Answer> => {
  const { data, errors } = await catalogue.execute(document, variables as Record<string, unknown>, session);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data as Answer;
};
const create = async (input: object) => (await run(CREATE, { input })).createWebhook ?? {};
const update = async (id: unknown, input: object, ifVersion?: number) =>
  (await run(UPDATE, { id, input, ifVersion })).updateWebhook ?? {};
const made = async (input: object = {}) =>
  (await create({ url: 'https://shop.example.com/hook', ...input })) as {
    secret: string;
    webhook: Record<string, unknown>;
  };

test('a new webhook tells its secret once and gets the events of products', async () => {
  const { secret, webhook } = await made();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toEqual({
    id: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
    url: 'https://shop.example.com/hook',
    description: null,
    events: ['product.created', 'product.updated', 'product.deleted', 'product.restored'],
    changedAttributes: null,
    headers: [],
    payload: 'CHANGES',
    active: true,
    state: 'ACTIVE',
    stateReason: null,
    failureRate: null,
    consecutiveFailures: 0,
    previousSecretUntil: null,
    version: 1,
  });
  const read = await run(`query ($id: ID!) { webhook(id: $id) { ${WEBHOOK} } webhooks { nodes { id } } }`, {
    id: webhook.id,
  });
  expect(read).toEqual({ webhook, webhooks: { nodes: [{ id: webhook.id }] } });
  expect(JSON.stringify(read)).not.toContain('whsec_');
});

test('everything wrong with one is told at once, with what was probably meant', async () => {
  const { errors } = await create({
    url: 'ftp://shop.example.com/',
    events: ['product.*', 'prodct.created'],
    changedAttributes: ['stock', 'stok'],
    description: 'x'.repeat(501),
    headers: [
      { name: 'Host', value: 'x' },
      { name: 'bad name', value: 'x' },
      { name: 'X-Line', value: 'a\nb' },
      { name: 'X-None', value: '********' },
    ],
  });
  const reported = (errors as { code: string; path: string[]; suggestions: string[] }[]).map(
    ({ code, path, suggestions }) => [code, path.join('/'), suggestions[0] ?? null],
  );
  expect(reported).toEqual([
    ['invalid-format', 'url', null],
    ['too-long', 'description', null],
    ['value-not-allowed', 'events/1', 'product.created'],
    ['attribute-not-found', 'changedAttributes/1', 'stock'],
    ['value-not-allowed', 'headers/Host', null],
    ['invalid-format', 'headers/bad name', null],
    ['invalid-format', 'headers/X-Line', null],
    ['required', 'headers/X-None', null],
  ]);
});

test('a header that is set by us is refused by its name, when an endpoint is made and later', async () => {
  const { webhook } = await made();
  for (const name of [
    ...[
      'Catalograph-Signature',
      'WEBHOOK-ID',
      'webhook-signature',
      'Svix-Id',
      'Content-Type',
      'content-length',
    ],
    ...['hOST', 'Connection', 'Keep-Alive', 'Transfer-Encoding', 'TE', 'Trailer', 'Upgrade', 'Expect'],
    ...['Proxy-Authorization', 'User-Agent', 'Accept-Encoding', 'traceparent', 'TraceState', 'baggage'],
  ]) {
    const headers = [{ name, value: 'theirs' }];
    const message = `The header '${name}' is set by Catalograph. Leave it out, or choose another name.`;
    const errors = [{ code: 'value-not-allowed', path: ['headers', name], message }];
    expect(await create({ url: 'https://shop.example.com/hook', headers })).toMatchObject({ errors });
    expect(await update(webhook.id, { headers })).toMatchObject({ errors });
  }
});

test('header values are never shown, and written back they keep what is stored', async () => {
  const { webhook } = await made({ headers: [{ name: 'X-Password', value: 'open sesame' }] });
  expect(webhook.headers).toEqual([{ name: 'X-Password', value: '********' }]);
  const { id, headers } = webhook;
  expect(await update(id, { headers })).toMatchObject({ outcome: 'UNCHANGED', webhook: { version: 1 } });
  const more = [
    { name: 'x-password', value: '********' },
    { name: 'X-More', value: '1' },
  ];
  expect(await update(id, { headers: more })).toMatchObject({
    outcome: 'UPDATED',
    webhook: { version: 2, headers: [{ name: 'X-Password' }, { name: 'X-More' }] },
  });
  expect(await update(id, { headers: [{ name: 'X-PASSWORD', value: null }] })).toMatchObject({
    webhook: { headers: [{ name: 'X-More' }] },
  });
  expect(await update(id, { headers: null })).toMatchObject({ webhook: { headers: [] } });
});

test('a change names fields alone, compares versions, and switches it off and on', async () => {
  const { webhook } = await made({ changedAttributes: ['STOCK'], payload: 'REFERENCE' });
  expect(webhook.changedAttributes).toEqual(['stock']);
  expect(await update(webhook.id, { active: false }, 1)).toMatchObject({
    outcome: 'UPDATED',
    webhook: { active: false, state: 'PAUSED', stateReason: 'BY_HAND', payload: 'REFERENCE', version: 2 },
  });
  expect(await update(webhook.id, { description: 'mine', active: false }, 1)).toMatchObject({
    code: 'version-mismatch',
    currentVersion: 2,
    conflicts: [{ path: 'description', new: null }],
  });
  expect(await update(webhook.id, { active: true, changedAttributes: null, events: null })).toMatchObject({
    webhook: { active: true, state: 'ACTIVE', stateReason: null, changedAttributes: null, version: 3 },
  });
});

describe('whoever says where events go', () => {
  const asToken = (...scopes: Parameters<typeof sessionOf>[2] & object) =>
    sessionOf(catalogue.owner.organizationId, 'owner', scopes);
  const codeOf = async (document: string, variables: object, session = catalogue.owner) => {
    const { data, errors } = await catalogue.execute(document, variables as Record<string, unknown>, session);
    return errors?.[0]?.message ?? Object.keys((Object.values(data ?? {})[0] as object) ?? {}).join();
  };

  test('has to be allowed to read every type of them', async () => {
    const input = { url: 'https://shop.example.com/', events: ['product.*', 'media.*', 'channel.updated'] };
    const reported = (session: ReturnType<typeof asToken>) => codeOf(CREATE, { input }, session);
    expect(await reported(asToken('settings:write'))).toContain('needs the scope products:read');
    expect(await reported(asToken('settings:write', 'products:read'))).toContain(
      'needs the scope media:read',
    );
    expect(await reported(asToken('settings:write', 'products:read', 'media:read'))).toContain(
      'settings:read',
    );
    expect(await reported(asToken('settings:write', 'settings:read', 'products:read', 'media:read'))).toBe(
      'secret,webhook',
    );
  });

  test('cannot turn a webhook of others to a place of their own without reading its events', async () => {
    const { webhook } = await made();
    const variables = { id: webhook.id, input: { url: 'https://thief.example.com/' } };
    expect(await codeOf(UPDATE, variables, asToken('settings:write', 'settings:read'))).toContain(
      'products:read',
    );
    const read = await run('query ($id: ID!) { webhook(id: $id) { url } }', { id: webhook.id });
    expect(read).toEqual({ webhook: { url: 'https://shop.example.com/hook' } });
  });
});

test('a rotation tells a new secret, and until when the old one signs too', async () => {
  const { secret, webhook } = await made();
  const rotated = await run(
    `mutation ($id: ID!) { rotateWebhookSecret(id: $id) { ... on IssuedWebhookPayload {
       secret webhook { previousSecretUntil version } } } }`,
    { id: webhook.id },
  );
  const { secret: fresh, webhook: after } = rotated.rotateWebhookSecret as never as typeof webhook & {
    secret: string;
    webhook: { previousSecretUntil: string; version: number };
  };
  expect(fresh).toMatch(/^whsec_/);
  expect(fresh).not.toBe(secret);
  const hours = (Date.parse(after.previousSecretUntil) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  expect(after.version).toBe(2);
});

test('a dry run shows what would be and stores nothing', async () => {
  const answer = await run(
    `mutation { createWebhook(dryRun: true, input: { url: "https://shop.example.com/" }) {
       ... on IssuedWebhookPayload { dryRun webhook { id } } } }`,
    {},
  );
  expect(answer.createWebhook).toEqual({ dryRun: true, webhook: { id: expect.stringMatching(/^dry_whk_/) } });
  const { rows } = await catalogue.database.owner.query('SELECT 1 FROM webhook_endpoint');
  expect(rows).toEqual([]);
});

test('the test says which of the last events would come, and why not the others', async () => {
  await seedProducts(catalogue, [simpleProduct('OLD')]);
  const { webhook } = await made({ events: ['product.*'], changedAttributes: ['stock'] });
  await seedProducts(catalogue, [simpleProduct('NEW')]);
  await seedProducts(catalogue, [simpleProduct('NEW', { values: [cellWrite('stock', 1)] })]);
  await seedProducts(catalogue, [
    simpleProduct('NEW', { values: [cellWrite('name', 'Neu', { locale: 'de_DE' })] }),
  ]);
  await seedProducts(catalogue, [simpleProduct('KEPT')], { ...catalogue.owner, webhooks: 'none' });
  const tested = `test(first: 6) { examined matching mismatches { reason count } events { type ref matches reason changed } }`;
  const read = await run(`query ($id: ID!) { webhook(id: $id) { ${tested} } }`, { id: webhook.id });
  const reported = (read.webhook?.test ?? {}) as {
    examined: number;
    matching: number;
    mismatches: object[];
    events: object[];
  };
  expect(reported.events.slice(0, 5)).toEqual([
    { type: 'product.created', ref: 'KEPT', matches: false, reason: 'KEPT_BY_IMPORT', changed: [] },
    { type: 'product.updated', ref: 'NEW', matches: false, reason: 'ATTRIBUTES', changed: ['values.name'] },
    { type: 'product.updated', ref: 'NEW', matches: true, reason: null, changed: ['values.stock'] },
    { type: 'product.created', ref: 'NEW', matches: true, reason: null, changed: [] },
    { type: 'product.created', ref: 'OLD', matches: false, reason: 'BEFORE_ENDPOINT', changed: [] },
  ]);
  expect(reported.matching).toBe(2);
  expect(reported.mismatches).toEqual([
    { reason: 'TYPE', count: reported.examined - 5 },
    { reason: 'ATTRIBUTES', count: 1 },
    { reason: 'BEFORE_ENDPOINT', count: 1 },
    { reason: 'KEPT_BY_IMPORT', count: 1 },
  ]);
  const other = await run(
    `query ($id: ID!) { webhook(id: $id) { test(events: ["product.deleted"], matching: true) { matching events { ref } } } }`,
    { id: webhook.id },
  );
  expect(other.webhook?.test).toEqual({ matching: 0, events: [] });
});

test('a replay says what it looks at, and refuses what it cannot mean', async () => {
  const { webhook } = await made();
  const replay = async (input: object) =>
    (
      await run(
        `mutation ($id: ID!, $input: ReplayWebhookInput!) { replayWebhook(id: $id, input: $input) {
           ... on WebhookReplayPayload { fromSequence toSequence } ${PROBLEM} } }`,
        { id: webhook.id, input },
      )
    ).replayWebhook;
  const { rows } = await catalogue.database.owner.query<{ last: string }>(
    'SELECT last_sequence AS last FROM ledger.counter WHERE organization_id = $1',
    [catalogue.owner.organizationId],
  );
  const last = rows[0]?.last ?? '';
  expect(await replay({ fromSequence: '1' })).toEqual({ fromSequence: '1', toSequence: last });
  expect(await replay({ since: '2020-01-01T00:00:00.000Z' })).toEqual({
    fromSequence: '1',
    toSequence: last,
  });
  const refused = async (input: object) => {
    const { code, errors } = (await replay(input)) as { code: string; errors: { path: string[] }[] };
    return [code, ...errors.map(({ path }) => path.join('/'))];
  };
  expect(await refused({})).toEqual(['validation-failed', 'since']);
  expect(await refused({ fromSequence: '1', since: '2026-01-01T00:00:00Z' })).toEqual([
    'validation-failed',
    'since',
  ]);
  expect(await refused({ since: '2999-01-01T00:00:00Z' })).toEqual(['validation-failed', 'since']);
  expect(await refused({ fromSequence: '999999' })).toEqual(['validation-failed', 'fromSequence']);
  expect(await refused({ fromSequence: '1', events: ['prodct.*'] })).toEqual([
    'validation-failed',
    'events/0',
  ]);
  expect(await replay({ fromSequence: '1', product: 'NOBODY' })).toMatchObject({ code: 'not-found' });
});

test('deliveries, dead letters and the state of the queues can be read; what is deleted stays listed', async () => {
  const { webhook } = await made();
  const organizationId = catalogue.owner.organizationId;
  const uuid = String(webhook.id).slice(4);
  const states = ['waiting', 'due', 'due', 'sending', 'succeeded', 'dead', 'cancelled'];
  await catalogue.database.owner.query(
    `INSERT INTO webhook_delivery (organization_id, id, endpoint_id, kind, event_id, event_type, sequence, event_at, ref, lane,
       status, failures, next_attempt_at, attempts, created_at)
     SELECT $1, gen_random_uuid(), $2::uuid, 'event', gen_random_uuid(), 'product.updated', place, now(), status, gen_random_uuid(),
       status, CASE WHEN place = 3 THEN 2 ELSE 0 END, CASE place WHEN 2 THEN now() - interval '1 hour' WHEN 3 THEN now() + interval '1 hour' END,
       CASE status WHEN 'dead' THEN '[{"at":"2026-01-01T00:00:00.000Z","status_code":404,"duration_ms":3,"error":null,"response_excerpt":"no"}]'::jsonb ELSE '[]' END, now()
     FROM unnest($3::text[]) WITH ORDINALITY AS given (status, place)`,
    [organizationId, uuid, states],
  );
  const read = await run(
    `query ($id: ID!) {
       webhook(id: $id) { deliveries { totalCount nodes { status ref } } }
       webhookDeliveries(status: [DEAD]) { nodes { endpointId status attempts { statusCode responseExcerpt } } }
       queueStats { name waiting running retrying failed oldestWaitingSince } }`,
    { id: webhook.id },
  );
  const nodes = nodesOf<{ readonly status: string }>(read.webhook?.deliveries);
  expect(nodes.map(({ status }) => status).sort()).toEqual([
    'CANCELLED',
    'DEAD',
    'PENDING',
    'PENDING',
    'PENDING',
    'RETRYING',
    'SUCCEEDED',
  ]);
  expect(read.webhookDeliveries?.nodes).toEqual([
    { endpointId: webhook.id, status: 'DEAD', attempts: [{ statusCode: 404, responseExcerpt: 'no' }] },
  ]);
  expect(read.queueStats).toEqual([
    { name: 'jobs', waiting: 0, running: 0, retrying: 0, failed: 0, oldestWaitingSince: null },
    {
      name: 'webhooks',
      waiting: 2,
      running: 1,
      retrying: 1,
      failed: 1,
      oldestWaitingSince: expect.any(String),
    },
  ]);
  const settings = sessionOf(organizationId, 'owner', ['settings:read']);
  const cut = await run('{ queueStats { name } }', {}, settings);
  expect(cut.queueStats).toEqual([{ name: 'webhooks' }]);
  await run(`mutation ($id: ID!) { deleteWebhook(id: $id) { ... on DeletePayload { deletedId } } }`, {
    id: webhook.id,
  });
  const after = await run(
    'query ($id: ID!) { webhook(id: $id) { id } webhookDeliveries { nodes { status } } }',
    {
      id: webhook.id,
    },
  );
  expect(after.webhook).toBeNull();
  const left = nodesOf<{ readonly status: string }>(after.webhookDeliveries).map(({ status }) => status);
  expect(left.sort()).toEqual([
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
    'DEAD',
    'PENDING',
    'SUCCEEDED',
  ]);
});

test('what was done to webhooks stands in the audit, without any secret', async () => {
  const { secret, webhook } = await made({ headers: [{ name: 'X-Password', value: 'open sesame' }] });
  await update(webhook.id, { active: false });
  await run('mutation ($id: ID!) { pingWebhook(id: $id) { ... on WebhookDeliveryPayload { dryRun } } }', {
    id: webhook.id,
  });
  const { rows } = await catalogue.database.owner.query<{ kind: string; text: string }>(
    `SELECT kind, data::text AS text FROM audit_entry WHERE data->>'webhook_id' = $1 ORDER BY at, id`,
    [webhook.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['webhook.created', 'webhook.updated']);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/whsec_|sesame/);
  expect(secret).toBeTruthy();
  expect(encodeId('WebhookEndpoint', '00000000-0000-0000-0000-000000000000')).toMatch(/^whk_/);
});
