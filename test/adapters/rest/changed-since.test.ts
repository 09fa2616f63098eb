// Risk: a client that follows a list is told of too little, of too much, or not that it has to start again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../mcp/mcp-client.ts';
import { serveDemo } from './rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
let rest: typeof served.rest;
beforeAll(async () => {
  served = await serveDemo();
  rest = served.rest;
}, 60_000);
afterAll(() => served.close());

const LAMPS = 'fields=sku&filter={"attribute_set":"lamp"}';

async function list(route: string) {
  const { status, json, text } = await rest(`GET ${route}`);
  expect(status, text).toBe(200);
  return json as {
    readonly items: readonly Readonly<Record<string, unknown>>[];
    readonly removed?: readonly string[];
    readonly sync_token: string;
    readonly search_after: string | null;
    readonly has_more: boolean;
  };
}
const tokenOf = async (route: string) => (await list(route)).sync_token;
const changedSince = (token: string, more = LAMPS) => list(`/products?changed_since=${token}&${more}`);
const skusOf = ({ items }: { readonly items: readonly Readonly<Record<string, unknown>>[] }) =>
  items.map(({ sku }) => sku);
async function write(route: string, json?: object): Promise<Readonly<Record<string, unknown>>> {
  const { status, json: answer, text } = await rest(route, json === undefined ? {} : { json });
  expect(status, text).toBeLessThan(300);
  return answer;
}

describe('changes since a token', () => {
  test('are the items of the list that changed, in the order of their changes, once', async () => {
    const token = await tokenOf(`/products?${LAMPS}`);
    expect(await changedSince(token)).toEqual({
      items: [],
      removed: [],
      search_after: null,
      has_more: false,
      sync_token: token,
    });
    for (const [index, sku] of ['LO-WREN', 'LO-SCRIBE', 'LO-WREN'].entries())
      await write(`PATCH /products/${sku}`, { tags: [`change-${index}`] });
    await write('POST /products', { sku: 'OTHER' });
    const page = await changedSince(token);
    expect(skusOf(page)).toEqual(['LO-SCRIBE', 'LO-WREN']);
    expect(page.removed).toHaveLength(1);
    expect((await changedSince(page.sync_token)).items).toEqual([]);
  });

  test('include the variants of a changed model, in pages of any size', async () => {
    const models = 'fields=sku&filter={"type":"model"}';
    const [model] = (await list(`/products?${models}`)).items;
    const below = `fields=sku&filter={"type":"variant","sku":{"starts_with":"${model?.sku}"}}`;
    const variants = skusOf(await list(`/products?${below}`));
    expect(variants.length).toBeGreaterThan(1);
    const start = await tokenOf('/products');
    await write(`PATCH /products/${model?.sku}`, { tags: ['shown-below'] });
    const seen: unknown[] = [];
    let token = start;
    for (let hasMore = true; hasMore; ) {
      const page = await changedSince(token, 'fields=sku&limit=1');
      expect(page.search_after).toBe(page.has_more ? page.sync_token : null);
      seen.push(...skusOf(page));
      token = page.sync_token;
      hasMore = page.has_more;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([model?.sku, ...variants]));
    // A client that pages by cursors, as through any list, gets the same.
    const first = await changedSince(start, 'fields=sku&limit=1');
    const second = await changedSince(start, `fields=sku&limit=1&search_after=${first.search_after}`);
    expect([...skusOf(first), ...skusOf(second)]).toEqual(seen.slice(0, 2));
  });

  test('name what is deleted, archived or no longer matches', async () => {
    const ids: unknown[] = [];
    for (const sku of ['GONE', 'ARCHIVED', 'RENAMED'])
      ids.push((await write('POST /products', { sku, attribute_set: 'lamp' })).id);
    const token = await tokenOf(`/products?${LAMPS}`);
    await write('DELETE /products/GONE');
    await write('PATCH /products/ARCHIVED', { status: 'archived' });
    await write('PATCH /products/RENAMED', { attribute_set: null });
    expect(await changedSince(token)).toMatchObject({ items: [], removed: ids, has_more: false });
    await write('POST /products/GONE/restore');
    const back = await changedSince(token);
    expect({ skus: skusOf(back), removed: back.removed }).toEqual({ skus: ['GONE'], removed: ids.slice(1) });
  });

  test('are there for entities, by GET and by a search', async () => {
    await write('POST /entity-types', { code: 'maker' });
    const entity = await write('POST /entities', { entity_type: 'maker', code: 'acme' });
    const token = await tokenOf('/entities');
    await write('PATCH /entities/maker/acme', { labels: { en_US: 'Acme' } });
    const changed = await list(`/entities?changed_since=${token}&fields=code`);
    expect(changed).toMatchObject({ items: [{ code: 'acme' }], removed: [] });
    const { json } = await rest('POST /entities/search', {
      json: { changed_since: token, filter: { active: false }, fields: ['code'] },
    });
    expect(json).toMatchObject({ items: [], removed: [entity.id], sync_token: changed.sync_token });
  });

  test('come back for another kind of object with the same token', async () => {
    const token = await tokenOf('/entities');
    await write('PATCH /products/LO-WREN', { tags: ['of-both'] });
    expect((await list(`/entities?changed_since=${token}&fields=code`)).items).toEqual([]);
    expect(skusOf(await changedSince(token))).toEqual(['LO-WREN']);
  });
});

