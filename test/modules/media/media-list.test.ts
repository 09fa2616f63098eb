// Risk: a list of files names one that is gone, breaks the attribute's rules or loses its order, or each file of a page
// is looked up by a statement of its own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { updateMedia } from '../../../src/modules/media/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia } from '../../support/media.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  for (const code of ['Front', 'back', 'side', 'fallback', 'lonely']) await seedMedia(catalogue, { code });
  await seedMedia(catalogue, {
    code: 'manual',
    filename: 'manual.pdf',
    mimeType: 'application/pdf',
    width: null,
    height: null,
  });
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'gallery', type: 'media_list', validation: { mimeTypes: ['image/*'], maxItems: 3 } },
    { code: 'downloads', type: 'media_list', localizable: true },
    { code: 'icons', type: 'media_list', defaultValue: ['FALLBACK'] },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'pictured',
      attributes: ['name', 'color', 'gallery', 'downloads', 'icons'].map((code) => ({ code })),
      attributeAsImage: 'gallery',
    },
  ]);
});
afterAll(() => catalogue.close());

const write = async (sku: string, values: readonly object[]) => {
  const { data, errors } = await catalogue.execute(
    `mutation ($sku: String!, $values: [ValueInput!]!) {
      upsertProducts(items: [{ sku: $sku, attributeSet: "pictured", values: $values }]) {
        ... on UpsertProductsPayload { results { outcome problem { errors { code message path } } } }
      }
    }`,
    { sku, values },
  );
  expect(errors).toBeUndefined();
  return (data as { upsertProducts: { results: unknown[] } }).upsertProducts.results[0];
};
const ask = async (document: string, session = catalogue.owner) => {
  const { data, errors } = await catalogue.execute(document, {}, session);
  expect(errors).toBeUndefined();
  return data;
};

test('a product shows its files in the order they were written, the first as its picture', async () => {
  expect(await write('L-1', [{ attribute: 'gallery', value: ['BACK', 'front', 'side'] }])).toMatchObject({
    outcome: 'CREATED',
  });
  const data = await ask(`{ product(ref: "L-1") {
    image { code }
    value(attribute: "gallery") { __typename json display ... on MediaListValue { mediaList { code filename } } }
  } }`);
  expect(data?.product).toEqual({
    image: { code: 'back' },
    value: {
      __typename: 'MediaListValue',
      json: ['back', 'Front', 'side'],
      display: 'back, Front, side',
      mediaList: [
        { code: 'back', filename: 'back.png' },
        { code: 'Front', filename: 'Front.png' },
        { code: 'side', filename: 'side.png' },
      ],
    },
  });
  const again = await write('L-1', [{ attribute: 'gallery', value: ['back', 'front', 'side'] }]);
  expect(again).toMatchObject({ outcome: 'UNCHANGED' });
  const turned = await write('L-1', [{ attribute: 'gallery', value: ['front', 'back'] }]);
  expect(turned).toMatchObject({ outcome: 'UPDATED' });
  expect((await ask('{ product(ref: "L-1") { image { code } } }'))?.product).toEqual({
    image: { code: 'Front' },
  });
});

test('refuses files by the rules of the attribute, each at its place in the list', async () => {
  const value = ['front', 'manual', 'nothing', 'FRONT'];
  expect(await write('L-2', [{ attribute: 'gallery', value }])).toEqual({
    outcome: 'FAILED',
    problem: {
      errors: [
        {
          code: 'mime-not-allowed',
          message: "The file 'manual' is of type application/pdf; allowed: image/*.",
          path: ['values', '0', 'value', '1'],
        },
        {
          code: 'media-not-found',
          message: "There is no media file 'nothing'.",
          path: ['values', '0', 'value', '2'],
        },
        {
          code: 'duplicate-item',
          message: "'gallery' names the media file 'Front' twice.",
          path: ['values', '0', 'value', '3'],
        },
        {
          code: 'too-many-items',
          message: "'gallery' has 4 entries; at most 3 are allowed.",
          path: ['values', '0', 'value'],
        },
      ],
    },
  });
});

