// Risk: products and what is told of them stay as they were when the configuration below them changes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { deleteAttribute, updateAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { updateAttributeSet } from '../../../src/modules/attribute-set/index.ts';
import { createChannel, deleteChannel, updateChannel } from '../../../src/modules/channel/index.ts';
import { updateLocale } from '../../../src/modules/locale/index.ts';
import { deleteOption, deleteOptionSet, updateOption } from '../../../src/modules/option-set/index.ts';
import {
  deleteProduct,
  type ProductItem,
  restoreProduct,
  updateProduct,
} from '../../../src/modules/product/index.ts';
import { cellWrite, coloredModel, productModel, seedProducts, sizedVariant } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
/** Each test changes an organization of its own. */
let shop: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const price = cellWrite('price', [{ amount: '9.90', currency: 'EUR' }]);
const named = (sku: string) => [
  cellWrite('name', sku, { locale: 'en_US' }),
  cellWrite('name', sku, { locale: 'de_DE' }),
];

/**
 * Fifty products of the set `clothing`: 40 simple ones, of which every other one has an EAN, and a family of a model,
 * a model per color (red, blue, green) and seven sizes. Prices and names in both locales are on all or inherited.
 */
beforeEach(async () => {
  shop = { ...catalogue, owner: await catalogue.addOrganization('Shop') };
  await seedClothingCatalogue(shop, shop.owner);
  const shirts = Array.from({ length: 40 }, (_, index): ProductItem => {
    const sku = `SHIRT-${index}`;
    const own =
      index % 2 === 0 ? [cellWrite('ean', sku), cellWrite('color', 'red')] : [cellWrite('color', 'blue')];
    return { sku, attributeSet: 'clothing', values: [...named(sku), price, ...own] };
  });
  const family = [
    productModel('COAT', { values: [...named('COAT'), price, cellWrite('brand', 'Alpina')] }),
    ...['red', 'blue', 'green'].map((color) => coloredModel('COAT', color)),
    ...['s', 'm', 'l'].flatMap((size) => [sizedVariant('COAT-red', size), sizedVariant('COAT-blue', size)]),
  ];
  await seedProducts(shop, [...shirts, ...family], shop.owner);
});

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await shop.runner.write(shop.owner, operation, input)).output;
const changeSet = (patch: Record<string, JsonValue>) =>
  write(updateAttributeSet, { patch: { code: 'clothing', ...patch } });
const changeAttribute = (code: string, patch: Record<string, JsonValue>) =>
  write(updateAttribute, { patch: { code, ...patch } });
const changeChannel = (code: string, patch: Record<string, JsonValue>) =>
  write(updateChannel, { patch: { code, ...patch } });
const members = (...codes: readonly string[]) => codes.map((code) => ({ code }));
const ALL = ['name', 'description', 'brand', 'color', 'size', 'price', 'ean', 'washable'];
const without = (left: string) => members(...ALL.filter((code) => code !== left));

const query = async (document: string, variables: object = {}) => {
  const { data, errors } = await shop.execute(document, { ...variables }, shop.owner);
  expect(errors).toBeUndefined();
  return data as Record<string, never>;
};

interface Entry {
  readonly channel: string;
  readonly locale: string;
  readonly ratio: number;
  readonly missing: readonly string[];
}
type AnsweredEntry = Omit<Entry, 'channel' | 'locale'> &
  Record<'channel' | 'locale', { readonly code: string }>;
const short = ({ channel, locale, ratio, missing }: Entry) =>
  [`${channel}/${locale}`, ratio, ...missing].join(' ');

/**
 * The completeness of some products, stored and answered, which have to be the same: `web/en_US 66 ean`. All products
 * of the set have to be up to date, written by the transaction that wrote last.
 */
async function completeness(...skus: readonly string[]): Promise<Record<string, string[]>> {
  const { rows } = await catalogue.database.owner.query<{
    sku: string;
    completeness: Entry[];
    behind: boolean;
  }>(
    `SELECT product.sku, product.completeness,
            product.completeness_revision <> owner.completeness_revision AS behind
     FROM product JOIN attribute_set AS owner
       ON owner.organization_id = $1 AND owner.code = product.attribute_set
     WHERE product.organization_id = $1 ORDER BY product.sku`,
    [shop.owner.organizationId],
  );
  expect(rows.filter(({ behind }) => behind)).toEqual([]);
  const { products } = (await query(
    `query ($sku: [String!]!) { products(first: 100, filter: { sku: { in: $sku } }) {
       nodes { sku completeness { channel { code } locale { code } ratio missing } } } }`,
    { sku: rows.map(({ sku }) => sku) },
  )) as unknown as { products: { nodes: { sku: string; completeness: AnsweredEntry[] }[] } };
  const stored = new Map(rows.map((row) => [row.sku, row.completeness.map(short)]));
  const answered = new Map(
    products.nodes.map(({ sku, completeness: entries }) => [
      sku,
      entries.map(({ channel, locale, ...entry }) =>
        short({ ...entry, channel: channel.code, locale: locale.code }),
      ),
    ]),
  );
  expect(answered).toEqual(stored);
  return Object.fromEntries(skus.map((sku) => [sku, stored.get(sku) ?? []]));
}