describe('a list', () => {
  test('has a token in its body and in a header, which no tag covers', async () => {
    const before = await rest(`GET /products?${LAMPS}`);
    expect(before.headers.get('catalograph-sync-token')).toBe(before.json.sync_token);
    await write('POST /products', { sku: 'BESIDE' });
    const headers = { 'if-none-match': String(before.headers.get('etag')) };
    const after = await rest(`GET /products?${LAMPS}`, { headers });
    expect(after.status).toBe(304);
    expect(after.headers.get('catalograph-sync-token')).not.toBe(before.json.sync_token);
    const searched = await rest('POST /products/search', { json: { limit: 1, fields: ['sku'] } });
    expect(searched.headers.get('catalograph-sync-token')).toBe(searched.json.sync_token);
  });

  test('that cannot be followed has none', async () => {
    const { json, headers } = await rest('GET /channels');
    expect([json.sync_token, headers.get('catalograph-sync-token')]).toEqual([undefined, null]);
    const { schema } = { schema: await rest('GET /openapi.json') };
    const routes = Object.entries(
      (schema.json.paths ?? {}) as Record<string, Record<string, object>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, route]) => JSON.stringify(route).includes('"sync_token"'))
        .map(([method]) => `${method} ${path}`),
    );
    expect(routes.sort()).toEqual([
      'get /entities',
      'get /products',
      'post /entities/search',
      'post /products/search',
    ]);
  });

  test('with a condition on the time of a change says until when it has all changes', async () => {
    const filters = [
      { effective_updated_at: { gte: '1970-01-01T00:00:00Z' } },
      { or: [{ not: { updated_at: { lt: '1970-01-01T00:00:00Z' } } }] },
      { created_at: { last_days: 3 } },
    ];
    for (const filter of filters) {
      const { json } = await rest('POST /products/search', { json: { filter, fields: ['sku'] } });
      expect(Date.now() - Date.parse(String(json.changed_until))).toBeGreaterThanOrEqual(60_000);
    }
    const entities = await rest('POST /entities/search', {
      json: { filter: { updated_at: { last_days: 1 } } },
    });
    expect(entities.json).toHaveProperty('changed_until');
    expect(await list(`/products?${LAMPS}`)).not.toHaveProperty('changed_until');
  });

  test('says until when it has all changes by the oldest transaction that is open', async () => {
    const { owner } = served.catalogue.database;
    const writer = await owner.connect();
    try {
      await writer.query('BEGIN');
      const { rows } = await writer.query<{ at: Date }>('SELECT transaction_timestamp() AS at');
      const { json } = await rest('POST /products/search', {
        json: { filter: { updated_at: { last_days: 1 } }, fields: ['sku'] },
      });
      const until = Date.parse(String(json.changed_until));
      expect(until).toBeLessThanOrEqual(Number(rows[0]?.at) - 60_000 + 5);
    } finally {
      await writer.query('ROLLBACK');
      writer.release();
    }
  });

  test('is not followed by agents', async () => {
    const client = await connect(served, '2026');
    const { tools } = await client.listTools();
    const followed = tools.filter((tool) => /changed_since|sync_token/.test(JSON.stringify(tool)));
    expect(followed).toEqual([]);
    await client.close();
  });
});

describe('a token', () => {
  const problemOf = async (route: string) => {
    const { status, json } = await rest(`GET ${route}`);
    return { status, code: json.code, detail: json.detail };
  };

  test('that is none is refused, as are an order, a total and facets', async () => {
    const token = await tokenOf('/products');
    const [epoch = ''] = token.split(':');
    for (const wrong of ['x', epoch, `${token}:`, `${token}:1`, `${epoch}:-1`])
      expect(await problemOf(`/products?changed_since=${wrong}`), wrong).toMatchObject({
        status: 400,
        code: 'invalid-cursor',
      });
    for (const wrong of [`${epoch}:999999999`, `${epoch}:0:${epoch}`])
      expect(await problemOf(`/products?changed_since=${wrong}`), wrong).toMatchObject({
        status: 400,
        code: 'invalid-parameter',
      });
    const wanted = { sort: 'sku', with_count: 'true', facets: 'status', limit: '0' };
    for (const [key, value] of Object.entries(wanted))
      expect(await problemOf(`/products?changed_since=${token}&${key}=${value}`), key).toMatchObject({
        status: 400,
        code: key === 'limit' ? 'limit-out-of-range' : 'invalid-parameter',
      });
    expect(await problemOf(`/entities?changed_since=${token}&with_count=true`)).toMatchObject({
      status: 400,
      code: 'invalid-parameter',
    });
  });

  test('of another history or behind the stored events says how to start again', async () => {
    const [, sequence] = (await tokenOf('/products')).split(':');
    const other = `11111111-2222-4333-8444-555555555555:${sequence}`;
    const resync = 'Read the whole list again, then continue with the sync token of its first page.';
    for (const route of ['/products', '/entities'])
      expect(await problemOf(`${route}?changed_since=${other}`)).toEqual({
        status: 410,
        code: 'epoch-changed',
        detail: expect.stringMatching(new RegExp(`${resync}$`)),
      });
    const [epoch] = (await tokenOf('/products')).split(':');
    const { owner } = served.catalogue.database;
    await owner.query('DELETE FROM ledger.event WHERE organization_id = $1 AND sequence <= 5', [
      served.organizationId,
    ]);
    expect(await problemOf(`/products?changed_since=${epoch}:2`)).toEqual({
      status: 410,
      code: 'events-expired',
      detail: `The events from 3 to 5 are no longer kept. ${resync}`,
    });
    expect((await changedSince(`${epoch}:5`)).items.length).toBeGreaterThan(0);
  });

  test('of another organization is of another history', async () => {
    const { organizationId } = await served.openSecondOrganization('Second');
    const token = await served.mint(undefined, organizationId);
    const answer = await rest(`GET /products?changed_since=${await tokenOf('/products')}`, { as: token });
    expect(answer.json.code).toBe('epoch-changed');
  });
});
