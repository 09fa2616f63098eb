// Risk: an answer as of a moment mixes what was with what is, or says that something was there which never was.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../src/kernel/ids.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { purgeDeleted } from '../../src/worker/purge.ts';
import { type HistoryContext, RandomHistory, seedHistoryContext } from '../support/random-histories.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { silentLog } from '../support/silent-log.ts';
import { call, connect } from './mcp/mcp-client.ts';
import { serveDemo } from './rest/rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
let client: Client;
beforeAll(async () => {
  served = await serveDemo();
  client = await connect(served, '2026');
  await write('POST /association-types', { json: { code: 'accessories' } });
  await write('POST /entity-types', { json: { code: 'designer' } });
  await write('POST /entities', {
    json: { entity_type: 'designer', code: 'ida', labels: { en_US: 'Ida' } },
  });
}, 60_000);
afterAll(async () => {
  await client.close();
  await served.close();
});

const write: typeof served.rest = async (route, asked) => {
  const answer = await served.rest(route, asked);
  if (answer.status >= 300 && answer.json.code !== 'duplicate-sku') throw new Error(answer.text);
  return answer;
};
const PLACE = { channel: null, locale: null };
const lastSequence = async () => {
  const { data } = await served.graphql('{ events(first: 1) { lastSequence } }');
  return Number((data as { events: { lastSequence: string } }).events.lastSequence);
};
const get = async (path: string) => (await served.rest(`GET ${path}`)).json;
/** What an answer as of a moment says as the same answer said then. */
const withoutMoment = ({ as_of: _, ...others }: Readonly<Record<string, unknown>>) => others;

const DOCUMENT = `query ($ref: ID!, $asOf: Moment) {
  product(ref: $ref, asOf: $asOf) {
    asOf version sku status label parent { sku asOf } data(form: CELLS)
    associations { type { code } products { product { sku } quantity } entities { ref entity { code } } }
  }
}`;

test('all APIs answer a product as each of them answered it then', async () => {
  await write('POST /products', {
    json: {
      sku: 'LO-TEST',
      attribute_set: 'lamp',
      values: { title: [{ locale: 'en_US', value: 'Test lamp' }], warranty_years: [{ value: 2 }] },
      tags: ['new'],
    },
  });
  const path = '/products/LO-TEST?expand=associations';
  const sequence = await lastSequence();
  const rest = await get(path);
  const graph = (await served.graphql(DOCUMENT, { variables: { ref: 'LO-TEST' } })).data;
  const tool = await call(client, 'get_product', { ref: 'LO-TEST', include: ['associations'] });

  await write('PATCH /products/LO-TEST', {
    json: {
      sku: 'LO-TEST-2',
      values: { title: [{ locale: 'en_US', value: 'Another lamp' }], warranty_years: null },
      associations: { accessories: { products: ['LO-WREN'] } },
    },
  });
  const id = String(rest.id);
  const asOf = await get(`/products/${id}?expand=associations&as_of=${sequence}`);
  expect(asOf.as_of).toBe(sequence);
  expect(withoutMoment(asOf)).toEqual(rest);
  expect(await get(`/products/${id}?as_of=v1&expand=associations`)).toEqual(asOf);
  expect((await served.graphql(DOCUMENT, { variables: { ref: id, asOf: sequence } })).data).toEqual({
    product: { ...(graph?.product as object), asOf: String(sequence) },
  });
  const pastTool = await call(client, 'get_product', { ref: id, include: ['associations'], as_of: 'v1' });
  expect(pastTool.json).toEqual({ ...(tool.json as object), as_of: sequence });
});

test('a moment is a time too: what had happened until then', async () => {
  const { json } = await write('POST /products', { json: { sku: 'LO-TIME', attribute_set: 'lamp' } });
  const created = String(json.created_at);
  const before = new Date(Date.parse(created) - 1).toISOString();
  expect(await get(`/products/LO-TIME?as_of=${created}`)).toMatchObject({ sku: 'LO-TIME', version: 1 });
  expect((await served.rest(`GET /products/LO-TIME?as_of=${before}`)).status).toBe(404);
});

test('links and models are those of the moment, also when they are deleted by now', async () => {
  for (const sku of ['LO-ONE', 'LO-TWO'])
    await write('POST /products', { json: { sku, attribute_set: 'lamp' } });
  const { json } = await write('PATCH /products/LO-ONE', {
    json: { associations: { accessories: { products: ['LO-TWO'], entities: ['designer/ida'] } } },
  });
  const sequence = await lastSequence();
  await write('PATCH /products/LO-TWO', { json: { sku: 'LO-THREE' } });
  await write('DELETE /products/LO-THREE');
  await write('DELETE /products/LO-ONE');
  const asOf = await get(`/products/${json.id}?as_of=${sequence}&expand=associations`);
  expect(asOf.associations).toEqual({ accessories: { products: ['LO-TWO'], entities: ['designer/ida'] } });
  expect((await served.rest(`GET /products/${json.id}?as_of=${await lastSequence()}`)).status).toBe(410);
});