/** How many transactions the last change of the set and the products of it took. */
async function transactions(): Promise<number> {
  const { rows } = await catalogue.database.owner.query<{ count: number }>(
    `SELECT count(DISTINCT xmin)::int AS count FROM (
       SELECT xmin::text FROM product WHERE organization_id = $1
       UNION SELECT xmin::text FROM attribute_set WHERE organization_id = $1 AND code = 'clothing') AS writer`,
    [shop.owner.organizationId],
  );
  return rows[0]?.count ?? 0;
}

const BEFORE = {
  'SHIRT-0': ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
  'SHIRT-1': ['print/en_US 100', 'web/en_US 66 ean', 'web/de_DE 66 ean'],
  COAT: ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
  'COAT-red-s': ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
};
const SOME = Object.keys(BEFORE);

test('begins with what the tests below change', async () => {
  expect(await completeness(...SOME)).toEqual(BEFORE);
});

const VALUE = `query ($ref: ID!) { product(ref: $ref) {
  version
  value(attribute: "ean") { inSet ... on TextValue { text } }
  values(attributes: ["ean"]) { inSet ... on TextValue { text } }
  cells: data(form: CELLS, attributes: ["ean"])
  flat: data(attributes: ["ean"])
} }`;

test('an attribute that leaves the set keeps its cells: readable, marked, clearable, not writable', async () => {
  await changeSet({ attributes: without('ean') });
  expect(await transactions()).toBe(1);
  expect(await completeness(...SOME)).toEqual({
    ...BEFORE,
    'SHIRT-1': ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
  });
  expect(await query(VALUE, { ref: 'SHIRT-0' })).toEqual({
    product: {
      version: 1,
      value: { inSet: false, text: 'SHIRT-0' },
      values: [{ inSet: false, text: 'SHIRT-0' }],
      cells: { ean: [{ value: 'SHIRT-0', in_set: false }] },
      flat: { ean: 'SHIRT-0' },
    },
  });
  const put = (ref: string, value: JsonValue) =>
    write(updateProduct, { ref, patch: { values: [cellWrite('ean', value)] } });
  await expect(put('SHIRT-0', 'other')).rejects.toMatchObject({ errors: [{ code: 'attribute-not-in-set' }] });
  await expect(put('SHIRT-1', 'new')).rejects.toMatchObject({ errors: [{ code: 'attribute-not-in-set' }] });
  expect(await put('SHIRT-0', 'SHIRT-0')).toMatchObject({ outcome: 'unchanged' });
  expect(await put('SHIRT-0', null)).toMatchObject({ outcome: 'updated' });
  expect(await query(VALUE, { ref: 'SHIRT-0' })).toMatchObject({
    product: { version: 2, values: [], cells: {} },
  });

  await changeSet({ attributes: members(...ALL) });
  expect(await query(VALUE, { ref: 'SHIRT-2' })).toMatchObject({ product: { value: { inSet: true } } });
});

test('requirements of an attribute that leaves the set go with it, and do not come back with it', async () => {
  await changeSet({ attributes: without('ean') });
  await changeSet({ attributes: members(...ALL) });
  const { attributeSet } = await query(
    '{ attributeSet(code: "clothing") { requiredAttributes { channel attributes } variantLayouts { code levels { attributes { code } } } } }',
  );
  expect(attributeSet).toEqual({
    requiredAttributes: [
      { channel: 'print', attributes: ['name'] },
      { channel: 'web', attributes: ['name', 'price'] },
    ],
    variantLayouts: [
      { code: 'by_color_and_size', levels: [{ attributes: [] }, { attributes: [] }] },
      { code: 'by_size', levels: [{ attributes: [] }] },
    ],
  });
});

