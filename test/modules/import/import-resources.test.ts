// Risk: rows of something else than products are lost, or a row that comes before what it names fails for that.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import type { FileResource } from '../../../src/modules/file-formats/columns/file-format.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarnessWithCatalogue, type ImportRequest } from '../../support/imports.ts';
import { seedMedia } from '../../support/media.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedConfiguration(bench.catalogue, upsertEntityTypes, [
    { code: 'brand', hierarchical: true, attributes: ['name', 'brand', 'ean'] },
  ]);
  await seedMedia(bench.catalogue, { code: 'front' });
});
afterAll(() => bench.close());

/**
 * Imports a file as a dry run, for good, and once more; all must be of one mind. Answers what came of it and the
 * columns of what is stored.
 */
async function imported(resource: FileResource, text: string, query: string, request: ImportRequest = {}) {
  const details = async (more: ImportRequest) => {
    const { status, created, updated, unchanged, failed, errors } = await bench.run(text, {
      resource,
      ...request,
      ...more,
    });
    const reported = errors.map(({ row, column, code, value }) => [row, column, code, value]);
    return { status, created, updated, unchanged, failed, errors: reported };
  };
  const tried = await details({ dryRun: true });
  const { status, failed, errors, ...counts } = await details({});
  expect(tried).toEqual({ status, failed, errors, ...counts });
  const again = await details({});
  const { created, updated, unchanged } = counts;
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: created + updated + unchanged, failed });
  const { rows } = await bench.catalogue.database.owner.query({ text: query, rowMode: 'array' });
  return { status, ...counts, failed, errors, stored: rows };
}

test('categories come in any order, and those without a place fail', async () => {
  const text = 'code,parent,label-en_US,sort_order\nb,a,B,2\na,shop,A,1\nc,nowhere,C,\nd,c,,\ne,e,,\n';
  expect(
    await imported(
      'categories',
      text,
      `SELECT code, parent, labels->>'en_US' FROM category WHERE code IN ('a', 'b', 'c', 'd', 'e') ORDER BY 1`,
    ),
  ).toEqual({
    status: 'completed_with_errors',
    created: 2,
    updated: 0,
    unchanged: 0,
    failed: 3,
    errors: [
      [4, 'parent', 'reference-not-found', 'nowhere'],
      [5, 'parent', 'reference-not-found', 'c'],
      [6, 'parent', expect.any(String), 'e'],
    ],
    stored: [
      ['a', 'shop', 'A'],
      ['b', 'a', 'B'],
    ],
  });
});

test('categories with what front ends show of them', async () => {
  const text = `code,image,label-en_US,description-en_US,slug-en_US,seo_title-en_US,seo_description-en_US
e,front,Eggs,<p>Fresh</p>,fresh-eggs,Fresh eggs,All eggs
f,fornt,,,,,
g,,,,Not One,,
`;
  expect(
    await imported(
      'categories',
      text,
      `SELECT code, image, descriptions, slugs, seo_titles, seo_descriptions FROM category WHERE code = 'e'`,
    ),
  ).toMatchObject({
    created: 1,
    failed: 2,
    errors: [
      [3, 'image', 'media-not-found', 'fornt'],
      [4, 'slug-en_US', 'invalid-format', 'Not One'],
    ],
    stored: [
      [
        'e',
        'front',
        { en_US: '<p>Fresh</p>' },
        { en_US: 'fresh-eggs' },
        { en_US: 'Fresh eggs' },
        { en_US: 'All eggs' },
      ],
    ],
  });
});

test('option sets and their options', async () => {
  const sets = await imported('option_sets', 'code;label-de_DE\nshapes;Formen\ncolors;Farben\n', 'SELECT 1');
  expect(sets).toMatchObject({ created: 1, updated: 1, failed: 0 });
  const text =
    'option_set;code;label-en_US;swatch-color;synonyms;active\nshapes;round;Round;;"disc,ball";1\n';
  expect(
    await imported(
      'options',
      `${text}shapes;oval;;#ffffff;;0\nshapse;flat;;;;\ncolors;red;Red;;;\n`,
      `SELECT code, swatch->>'color', synonyms, active FROM option WHERE code IN ('round', 'oval') ORDER BY code`,
    ),
  ).toMatchObject({
    created: 2,
    updated: 1,
    failed: 1,
    errors: [[4, 'option_set', 'reference-not-found', 'shapse']],
    stored: [
      ['oval', '#ffffff', [], false],
      ['round', null, ['disc', 'ball'], true],
    ],
  });
});

test('attributes and attribute sets', async () => {
  const attributes = `code;type;api_name;label-en_US;localizable;option_set;validation-max_length
shape;select;;Shape;0;shapes;
motto;text;slogan;Motto;1;;40
wrong;txet;;;;;
unnamed;text;the name;;;;
`;
  expect(
    await imported(
      'attributes',
      attributes,
      `SELECT code, type, api_name, localizable FROM attribute WHERE code IN ('shape', 'motto', 'wrong') ORDER BY code`,
    ),
  ).toMatchObject({
    created: 2,
    failed: 2,
    errors: [
      [4, 'type', expect.any(String), 'txet'],
      [5, 'api_name', 'pattern-mismatch', 'the name'],
    ],
    stored: [
      ['motto', 'text', 'slogan', true],
      ['shape', 'select', 'shape', false],
    ],
  });
  const sets = `code;attributes;required_attributes-web;role-summary;role-seo_title;icon
figures;"name,shape,motto";name;motto;MOTTO;toy
bad;nmae;;;;
worse;name,shape;;shape;;
worst;name;;;;dragon
`;
  expect(
    await imported('attribute_sets', sets, `SELECT roles, icon FROM attribute_set WHERE code = 'figures'`),
  ).toMatchObject({
    created: 1,
    failed: 3,
    errors: [
      [3, 'attributes', expect.any(String), 'nmae'],
      [4, 'role-summary', 'value-not-allowed', 'shape'],
      [5, 'icon', expect.any(String), 'dragon'],
    ],
    stored: [[{ summary: 'motto', seo_title: 'motto' }, 'toy']],
  });
});

test('entities below each other, with values that must be unique', async () => {
  const text = `entity_type;code;parent;label-en_US;name-en_US;ean
brand;sub;top;Sub;Sub brand;1
brand;top;;Top;Top brand;2
brand;copy;;;;2
brnad;x;;;;
`;
  expect(
    await imported(
      'entities',
      text,
      `SELECT entity.code, parent.code, entity."values"->'ean'->0->>'value' FROM entity
       LEFT JOIN entity AS parent ON parent.id = entity.parent_id ORDER BY 1`,
    ),
  ).toMatchObject({
    created: 2,
    failed: 2,
    errors: [
      [4, 'ean', 'not-unique', '2'],
      [5, 'entity_type', expect.any(String), 'brnad'],
    ],
    stored: [
      ['sub', 'top', '1'],
      ['top', null, '2'],
    ],
  });
});

test('what is said about files, as lines of JSON', async () => {
  const lines = [
    { code: 'front', alt: { en_US: 'From the front' }, tags: ['studio'] },
    { code: 'back', tags: [] },
  ];
  expect(
    await imported(
      'media',
      lines.map((line) => JSON.stringify(line)).join('\n'),
      `SELECT alt->>'en_US', tags FROM media WHERE code = 'front'`,
      { format: 'jsonl' },
    ),
  ).toMatchObject({
    updated: 1,
    failed: 1,
    errors: [[2, 'code', 'not-found', 'back']],
    stored: [['From the front', ['studio']]],
  });
});
