// A walk through the REST API with the client of @hey-api/openapi-ts.
import { client } from './generated/hey-api/client.gen.ts';
import * as api from './generated/hey-api/sdk.gen.ts';
import { asJson, baseUrl, given, PICTURE, same, step, token } from './walk.ts';

client.setConfig({ baseUrl, auth: () => token });

await step('who am I', async () => {
  const { data, error } = await api.getMe();
  same(given(data, error).token?.scopes.includes('products:write'), true);
});
await step('a channel for the new shop', async () => {
  const { response, data, error } = await api.createChannel({
    body: { code: 'ha_shop', locales: ['en_US'], currencies: ['EUR'], labels: { en_US: 'Shop' } },
  });
  same([given(response).status, given(data, error).label], [201, 'Shop']);
});
await step('channels, by name only', async () => {
  const { data, error } = await api.listChannels({ query: { fields: ['code', 'label'] } });
  const shop = given(data, error).items.find((channel) => channel.code === 'ha_shop');
  same(shop, { code: 'ha_shop', label: 'Shop' });
});
await step('a set of options', async () => {
  const { response } = await api.createOptionSet({ body: { code: 'ha_colors', sort: 'manual' } });
  same(given(response).status, 201);
});
await step('its options in one batch, one of them wrong', async () => {
  const { data, error } = await api.upsertOptions({
    path: { option_set: 'ha_colors' },
    body: { items: [{ code: 'red' }, { code: 'blue', labels: { en_US: 'Blue' } }, { code: 'no good' }] },
  });
  const { summary, results } = asJson(given(data, error));
  same(summary, { created: 2, updated: 0, unchanged: 0, failed: 1 });
  same(results[2]?.errors[0]?.code, 'invalid-code');
});
await step('an attribute with a choice', async () => {
  const { data, error } = await api.createAttribute({
    body: { code: 'ha_color', type: 'select', option_set: 'ha_colors' },
  });
  same(given(data, error).option_set, 'ha_colors');
});
await step('an attribute in several languages, and one with a unit', async () => {
  const { data, error } = await api.upsertAttributes({
    body: {
      items: [
        { code: 'ha_name', type: 'text', localizable: true },
        { code: 'ha_width', type: 'measurement', measurement_family: 'length', default_unit: 'METER' },
      ],
    },
  });
  same(asJson(given(data, error)).summary.created, 2);
});
await step('a set of attributes with a layout of variants', async () => {
  const { data, error } = await api.createAttributeSet({
    body: {
      code: 'ha_chair',
      attributes: [{ code: 'ha_name' }, { code: 'ha_color' }, { code: 'ha_width' }],
      attribute_as_label: 'ha_name',
      variant_layouts: [{ code: 'by_color', levels: [{ axes: ['ha_color'] }] }],
    },
  });
  same(
    given(data, error).variant_layouts?.map((layout) => layout.code),
    ['by_color'],
  );
});
await step('its JSON Schema', async () => {
  const { response } = await api.getAttributeSetSchema({ path: { code: 'ha_chair' } });
  same(given(response).status, 200);
});
await step('a category', async () => {
  const { data, error } = await api.createCategory({ body: { code: 'ha_chairs' } });
  same(given(data, error).code, 'ha_chairs');
});

const path = { ref: 'HA/STOOL' };
const stool = {
  sku: 'HA/STOOL',
  attribute_set: 'ha_chair',
  categories: ['ha_chairs'],
  values: { ha_name: [{ locale: 'en_US', value: 'Stool' }], ha_color: 'red' },
};
const keyed = { headers: { 'Idempotency-Key': 'ha-stool' } };
await step('a product, tried first', async () => {
  const { response, data, error } = await api.createProduct({ query: { dry_run: true }, body: stool });
  same([given(response).status, given(data, error).id?.startsWith('dry_')], [200, true]);
});
await step('the product, with a key', async () => {
  const { response, data, error } = await api.createProduct({ ...keyed, body: stool });
  same([given(response).status, given(data, error).label], [201, 'Stool']);
});
await step('the same again has no second effect', async () => {
  const { response, data, error } = await api.createProduct({ ...keyed, body: stool });
  const replayed = given(response).headers.get('idempotency-replayed');
  same([replayed, given(data, error).version], ['true', 1]);
});
await step('another request with that key is refused', async () => {
  const { error } = await api.createProduct({ ...keyed, body: { ...stool, sku: 'HA/OTHER' } });
  same(given(error).code, 'idempotency-key-reused');
});
await step('its SKU is taken', async () => {
  const { error } = await api.createProduct({ body: stool });
  same([given(error).status, given(error).code], [409, 'duplicate-sku']);
});