test('counts, lists and keeps the files that lists name', async () => {
  await write('L-3', [{ attribute: 'downloads', locale: 'en_US', value: ['manual', 'front'] }]);
  const { media } = (await ask(
    '{ media(ref: "front") { usedByCount usedBy { totalCount nodes { sku } } } }',
  )) as { media: unknown };
  expect(media).toEqual({
    usedByCount: 2,
    usedBy: { totalCount: 2, nodes: [{ sku: 'L-1' }, { sku: 'L-3' }] },
  });
  expect(await ask('{ mediaFiles(unused: true) { nodes { code } } }')).toEqual({
    mediaFiles: { nodes: [{ code: 'lonely' }, { code: 'side' }] },
  });
  const remove = (ref: string) =>
    ask(`mutation { deleteMedia(ref: "${ref}") {
      ... on Conflict { code usedBy { type code } } ... on DeletePayload { code } } }`);
  expect(await remove('manual')).toEqual({
    deleteMedia: { code: 'resource-in-use', usedBy: [{ type: 'Product', code: 'L-3' }] },
  });
  expect(await remove('fallback')).toEqual({
    deleteMedia: {
      code: 'resource-in-use',
      usedBy: [
        { type: 'Attribute', code: 'icons' },
        ...['L-1', 'L-3'].map((code) => ({ type: 'Product', code })),
      ],
    },
  });
  expect(await remove('side')).toEqual({ deleteMedia: { code: 'side' } });
});

test('lists files by kind, and images without a text in a locale', async () => {
  const codes = async (filter: string) =>
    (
      (await ask(`{ mediaFiles(${filter}) { nodes { code } } }`)) as {
        mediaFiles: { nodes: { code: string }[] };
      }
    ).mediaFiles.nodes.map(({ code }) => code);
  await seedMedia(catalogue, { code: 'clip', mimeType: 'video/mp4', width: null, height: null });
  await seedMedia(catalogue, { code: 'drawing', mimeType: 'application/octet-stream', width: null });
  expect(await codes('kind: VIDEO')).toEqual(['clip']);
  expect(await codes('kind: PDF')).toEqual(['manual']);
  expect(await codes('kind: OTHER')).toEqual(['drawing']);
  expect(await codes('kind: IMAGE')).toEqual(await codes('mimeType: "image/"'));
  await catalogue.runner.write(catalogue.owner, updateMedia, {
    ref: 'back',
    patch: { alt: { en_US: 'From behind' } },
  });
  const images = await codes('kind: IMAGE');
  expect(await codes('missingAltIn: "en_us"')).toEqual(images.filter((code) => code !== 'back'));
  expect(await codes('missingAltIn: "de_DE"')).toEqual(images);
  for (const code of ['clip', 'drawing'])
    await ask(`mutation { deleteMedia(ref: "${code}") { __typename } }`);
});

test('says what uses a file, of all types of objects', async () => {
  const usage = async (ref: string) =>
    (
      (await ask(`{ media(ref: "${ref}") { usage { count types { type count users { code } } } } }`)) as {
        media: { usage: unknown };
      }
    ).media.usage;
  expect(await usage('fallback')).toEqual({
    count: 3,
    types: [
      { type: 'Attribute', count: 1, users: [{ code: 'icons' }] },
      { type: 'Product', count: 2, users: [{ code: 'L-1' }, { code: 'L-3' }] },
    ],
  });
  expect(await usage('lonely')).toEqual({ count: 0, types: [] });
});

