// Risk: the same SKU, tag, id or value, typed on a Mac with accents of their own, is another one: a second product, no hit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { seedConfiguration } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { openWorldByApi, type WorldByApi } from './support/world-by-api.ts';

/** One text in both forms. */
const COMPOSED = 'Gr\u00fcn-\ud55c';
const APART = COMPOSED.normalize('NFD');

let { world, askRest, askTool, program } = {} as WorldByApi;
beforeAll(async () => {
  ({ world, askRest, askTool, program } = await openWorldByApi());
  await seedConfiguration(
    world.catalogue,
    upsertAttributeSets,
    [{ code: 'unique', attributes: [{ code: 'ean' }, { code: 'brand' }], attributeAsLabel: 'brand' }],
    world.owner,
  );
  const values = { ean: COMPOSED, brand: COMPOSED };
  const item = {
    sku: COMPOSED,
    attribute_set: 'unique',
    tags: [COMPOSED],
    external_refs: { erp: COMPOSED },
    values,
  };
  expect(await rest('/products', item)).toMatchObject({ sku: COMPOSED });
});
afterAll(() => world.close());

async function rest(path: string, body?: object, method = 'POST'): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method, headers, body: JSON.stringify(body) };
  return (await (await askRest(path, init, program)).json()) as Record<string, unknown>;
}
const imports = () => createImportHarness({ ...world.catalogue, owner: world.owner });
const item = { sku: APART, tags: { add: [APART] } };

/** Every way to write the product again by its SKU in the other form. */
const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
  'REST, one': () => rest(`/products/${encodeURIComponent(APART)}`, { tags: { add: [APART] } }, 'PATCH'),
  'REST, batch': () => rest('/products/batch', { items: [item] }),
  MCP: () => askTool('upsert_products', { items: [item], dry_run: false }, program),
  GraphQL: () =>
    world.run(
      `mutation ($tags: [String!]) { updateProduct(ref: "${APART}", input: { tags: { add: $tags } }) { __typename } }`,
      { tags: [APART] },
      world.owner,
    ),
  'JSON lines': () => imports().run(JSON.stringify(item), { resource: 'products', format: 'jsonl' }),
  CSV: () => imports().run(`sku,tags,brand\n${APART},${APART},${APART}\n`, { resource: 'products' }),
};

describe.each(Object.keys(WRITES))('%s', (name) => {
  test('finds the product by its SKU in either form and changes nothing', async () => {
    await WRITES[name]?.();
    const product = await rest(`/products/${encodeURIComponent(APART)}`);
    expect(product).toMatchObject({ sku: COMPOSED, version: 1, tags: [COMPOSED] });
  });
});

/** Identifiers that another product cannot have too. */
const TAKEN = {
  'a SKU': { sku: APART },
  'a unique value': { sku: 'OTHER-1', attribute_set: 'unique', values: { ean: APART } },
  'an id in another system': { sku: 'OTHER-2', external_refs: { erp: APART } },
};

test.each(Object.entries(TAKEN))('%s is taken in either form', async (_name, body) => {
  const { status, errors } = await rest('/products', body);
  expect([409, 422]).toContain(status);
  expect((errors as { code: string }[]).map(({ code }) => code)).toEqual(['not-unique']);
});

/** Conditions that hold the other form. */
const CONDITIONS = [
  { sku: APART },
  { sku: { contains: APART.slice(0, 4) } },
  { tags: { any: [APART] } },
  { external_refs: { erp: APART } },
  { attributes: { ean: { eq: APART } } },
  { attributes: { brand: { contains: APART } } },
];

test.each(CONDITIONS)('a filter finds it by either form: %j', async (filter) => {
  const { items } = await rest('/products/search', { filter, fields: ['sku'] });
  expect(items).toEqual([{ sku: COMPOSED }]);
});

describe('a file whose name was typed on a Mac', () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  let code = '';
  beforeAll(async () => {
    const { data } = await world.run(
      `mutation ($filename: String!) { addMedia(input: { base64: "${pixel}", filename: $filename }) {
        ... on AddMediaPayload { media { code filename } } } }`,
      { filename: `${APART}.png` },
      world.owner,
    );
    const { media } = (data as { addMedia: { media: { code: string; filename: string } } }).addMedia;
    expect(media.filename).toBe(`${COMPOSED}.png`);
    code = media.code;
  });

  test.each([
    ['C', COMPOSED],
    ['D', APART],
  ])('is found by a cell in form %s', async (form, name) => {
    const { failed } = await imports().run(`sku,attribute_set,d_image\nFILE-${form},typed,${name}.png\n`, {});
    expect(failed).toBe(0);
    const { values } = await rest(`/products/FILE-${form}`);
    expect(values).toMatchObject({ d_image: [{ value: code }] });
  });

  test('is found by its name in the other form', async () => {
    const { items } = await rest(`/media?search=${encodeURIComponent(APART)}`);
    expect(items).toMatchObject([{ code }]);
  });
});

describe('a label whose accents are marks of their own', () => {
  beforeAll(async () => {
    const { errors } = await world.run(
      `mutation ($label: [LabelInput!]) {
        upsertOptions(items: [{ optionSet: "colors", code: "leaf", labels: $label }]) { __typename }
        upsertAttributeSets(items: [{ code: "unique", labels: $label }]) { __typename }
        upsertCategories(items: [{ code: "leafy", labels: $label }]) { __typename }
      }`,
      { label: [{ locale: 'en_US', text: APART }] },
      world.owner,
    );
    expect(errors ?? []).toEqual([]);
  });

  test.each([
    ['C', COMPOSED],
    ['D', APART],
  ])('names an option, a set and a category in cells of form %s', async (form, label) => {
    const rows = `sku,attribute_set,categories\nLABEL-${form},${label},${label}\n`;
    const { failed, errors } = await imports().run(rows, {});
    expect([failed, errors]).toEqual([0, []]);
    expect(await rest(`/products/LABEL-${form}`)).toMatchObject({
      attribute_set: 'unique',
      categories: ['leafy'],
    });
    await imports().run(`sku,attribute_set,d_select\nOPTION-${form},typed,${label}\n`, {});
    expect(await rest(`/products/OPTION-${form}`)).toMatchObject({
      values: { d_select: [{ value: 'leaf' }] },
    });
  });
});

test('a code cannot have accents, in either form', async () => {
  for (const code of [COMPOSED, APART]) {
    const { status, errors } = await rest('/categories', { code });
    expect([status, (errors as { code: string }[]).map((one) => one.code)]).toEqual([422, ['invalid-code']]);
  }
});
