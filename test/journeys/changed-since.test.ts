// Risk: a copy that is kept by what changed misses products or entities that were written while it was read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restOf } from '../adapters/rest/rest-client.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

/** Rows of each import; CHANGED_ROWS=6000 with CHANGED_ROUNDS=20 for a longer run. */
const ROWS = Number(process.env.CHANGED_ROWS ?? 200);
const ROUNDS = Number(process.env.CHANGED_ROUNDS ?? 2);

type Json = Readonly<Record<string, unknown>>;

let served: ServedProgram;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  served = await serveProgram({ RATE_LIMIT_PER_MINUTE: '1000000' });
  rest = restOf(served);
  const made = async (route: string, json: object) => {
    const { status, text } = await rest(`POST ${route}`, { json });
    expect(status, text).toBe(201);
  };
  await made('/attributes', { code: 'stock', type: 'number' });
  await made('/attributes', { code: 'motto', type: 'text' });
  await made('/option-sets', { code: 'woods' });
  for (const code of ['oak', 'ash', 'birch', 'elm']) await made('/option-sets/woods/options', { code });
  await made('/attributes', { code: 'wood', type: 'select', option_set: 'woods' });
  const attributes = ['stock', 'motto', 'wood'].map((code) => ({ code }));
  const layout = { code: 'by_wood', levels: [{ axes: ['wood'], attributes: [] }] };
  await made('/attribute-sets', { code: 'chair', attributes, variant_layouts: [layout] });
  await made('/entity-types', { code: 'brand', attributes: ['stock'] });
  await made('/import-export/profiles', {
    code: 'brands',
    direction: 'import',
    resource: 'entities',
    format: 'csv',
  });
  await batch('/products/batch', [
    { sku: 'MODEL', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
  ]);
  await batch(
    '/products/batch',
    ['oak', 'ash', 'birch', 'elm'].map((wood) => ({
      sku: `CHAIR-${wood}`,
      parent: 'MODEL',
      values: { wood },
    })),
  );
}, 60_000);
afterAll(() => served.close());

async function batch(route: string, items: readonly object[]): Promise<void> {
  const { status, text } = await rest(`POST ${route}`, { json: { items } });
  expect(status, text).toBe(200);
}

async function importRows(profile: string, text: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'rows.csv');
  const response = await served.request(`/api/v1/import-export/profiles/${profile}/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}` },
    body: form,
  });
  const job = (await response.json()) as { id: string };
  expect(response.status, JSON.stringify(job)).toBe(202);
  await served.runJob(job.id);
}

const products = (prefix: string, count: number, stock: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({
    sku: `${prefix}-${index}`,
    attribute_set: 'chair',
    values: { stock: String(stock + index) },
    ...more,
  }));

/** Writes products in every way at once: imports, batches, bulk edits, a model, deletions. */
async function writeProducts(round: number): Promise<void> {
  const csv = (prefix: string) =>
    [
      'sku;attribute_set;stock',
      ...products(prefix, ROWS, round).map(({ sku, values }) => `${sku};chair;${values.stock}`),
    ].join('\n');
  const bulk = async (prefix: string, count: number) => {
    const filter = { sku: { starts_with: prefix } };
    const patch = { values: { motto: `Round ${round}` } };
    const request = { filter, patch, dry_run: false, expected_count: count };
    const { status, json, text } = await rest('POST /products/bulk', { json: request });
    expect(status, text).toBe(202);
    await served.runJob(String(json.id));
  };
  const deleted = async () => {
    for (let index = 0; index < 20; index += 1) await rest(`DELETE /products/one-${round}-${index}`);
  };
  await batch('/products/batch', products(`one-${round}`, 40, round));
  await batch('/products/batch', products('bulk', 300, round));
  await Promise.all([
    importRows('products_csv', csv('file')),
    ...[0, 1, 2].map((part) =>
      batch('/products/batch', products(`batch-${part}`, 300, part === 0 ? 50 * (round % 2) : round)),
    ),
    bulk('bulk-', 300),
    rest('PATCH /products/MODEL', { json: { values: { motto: `Round ${round}` } } }),
    deleted(),
  ]);
}

const brands = (prefix: string, count: number, stock: number) =>
  Array.from({ length: count }, (_, index) => ({
    entity_type: 'brand',
    code: `${prefix}_${index}`,
    values: { stock: String(stock + index) },
  }));

/** Writes entities in every way at once: an import, batches, deletions. */
async function writeEntities(round: number): Promise<void> {
  const rows = brands('file', ROWS, round).map(({ code, values }) => `brand;${code};${values.stock}`);
  await batch('/entities/batch', brands(`one_${round}`, 40, round));
  await Promise.all([
    importRows('brands', ['entity_type;code;stock', ...rows].join('\n')),
    ...[0, 1, 2].map((part) => batch('/entities/batch', brands(`batch_${part}`, 300, round))),
    ...Array.from({ length: 20 }, (_, index) => rest(`DELETE /entities/brand/one_${round}_${index}`)),
  ]);
}

