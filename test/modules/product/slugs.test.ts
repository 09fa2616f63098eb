// Risk: two products answer under one URL, a URL that was given out leads nowhere, or writes get dearer for those without
// slugs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../../src/kernel/ids.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'title', type: 'text', localizable: true },
    { code: 'path', type: 'text', localizable: true },
    { code: 'finish', type: 'select', optionSet: 'colors' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'lamps',
      attributes: [{ code: 'title' }, { code: 'path' }, { code: 'finish' }],
      attributeAsLabel: 'title',
      roles: { slug: 'path' },
      variantLayouts: [{ code: 'by_finish', levels: [{ axes: ['finish'], attributes: [] }] }],
    },
  ]);
});
afterAll(() => catalogue.close());

const PRODUCT = `... on ProductPayload { product { sku slugs { channel { code } locale { code } slug } } }
  ... on ValidationFailed { errors { code path message } } ... on Conflict { detail }`;
async function run(document: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await catalogue.execute(document, variables);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data as Record<string, unknown>;
}
type Written = {
  product: { slugs: { channel: { code: string }; locale: { code: string }; slug: string }[] };
};
const slugsOf = (written: unknown): Record<string, string> => {
  const { product } = written as Written;
  if (product === undefined) throw new Error(JSON.stringify(written));
  return Object.fromEntries(
    product.slugs.map(({ channel, locale, slug }) => [`${channel.code}/${locale.code}`, slug]),
  );
};
const cells = (values: Record<string, string>, attribute = 'title') =>
  Object.entries(values).map(([locale, value]) => ({ attribute, locale, value }));
