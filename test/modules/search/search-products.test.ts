// Risk: a search that a client wrote by the grammar finds something else, or is refused without a word that helps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDemo } from '../../adapters/rest/rest-client.ts';

type Demo = Awaited<ReturnType<typeof serveDemo>>;
let demo: Demo;
beforeAll(async () => {
  demo = await serveDemo();
});
afterAll(() => demo.close());

interface Found {
  readonly items: readonly { readonly sku: string }[];
  readonly total?: number;
  readonly has_more: boolean;
  readonly facets?: unknown;
}

/** What a search body finds: SKUs, and whatever else there is beside them. */
async function search(json: object): Promise<{ skus: string[]; body: Found }> {
  const answer = await demo.rest('POST /products/search', { json: { fields: ['sku'], ...json } });
  expect(answer.status, answer.text).toBe(200);
  const body = answer.json as unknown as Found;
  return { skus: body.items.map(({ sku }) => sku), body };
}

/** The problem that a search body is answered with. */
async function refused(json: object) {
  const { status, json: problem } = await demo.rest('POST /products/search', { json });
  const {
    code,
    errors = [],
    allowed,
  } = problem as {
    code: string;
    allowed?: string[];
    errors?: { code: string; pointer: string; suggestions: string[] }[];
  };
  const places = errors.map((one) => `${one.code} ${one.pointer} ${one.suggestions.join()}`.trim());
  return { status, code, places, ...(allowed && { allowed }) };
}

describe('a search body', () => {
  test('joins conditions on properties and values of every shape', async () => {
    const filter = {
      status: ['published', 'draft'],
      channel: 'webshop',
      attribute_set: 'lamp',
      type: 'variant',
      attributes: {
        wattage: { lte: { amount: '0.0085', unit: 'KILOWATT' } },
        list_price: { gt: { amount: 100, currency: 'EUR' } },
        dimmable: true,
        story: { empty: false, locale: 'de_DE' },
      },
      not: { attributes: { finish: ['oiled_oak'] } },
    };
    expect((await search({ filter, sort: ['sku'] })).skus).toEqual([
      'LO-CLOCHE-BLACK-8-M',
      'LO-CLOCHE-BLACK-8-S',
      'LO-CLOCHE-BRASS-8-S',
      'LO-HERON-WALNUT-7-S',
    ]);
  });

  test('sorts by an attribute, what has no value last whichever end comes first', async () => {
    const by = async (direction: string) => {
      const sort = [{ attribute: 'color_temperature', direction }, { field: 'sku' }];
      const filter = { type: 'simple' };
      const { skus } = await search({ filter, sort, limit: 100 });
      return skus;
    };
    const [up, down] = [await by('asc'), await by('desc')];
    const bare = await search({
      filter: { type: 'simple', attributes: { color_temperature: { empty: true } } },
      sort: ['sku'],
    });
    expect(bare.skus.length).toBeGreaterThan(0);
    expect(up.slice(-bare.skus.length)).toEqual(bare.skus);
    expect(down.slice(-bare.skus.length)).toEqual(bare.skus);
    expect([...up].sort()).toEqual([...down].sort());
  });

  test('finds what has no price in one currency', async () => {
    const json = { values: { list_price: { value: [{ amount: '89.00', currency: 'EUR' }] } } };
    const skus = async (condition: object) => {
      const filter = { type: 'simple', attributes: { list_price: condition } };
      return (await search({ filter, sort: ['sku'], limit: 100 })).skus;
    };
    const none = await skus({ empty: true });
    expect(none).toContain('LO-EMBER');
    expect(await skus({ empty: true, currency: 'USD' })).toEqual(none);
    expect(await demo.rest('PATCH /products/LO-EMBER', { json })).toMatchObject({ status: 200 });
    const others = none.filter((sku) => sku !== 'LO-EMBER');
    expect(await skus({ empty: true })).toEqual(others);
    expect(await skus({ empty: true, currency: 'eur' })).toEqual(others);
    expect(await skus({ empty: true, currency: 'USD' })).toEqual(none);
    expect(await skus({ empty: false, currency: 'EUR' })).toContain('LO-EMBER');
    expect(await skus({ empty: false, currency: 'USD' })).not.toContain('LO-EMBER');
    const cleared = { json: { values: { list_price: null } } };
    expect((await demo.rest('PATCH /products/LO-EMBER', cleared)).status).toBe(200);
    const refusal = (attribute: string, condition: object) =>
      refused({ filter: { attributes: { [attribute]: condition } } });
    expect(await refusal('list_price', { empty: true, currency: 'EUX' })).toMatchObject({
      status: 422,
      places: ['currency-not-enabled /filter/attributes/list_price/currency EUR,AUD,BUK'],
    });
    for (const [attribute, condition] of [
      ['wattage', { empty: true, currency: 'EUR' }],
      ['list_price', { gt: { amount: 1, currency: 'EUR' }, currency: 'EUR' }],
    ] as const)
      expect(await refusal(attribute, condition)).toMatchObject({
        status: 422,
        places: [`value-not-allowed /filter/attributes/${attribute}/currency`],
      });
  });

  test('counts what it finds, exactly and by fields, whatever the page', async () => {
    const { body } = await search({
      filter: { attribute_set: 'lamp' },
      limit: 1,
      with_count: true,
      facets: ['type', 'dimmable'],
    });
    expect(body).toMatchObject({
      total: 20,
      has_more: true,
      facets: {
        type: [
          { value: 'variant', count: 9 },
          { value: 'model', count: 6 },
          { value: 'simple', count: 5 },
        ],
      },
    });
  });

  test('finds words in texts, SKUs and labels of options, case and accents apart', async () => {
    expect((await search({ filter: { q: 'WRÉN' } })).skus).toEqual(['LO-WREN', 'LO-SHADE-LINEN']);
    expect((await search({ filter: { q: 'lo-scri' } })).skus).toEqual(['LO-SCRIBE']);
    expect((await search({ filter: { q: 'wren nothing' } })).skus).toEqual([]);
  });

  test('leaves archived products out unless it names a status', async () => {
    await demo.rest('POST /products/LO-TALLOW/status', { json: { status: 'archived' } });
    expect((await search({ filter: { q: 'tallow' } })).skus).toEqual([]);
    expect((await search({ filter: { q: 'tallow', not: { status: 'draft' } } })).skus).toEqual(['LO-TALLOW']);
  });

  test.each([
    [
      { filter: { attributes: { titel: { contains: 'wren' } } } },
      { code: 'unknown-attribute', places: ['attribute-not-found /filter/attributes/titel title'] },
    ],
    [
      { filter: { attributes: { finish: { gt: 3 } } } },
      {
        code: 'invalid-operator',
        places: ['value-not-allowed /filter/attributes/finish/gt'],
        allowed: ['eq', 'ne', 'in', 'nin', 'empty'],
      },
    ],
    [
      { filter: { attributes: { finish: 'bras' } } },
      { code: 'validation-failed', places: ['option-not-found /filter/attributes/finish brushed_brass'] },
    ],
    [
      { filter: { attributes: { wattage: { gt: { amount: 1, unit: 'METER' } } } } },
      { code: 'validation-failed', places: ['wrong-type /filter/attributes/wattage/gt'] },
    ],
    [
      { filter: { attributes: { dimmable: null } } },
      { code: 'validation-failed', places: ['wrong-type /filter/attributes/dimmable empty'] },
    ],
    [
      { filter: { channel: 'webshp', categories: { any: ['florlamps'] } } },
      {
        code: 'validation-failed',
        places: [
          'reference-not-found /filter/channel webshop',
          'category-not-found /filter/categories/any floor_lamps,wall_lamps',
        ],
      },
    ],
    [
      { filter: { attributes: { title: { contains: 'wr' } } } },
      { code: 'filter-too-broad', places: ['too-short /filter'] },
    ],
    [
      { filter: { not: { not: { not: { not: { not: { sku: 'X' } } } } } } },
      {
        code: 'filter-too-complex',
        places: ['too-many-items /filter/not/not/not/not/not'],
      },
    ],
    [
      { filter: { or: Array.from({ length: 51 }, () => ({ sku: 'X' })) } },
      { code: 'filter-too-complex', places: ['too-many-items /filter'] },
    ],
    [
      { filter: { sku: Array.from({ length: 1_001 }, (_, index) => `S-${index}`) } },
      { code: 'filter-too-complex', places: ['too-many-items /filter/sku'] },
    ],
    [
      { sort: [{ attribute: 'story' }] },
      { code: 'validation-failed', places: ['value-not-allowed /sort/0/attribute'] },
    ],
    [{ sort: [{ direction: 'asc' }] }, { code: 'validation-failed', places: ['required /sort/0'] }],
    [{ facets: ['finsh'] }, { code: 'validation-failed', places: ['value-not-allowed /facets/0 finish'] }],
  ])('that means nothing is refused with its place: %j', async (json, problem) => {
    expect(await refused(json)).toEqual({ status: 422, ...problem });
  });
});