const whole = { path, query: { expand: ['completeness'] } };
const etag = await step('the product as it is', async () => {
  const { response, data, error } = await api.getProduct(whole);
  const { values, categories } = given(data, error);
  same([values?.ha_color, categories], [[{ value: 'red' }], ['ha_chairs']]);
  return given(given(response).headers.get('etag'));
});
await step('nothing new since then', async () => {
  const { response } = await api.getProduct({ ...whole, headers: { 'If-None-Match': etag } });
  same(given(response).status, 304);
});
await step('a change, as long as nobody was faster', async () => {
  const { data, error } = await api.updateProduct({
    path,
    headers: { 'If-Match': etag },
    body: { values: { ha_width: { value: { amount: '0.4', unit: 'METER' } } } },
  });
  same(given(data, error).version, 2);
});
await step('somebody was faster', async () => {
  const { error } = await api.updateProduct({
    path,
    headers: { 'If-Match': etag },
    body: { values: { ha_width: { value: { amount: '0.5', unit: 'METER' } } } },
  });
  const problem = given(error);
  if (problem.code !== 'version-mismatch' || !('current_version' in problem)) throw new Error(problem.code);
  same(
    [problem.current_version, problem.conflicting_changes?.map((one) => one.path)],
    [2, ['values.ha_width']],
  );
});
await step('a mistake is told with its place and what was meant', async () => {
  const { error } = await api.updateProduct({ path, body: { values: { ha_color: 'rde' } } });
  const [first] = given(error).errors ?? [];
  same([first?.code, first?.pointer, first?.suggestions], ['option-not-found', '/values/ha_color', ['red']]);
});
await step('a model with two variants in one batch', async () => {
  const { data, error } = await api.upsertProducts({
    body: {
      mode: 'create',
      items: [
        { sku: 'HA/CHAIR', type: 'model', attribute_set: 'ha_chair', variant_layout: 'by_color' },
        { sku: 'HA/CHAIR-RED', type: 'variant', parent: 'HA/CHAIR', values: { ha_color: 'red' } },
        { sku: 'HA/CHAIR-BLUE', type: 'variant', parent: 'HA/CHAIR', values: { ha_color: 'blue' } },
      ],
    },
  });
  const made = asJson(given(data, error)).results.map((result) => result.status);
  same(made, ['created', 'created', 'created']);
});
await step('its variants', async () => {
  const { data, error } = await api.listProductVariants({
    path: { ref: 'HA/CHAIR' },
    query: { fields: ['sku'] },
  });
  same(
    given(data, error)
      .items.map((variant) => variant.sku)
      .sort(),
    ['HA/CHAIR-BLUE', 'HA/CHAIR-RED'],
  );
});
await step('a search by page', async () => {
  const found: (string | undefined)[] = [];
  let cursor: string | null = null;
  do {
    const { data, error } = await api.searchProducts({
      body: {
        filter: { sku: { starts_with: 'HA/' } },
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
  same(found, ['HA/CHAIR', 'HA/CHAIR-BLUE', 'HA/CHAIR-RED', 'HA/STOOL']);
});
await step('a filter in the address', async () => {
  const filter = JSON.stringify({ sku: { starts_with: 'HA/' }, type: 'model' });
  const { data, error } = await api.listProducts({ query: { filter, fields: ['sku'] } });
  same(
    given(data, error).items.map((item) => item.sku),
    ['HA/CHAIR'],
  );
});
await step('a filter with a slip', async () => {
  const body = JSON.parse('{"filter":{"statsu":"draft"}}') as { filter: object };
  const { error } = await api.searchProducts({ body });
  same([given(error).code, given(error).errors?.[0]?.suggestions], ['unknown-property', ['status']]);
});
const picture = await step('a picture', async () => {
  const { response, data, error } = await api.uploadMedia({
    query: { code: 'ha_picture' },
    body: { file: new File([PICTURE, 'end'], 'stool.png') },
  });
  const media = given(data, error);
  same([given(response).status, media.mime_type, media.width], [201, 'image/png', 1]);
  return media;
});
await step('its bytes', async () => {
  const { data, error } = await api.getMediaContent({ path: { ref: picture.id } });
  same((given(data, error) as Blob).size, PICTURE.length + 'end'.length);
});
await step('the status moves, and its history tells', async () => {
  const moved = await api.setProductStatus({ path, body: { status: 'in_review' } });
  same(given(moved.data, moved.error).status, 'in_review');
  const { data, error } = await api.listProductRevisions({ path });
  same(
    given(data, error).items.map((revision) => revision.version),
    [3, 2, 1],
  );
});
await step('what is in use cannot be deleted', async () => {
  const { error } = await api.deleteAttribute({ path: { code: 'ha_color' } });
  const problem = given(error);
  if (problem.code !== 'resource-in-use' || !('used_by' in problem)) throw new Error(problem.code);
  same(
    problem.used_by?.some((one) => one.code === 'ha_chair'),
    true,
  );
});
await step('deleted, gone, and back', async () => {
  const gone = await api.deleteProduct({ path });
  const read = await api.getProduct({ path });
  const back = await api.restoreProduct({ path });
  same([gone.response?.status, read.error?.code, back.data?.sku], [204, 'deleted', 'HA/STOOL']);
});
await step('without a token', async () => {
  const { error } = await api.listChannels({ auth: undefined });
  same(given(error).code, 'missing-token');
});
