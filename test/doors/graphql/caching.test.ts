// Risk: a front end that asks again gets the whole answer again, or one that is stale or somebody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedCatalogue, serveCatalogue } from '../../support/served-catalogue.ts';

let served: ServedCatalogue;
beforeAll(async () => {
  served = await serveCatalogue();
  await served.seedDemo();
});
afterAll(() => served.close());

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string | null;
}

async function get(parameters: Readonly<Record<string, string>>, { headers = {}, as }: Asked = {}) {
  const token = as === undefined ? served.token : as;
  const response = await served.request(`/graphql?${new URLSearchParams(parameters)}`, {
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const PRODUCTS = '{ products(first: 3) { nodes { sku label version } pageInfo { endCursor } } }';

describe('a query by GET', () => {
  test('has a tag that answers 304 until something changes', async () => {
    const first = await get({ query: PRODUCTS });
    expect([first.status, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      ...[200, 'private, no-cache', 'Authorization, Accept, Accept-Encoding'],
    ]);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{16}"$/);
    const again = await get({ query: PRODUCTS }, { headers: { 'if-none-match': tag } });
    expect({ ...again, headers: null, tag: again.headers.get('etag') }).toEqual({
      ...{ status: 304, text: '', headers: null, tag },
    });
    expect(again.headers.get('content-type')).toBeNull();
    expect(again.headers.get('x-ratelimit-limit')).toBe('600');

    const [{ sku }] = JSON.parse(first.text).data.products.nodes;
    const archive =
      'mutation ($ref: ID!) { setProductStatus(ref: $ref, input: { status: ARCHIVED }) { __typename } }';
    await served.graphql(archive, { variables: { ref: sku } });
    const changed = await get({ query: PRODUCTS }, { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  test('is refused as before to those who may not ask, whatever tag they know', async () => {
    const query = '{ me { role } }';
    const tag = (await get({ query })).headers.get('etag') ?? '';
    const refused = await get({ query }, { as: null, headers: { 'if-none-match': tag } });
    expect([refused.status, refused.headers.get('etag')]).toEqual([401, null]);
  });

  test('a document that is not known stays out of caches', async () => {
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } });
    const { headers } = await get({ extensions });
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });

  test('by POST there is no tag', async () => {
    const { headers } = await served.graphql(PRODUCTS);
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, null]);
  });
});
