// Risk: an answer is so large that a model loses the thread, or something is left out of it and nobody is told.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedCatalogue } from '../../support/served-catalogue.ts';
import { call, connect, serveDemo } from './mcp-client.ts';

const LIMIT_BYTES = 25_000;
/** Long texts, about 3 kB each. */
const story = (word: string) => `<p>${`${word} `.repeat(Math.floor(3_000 / (word.length + 1)))}</p>`;

let served: ServedCatalogue;
let client: Client;
beforeAll(async () => {
  served = await serveDemo();
  client = await connect(served, '2026');
  const attributes = Array.from({ length: 40 }, (_, index) => ({ code: `text_${index}`, type: 'textarea' }));
  await done('apply_model', {
    ...{ attributes, dry_run: false },
    attribute_sets: [{ code: 'novel', attributes: attributes.map(({ code }) => ({ code })) }],
  });
  const items = Array.from({ length: 30 }, (_, index) => ({
    sku: `LONG-${String(index).padStart(2, '0')}`,
    attribute_set: 'novel',
    values: { text_0: story(`story${index}`) },
  }));
  await done('upsert_products', { items, dry_run: false });
}, 60_000);
afterAll(async () => {
  await client.close();
  await served.close();
});
const ask = (name: string, given: Readonly<Record<string, unknown>>) => call(client, name, given);
async function done(name: string, given: Readonly<Record<string, unknown>>) {
  const answer = await ask(name, given);
  if (answer.isError) throw new Error(JSON.stringify(answer.json).slice(0, 500));
  return answer.json;
}
/** The answer to a call as a model reads it: hosts show either the text or `structuredContent`. */
async function bytesOf(name: string, given: Readonly<Record<string, unknown>>): Promise<number> {
  const { content } = await client.callTool({ name, arguments: { ...given } });
  return Buffer.byteLength(content.map((one) => (one.type === 'text' ? one.text : '')).join());
}

test('a page is as long as it may be, and its cursor goes on behind its last entry', async () => {
  const asked = { limit: 30, sort: ['sku'], filter: { attribute_set: 'novel' } };
  const seen: string[] = [];
  const lengths: number[] = [];
  let cursor: string | null = null;
  do {
    const given: Readonly<Record<string, unknown>> =
      cursor === null ? asked : { ...asked, search_after: cursor };
    expect(await bytesOf('search_products', given)).toBeLessThan(LIMIT_BYTES);
    const result = await client.callTool({ name: 'search_products', arguments: given });
    const page = result.structuredContent as {
      items: { sku: string }[];
      search_after: string | null;
      has_more: boolean;
    };
    expect(page.has_more).toBe(page.search_after !== null);
    seen.push(...page.items.map(({ sku }) => sku));
    lengths.push(page.items.length);
    cursor = page.search_after;
  } while (cursor !== null);
  expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `LONG-${String(index).padStart(2, '0')}`));
  expect(lengths).toEqual([7, 7, 7, 7, 2]);
});

test('of one large product the largest values are left out and named', async () => {
  const codes = Array.from({ length: 12 }, (_, index) => `text_${index + 1}`);
  const short = { text_30: 'short', text_31: 'also short' };
  const values = { ...Object.fromEntries(codes.map((code) => [code, story(code)])), ...short };
  await done('create_product', { sku: 'HUGE', attribute_set: 'novel', values });
  const given = { ref: 'HUGE', include: ['history', 'completeness'] };
  expect(await bytesOf('get_product', given)).toBeLessThan(LIMIT_BYTES);
  const { json } = await ask('get_product', given);
  const kept = json.values as Record<string, unknown>;
  const leftOut = json.left_out as string[];
  expect(kept).toMatchObject({ text_30: [{ value: 'short' }], text_31: [{ value: 'also short' }] });
  expect([...Object.keys(kept).map((code) => `/values/${code}`), ...leftOut].toSorted()).toEqual(
    [...codes, 'text_30', 'text_31'].map((code) => `/values/${code}`).toSorted(),
  );
  expect(leftOut).toHaveLength(5);
  // What is left out is there when it is asked for by itself, unless it alone is too much.
  const code = leftOut[0]?.slice('/values/'.length) ?? '';
  const alone = await done('get_product', { ref: 'HUGE', attributes: [code] });
  expect(alone.values).toEqual({ [code]: [{ value: story(code) }] });
});

test('codes are cut to as many as fit, and say that there are more', async () => {
  const label = 'A rather long name that goes on and on '.repeat(6);
  const options = Array.from({ length: 100 }, (_, index) => ({
    code: `o${index}`,
    labels: { en_US: `${label}${index}` },
  }));
  await done('apply_model', { option_sets: [{ code: 'many', options }], dry_run: false });
  const given = { kind: 'option', parent: 'many', limit: 100 };
  expect(await bytesOf('find_codes', given)).toBeLessThan(LIMIT_BYTES);
  const { items, has_more } = (await done('find_codes', given)) as { items: unknown[]; has_more: boolean };
  expect({ count: items.length, has_more }).toEqual({ count: 42, has_more: true });
});

test('of a large batch those stay that failed, and a refusal keeps as many mistakes as fit', async () => {
  const bad = { wrong_key_number_one: 1, wrong_key_number_two: 2, wrong_key_number_three: 3 };
  const items = Array.from({ length: 100 }, (_, index) => ({
    sku: `B-${'x'.repeat(150)}-${index}`,
    ...(index % 10 === 0 ? bad : {}),
  }));
  expect(await bytesOf('upsert_products', { items })).toBeLessThan(LIMIT_BYTES);
  const batch = await done('upsert_products', { items });
  const results = batch.results as { index: number; status: string; errors: unknown[] }[];
  expect(batch.summary).toEqual({ created: 90, updated: 0, unchanged: 0, failed: 10 });
  expect(results.map(({ index, errors }) => [index, errors.length])).toEqual(
    Array.from({ length: 10 }, (_, index) => [index * 10, 3]),
  );
  expect(batch.left_out).toEqual(['/results']);
  const key = 'k'.repeat(90);
  const worse = { [`${key}1`]: 1, [`${key}2`]: 1, [`${key}3`]: 1 };
  const all = { items: items.map(({ sku }) => ({ sku, ...worse })), error_policy: 'reject_all' };
  expect(await bytesOf('upsert_products', all)).toBeLessThan(LIMIT_BYTES);
  const refused = await ask('upsert_products', all);
  expect(refused).toMatchObject({
    isError: true,
    json: {
      code: 'unknown-property',
      detail: '300 fields are not valid. The first 20 are listed, 280 more are not.',
    },
  });
  expect(refused.json.errors).toHaveLength(20);
});

test('a refused value is shown again only when it is short', async () => {
  const { json } = await ask('create_product', {
    sku: 'X',
    categories: { long: 'x'.repeat(100_000), other: 'y'.repeat(201), third: 'z'.repeat(200) },
  });
  expect(json).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/categories', value: null }],
  });
});
