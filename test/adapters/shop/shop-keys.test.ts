// Risk: a key opens nothing, or more than its storefront; pictures of a shop cannot be cached, or say what was never public.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTRIBUTES } from '../../../prisma/demo/attributes.ts';
import { openUserSession } from '../../../src/modules/organization/index.ts';
import { upsertStorefronts } from '../../../src/modules/storefront/index.ts';
import { createStorefrontKey } from '../../../src/modules/storefront-key/index.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
let publishable = '';
let secret = '';
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo({ pictures: true });
  const { runner, database } = served.catalogue;
  const origin = { door: 'console', requestId: 'test' } as const;
  const owner = await openUserSession(database.owner, served.organizationId, served.ownerOfIt.email, origin);
  if (owner === null) throw new Error('The owner is missing.');
  const attributes = ATTRIBUTES.map(({ code }) => code);
  const patch = { code: 'shop', channel: 'webshop', attributes } as { readonly code: string };
  await runner.write(owner, upsertStorefronts, {
    items: [{ patch }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const create = async (kind: 'publishable' | 'secret') => {
    const input = { storefront: 'shop', name: kind, kind };
    return (await runner.write(owner, createStorefrontKey, input)).output.key;
  };
  publishable = String(await create('publishable'));
  secret = String(await create('secret'));
});
afterAll(() => served?.close());

const ask = async (query: string) => {
  const response = await served.request(`/shop/${publishable}/graphql?${new URLSearchParams({ query })}`);
  return (await response.json()) as { data: Record<string, never>; errors?: readonly { message: string }[] };
};

test('both kinds of keys answer their storefront', async () => {
  const query = '{ channel { code } products(first: 2) { totalCount nodes { sku } } }';
  const { data, errors } = await ask(query);
  expect(errors ?? []).toEqual([]);
  const bySecret = await served.request('/shop/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect((await bySecret.json()).data).toEqual(data);
});

test('keys open no other API, and no token opens a shop', async () => {
  const elsewhere = await served.request('/api/v1/products', {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(elsewhere.status).toBe(401);
  const token = await served.request(`/shop/${served.token}/graphql?query={channel{code}}`);
  expect(token.status).toBe(400);
});

test('a schema is swapped while it answers, without a failed request', async () => {
  const query = '{ lampProducts(first: 3) { nodes { sku title price { amount } } } }';
  const expected = (await ask(query)).data;
  let isOver = false;
  const askOn = async () => {
    while (!isOver) expect((await ask(query)).data).toEqual(expected);
  };
  const asking = Promise.all([askOn(), askOn(), askOn()]);
  for (const name of ['upkeep', 'careText', 'care']) {
    const renamed = await served.request('/api/v1/attributes/care', {
      method: 'PATCH',
      headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ api_name: name }),
    });
    expect(renamed.status).toBe(200);
    const { errors } = await ask(`{ lampProducts(first: 1) { nodes { ${name} } } }`);
    expect(errors ?? []).toEqual([]);
  }
  isOver = true;
  await asking;
});

describe('pictures', () => {
  const imageLinks = async (fields: string) => {
    const { data } = await ask(`{ product(by: { sku: "LO-WREN" }) { image { ${fields} } } }`);
    return (data.product as unknown as { image: Record<string, string> }).image;
  };

  test('have links that are answered without a key and may be kept for ever', async () => {
    const { url = '', srcset = '' } = await imageLinks(
      'url(width: 64, height: 64, fit: COVER) srcset(widths: [32, 64])',
    );
    expect((await imageLinks('url(width: 64, height: 64, fit: COVER)')).url).toBe(url);
    expect(srcset.split(', ').map((part) => part.split(' ')[1])).toEqual(['32w', '64w']);
    const { pathname } = new URL(url);
    const picture = await served.request(pathname);
    const headerNames = [
      'content-type',
      'cache-control',
      'content-disposition',
      'access-control-allow-origin',
    ];
    expect([picture.status, ...headerNames.map((name) => picture.headers.get(name))]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
      'inline; filename=file.webp',
      '*',
    ]);
    expect(Buffer.from(await picture.arrayBuffer()).includes('Exif')).toBe(false);
    const tag = picture.headers.get('etag') ?? '';
    expect((await served.request(pathname, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test('are missing while they are private', async () => {
    const { id } = await imageLinks('id');
    const setVisibility = async (visibility: string) => {
      const { data } = await served.graphql(
        `mutation { updateMedia(ref: "${id}", input: { visibility: ${visibility} }) {
          ... on MediaPayload { media { visibility } } } }`,
      );
      expect(data?.updateMedia).toEqual({ media: { visibility } });
    };
    await setVisibility('PRIVATE');
    expect(await imageLinks('url')).toBeNull();
    await setVisibility('PUBLIC');
    expect(await imageLinks('width')).toEqual({ width: 800 });
  });

  test('are refused in any other form than the one that was given out', async () => {
    const { pathname } = new URL((await imageLinks('url(width: 64)')).url ?? '');
    const [, shop, media, organization, sha256, parameters = '', name] = pathname.split('/');
    const wider = Buffer.from(
      Buffer.from(parameters, 'base64url').toString().replace(',64,', ',65,'),
    ).toString('base64url');
    expect(wider).not.toBe(parameters);
    const changed = `/${[shop, media, organization, sha256, wider, name].join('/')}`;
    expect((await served.request(changed)).status).toBe(403);
    expect((await served.request('/shop/media/nothing')).status).toBe(403);
  });
});
