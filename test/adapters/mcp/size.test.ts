// Risk: an answer is so large that a model loses the thread, or something is left out of it and nobody is told.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServedProgram } from '../../support/served-program.ts';
import { call, connect, serveDemo } from './mcp-client.ts';

const LIMIT_BYTES = 25_000;
/** Long texts, about 3 kB each. */
const story = (word: string) => `<p>${`${word} `.repeat(Math.floor(3_000 / (word.length + 1)))}</p>`;

let served: ServedProgram;
let client: Client;
beforeAll(async () => {
  served = await serveDemo();
  client = await connect(served, '2026');
  const attributes = Array.from({ length: 40 }, (_, index) => ({ code: `text_${index}`, type: 'textarea' }));
  await done('apply_model', {
    attributes,
    dry_run: false,
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

test.each(['2026-07-28', '2025-11-25'])('the list of all tools has up to 40 kB in %s', async (version) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const isOf2026 = version.startsWith('2026');
  const response = await served.request('/_mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${served.token}`,
      'mcp-protocol-version': version,
      ...(isOf2026 ? { 'mcp-method': 'tools/list' } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: isOf2026 ? { _meta: meta } : {},
    }),
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { result: { tools: unknown[] } };
  expect(result.tools).toHaveLength(14);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
});

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
      detail: 'More than 20 fields are not valid. The first 20 are listed.',
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

describe('get_attribute_set of a large set', () => {
  const long = (count: number) => 'A long text. '.repeat(count);
  const codes = Array.from({ length: 300 }, (_, index) => `large_${'x'.repeat(60)}_${index}`);
  const required = [codes[290] as string, codes[299] as string];
  beforeAll(async () => {
    const attributes = codes.map((code, index) => ({
      code,
      type: 'text',
      labels: { en_US: long(4) },
      // One that no page has room for.
      guidelines: { en_US: index === 150 ? '長'.repeat(10_000) : long(3).trim() },
    }));
    for (let start = 0; start < codes.length; start += 100)
      await done('apply_model', { attributes: attributes.slice(start, start + 100), dry_run: false });
    const set = { attributes: codes.map((code) => ({ code })), required_attributes: { '*': required } };
    await done('apply_model', {
      attribute_sets: [{ ...set, code: 'large', description: long(700).trim() }],
      dry_run: false,
    });
  }, 60_000);

  test('has every attribute on one page, required ones on the first, and leaves nothing out unnamed', async () => {
    const seen: string[] = [];
    const leftOut: string[] = [];
    let cursor: string | null = null;
    do {
      const given: Readonly<Record<string, unknown>> =
        cursor === null ? { code: 'large' } : { code: 'large', search_after: cursor };
      expect(await bytesOf('get_attribute_set', given)).toBeLessThan(LIMIT_BYTES);
      const result = await client.callTool({ name: 'get_attribute_set', arguments: given });
      const page = result.structuredContent as {
        attributes: { code: string; guideline: string }[];
        attributes_count: number;
        further_attributes: string[];
        search_after: string | null;
        left_out?: string[];
      };
      const shown = page.attributes.map(({ code }) => code);
      if (cursor === null) expect(shown).toEqual(expect.arrayContaining(required));
      expect(page.attributes_count).toBe(300);
      expect(page.further_attributes.length > 0).toBe(page.search_after !== null);
      seen.push(...shown);
      for (const pointer of page.left_out ?? []) {
        const [, key, index, ...rest] = pointer.split('/');
        leftOut.push(key === 'attributes' ? `${shown[Number(index)]}/${rest.join('/')}` : pointer);
      }
      cursor = page.search_after;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(codes.toSorted());
    expect(leftOut).toEqual([`${codes[150]}/guideline`]);
  }, 60_000);

  test('has every attribute even beside layouts and a description that no page has room for', async () => {
    await done('apply_model', {
      attributes: [{ code: 'large_axis', type: 'boolean' }],
      attribute_sets: [
        {
          code: 'large',
          description: '長'.repeat(10_000),
          attributes: [...codes, 'large_axis'].map((code) => ({ code })),
          variant_layouts: ['one', 'two', 'three'].map((code) => ({
            code,
            levels: [{ axes: ['large_axis'], attributes: codes }],
          })),
        },
      ],
      dry_run: false,
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const given: Readonly<Record<string, unknown>> =
        cursor === null ? { code: 'large' } : { code: 'large', search_after: cursor };
      const result = await client.callTool({ name: 'get_attribute_set', arguments: given });
      const page = result.structuredContent as {
        attributes: { code: string }[];
        search_after: string | null;
        left_out: string[];
      };
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(LIMIT_BYTES);
      expect(page.left_out).toContain('/description');
      expect(page.left_out).not.toContain('/attributes');
      seen.push(...page.attributes.map(({ code }) => code));
      cursor = page.search_after;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual([...codes, 'large_axis'].toSorted());
  }, 60_000);

  test('shows one attribute that is asked for, and refuses a cursor of nothing', async () => {
    const given = { code: 'large', attributes: [codes[7]] };
    expect(await done('get_attribute_set', given)).toMatchObject({
      attributes: [{ code: codes[7] }],
      attributes_count: 1,
      further_attributes: [],
      search_after: null,
    });
    expect(await ask('get_attribute_set', { code: 'large', search_after: 'nowhere' })).toMatchObject({
      isError: true,
      json: { code: 'invalid-cursor', status: 400 },
    });
  });
});