test('entities too', async () => {
  const path = '/entities/designer/ida';
  const before = await get(path);
  const sequence = await lastSequence();
  await write(`PATCH ${path}`, { json: { labels: { en_US: 'Somebody' }, active: false } });
  const { as_of, used_by_count: _, ...asOf } = await get(`${path}?as_of=${sequence}`);
  expect(as_of).toBe(sequence);
  expect(before).toMatchObject(asOf);
});

test('two moments are compared as changes, in all APIs', async () => {
  const { json } = await write('POST /products', {
    json: { sku: 'LO-DIFF', attribute_set: 'lamp', values: { warranty_years: [{ value: 2 }] } },
  });
  const patches = [
    { tags: ['new'], values: { warranty_years: [{ value: 3 }] } },
    { sku: 'LO-DIFF-2', tags: [], associations: { accessories: { products: ['LO-WREN'] } } },
  ];
  for (const patch of patches) await write(`PATCH /products/${json.id}`, { json: patch });
  const changes = [
    { ...PLACE, path: 'sku', old: 'LO-DIFF', new: 'LO-DIFF-2' },
    { ...PLACE, path: 'values.warranty_years', old: 2, new: 3 },
    { ...PLACE, path: 'associations.accessories.products', old: null, new: ['LO-WREN'] },
  ];
  const path = `/products/${json.id}/comparison`;
  const compared = await get(`${path}?from=v1&to=v3`);
  expect(compared.changes).toEqual(changes);
  const tool = await call(client, 'get_product', {
    ref: json.id,
    include: ['comparison'],
    compare_from: 'v1',
    compare_to: 'v3',
  });
  expect(tool.json.comparison).toEqual(compared);
  const document =
    'query ($id: ID!) { product(ref: $id, asOf: "v2") { comparison(from: "v3") { changes { path old new } } } }';
  const { data } = await served.graphql(document, { variables: { id: json.id } });
  expect(data).toMatchObject({
    product: {
      comparison: {
        changes: [
          { path: 'sku', old: 'LO-DIFF-2', new: 'LO-DIFF' },
          { path: 'tags', old: [], new: ['new'] },
          { path: 'associations.accessories.products', old: ['LO-WREN'], new: null },
        ],
      },
    },
  });
  // Without moments: the latest change.
  const { json: latest } = await served.rest(`GET ${path}`);
  expect((latest.changes as { path: string }[]).map((change) => change.path)).toEqual([
    'sku',
    'tags',
    'associations.accessories.products',
  ]);
  // Before its creation it held nothing.
  const all = (await get(`${path}?from=0&to=v1`)).changes as { path: string; old: unknown }[];
  expect(all.map((change) => [change.path, change.old])).toContainEqual(['values.warranty_years', null]);
});

test('two moments of an entity are compared', async () => {
  await write('PATCH /entities/designer/ida', { json: { labels: { en_US: 'Ida L.' } } });
  const { changes } = await get('/entities/designer/ida/comparison');
  const labels = (changes as { path: string }[]).filter((change) => change.path === 'labels');
  expect(labels).toEqual([
    { ...PLACE, path: 'labels', locale: 'en_US', old: expect.any(String), new: 'Ida L.' },
  ]);
});

test.each([
  ['2999-01-01T00:00:00Z', 400, '2999-01-01T00:00:00.000Z is in the future.'],
  ['99999999', 400, '99999999 is in the future: the newest event has'],
  ['v99', 400, 'There is no version v99; the latest is v1.'],
  ['v0', 400, 'There is no version v0; the latest is v1.'],
  ['yesterday', 400, "'as_of': Moment must be a time in RFC 3339"],
])('as_of=%s is refused with %i', async (moment, expected, detail) => {
  await write('POST /products', { json: { sku: 'LO-BAD', attribute_set: 'lamp' } });
  const { status, json } = await served.rest(`GET /products/LO-BAD?as_of=${moment}`);
  expect([status, json.code, json.parameter]).toEqual([expected, 'invalid-parameter', 'as_of']);
  expect(json.detail).toContain(detail);
});

