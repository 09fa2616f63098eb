// Risk: two fields of one object show it in different languages, because only one of them lets other locales stand in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import openapi from '../../../schema/openapi.json' with { type: 'json' };
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';
import { call, connect } from '../mcp/mcp-client.ts';
import { restOf } from '../rest/rest-client.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
  // Of its locales de_AT falls back to de_DE, and en_US is the default.
  await served.seedDemo();
  const { data } = await served.graphql(
    `mutation {
      createProduct(input: { sku: "ONE", attributeSet: "lamp", values: [
        { attribute: "title", locale: "en_US", value: "Lamp" }
        { attribute: "title", locale: "de_DE", value: "Leuchte" }
      ] }) { __typename }
    }`,
  );
  expect(data).toEqual({ createProduct: { __typename: 'ProductPayload' } });
});
afterAll(() => served.close());

const ask = async (fallback: string) => {
  const and = fallback === '' ? '' : `, fallback: ${fallback}`;
  const { data, errors } = await served.graphql(
    `{ product(ref: "ONE") {
      label(locale: "de_AT"${and})
      value(attribute: "title", locale: "de_AT"${and}) { display locale source }
      values(attributes: ["title"], locales: ["de_AT"]${and}) { display locale source }
      data(attributes: ["title"], locale: "de_AT"${and})
      attributeSet { label(locale: "de_AT"${and}) }
    } }`,
  );
  expect(errors).toEqual([]);
  return data?.product;
};

test('other locales stand in wherever something is shown in a locale', async () => {
  const standIn = { display: 'Leuchte', locale: 'de_DE', source: 'FALLBACK' };
  const shown = {
    label: 'Leuchte',
    value: standIn,
    values: [standIn],
    data: { title: 'Leuchte' },
    attributeSet: { label: 'Leuchte' },
  };
  expect(await ask('')).toEqual(shown);
  expect(await ask('true')).toEqual(shown);
});

test('with `fallback: false` they stand in nowhere', async () => {
  expect(await ask('false')).toEqual({
    label: '[ONE]',
    value: null,
    values: [],
    data: {},
    attributeSet: { label: '[lamp]' },
  });
});

test('a value that stands in is listed once, and not beside itself', async () => {
  const { data } = await served.graphql(
    `{ product(ref: "ONE") { values(attributes: ["title"], locales: ["de_AT", "de_DE", "en_US"]) { locale source } } }`,
  );
  expect(data?.product).toEqual({
    values: [
      { locale: 'de_DE', source: 'OWN' },
      { locale: 'en_US', source: 'OWN' },
    ],
  });
});

test('cells that stand in are marked in GraphQL and REST, and change nothing when they are written back', async () => {
  const standIn = { title: [{ locale: 'de_DE', value: 'Leuchte', source: 'fallback' }] };
  const cells = 'attributes: ["title"], locales: ["de_AT"]';
  const { data } = await served.graphql(
    `{ product(ref: "ONE") {
      byDefault: data(form: CELLS, ${cells})
      own: data(form: OWN, ${cells})
      strict: data(form: CELLS, ${cells}, fallback: false)
      listed: data(form: CELLS, attributes: ["title"], locales: ["de_AT", "de_DE"])
    } }`,
  );
  expect(data?.product).toEqual({
    byDefault: standIn,
    own: standIn,
    strict: {},
    listed: { title: [{ locale: 'de_DE', value: 'Leuchte' }] },
  });
  const rest = restOf(served);
  const shown = 'values=cells&locales=de_AT&attributes=title&fields=values,version';
  const before = (await rest(`GET /products/ONE?${shown}`)).json;
  expect(before).toEqual({ values: standIn, version: 1 });
  expect((await rest(`GET /products/ONE?${shown}&fallback=false`)).json).toEqual({ values: {}, version: 1 });
  const search = { filter: { sku: 'ONE' }, values: 'cells', locales: ['de_AT'], attributes: ['title'] };
  const find = async (more: object) =>
    (await rest('POST /products/search', { json: { ...search, fields: ['values'], ...more } })).json.items;
  expect(await find({})).toEqual([{ values: standIn }]);
  expect(await find({ fallback: false })).toEqual([{ values: {} }]);
  const written = await rest(`PATCH /products/ONE?${shown}`, { json: { values: before.values } });
  expect(written.json).toEqual(before);
});