test('what names the products or tells variants apart cannot leave the set', async () => {
  await expect(changeSet({ attributes: without('name') })).rejects.toMatchObject({
    errors: [{ code: 'attribute-not-in-set', path: ['attributeAsLabel'] }],
  });
  await expect(changeSet({ attributes: without('size') })).rejects.toMatchObject({
    errors: [
      { code: 'attribute-not-in-set', path: ['variantLayouts', '0', 'levels', '1', 'axes', '0'] },
      { code: 'attribute-not-in-set', path: ['variantLayouts', '1', 'levels', '0', 'axes', '0'] },
    ],
  });
  expect(await completeness(...SOME)).toEqual(BEFORE);
});

test('a requirement that is added or removed counts at once', async () => {
  await changeSet({ requiredAttributes: { web: ['name', 'price', 'ean', 'brand'], '*': ['washable'] } });
  expect(await transactions()).toBe(1);
  expect(await completeness(...SOME)).toEqual({
    'SHIRT-0': ['print/en_US 50 washable', 'web/en_US 60 brand washable', 'web/de_DE 60 brand washable'],
    'SHIRT-1': [
      'print/en_US 50 washable',
      'web/en_US 40 brand ean washable',
      'web/de_DE 40 brand ean washable',
    ],
    COAT: ['print/en_US 50 washable', 'web/en_US 75 washable', 'web/de_DE 75 washable'],
    'COAT-red-s': ['print/en_US 50 washable', 'web/en_US 80 washable', 'web/de_DE 80 washable'],
  });
  await changeSet({ requiredAttributes: { web: ['name'], '*': null } });
  const complete = ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'];
  expect(await completeness(...SOME)).toEqual(Object.fromEntries(SOME.map((sku) => [sku, complete])));
});

test('a locale that a channel gets or loses counts at once', async () => {
  await changeChannel('web', { locales: ['fr_FR', 'en_US'] });
  expect(await transactions()).toBe(1);
  expect(await completeness('SHIRT-0', 'COAT')).toEqual({
    'SHIRT-0': ['print/en_US 100', 'web/fr_FR 66 name', 'web/en_US 100'],
    COAT: ['print/en_US 100', 'web/fr_FR 50 name', 'web/en_US 100'],
  });
});

test('cells of a locale that the channel has lost stay readable and clearable, but cannot be changed', async () => {
  const cellScope = { channel: 'web', locale: 'de_DE' };
  const put = (value: JsonValue) =>
    write(updateProduct, { ref: 'SHIRT-0', patch: { values: [cellWrite('description', value, cellScope)] } });
  await put('<p>Hemd</p>');
  await changeChannel('web', { locales: ['en_US'] });
  const { product } = await query(
    '{ product(ref: "SHIRT-0") { value(attribute: "description", channel: "web", locale: "de_DE") { ... on RichTextValue { html } } } }',
  );
  expect(product).toEqual({ value: { html: '<p>Hemd</p>' } });
  await expect(put('<p>Shirt</p>')).rejects.toMatchObject({ errors: [{ code: 'locale-not-in-channel' }] });
  expect(await put('<p>Hemd</p>')).toMatchObject({ outcome: 'unchanged' });
  expect(await put(null)).toMatchObject({ outcome: 'updated' });
});

test('a locale in use cannot be switched off', async () => {
  await expect(write(updateLocale, { patch: { code: 'de_DE', enabled: false } })).rejects.toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ type: 'Channel', code: 'web' }],
  });
});

test('a currency that a channel gets, a channel that comes, rests or goes, all count at once', async () => {
  await changeChannel('web', { currencies: ['EUR', 'USD'] });
  expect(await completeness('SHIRT-0')).toEqual({
    'SHIRT-0': ['print/en_US 100', 'web/en_US 66 price', 'web/de_DE 66 price'],
  });
  await changeChannel('web', { currencies: ['EUR'], active: false });
  expect(await completeness('SHIRT-0')).toEqual({ 'SHIRT-0': ['print/en_US 100'] });
  await changeChannel('web', { active: true });
  await write(createChannel, { code: 'app', locales: ['fr_FR'], currencies: ['EUR'] });
  expect(await completeness('SHIRT-0')).toEqual({ 'SHIRT-0': ['app/fr_FR 100', ...BEFORE['SHIRT-0']] });
  await write(deleteChannel, { patch: { code: 'app' } });
  expect(await completeness(...SOME)).toEqual(BEFORE);
  expect(await transactions()).toBe(1);
});

