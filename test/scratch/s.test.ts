import { test } from 'vitest';
import { serveCatalogue } from '../support/served-catalogue.ts';

test('x', async () => {
  const s = await serveCatalogue();
  await s.seedDemo();
  const go = async (path: string, init: any = {}) => {
    const t = performance.now();
    const { json, ...rest } = init;
    const r = await s.request('/api/v1' + path, {
      ...rest,
      headers: {
        authorization: `Bearer ${s.token}`,
        ...(json !== undefined ? { 'content-type': 'application/json' } : {}),
        ...rest.headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : {}),
    });
    const text = await r.text();
    const h = Object.fromEntries([...r.headers].filter(([k]) => !/^(x-|content-type|cache|vary)/.test(k)));
    console.log(
      init.method ?? 'GET',
      path,
      r.status,
      JSON.stringify(h),
      (performance.now() - t).toFixed(0) + 'ms\n',
      text.slice(0, 1500),
    );
    return { r, text };
  };
  await go('/channels', { headers: { 'content-type': 'application/json' } });
  await go('/products?limit=2&with_count=true&fields=sku,status,completeness');
  const first = JSON.parse((await go('/products?limit=1')).text).items[0];
  await go(`/products/${first.sku}?values=flat&locales=de_DE&labels=true`);
  await go(`/products/${first.id}?values=own&expand=associations,media,publications`);
  await go(
    '/products?filter=' +
      encodeURIComponent(
        JSON.stringify({ status: ['draft', 'published'], sku: { starts_with: 'L' }, attribute_set: 'nope' }),
      ),
  );
  await go('/products/search', {
    method: 'POST',
    json: { filter: { stat: 'draft', parent: null }, sort: ['-updated_at'], limit: 1 },
  });
  await go('/products/search', {
    method: 'POST',
    json: {
      filter: { status: 'draft' },
      sort: ['-updated_at', { field: 'sku', direction: 'asc' }],
      limit: 1,
      fields: ['sku'],
      with_count: true,
      search_after: null,
    },
  });
  await go('/products', {
    method: 'POST',
    json: {
      sku: 'A/B 1',
      attribute_set: first.attribute_set,
      values: { name: { locale: 'en_US', value: 'X' } },
      categories: [],
    },
  });
  await go('/products/A%2FB%201');
  await go('/products/A%2FB%201', {
    method: 'PATCH',
    json: {
      values: { name: null, nosuch: 'x' },
      categories: { add: ['zzz'] },
      associations: { foo: { products: ['x'] } },
    },
  });
  await go('/products/A%2FB%201', {
    method: 'PATCH',
    json: {
      values: {
        name: [
          { locale: 'en_US', value: 'Y' },
          { locale: 'de_DE', value: 'Z' },
        ],
      },
    },
    headers: { 'if-match': '"1"' },
  });
  await go('/products/A%2FB%201', {
    method: 'PATCH',
    json: { values: { name: [{ locale: 'en_US', value: 'W' }] } },
    headers: { 'if-match': '"1"' },
  });
  await go('/products/A%2FB%201?dry_run=true', { method: 'DELETE' });
  await go('/products/A%2FB%201', { method: 'DELETE' });
  await go('/products/A%2FB%201');
  await go('/products/A%2FB%201/restore', { method: 'POST' });
  await go('/products/NEW-1?upsert=true', {
    method: 'PATCH',
    json: { attribute_set: first.attribute_set, categories: { add: [] } },
  });
  await go('/channels/newch?upsert=true', {
    method: 'PATCH',
    json: { locales: ['en_US'], currencies: ['EUR'], labels: { en_US: 'New' } },
  });
  await go('/channels/newch?upsert=true', {
    method: 'PATCH',
    json: { code: 'other', labels: { en_US: 'New2' }, created_at: 'x' },
  });
  await go('/products/batch', {
    method: 'POST',
    json: { items: [{ sku: 'B1' }, { sku: 'B2', nope: 1 }, { sku: 'B3', attribute_set: 'zz' }] },
  });
  await go('/products/batch', {
    method: 'POST',
    body: '{"sku":"B4"}\n{"sku":"B5","version":9}\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await go('/products/batch', {
    method: 'POST',
    json: { items: [{ sku: 'B1', status: 'x' }], error_policy: 'reject_all' },
  });
  await go('/me');
  await go('/attributes?limit=2');
  await go('/attribute-sets?limit=1');
  await go('/measurement-families?limit=1');
  await go('/option-sets?limit=1');
  await go('/products/NEW-1/revisions');
  await go('/products/NEW-1/completeness');
  await go('/products/NEW-1/variants');
  await go('/products', { method: 'PUT' });
  await go('/nothing');
  await go('/media', { method: 'PUT' });
  await go('/products?limt=2');
  await go('/products?limit=0');
  await go('/products?search_after=zzz');
  await go('/channels', { headers: { accept: 'text/html' } });
  await go('/channels', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
  await go('/channels', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
  await go('/tokens');
  await go('/audit?limit=1');
  await go('/organization');
  await go('/channels', { headers: { authorization: '' } });
  await go('/entities?limit=1');
  await go('/entity-types?limit=1');
  await go('/categories?limit=2');
  await go('/locales?limit=1&enabled=true');
  await go('/products?limit=100&expand=completeness,associations,publications,media');
  console.log(JSON.stringify(s.logged.filter((l) => l.level === 'error')).slice(0, 3000));
  await s.close();
}, 60000);
