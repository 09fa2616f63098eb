// A walk through the REST API with the client of openapi-typescript and openapi-fetch.
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { asJson, baseUrl, given, PICTURE, same, step, token } from './walk.ts';

const client = createClient<paths>({
  baseUrl,
  headers: { authorization: `Bearer ${token}` },
  // Lists in a query are separated by commas.
  querySerializer: { array: { style: 'form', explode: false } },
});
const ref = (value: string) => ({ path: { ref: value } });
const code = (value: string) => ({ path: { code: value } });

await step('who am I', async () => {
  const { data, error } = await client.GET('/me');
  same(given(data, error).token?.scopes.includes('products:write'), true);
});
await step('a channel for the new shop', async () => {
  const { response, data, error } = await client.POST('/channels', {
    body: { code: 'of_shop', locales: ['en_US'], currencies: ['EUR'], labels: { en_US: 'Shop' } },
  });
  same([response.status, given(data, error).label], [201, 'Shop']);
});
await step('channels, by name only', async () => {
  const { data, error } = await client.GET('/channels', { params: { query: { fields: ['code', 'label'] } } });
  const shop = given(data, error).items.find((channel) => channel.code === 'of_shop');
  same(shop, { code: 'of_shop', label: 'Shop' });
});
await step('a set of options', async () => {
  const { response } = await client.POST('/option-sets', { body: { code: 'of_colors', sort: 'manual' } });
  same(response.status, 201);
});
await step('its options in one batch, one of them wrong', async () => {
  const { data, error } = await client.POST('/option-sets/{option_set}/options/batch', {
    params: { path: { option_set: 'of_colors' } },
    body: { items: [{ code: 'red' }, { code: 'blue', labels: { en_US: 'Blue' } }, { code: 'no good' }] },
  });
  const { summary, results } = asJson(given(data, error));
  same(summary, { created: 2, updated: 0, unchanged: 0, failed: 1 });
  same(results[2]?.errors[0]?.code, 'invalid-code');
});
await step('an attribute with a choice', async () => {
  const { data, error } = await client.POST('/attributes', {
    body: { code: 'of_color', type: 'select', option_set: 'of_colors' },
  });
  same(given(data, error).option_set, 'of_colors');
});
await step('an attribute in several languages, and one with a unit', async () => {
  const { data, error } = await client.POST('/attributes/batch', {
    body: {
      items: [
        { code: 'of_name', type: 'text', localizable: true },
        { code: 'of_width', type: 'measurement', measurement_family: 'length', default_unit: 'METER' },
      ],
    },
  });
  same(asJson(given(data, error)).summary.created, 2);
});
await step('a set of attributes with a layout of variants', async () => {
  const { data, error } = await client.POST('/attribute-sets', {
    body: {
      code: 'of_chair',
      attributes: [{ code: 'of_name' }, { code: 'of_color' }, { code: 'of_width' }],
      attribute_as_label: 'of_name',
      variant_layouts: [{ code: 'by_color', levels: [{ axes: ['of_color'] }] }],
    },
  });
  same(
    given(data, error).variant_layouts?.map((layout) => layout.code),
    ['by_color'],
  );
});
await step('its JSON Schema', async () => {
  const { response } = await client.GET('/attribute-sets/{code}/schema', { params: code('of_chair') });
  same(response.status, 200);
});
await step('a category', async () => {
  const { data, error } = await client.POST('/categories', { body: { code: 'of_chairs' } });
  same(given(data, error).code, 'of_chairs');
});

const stool = {
  sku: 'OF/STOOL',
  attribute_set: 'of_chair',
  categories: ['of_chairs'],
  values: { of_name: [{ locale: 'en_US', value: 'Stool' }], of_color: 'red' },
};
await step('a product, tried first', async () => {
  const { response, data, error } = await client.POST('/products', {
    params: { query: { dry_run: true } },
    body: stool,
  });
  same([response.status, given(data, error).id?.startsWith('dry_')], [200, true]);
});
await step('the product, with a key', async () => {
  const { response, data, error } = await client.POST('/products', {
    params: { header: { 'Idempotency-Key': 'of-stool' } },
    body: stool,
  });
  same([response.status, given(data, error).label], [201, 'Stool']);
});
await step('the same again has no second effect', async () => {
  const { response, data, error } = await client.POST('/products', {
    params: { header: { 'Idempotency-Key': 'of-stool' } },
    body: stool,
  });
  same([response.headers.get('idempotency-replayed'), given(data, error).version], ['true', 1]);
});
await step('another request with that key is refused', async () => {
  const { error } = await client.POST('/products', {
    params: { header: { 'Idempotency-Key': 'of-stool' } },
    body: { ...stool, sku: 'OF/OTHER' },
  });
  same(given(error).code, 'idempotency-key-reused');
});
await step('its SKU is taken', async () => {
  const { error } = await client.POST('/products', { body: stool });
  same([given(error).status, given(error).code], [409, 'duplicate-sku']);
});

