// Risk: one unknown attribute takes a family and all its products along, or variants are told apart by too little.
import { expect, test } from 'vitest';
import { mapFamilies } from '../../../../src/modules/akeneo/map/map-families.ts';
import { mapFamilyVariants } from '../../../../src/modules/akeneo/map/map-family-variants.ts';
import { indexLayouts } from '../../../../src/modules/akeneo/products/variant-layouts.ts';
import { brief, tableOf } from '../tables.ts';

const known = {
  identifier: 'sku',
  attributes: new Set(['name', 'color', 'size', 'image', 'ean', 'weight']),
};

test('makes a family a set in the order of the file, without the identifier', () => {
  const table = tableOf(
    'families.csv',
    'code;label-en_US;attributes;attribute_as_image;attribute_as_label;requirements-web;requirements-print',
    'shoes;Shoes;size,name,SKU,image;image;name;name,sku,size;sku',
    'bare;;;;;;',
  );
  const { items, notes } = mapFamilies(table, known);
  expect(items.map(({ patch }) => patch)).toEqual([
    {
      code: 'shoes',
      labels: { en_US: 'Shoes' },
      attributes: [
        { code: 'size', sortOrder: 0 },
        { code: 'name', sortOrder: 1 },
        { code: 'image', sortOrder: 2 },
      ],
      requiredAttributes: { web: ['name', 'size'], print: [] },
      attributeAsLabel: 'name',
      attributeAsImage: 'image',
    },
    { code: 'bare' },
  ]);
  expect(notes).toEqual([]);
});

test('leaves out attributes that are not in the catalogue and tells where', () => {
  const table = tableOf(
    'families.csv',
    'code;attributes;attribute_as_label;requirements-web',
    'shoes;name,sizes_table;sizes_table;sizes_table,name',
    'hats;name;sku;',
  );
  const { items, notes } = mapFamilies(table, known);
  expect(items.map(({ patch }) => patch)).toEqual([
    { code: 'shoes', attributes: [{ code: 'name', sortOrder: 0 }], requiredAttributes: { web: ['name'] } },
    { code: 'hats', attributes: [{ code: 'name', sortOrder: 0 }] },
  ]);
  expect(brief(notes)).toEqual([
    'warning attribute-not-found 2 attributes',
    'warning attribute-not-found 2 requirements-web',
    'warning attribute-not-found 2 attribute_as_label',
    'info identifier-became-sku 3 attribute_as_label',
  ]);
});

const VARIANT_COLUMNS =
  'code;family;label-en_US;variant-axes_1;variant-attributes_1;variant-axes_2;variant-attributes_2';

test('makes a family variant a layout of one or two levels, without the identifier', () => {
  const table = tableOf(
    'family_variants.csv',
    VARIANT_COLUMNS,
    'by_color_size;shoes;By color and size;color;color,image,gone;size;sku,size,ean',
    'by_size;shoes;;size;sku,ean;;',
  );
  const { items, notes } = mapFamilyVariants(table, known);
  expect(items).toEqual([
    {
      row: 2,
      code: 'by_color_size',
      set: 'shoes',
      layout: {
        code: 'by_color_size',
        labels: { en_US: 'By color and size' },
        levels: [
          { axes: ['color'], attributes: ['image'] },
          { axes: ['size'], attributes: ['ean'] },
        ],
      },
    },
    {
      row: 3,
      code: 'by_size',
      set: 'shoes',
      layout: { code: 'by_size', labels: {}, levels: [{ axes: ['size'], attributes: ['ean'] }] },
    },
  ]);
  expect(brief(notes)).toEqual(['warning attribute-not-found 2 variant-attributes_1']);
});

test('refuses a family variant without family or first axis, or with an axis that does not exist', () => {
  const table = tableOf(
    'family_variants.csv',
    VARIANT_COLUMNS,
    'a;;;size;;;',
    'b;shoes;;;;size;',
    'c;shoes;;size;;gone;',
  );
  const { items, notes } = mapFamilyVariants(table, known);
  expect(items).toEqual([]);
  expect(brief(notes)).toEqual([
    'error required 2 family',
    'error required 3 variant-axes_1',
    'error attribute-not-found 4 variant-axes_2',
  ]);
});

test('finds a layout by the family that the file names when two sets have one of the same code', () => {
  const layout = { code: 'by_size', labels: {}, levels: [{ axes: ['size'], attributes: ['EAN'] }] };
  const set = (code: string) =>
    [code, { document: { code }, layouts: new Map([['by_size', layout]]) }] as unknown as [string, never];
  const table = tableOf('family_variants.csv', 'code;family', 'BY_SIZE;Shoes', 'gone;shoes');
  const layouts = indexLayouts({ sets: new Map([set('shoes'), set('hats')]) }, table);
  expect([...layouts]).toEqual([
    [
      'by_size',
      {
        code: 'by_size',
        set: 'shoes',
        levels: new Map([
          ['size', 1],
          ['ean', 1],
        ]),
      },
    ],
  ]);
});