test('the rules of an attribute that decide what has to be filled count at once', async () => {
  await changeAttribute('price', { validation: { requiredCurrencies: ['EUR', 'USD'] } });
  expect(await transactions()).toBe(1);
  expect(await completeness('SHIRT-0')).toEqual({
    'SHIRT-0': ['print/en_US 100', 'web/en_US 66 price', 'web/de_DE 66 price'],
  });
  await changeAttribute('price', { validation: { requiredCurrencies: null } });
  await changeAttribute('name', { availableLocales: ['de_DE'] });
  expect(await completeness('SHIRT-1')).toEqual({
    'SHIRT-1': ['print/en_US 100', 'web/en_US 50 ean', 'web/de_DE 66 ean'],
  });
});

test('an option is kept from being removed by what has it, named with all places', async () => {
  await changeAttribute('color', { defaultValue: 'red' });
  await expect(write(deleteOption, { patch: { optionSet: 'colors', code: 'RED' } })).rejects.toMatchObject({
    code: 'resource-in-use',
    detail:
      "The option 'red' is used by attribute 'color', product 'COAT-red', product 'SHIRT-0' and 19 more.",
    usedBy: [
      { type: 'Attribute', code: 'color' },
      { type: 'Product', code: 'COAT-red' },
      ...Array.from({ length: 20 }, (_, index) => `SHIRT-${index * 2}`)
        .sort()
        .map((code) => ({ type: 'Product', code })),
    ],
  });
  await expect(write(deleteOptionSet, { patch: { code: 'colors' } })).rejects.toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ type: 'Attribute', code: 'color' }],
  });
  // Green is only on the model between; then nobody has it.
  await expect(write(deleteOption, { patch: { optionSet: 'colors', code: 'green' } })).rejects.toMatchObject({
    usedBy: [{ type: 'Product', code: 'COAT-green' }],
  });
});

test('an option out of use stays where it is and is given to nobody else', async () => {
  await write(updateOption, { patch: { optionSet: 'colors', code: 'red', active: false } });
  const put = (ref: string) => write(updateProduct, { ref, patch: { values: [cellWrite('color', 'red')] } });
  expect(await put('SHIRT-0')).toMatchObject({ outcome: 'unchanged' });
  await expect(put('SHIRT-1')).rejects.toMatchObject({ errors: [{ code: 'option-inactive' }] });
  const { product } = await query(
    '{ product(ref: "SHIRT-0") { value(attribute: "color") { ... on SelectValue { option { code active } } } } }',
  );
  expect(product).toEqual({ value: { option: { code: 'red', active: false } } });
});

test('an attribute is kept from being deleted by sets and products, deleted products included', async () => {
  const remove = () => write(deleteAttribute, { patch: { code: 'brand' } });
  await expect(remove()).rejects.toMatchObject({
    code: 'resource-in-use',
    usedBy: [
      { type: 'AttributeSet', code: 'clothing' },
      { type: 'Product', code: 'COAT' },
    ],
  });
  await changeSet({ attributes: without('brand') });
  await expect(remove()).rejects.toMatchObject({ usedBy: [{ type: 'Product', code: 'COAT' }] });
  await write(updateProduct, {
    ref: 'SHIRT-0',
    patch: { attributeSet: null, values: [cellWrite('brand', 'Alpina')] },
  });
  await write(updateProduct, {
    ref: 'COAT',
    patch: { values: [{ attribute: 'brand', clear: true, path: [] }] },
  });
  await write(deleteProduct, { ref: 'SHIRT-0' });
  await expect(remove()).rejects.toMatchObject({
    detail:
      "The attribute 'brand' is used by product 'SHIRT-0'. Deleted ones count as long as they can be restored.",
  });
});

test('an attribute without users is deleted, and a new one of its code begins afresh', async () => {
  await changeSet({ attributes: without('washable') });
  await write(deleteAttribute, { patch: { code: 'washable' } });
  await seedConfiguration(
    shop,
    upsertAttributes,
    [{ code: 'washable', type: 'text', localizable: true }],
    shop.owner,
  );
  await changeSet({ attributes: members(...ALL) });
  expect(await completeness(...SOME)).toEqual(BEFORE);
});

test('what was deleted meanwhile comes back by the present configuration', async () => {
  await write(deleteProduct, { ref: 'SHIRT-0' });
  await write(deleteProduct, { ref: 'COAT', force: true });
  await changeSet({ requiredAttributes: { web: ['name', 'brand'], print: ['washable'] } });
  await write(restoreProduct, { ref: 'SHIRT-0' });
  await write(restoreProduct, { ref: 'COAT' });
  expect(await completeness('SHIRT-0', 'COAT-red-s')).toEqual({
    'SHIRT-0': ['print/en_US 0 washable', 'web/en_US 50 brand', 'web/de_DE 50 brand'],
    'COAT-red-s': ['print/en_US 0 washable', 'web/en_US 100', 'web/de_DE 100'],
  });
});