describe('a default value', () => {
  test('is what new products begin with, in the stored case', async () => {
    expect(await ask('{ attribute(code: "icons") { defaultValue } }')).toEqual({
      attribute: { defaultValue: ['fallback'] },
    });
    const data = await ask(
      '{ product(ref: "L-1") { value(attribute: "icons") { ... on MediaListValue { mediaList { code } } } } }',
    );
    expect(data).toEqual({ product: { value: { mediaList: [{ code: 'fallback' }] } } });
  });

  test('has to name files that are there and fit', async () => {
    const define = async (attribute: string) =>
      (
        await ask(`mutation { createAttribute(input: { ${attribute} }) {
          ... on AttributePayload { attribute { defaultValue } } ... on ValidationFailed { errors { code path } } } }`)
      )?.createAttribute;
    expect(await define('code: "a", type: MEDIA_LIST, defaultValue: ["front", "gone"]')).toEqual({
      errors: [{ code: 'media-not-found', path: ['defaultValue', '1'] }],
    });
    const rules = 'validation: { mimeTypes: ["application/pdf"] }';
    expect(await define(`code: "b", type: MEDIA, ${rules}, defaultValue: "front"`)).toEqual({
      errors: [{ code: 'mime-not-allowed', path: ['defaultValue'] }],
    });
    expect(await define(`code: "c", type: MEDIA, ${rules}, defaultValue: "MANUAL"`)).toEqual({
      attribute: { defaultValue: 'manual' },
    });
  });
});

test('a page of products with lists of files costs the same statements at any size', async () => {
  for (let index = 0; index < 12; index += 1) {
    await write(`P-${index}`, [{ attribute: 'gallery', value: index % 2 ? ['front', 'back'] : ['lonely'] }]);
  }
  const statementsOf = async (first: number) => {
    const document = `{ products(first: ${first}, filter: { sku: { startsWith: "P-" } }) { nodes {
      image { code } values(attributes: ["gallery"]) { ... on MediaListValue { mediaList { code usedByCount } } }
    } } }`;
    await ask(document);
    catalogue.takeStatements();
    const { products } = (await ask(document)) as { products: { nodes: unknown[] } };
    expect(products.nodes).toHaveLength(first);
    return catalogue.takeStatements().sort();
  };
  const statements = await statementsOf(12);
  expect(statements).toMatchInlineSnapshot(`
    [
      "SELECT media",
      "media.count_users",
      "product.list",
    ]
  `);
  expect(await statementsOf(2)).toEqual(statements);
});

describe('flat data with labels', () => {
  const FLAT = `{ product(ref: "F-1") {
    data(labels: true, attributes: ["name", "color", "gallery", "icons"], locale: "de_DE")
  } }`;

  test('says what options and files are called, and where the files are', async () => {
    await write('F-1', [
      { attribute: 'name', locale: 'en_US', value: 'Lamp' },
      { attribute: 'color', value: 'red' },
      { attribute: 'gallery', value: ['back', 'front'] },
    ]);
    await catalogue.runner.write(catalogue.owner, updateMedia, {
      ref: 'front',
      patch: { labels: { en_US: 'From the front' }, visibility: 'public' },
    });
    const organization = `org_${catalogue.owner.organizationId.replaceAll('-', '')}`;
    const signed = expect.stringMatching(
      /^http:\/\/catalograph\.test\/api\/v1\/media\/med_[0-9a-f]{32}\/content\?/,
    );
    catalogue.takeStatements();
    expect(await ask(FLAT)).toEqual({
      product: {
        data: {
          name: 'Lamp',
          color: { code: 'red', label: 'red (de)' },
          gallery: [
            { code: 'back', label: '[back]', url: signed },
            {
              code: 'Front',
              label: 'From the front',
              url: `http://catalograph.test/media/${organization}/Front`,
            },
          ],
          icons: [{ code: 'fallback', label: '[fallback]', url: signed }],
        },
      },
    });
    const looked = catalogue.takeStatements().filter((name) => /media|option/.test(name));
    expect(looked.sort()).toEqual(['SELECT media', 'option.by_code']);
  });

  test('keeps the addresses of files from callers who may not read files', async () => {
    const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
    const { product } = (await ask(FLAT, reader)) as { product: { data: { gallery: unknown } } };
    expect(product.data.gallery).toEqual([
      { code: 'back', label: '[back]' },
      { code: 'Front', label: 'From the front' },
    ]);
  });
});