async function create(sku: string, title: Record<string, string>, more: object = {}) {
  const input = { sku, attributeSet: 'lamps', values: cells(title), ...more };
  const document = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { ${PRODUCT} } }`;
  return slugsOf((await run(document, { input })).createProduct);
}
async function update(ref: string, input: object) {
  const document = `mutation ($ref: ID!, $input: UpdateProductInput!) { updateProduct(ref: $ref, input: $input) { ${PRODUCT} } }`;
  return slugsOf((await run(document, { ref, input })).updateProduct);
}
async function read(sku: string) {
  const document = `query ($ref: ID!) { product(ref: $ref) { slugs { channel { code } locale { code } slug } } }`;
  return slugsOf(await run(document, { ref: sku }));
}
async function bySlug(slug: string, locale = 'en_US', channel = 'web') {
  const document = `query ($channel: String!, $locale: String!, $slug: String!) {
    productBySlug(channel: $channel, locale: $locale, slug: $slug) { product { sku } slug isCurrent } }`;
  return (await run(document, { channel, locale, slug })).productBySlug;
}

test('products have no slugs, and writes no statement for them, where no channel has slugs', async () => {
  await create('WARM-UP', { en_US: 'Warm up' });
  catalogue.takeStatements();
  expect(await create('OLD', { en_US: 'Old lamp', de_DE: 'Alte Leuchte' })).toEqual({});
  expect(catalogue.takeStatements().filter((name) => name.includes('slug'))).toEqual([]);
  expect(await bySlug('old-lamp')).toBeNull();
});

test('a channel that gets slugs gives them to the products that are there', async () => {
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', slugsEnabled: true }]);
  expect(await read('OLD')).toEqual({ 'web/de_DE': 'alte-leuchte', 'web/en_US': 'old-lamp' });
  expect(await bySlug('old-lamp')).toEqual({ product: { sku: 'OLD' }, slug: 'old-lamp', isCurrent: true });
  expect(await bySlug('old-lamp', 'de_DE')).toBeNull();
  expect(await bySlug('old-lamp', 'en_US', 'print')).toBeNull();
});

test('a second product of the same label has its SKU in its slug and keeps it', async () => {
  expect(await create('L 1', { en_US: 'Moon' })).toMatchObject({ 'web/en_US': 'moon' });
  expect(await create('L 2', { en_US: 'Moon!' })).toMatchObject({ 'web/en_US': 'moon-l-2' });
  await run('mutation { deleteProduct(ref: "L 1") { __typename } }');
  expect(await update('L 2', { values: cells({ de_DE: 'Mond' }) })).toEqual({
    'web/de_DE': 'mond',
    'web/en_US': 'moon-l-2',
  });
  // What is deleted can come back.
  expect(await create('L 3', { en_US: 'Moon' })).toMatchObject({ 'web/en_US': 'moon-l-3' });
  expect(await bySlug('moon')).toBeNull();
  await run('mutation { restoreProduct(ref: "L 1") { __typename } }');
  expect(await bySlug('moon')).toMatchObject({ product: { sku: 'L 1' }, isCurrent: true });
});

test('a product keeps its slug where others are called by everything that it may be called', async () => {
  await create('V', { en_US: 'Vega' });
  const { product } = (await run('{ product(ref: "V") { id } }')) as { product: { id: string } };
  const tail = decodeIdOf('Product', product.id)?.slice(-12);
  for (const [index, path] of ['mars', 'mars-v', `mars-${tail}`].entries())
    await create(`M${index}`, { en_US: 'Mars' }, { values: cells({ en_US: path }, 'path') });
  expect(await update('V', { values: cells({ en_US: 'Mars' }) })).toMatchObject({ 'web/en_US': 'vega' });
});

test('old slugs lead to the product, which gets them back with its old label', async () => {
  await create('S', { en_US: 'Sun' });
  expect(await update('S', { values: cells({ en_US: 'Star' }) })).toMatchObject({ 'web/en_US': 'star' });
  expect(await bySlug('sun')).toEqual({ product: { sku: 'S' }, slug: 'star', isCurrent: false });
  expect(await create('S2', { en_US: 'Sun' })).toMatchObject({ 'web/en_US': 'sun-s2' });
  expect(await update('S', { values: cells({ en_US: 'Sun' }) })).toMatchObject({ 'web/en_US': 'sun' });
  expect(await bySlug('star')).toEqual({ product: { sku: 'S' }, slug: 'sun', isCurrent: false });
});

test('the attribute with the role goes before the label, and products without both have their SKU', async () => {
  expect(await create('P-1', { en_US: 'Pluto' })).toMatchObject({ 'web/en_US': 'pluto' });
  const path = cells({ en_US: 'Dwarf Planet' }, 'path');
  expect(await update('P-1', { values: path })).toMatchObject({ 'web/en_US': 'dwarf-planet' });
  expect(await create('No Name', {})).toEqual({ 'web/de_DE': 'no-name', 'web/en_US': 'no-name' });
  expect(await create('???', { en_US: '!' })).toMatchObject({
    'web/en_US': expect.stringMatching(/^[0-9a-f]{12}$/),
  });
});

test('variants that show the label of their model have their axes in their slugs, and follow it', async () => {
  await create('M', { en_US: 'Mars' }, { type: 'MODEL', variantLayout: 'by_finish' });
  const finish = (value: string) => ({
    parent: 'M',
    attributeSet: undefined,
    values: [{ attribute: 'finish', value }],
  });
  expect(await create('M-R', {}, finish('red'))).toMatchObject({ 'web/en_US': 'mars-red' });
  expect(await update('M', { values: cells({ en_US: 'Ares' }) })).toMatchObject({ 'web/en_US': 'ares' });
  expect(await read('M-R')).toMatchObject({ 'web/en_US': 'ares-red' });
  expect(await bySlug('mars-red')).toEqual({ product: { sku: 'M-R' }, slug: 'ares-red', isCurrent: false });
});

test('products of one batch get slugs of their own in two statements', async () => {
  const items = Array.from({ length: 300 }, (_, index) => ({
    sku: `B-${index}`,
    attributeSet: 'lamps',
    values: cells({ en_US: 'Batch' }),
  }));
  catalogue.takeStatements();
  const { upsertProducts } = await run(
    'mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items) { ... on UpsertProductsPayload { created } } }',
    { items },
  );
  expect(upsertProducts).toEqual({ created: 300 });
  // The batch has two parts.
  const statements = catalogue.takeStatements().filter((name) => name.includes('slug'));
  expect(statements).toEqual([...Array(2)].flatMap(() => ['product.slug_owners', 'product.claim_slugs']));
  expect(await read('B-0')).toMatchObject({ 'web/en_US': 'batch' });
  expect(await read('B-299')).toMatchObject({ 'web/en_US': 'batch-b-299' });
  catalogue.takeStatements();
  await update('B-7', { values: [{ attribute: 'finish', value: 'red' }] });
  expect(catalogue.takeStatements().filter((name) => name.includes('slug'))).toEqual([]);
});

test('a product that is sold elsewhere has no slug, and a set that names another attribute gives others', async () => {
  expect(await create('E', { en_US: 'Earth' }, { channels: ['print'] })).toEqual({});
  await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'lamps', roles: { slug: null } }]);
  expect(await read('P-1')).toMatchObject({ 'web/en_US': 'pluto' });
  expect(await bySlug('dwarf-planet')).toMatchObject({ slug: 'pluto', isCurrent: false });
});

test('two writers that want one slug at once get two', async () => {
  await Promise.all(['R1', 'R2', 'R3', 'R4'].map((sku) => create(sku, { en_US: 'Race' })));
  const slugs = await Promise.all(
    ['R1', 'R2', 'R3', 'R4'].map(async (sku) => (await read(sku))['web/en_US']),
  );
  expect(new Set(slugs).size).toBe(4);
  expect(slugs).toContain('race');
});

test('the options of variants are called as in the locale of the slug, and slugs of their codes stay', async () => {
  const option = { code: 'red', optionSet: 'colors' };
  await seedConfiguration(catalogue, upsertOptions, [
    { ...option, labels: { en_US: 'Bright red', de_DE: 'Hellrot & süß' } },
  ]);
  const more = { type: 'MODEL', variantLayout: 'by_finish' };
  await create('J', { en_US: 'Jupiter', de_DE: 'Jupiter groß' }, more);
  const finish = (value: string) => ({
    parent: 'J',
    attributeSet: undefined,
    values: [{ attribute: 'finish', value }],
  });
  expect(await create('J-R', {}, finish('red'))).toEqual({
    'web/de_DE': 'jupiter-gross-hellrot-suess',
    'web/en_US': 'jupiter-bright-red',
  });
  // An option without a label in the locale has that of its fallback, else its code.
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'blue', optionSet: 'colors', labels: { en_US: 'Sky blue', de_DE: null } },
  ]);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'green', optionSet: 'colors', labels: { en_US: null, de_DE: null } },
  ]);
  expect(await create('J-B', {}, finish('blue'))).toEqual({
    'web/de_DE': 'jupiter-gross-sky-blue',
    'web/en_US': 'jupiter-sky-blue',
  });
  expect(await create('J-G', {}, finish('green'))).toEqual({
    'web/de_DE': 'jupiter-gross-green',
    'web/en_US': 'jupiter-green',
  });
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'green', optionSet: 'colors', labels: { en_US: 'Leaf', de_DE: 'Laub' } },
  ]);
  expect(await update('J-G', { tags: { add: ['a'] } })).toMatchObject({ 'web/en_US': 'jupiter-green' });
});