test('a product that gets another set keeps its cells, and is complete by the new one', async () => {
  const move = (attributeSet: string | null) =>
    write(updateProduct, { ref: 'SHIRT-0', patch: { attributeSet } });
  await changeSet({ requiredAttributes: { web: ['name', 'price', 'ean', 'brand'] } });
  await move('accessories');
  expect(await completeness('SHIRT-0')).toEqual({
    'SHIRT-0': ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
  });
  const cells = '{ product(ref: "SHIRT-0") { values { attribute { code } inSet } } }';
  const inSet = async () => {
    const { product } = (await query(cells)) as unknown as {
      product: { values: { attribute: { code: string }; inSet: boolean }[] };
    };
    return product.values.map(({ attribute, inSet: is }) => `${attribute.code} ${is}`);
  };
  expect(await inSet()).toEqual(['name true', 'name true', 'color true', 'ean false', 'price false']);
  await expect(
    write(updateProduct, { ref: 'SHIRT-0', patch: { values: [cellWrite('ean', 'other')] } }),
  ).rejects.toMatchObject({ errors: [{ code: 'attribute-not-in-set' }] });

  await move(null);
  expect(await inSet()).toEqual(['color true', 'ean true', 'name true', 'name true', 'price true']);
  const { product } = await query('{ product(ref: "SHIRT-0") { completeness { ratio } } }');
  expect(product).toEqual({ completeness: [] });

  await move('clothing');
  expect(await completeness('SHIRT-0')).toEqual({
    'SHIRT-0': ['print/en_US 100', 'web/en_US 75 brand', 'web/de_DE 75 brand'],
  });
});

const layout = (code: string, ...levels: readonly (readonly [axes: string[], attributes: string[]])[]) => ({
  code,
  labels: {},
  levels: levels.map(([axes, attributes]) => ({ axes, attributes })),
});

test('an attribute that a layout places on another level counts for the models there at once', async () => {
  // As `by_color_and_size`, but for the EAN, which now belongs to each color; and the price to each size.
  const moved = layout('by_color_and_size', [['color'], ['ean']], [['size'], ['price']]);
  await changeSet({ variantLayouts: [moved] });
  expect(await transactions()).toBe(1);
  expect(await completeness('COAT', 'COAT-red', 'COAT-red-s')).toEqual({
    COAT: ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
    'COAT-red': ['print/en_US 100', 'web/en_US 50 ean', 'web/de_DE 50 ean'],
    'COAT-red-s': ['print/en_US 100', 'web/en_US 100', 'web/de_DE 100'],
  });
});

test('a layout that products use keeps its axes; one that none uses may go', async () => {
  const used = layout('by_color_and_size', [['color'], []], [['size'], ['ean']]);
  await changeSet({ variantLayouts: [used] });
  await expect(changeSet({ variantLayouts: [] })).rejects.toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ type: 'Product', code: 'COAT' }],
  });
  const turned = layout('by_color_and_size', [['size'], []], [['color'], ['ean']]);
  await expect(changeSet({ variantLayouts: [turned] })).rejects.toMatchObject({
    code: 'immutable-property',
    errors: [{ path: ['variantLayouts', '0', 'levels'] }],
    usedBy: [{ type: 'Product', code: 'COAT' }],
  });
  expect(await completeness(...SOME)).toEqual(BEFORE);
});

test('what publishing asks for follows the configuration, and the published product tells what keeps it back', async () => {
  const publish = (ref: string, channels: object = {}) =>
    write(updateProduct, { ref, patch: { status: 'published', ...channels } });
  await publish('SHIRT-0');
  const publications = async () =>
    (await query('{ product(ref: "SHIRT-0") { status publications { channel { code } state blockedBy } } }'))
      .product;
  expect(await publications()).toEqual({
    status: 'PUBLISHED',
    publications: [
      { channel: { code: 'print' }, state: 'PUBLISHED', blockedBy: [] },
      { channel: { code: 'web' }, state: 'PUBLISHED', blockedBy: [] },
    ],
  });
  await changeSet({ requiredAttributes: { web: ['name', 'brand'] } });
  expect(await publications()).toMatchObject({
    status: 'PUBLISHED',
    publications: [
      { state: 'PUBLISHED' },
      { state: 'BLOCKED', blockedBy: ['completeness:en_US', 'completeness:de_DE'] },
    ],
  });
  await expect(publish('SHIRT-2', { channels: { set: ['web'] } })).rejects.toMatchObject({
    code: 'not-publishable',
  });
});