test('the graph takes the same filter as lists and counts by the same fields', async () => {
  const { data, errors } = await demo.graphql(
    `{ products(filter: { attributes: [{ attribute: "finish", in: ["oiled_oak", "smoked_walnut"] }], type: { eq: VARIANT } },
         sort: [{ attribute: "list_price", currency: "EUR", direction: DESC }, { field: SKU }], first: 2) {
       totalCount nodes { sku } facets(on: ["finish"]) { field values { value count } } pageInfo { hasNextPage } } }`,
  );
  expect(errors).toEqual([]);
  expect(data?.products).toMatchObject({
    totalCount: 4,
    // What the filter selects of the field itself is left out.
    facets: [
      {
        field: 'finish',
        values: [
          { value: 'black_steel', count: 3 },
          { value: 'brushed_brass', count: 2 },
          { value: 'oiled_oak', count: 2 },
          { value: 'smoked_walnut', count: 2 },
        ],
      },
    ],
    pageInfo: { hasNextPage: true },
  });
});

test('finds by words, filter and facets at once', async () => {
  const { data, errors } = await demo.graphql(
    `{ products(query: "heron", filter: { type: { eq: VARIANT } }, first: 1) {
         totalCount nodes { sku } facets(on: ["finish"]) { field values { value count } } } }`,
  );
  expect(errors).toEqual([]);
  expect(data?.products).toMatchObject({
    totalCount: 4,
    facets: [
      {
        field: 'finish',
        values: [
          { value: 'oiled_oak', count: 2 },
          { value: 'smoked_walnut', count: 2 },
        ],
      },
    ],
  });
});