const etag = await step('the product as it is', async () => {
  const { response, data, error } = await client.GET('/products/{ref}', {
    params: { ...ref('OF/STOOL'), query: { expand: ['completeness'] } },
  });
  const { values, categories } = given(data, error);
  same([values?.of_color, categories], [[{ value: 'red' }], ['of_chairs']]);
  return given(response.headers.get('etag'));
});
await step('nothing new since then', async () => {
  const { response } = await client.GET('/products/{ref}', {
    params: { ...ref('OF/STOOL'), query: { expand: ['completeness'] }, header: { 'If-None-Match': etag } },
  });
  same(response.status, 304);
});
await step('a change, as long as nobody was faster', async () => {
  const { data, error } = await client.PATCH('/products/{ref}', {
    params: { ...ref('OF/STOOL'), header: { 'If-Match': etag } },
    body: { values: { of_width: { value: { amount: '0.4', unit: 'METER' } } } },
  });
  same(given(data, error).version, 2);
});
await step('somebody was faster', async () => {
  const { error } = await client.PATCH('/products/{ref}', {
    params: { ...ref('OF/STOOL'), header: { 'If-Match': etag } },
    body: { values: { of_width: { value: { amount: '0.5', unit: 'METER' } } } },
  });
  const problem = given(error);
  if (problem.code !== 'version-mismatch') throw new Error(problem.code);
  same(
    [problem.current_version, problem.conflicting_changes?.map(({ path }) => path)],
    [2, ['values.of_width']],
  );
});
await step('a mistake is told with its place and what was meant', async () => {
  const { error } = await client.PATCH('/products/{ref}', {
    params: ref('OF/STOOL'),
    body: { values: { of_color: 'rde' } },
  });
  const [first] = given(error).errors ?? [];
  same([first?.code, first?.pointer, first?.suggestions], ['option-not-found', '/values/of_color', ['red']]);
});
await step('a model with two variants in one batch', async () => {
  const { data, error } = await client.POST('/products/batch', {
    body: {
      mode: 'create',
      items: [
        { sku: 'OF/CHAIR', type: 'model', attribute_set: 'of_chair', variant_layout: 'by_color' },
        { sku: 'OF/CHAIR-RED', type: 'variant', parent: 'OF/CHAIR', values: { of_color: 'red' } },
        { sku: 'OF/CHAIR-BLUE', type: 'variant', parent: 'OF/CHAIR', values: { of_color: 'blue' } },
      ],
    },
  });
  same(
    asJson(given(data, error)).results.map((result) => result.status),
    ['created', 'created', 'created'],
  );
});
await step('its variants', async () => {
  const { data, error } = await client.GET('/products/{ref}/variants', {
    params: { ...ref('OF/CHAIR'), query: { fields: ['sku'] } },
  });
  same(
    given(data, error)
      .items.map((variant) => variant.sku)
      .sort(),
    ['OF/CHAIR-BLUE', 'OF/CHAIR-RED'],
  );
});
await step('a search by page', async () => {
  const found: (string | undefined)[] = [];
  let cursor: string | null = null;
  do {
    const { data, error } = await client.POST('/products/search', {
      body: {
        filter: { sku: { starts_with: 'OF/' } },
        sort: ['sku'],
        fields: ['sku'],
        limit: 3,
        with_count: true,
        search_after: cursor,
      },
    });
    const page: { items: { sku?: string }[]; search_after: string | null; total?: number } = given(
      data,
      error,
    );
    same(page.total, 4);
    found.push(...page.items.map((item) => item.sku));
    cursor = page.search_after;
  } while (cursor !== null);
  same(found, ['OF/CHAIR', 'OF/CHAIR-BLUE', 'OF/CHAIR-RED', 'OF/STOOL']);
});
await step('a filter in the address', async () => {
  const filter = JSON.stringify({ sku: { starts_with: 'OF/' }, type: 'model' });
  const { data, error } = await client.GET('/products', { params: { query: { filter, fields: ['sku'] } } });
  same(
    given(data, error).items.map((item) => item.sku),
    ['OF/CHAIR'],
  );
});
await step('a filter with a slip', async () => {
  const body = JSON.parse('{"filter":{"statsu":"draft"}}') as { filter: object };
  const { error } = await client.POST('/products/search', { body });
  same([given(error).code, given(error).errors?.[0]?.suggestions], ['unknown-property', ['status']]);
});
const picture = await step('a picture', async () => {
  const { response, data, error } = await client.POST('/media', {
    params: { query: { code: 'of_picture' } },
    body: { file: '' },
    bodySerializer: () => {
      const form = new FormData();
      form.append('file', new Blob([PICTURE]), 'stool.png');
      return form;
    },
  });
  const media = given(data, error);
  same([response.status, media.mime_type, media.width], [201, 'image/png', 1]);
  return media;
});
await step('its bytes', async () => {
  const { data, error } = await client.GET('/media/{ref}/content', {
    params: ref(picture.id),
    parseAs: 'arrayBuffer',
  });
  same(given(data, error).byteLength, PICTURE.length);
});
await step('the status moves, and its history tells', async () => {
  const moved = await client.POST('/products/{ref}/status', {
    params: ref('OF/STOOL'),
    body: { status: 'in_review' },
  });
  same(given(moved.data, moved.error).status, 'in_review');
  const { data, error } = await client.GET('/products/{ref}/revisions', { params: ref('OF/STOOL') });
  same(
    given(data, error).items.map((revision) => revision.version),
    [3, 2, 1],
  );
});
await step('what is in use cannot be deleted', async () => {
  const { error } = await client.DELETE('/attributes/{code}', { params: code('of_color') });
  const problem = given(error);
  if (problem.code !== 'resource-in-use') throw new Error(problem.code);
  same(
    problem.used_by?.some((one) => one.code === 'of_chair'),
    true,
  );
});
await step('deleted, gone, and back', async () => {
  const gone = await client.DELETE('/products/{ref}', { params: ref('OF/STOOL') });
  const read = await client.GET('/products/{ref}', { params: ref('OF/STOOL') });
  const back = await client.POST('/products/{ref}/restore', { params: ref('OF/STOOL') });
  same([gone.response.status, read.error?.code, back.data?.sku], [204, 'deleted', 'OF/STOOL']);
});
await step('without a token', async () => {
  const { error } = await client.GET('/channels', { headers: { authorization: null } });
  same(given(error).code, 'missing-token');
});
