// Risk: a product is published, classified or put below a model otherwise than its row says.
import { expect, test } from 'vitest';
import { foldKey } from '../../../../src/kernel/codes.ts';
import type { Column } from '../../../../src/modules/akeneo/products/file-references.ts';
import { indexModels, mapProductModels } from '../../../../src/modules/akeneo/products/map-product-models.ts';
import { createProductMapper } from '../../../../src/modules/akeneo/products/map-products.ts';
import type { ProductColumns } from '../../../../src/modules/akeneo/products/product-columns.ts';
import type { ProductFileContext } from '../../../../src/modules/akeneo/products/product-rows.ts';
import type { ImportNote } from '../../../../src/modules/akeneo/report/import-note.ts';
import { brief, tableOf } from '../tables.ts';

const NO_COLUMNS: ProductColumns = { cells: [], files: [], links: [], groupLinks: [], unknown: [] };
const layouts = new Map([['by_size', { code: 'by_size', set: 'shoes', levels: new Map() }]]);
const modelTable = tableOf(
  'product_models.csv',
  'code;family_variant;parent;categories',
  'boot_red;by_size;BOOT;red_things',
  'boot;By_Size;;men,winter',
  'lost;by_size;elsewhere;',
);

function contextOf(more: Partial<ProductFileContext> = {}): ProductFileContext {
  return {
    file: 'products.csv',
    columns: NO_COLUMNS,
    modelPrefix: '',
    models: indexModels(modelTable),
    ...more,
  };
}

/** Maps all rows; the header is the first line. */
function mapAll(lines: readonly string[], context = contextOf(), identifier = 'sku') {
  const table = tableOf('products.csv', ...lines);
  const firstRows = new Map<string, number>();
  for (const row of table.rows.toReversed()) firstRows.set(foldKey(row.get(identifier)), row.number);
  const mapper = createProductMapper(table.columns, identifier, context, firstRows);
  const notes: ImportNote[] = [];
  const mapped = table.rows.map((row) => mapper.map(row, notes));
  return { items: mapped.map((product) => product?.item ?? null), mapped, notes };
}

test('maps type, set, parent, status and categories of products', () => {
  const { items, notes } = mapAll([
    'sku;categories;enabled;family;parent;groups',
    'a;men,winter;1;shoes;;promotion',
    'b;;0;shoes;boot_red;',
    'c;;;shoes;;promotion,sale',
  ]);
  expect(items).toEqual([
    {
      sku: 'a',
      type: 'simple',
      parent: null,
      attributeSet: 'shoes',
      status: 'published',
      categories: { set: ['men', 'winter', 'promotion'] },
    },
    { sku: 'b', type: 'variant', parent: 'boot_red', attributeSet: 'shoes', status: 'draft' },
    {
      sku: 'c',
      type: 'simple',
      parent: null,
      attributeSet: 'shoes',
      categories: { add: ['promotion', 'sale'] },
    },
  ]);
  expect(notes).toEqual([]);
});

test('says nothing of the status of an enabled product without family, so that it starts as a draft', () => {
  const { items, notes } = mapAll(['sku;enabled;family;parent', 'a;1;;', 'b;0;;', 'c;1;;boot']);
  expect(items).toEqual([
    { sku: 'a', type: 'simple', parent: null },
    { sku: 'b', type: 'simple', parent: null, status: 'draft' },
    { sku: 'c', type: 'variant', parent: 'boot', status: 'published' },
  ]);
  expect(brief(notes)).toEqual(['info unclassified-draft 2 family']);
});

test('says nothing of type and family where the file has no such columns', () => {
  expect(mapAll(['sku;enabled', 'a;1']).items).toEqual([{ sku: 'a', status: 'published' }]);
});

test('finds parents in either case and tells which were written otherwise', () => {
  const { items, notes } = mapAll(['sku;parent', 'a;Boot_Red', 'b;unknown']);
  expect(items.map((item) => item?.parent)).toEqual(['Boot_Red', 'unknown']);
  expect(notes).toMatchObject([
    {
      code: 'parent-resolved-by-case',
      row: 2,
      message: "The parent 'Boot_Red' is the model 'boot_red', written in a different case.",
    },
  ]);
});

test('refuses rows without SKU, with one of an earlier row and with one of a model', () => {
  const { items, notes } = mapAll(['sku', '', 'a', 'A', 'Boot']);
  expect(items.map((item) => item?.sku)).toEqual([undefined, 'a', undefined, undefined]);
  expect(brief(notes)).toEqual([
    'error required 2 sku',
    'error duplicate-row 4 sku',
    'error duplicate-sku 5 sku',
  ]);
  expect(notes.at(-1)?.hint).toContain('--model-prefix');
});