test('a moment before the history is complete is refused, but for the latest version', async () => {
  const { owner } = served.catalogue.database;
  await write('POST /products', { json: { sku: 'BEFORE' } });
  await write('PATCH /products/BEFORE', { json: { tags: ['old'] } });
  const sequence = await lastSequence();
  const [complete] = (await owner.query('SELECT history_complete_from::int AS n FROM ledger.counter')).rows;
  await owner.query('UPDATE ledger.counter SET history_complete_from = $1', [sequence + 1]);
  const statusAt = async (moment: number | string) => {
    const { status, json } = await served.rest(`GET /products/BEFORE?as_of=${moment}`);
    return status === 200 ? 200 : [status, json.code, json.complete_from];
  };
  expect(await statusAt(sequence)).toBe(200);
  expect(await statusAt(sequence - 1)).toEqual([410, 'history-incomplete', sequence]);
  expect(await statusAt('2020-01-01T00:00:00Z')).toEqual([410, 'history-incomplete', sequence]);
  expect(await statusAt('v1')).toEqual([410, 'history-incomplete', sequence]);
  expect(await statusAt('v2')).toBe(200);
  expect((await get('/products/BEFORE?as_of=v2')).as_of).toBe(sequence);
  const compared = await served.rest('GET /products/BEFORE/comparison?from=v1');
  expect([compared.status, compared.json.code]).toEqual([410, 'history-incomplete']);
  // Nothing is known of what came before.
  expect((await get('/products/BEFORE/comparison')).changes).toEqual([]);
  await owner.query('UPDATE ledger.counter SET history_complete_from = $1', [complete.n]);
});

test('values that name what was deleted since are left to be read as codes', async () => {
  await write('POST /attributes', { json: { code: 'designed_by', type: 'entity', entity_type: 'designer' } });
  await write('POST /entities', { json: { entity_type: 'designer', code: 'gone' } });
  const { json } = await write('POST /products', {
    json: { sku: 'LO-GONE', values: { designed_by: [{ value: 'gone' }] } },
  });
  await write('PATCH /products/LO-GONE', { json: { values: { designed_by: null } } });
  await write('DELETE /entities/designer/gone');
  const document = (fields: string) => `{ product(ref: "${json.id}", asOf: "v1") { ${fields} } }`;
  const { data } = await served.graphql(document('data(form: FLAT) values { json }'));
  expect(data).toEqual({ product: { data: { designed_by: 'gone' }, values: [{ json: 'gone' }] } });
  const typed = await served.graphql(document('values { ... on EntityValue { entity { code } } }'));
  expect(typed.errors[0]).toMatchObject({
    message: "The entity designer/gone was deleted since. Read 'json' or 'data', which have its code.",
    extensions: { code: 'invalid-parameter' },
  });
});

test('REST and MCP answer each step of a random history again', async () => {
  const { organizationId } = await served.openSecondOrganization('Histories');
  const token = await served.mint(SCOPES, organizationId);
  const agent = await connect(served, '2026', token);
  const { runner, database, clock } = served.catalogue;
  const owner = pgTransaction(database.owner);
  /** What both answer of a product, now or as of a sequence. */
  const answer = async (id: string, asOf?: number) => {
    const ref = encodeId('Product', id);
    const moment = asOf === undefined ? '' : `&as_of=${asOf}`;
    const { status, json } = await served.rest(`GET /products/${ref}?expand=associations${moment}`, {
      as: token,
    });
    if (status !== 200) return status;
    // Counts are those of today, and the present knows of configuration that changed.
    const {
      as_of: _,
      children_count: _children,
      variants_count: _variants,
      effective_updated_at: _at,
      ...rest
    } = json;
    const given = asOf === undefined ? {} : { as_of: String(asOf) };
    const tool = await call(agent, 'get_product', { ref, include: ['associations'], ...given });
    return { rest, tool: withoutMoment(tool.json) };
  };
  const session = systemSession(organizationId, { door: 'system', requestId: 'test' });
  const scene: HistoryContext = {
    runner,
    session,
    owner: database.owner,
    answer,
    purge: () => purgeDeleted({ owner, runner, clock, log: silentLog }),
  };
  await seedHistoryContext(scene);
  const history = new RandomHistory(scene, seededRandom(), 'H');
  await history.live(20);
  for (const { sequence, answered } of history.snapshots)
    if (answered !== null) expect(await answer(answered.id, sequence)).toEqual(answered.answer);
  await agent.close();
});

test('completeness is refused, and what never was is not found', async () => {
  const sequence = await lastSequence();
  const asked = await served.rest(`GET /products/LO-WREN?as_of=${sequence}&expand=completeness`);
  expect([asked.status, asked.json.code]).toEqual([400, 'invalid-parameter']);
  const unknown = 'prd_00000000000070008000000000000000';
  for (const moment of [sequence, 'v1'])
    expect((await served.rest(`GET /products/${unknown}?as_of=${moment}`)).status).toBe(404);
});