test('an inherited cell that stands in is one that stands in', async () => {
  const rest = restOf(served);
  const search = { filter: { type: 'variant' }, values: 'cells', attributes: ['title'], fields: ['values'] };
  const titles = async (more: object) => {
    const { json } = await rest('POST /products/search', { json: { ...search, ...more } });
    return (json.items as { values: { title?: object[] } }[]).flatMap(({ values }) => values.title ?? []);
  };
  const inherited = await titles({ locales: ['de_DE'] });
  expect(inherited[0]).toMatchObject({ locale: 'de_DE', source: 'inherited' });
  expect(await titles({ locales: ['de_AT'] })).toEqual(
    inherited.map((cell) => ({ ...cell, source: 'fallback' })),
  );
});

test('flat values of REST let other locales stand in, and are refused when they are written back', async () => {
  const rest = restOf(served);
  const cells = { title: { locale: 'de_DE', value: 'Leuchte' }, designer: 'Ida' };
  const made = await rest('POST /products', { json: { sku: 'TWO', attribute_set: 'lamp', values: cells } });
  expect(made.status).toBe(201);
  const shown = 'values=flat&locales=de_AT&attributes=title,designer&fields=values,version';
  const { json: before } = await rest(`GET /products/TWO?${shown}`);
  expect(before).toEqual({ values: { designer: 'Ida', title: 'Leuchte' }, version: 1 });
  expect((await rest(`GET /products/TWO?${shown}&fallback=false`)).json).toEqual({
    ...before,
    values: { designer: 'Ida' },
  });
  // A text without a locale is no value of a localized attribute, so nothing becomes a value of de_AT unseen.
  const edited = { ...(before.values as object), designer: 'Ivo' };
  const written = await rest(`PATCH /products/TWO?${shown}`, { json: { values: edited } });
  expect(written).toMatchObject({
    status: 422,
    json: { errors: [{ code: 'locale-required', pointer: '/values/title/locale', attribute: 'title' }] },
  });
  expect((await rest(`GET /products/TWO?${shown}`)).json).toEqual(before);
  expect((await rest(`GET /products/TWO?values=own&fields=values&attributes=title`)).json).toEqual({
    values: { title: [cells.title] },
  });
});

test('entities answer as products do', async () => {
  const rest = restOf(served);
  await rest('POST /entity-types', { json: { code: 'maker', attributes: ['title'] } });
  const values = { title: { locale: 'de_DE', value: 'Schreinerei' } };
  const made = await rest('POST /entities', { json: { entity_type: 'maker', code: 'oak', values } });
  expect(made.status).toBe(201);
  const shown = async (parameters: string) =>
    (await rest(`GET /entities/maker/oak?locales=de_AT&fields=values&${parameters}`)).json.values;
  expect(await shown('values=flat')).toEqual({ title: 'Schreinerei' });
  expect(await shown('values=flat&fallback=false')).toEqual({});
  expect(await shown('values=cells')).toEqual({ title: [{ ...values.title, source: 'fallback' }] });
  expect(await shown('values=cells&fallback=false')).toEqual({});
  const refused = await rest('PATCH /entities/maker/oak', { json: { values: { title: 'Schreinerei' } } });
  expect([refused.status, (refused.json.errors as object[])[0]]).toMatchObject([
    422,
    { code: 'locale-required' },
  ]);
});

test('tools let other locales stand in, and refuse plain values that are written back', async () => {
  const client = await connect(served, '2026');
  const read = { ref: 'ONE', locale: 'de_AT', attributes: ['title'] };
  const { json: before } = await call(client, 'get_product', read);
  expect(before).toMatchObject({ values: { title: 'Leuchte' }, version: 1 });
  const written = await call(client, 'update_product', { ref: 'ONE', values: before.values });
  expect(written).toMatchObject({ isError: true, json: { errors: [{ code: 'locale-required' }] } });
  expect((await call(client, 'get_product', read)).json).toEqual(before);
  await client.close();
});

test('every operation of REST has the same default', () => {
  const found: unknown[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { name, schema, properties } = node as Record<string, Record<string, unknown>>;
    if (String(name) === 'fallback' && 'in' in node) found.push(schema?.default);
    const key = properties?.fallback as { type?: string; default?: unknown } | undefined;
    if (key?.type === 'boolean') found.push(key.default);
    Object.values(node).forEach(walk);
  };
  walk(openapi);
  expect(found.length).toBeGreaterThan(15);
  expect(new Set(found)).toEqual(new Set([true]));
});