test('gives models, and parents, another SKU by a prefix', () => {
  const context = contextOf({ modelPrefix: 'm_' });
  const { items, notes } = mapAll(['sku;parent', 'boot;boot_red', 'm_boot;'], context);
  expect(items).toEqual([{ sku: 'boot', type: 'variant', parent: 'm_boot_red' }, null]);
  expect(brief(notes)).toEqual(['error duplicate-sku 3 sku']);
  const { levels } = mapProductModels(modelTable, { ...context, file: 'product_models.csv' }, layouts);
  expect(levels.flat().map(({ item }) => [item.sku, item.parent])).toEqual([
    ['m_boot', undefined],
    ['m_boot_red', 'm_BOOT'],
    ['m_lost', 'm_elsewhere'],
  ]);
});

test('takes the SKU from the column of the identifier attribute', () => {
  expect(mapAll(['article;name', 'a;x'], contextOf(), 'article').items).toEqual([{ sku: 'a' }]);
});

test('writes root models first, each with the set and layout of its family variant', () => {
  const { levels, notes } = mapProductModels(modelTable, contextOf({ file: 'product_models.csv' }), layouts);
  expect(levels.map((level) => level.map(({ row, item }) => [row, item]))).toEqual([
    [
      [
        3,
        {
          sku: 'boot',
          type: 'model',
          status: 'published',
          attributeSet: 'shoes',
          variantLayout: 'by_size',
          categories: { set: ['men', 'winter'] },
        },
      ],
    ],
    [
      [
        2,
        {
          sku: 'boot_red',
          type: 'model',
          status: 'published',
          parent: 'BOOT',
          categories: { set: ['red_things'] },
        },
      ],
      [4, { sku: 'lost', type: 'model', status: 'published', parent: 'elsewhere' }],
    ],
  ]);
  expect(brief(notes)).toEqual(['info parent-resolved-by-case 2 parent']);
});

test('refuses root models without family variant and tells of another one below a root', () => {
  const table = tableOf(
    'product_models.csv',
    'code;family_variant;parent',
    'a;gone;',
    'b;;',
    'c;by_size;',
    'd;by_color;c',
    'e;by_size;f',
    'f;by_size;e',
  );
  const context = contextOf({ file: 'product_models.csv', models: indexModels(table) });
  const { levels, notes } = mapProductModels(table, context, layouts);
  // Circles are left for the catalogue to refuse: neither of the two finds its parent.
  expect(levels.map((level) => level.map(({ item }) => item.sku))).toEqual([['c'], ['d'], ['e', 'f']]);
  expect(brief(notes)).toEqual([
    'error reference-not-found 2 family_variant',
    'error required 3 family_variant',
    'warning value-belongs-to-parent 5 family_variant',
  ]);
});

test('keeps the files that cells name apart from values and tells of every filled cell of links to groups', () => {
  const image = { position: 1, name: 'image', attribute: 'image', channel: null, locale: null };
  const groups: Column = { position: 2, name: 'PACK-groups' };
  const columns = { ...NO_COLUMNS, files: [image], groupLinks: [groups] };
  const { notes, mapped, items } = mapAll(
    ['sku;image;PACK-groups', 'a;files/x.jpg;b', 'b;;c', 'c;;'],
    contextOf({ columns }),
  );
  expect(mapped.map((product) => product?.files)).toEqual([[{ column: image, path: 'files/x.jpg' }], [], []]);
  expect(items[0]).toEqual({ sku: 'a' });
  expect(brief(notes)).toEqual([
    'info groups-became-categories 2 PACK-groups',
    'info groups-became-categories 3 PACK-groups',
  ]);
});

test('reads links to products as they stand and links to models behind their prefix', () => {
  const type = { type: 'PACK', twoWay: false } as const;
  const products = { ...type, position: 2, name: 'PACK-products', targets: 'products' } as const;
  const models = { ...type, position: 1, name: 'PACK-product_models', targets: 'product_models' } as const;
  const columns = { ...NO_COLUMNS, links: [products, models] };
  const { mapped, items } = mapAll(
    ['sku;PACK-product_models;PACK-products', 'a;boot,Shoe;b,,c', 'b;;', 'c;boot;'],
    contextOf({ columns, modelPrefix: 'model_' }),
  );
  expect(mapped.map((product) => product?.links.map(({ column, refs }) => [column.name, ...refs]))).toEqual([
    [
      ['PACK-products', 'b', 'c'],
      ['PACK-product_models', 'model_boot', 'model_Shoe'],
    ],
    [],
    [['PACK-product_models', 'model_boot']],
  ]);
  // Products may come later in the file, so their links are no part of the first write.
  expect(items[0]).toEqual({ sku: 'a' });
});