/** A copy of a list: what it says of each object, by id. */
type Copy = Map<string, string>;

interface DeltaPage {
  readonly items: readonly Json[];
  readonly removed: readonly string[] | null;
  readonly syncToken: string;
  readonly next: string | null;
  readonly hasMore: boolean;
}

/** How one API reads a page of a list. */
type ReadPage = (asked: {
  readonly since: string | null;
  readonly after: string | null;
}) => Promise<DeltaPage>;

const restPage =
  (route: string, fields: string, filter: object): ReadPage =>
  async ({ since, after }) => {
    const query = new URLSearchParams({ limit: '100', fields, filter: JSON.stringify(filter) });
    if (since !== null) query.set('changed_since', since);
    if (after !== null) query.set('search_after', after);
    const { status, json, headers, text } = await rest(`GET ${route}?${query}`);
    expect(status, text).toBe(200);
    expect(headers.get('catalograph-sync-token')).toBe(json.sync_token);
    return {
      items: json.items as readonly Json[],
      removed: (json.removed as readonly string[] | undefined) ?? null,
      syncToken: String(json.sync_token),
      next: json.search_after as string | null,
      hasMore: json.has_more === true,
    };
  };

const graphPage =
  (field: string, filterType: string, nodes: string, filter: object): ReadPage =>
  async ({ since, after }) => {
    const { data, errors } = await served.graphql(
      `query ($since: String, $after: String, $filter: ${filterType}) {
        list: ${field}(first: 100, changedSince: $since, after: $after, filter: $filter) {
          nodes { ${nodes} } removed syncToken pageInfo { hasNextPage endCursor }
        }
      }`,
      { variables: { since, after, filter } },
    );
    expect(errors).toEqual([]);
    const list = data?.list as {
      nodes: readonly Json[];
      removed: readonly string[] | null;
      syncToken: string;
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    return {
      items: list.nodes,
      removed: list.removed,
      syncToken: list.syncToken,
      next: list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null,
      hasMore: list.pageInfo.hasNextPage,
    };
  };

function apply(copy: Copy, { items, removed }: Pick<DeltaPage, 'items' | 'removed'>): void {
  for (const id of removed ?? []) copy.delete(id);
  for (const item of items) copy.set(String(item.id), JSON.stringify(item));
}

/** Reads the whole list; the token of its first page is that of all. */
async function readAll(read: ReadPage): Promise<{ readonly copy: Copy; readonly token: string }> {
  const copy: Copy = new Map();
  const first = await read({ since: null, after: null });
  for (let page = first; ; page = await read({ since: null, after: page.next })) {
    expect(page.removed).toBeNull();
    apply(copy, page);
    if (!page.hasMore) return { copy, token: first.syncToken };
  }
}

/** Follows a list beside writes, and until everything that they wrote is there. */
async function follow(read: ReadPage, isWriting: () => boolean): Promise<Copy> {
  let { copy, token } = await readAll(read);
  for (let isLast = false; ; ) {
    const page = await read({ since: token, after: null });
    apply(copy, page);
    token = page.syncToken;
    if (page.hasMore) continue;
    if (isLast) return copy;
    isLast = !isWriting();
  }
}

/** How one API reads a page of what was changed from a time on; `until` is the watermark of the page. */
type ReadTimedPage = (request: {
  readonly from: string;
  readonly after: string | null;
}) => Promise<{ readonly items: readonly Json[]; readonly until: string; readonly next: string | null }>;

const restTimedPage =
  (route: string, fields: string, property: string): ReadTimedPage =>
  async ({ from, after }) => {
    const filter = JSON.stringify({ [property]: { gte: from } });
    const query = new URLSearchParams({ limit: '100', fields, filter });
    if (after !== null) query.set('search_after', after);
    const { status, json, text } = await rest(`GET ${route}?${query}`);
    expect(status, text).toBe(200);
    return {
      items: json.items as readonly Json[],
      until: String(json.changed_until),
      next: json.search_after as string | null,
    };
  };

const graphTimedPage =
  (field: string, filterType: string, nodes: string, property: string): ReadTimedPage =>
  async ({ from, after }) => {
    const { data, errors } = await served.graphql(
      `query ($after: String, $filter: ${filterType}) {
        list: ${field}(first: 100, after: $after, filter: $filter) {
          nodes { ${nodes} } changedUntil pageInfo { hasNextPage endCursor }
        }
      }`,
      { variables: { after, filter: { [property]: { gte: from } } } },
    );
    expect(errors).toEqual([]);
    const list = data?.list as {
      nodes: readonly Json[];
      changedUntil: string;
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    return {
      items: list.nodes,
      until: list.changedUntil,
      next: list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null,
    };
  };

/** Follows a list by the time of changes, with the watermark of the first page of each walk. */
async function followByTime(read: ReadTimedPage, isWriting: () => boolean): Promise<Copy> {
  const copy: Copy = new Map();
  let from = '1970-01-01T00:00:00Z';
  for (let isLast = false; ; ) {
    let after: string | null = null;
    let next: string | null = null;
    do {
      const page = await read({ from, after });
      apply(copy, { items: page.items, removed: null });
      next ??= page.until;
      after = page.next;
    } while (after !== null);
    from = next;
    if (isLast) return copy;
    isLast = !isWriting();
  }
}

async function beside<Result>(
  write: (round: number) => Promise<void>,
  followers: (isWriting: () => boolean) => readonly Promise<Result>[],
): Promise<readonly Result[]> {
  let isWriting = true;
  const writing = (async () => {
    for (let round = 1; round <= ROUNDS; round += 1) await write(round);
  })().finally(() => {
    isWriting = false;
  });
  const [results] = await Promise.all([Promise.all(followers(() => isWriting)), writing]);
  return results;
}

/** What a copy lacks or has otherwise than the list does. */
function differences(copy: Copy, { copy: present }: { readonly copy: Copy }): readonly string[] {
  const ids = new Set([...copy.keys(), ...present.keys()]);
  return [...ids].filter((id) => copy.get(id) !== present.get(id));
}

/** Those that a copy by time lacks: it hears nothing of what is deleted. */
const missed = (copy: Copy, { copy: present }: { readonly copy: Copy }): readonly string[] =>
  [...present].flatMap(([id, item]) => (copy.get(id) === item ? [] : [id]));

const FILTER = { attributes: { stock: { gte: '3' } } };
const GRAPH_FILTER = { attributes: [{ attribute: 'stock', gte: '3' }] };
const PRODUCT = 'id,sku,version,values';
const GRAPH_PRODUCT = 'id sku version data';
const ENTITY = 'id,code,version,values';
const GRAPH_ENTITY = 'id code version data';

test('copies of products that are kept beside imports, batches, bulk edits and deletions lack nothing', async () => {
  const lists: readonly ReadPage[] = [
    restPage('/products', PRODUCT, {}),
    restPage('/products', PRODUCT, FILTER),
    graphPage('products', 'ProductFilter', GRAPH_PRODUCT, {}),
    graphPage('products', 'ProductFilter', GRAPH_PRODUCT, GRAPH_FILTER),
  ];
  const copies = await beside(writeProducts, (isWriting) => [
    ...lists.map((read) => follow(read, isWriting)),
    followByTime(restTimedPage('/products', PRODUCT, 'effective_updated_at'), isWriting),
    followByTime(graphTimedPage('products', 'ProductFilter', GRAPH_PRODUCT, 'effectiveUpdatedAt'), isWriting),
  ]);
  for (const [index, read] of lists.entries()) {
    const present = await readAll(read);
    expect(present.copy.size).toBeGreaterThan(ROWS);
    expect(differences(copies[index] as Copy, present)).toEqual([]);
  }
  expect(missed(copies.at(-2) as Copy, await readAll(lists[0] as ReadPage))).toEqual([]);
  expect(missed(copies.at(-1) as Copy, await readAll(lists[2] as ReadPage))).toEqual([]);
}, 300_000);

test('copies of entities that are kept beside imports, batches and deletions lack nothing', async () => {
  const lists: readonly ReadPage[] = [
    restPage('/entities', ENTITY, {}),
    restPage('/entities', ENTITY, FILTER),
    graphPage('entities', 'EntityFilter', GRAPH_ENTITY, {}),
    graphPage('entities', 'EntityFilter', GRAPH_ENTITY, GRAPH_FILTER),
  ];
  const copies = await beside(writeEntities, (isWriting) => [
    ...lists.map((read) => follow(read, isWriting)),
    followByTime(restTimedPage('/entities', ENTITY, 'updated_at'), isWriting),
    followByTime(graphTimedPage('entities', 'EntityFilter', GRAPH_ENTITY, 'updatedAt'), isWriting),
  ]);
  for (const [index, read] of lists.entries()) {
    const present = await readAll(read);
    expect(present.copy.size).toBeGreaterThan(ROWS);
    expect(differences(copies[index] as Copy, present)).toEqual([]);
  }
  expect(missed(copies.at(-2) as Copy, await readAll(lists[0] as ReadPage))).toEqual([]);
  expect(missed(copies.at(-1) as Copy, await readAll(lists[2] as ReadPage))).toEqual([]);
}, 300_000);
