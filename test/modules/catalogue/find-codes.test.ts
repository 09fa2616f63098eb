// Risk: an agent does not find the code that people mean, takes a wrong one, or finds what it may not read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { findCodes } from '../../../src/modules/catalogue/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia } from '../../support/media.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'temperature',
      labels: { en_US: 'Temperature' },
      standardUnit: 'KELVIN',
      units: [
        { code: 'KELVIN', labels: {}, symbol: 'K', factor: '1', offset: '0' },
        { code: 'CELSIUS', labels: { de_DE: 'Grad Celsius' }, symbol: '°C', factor: '1', offset: '273.15' },
      ],
    },
    {
      code: 'mass',
      standardUnit: 'KILOGRAM',
      units: [{ code: 'KILOGRAM', labels: {}, symbol: 'kg', factor: '1', offset: '0' }],
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'storage_temperature', type: 'measurement', measurementFamily: 'temperature' },
    { code: 'care_instructions', type: 'text', labels: { de_DE: 'Pflegehinweise', fr_FR: 'Entretien' } },
    { code: 'size_chart', type: 'media', labels: { en_US: 'Size chart' } },
  ]);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'kleider', parent: 'clothes', labels: { en_US: 'Dresses', de_DE: 'Kleider für Größere' } },
    { code: 'cafe', labels: { fr_FR: 'Café crème' } },
  ]);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'crimson', optionSet: 'colors', synonyms: ['Deep Red', 'Purpur'] },
    { code: 'tube', optionSet: 'colors', labels: { en_US: 'Tube 10" \\ 100%' } },
    { code: 'gone', optionSet: 'colors', labels: { en_US: 'red of old' }, active: false },
  ]);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'UPSELL', labels: { en_US: 'Better ones' } },
  ]);
  await seedMedia(catalogue, { code: 'hero-shot', filename: 'Strand Föhr.png' });
});
afterAll(() => catalogue.close());

type Input = Parameters<typeof findCodes.handler>[1];
const find = (input: Input, session = catalogue.owner) => catalogue.runner.read(session, findCodes, input);
const codes = async (input: Input) => (await find(input)).items.map(({ code }) => code);

test('finds a code by itself, by a label of any locale and by a part of either, whatever case and accents', async () => {
  expect(await codes({ kind: 'attribute', query: 'CARE_instr' })).toEqual(['care_instructions']);
  expect(await codes({ kind: 'attribute', query: 'pflegehinweise' })).toEqual(['care_instructions']);
  expect(await codes({ kind: 'category', query: 'grossere' })).toEqual(['kleider']);
  expect(await codes({ kind: 'category', query: 'CAFE CREME' })).toEqual(['cafe']);
  expect(await codes({ kind: 'attribute_set', query: 'cloth' })).toEqual(['clothing']);
  expect(await codes({ kind: 'entity_type', query: 'Márke' })).toEqual(['brand']);
  expect(await codes({ kind: 'association_type', query: 'better' })).toEqual(['UPSELL']);
  expect(await codes({ kind: 'attribute', query: 'nothing like it' })).toEqual([]);
});

test('puts the best fit first: the code, then its beginning, a word in it, a part of it, all words in any order', async () => {
  expect(await codes({ kind: 'attribute', query: 'size' })).toEqual(['size', 'size_chart']);
  expect(await codes({ kind: 'option', query: 'red', parent: 'colors' })).toEqual(['red', 'crimson']);
  expect(await codes({ kind: 'attribute', query: 'e' })).toEqual([
    'ean',
    // Labels that begin with it come before codes that only hold it.
    'care_instructions',
    'name',
    'size',
    'price',
    'title',
    'founded',
    'founder',
    'made_by',
    'made_of',
    'washable',
    'size_chart',
    'description',
    'storage_temperature',
  ]);
  expect(await codes({ kind: 'attribute', query: 'temperature storage' })).toEqual(['storage_temperature']);
});

test('finds options by their synonyms and leaves those out that products cannot get any more', async () => {
  expect(await codes({ kind: 'option', query: 'purpur' })).toEqual(['crimson']);
  expect(await codes({ kind: 'option', query: 'of old' })).toEqual([]);
});

test('takes quotation marks, percent signs and strokes of a query for what they are', async () => {
  for (const query of ['10" tube', '100%', '%', '"', '\\', '10" \\'])
    expect({ query, codes: await codes({ kind: 'option', query }) }).toEqual({ query, codes: ['tube'] });
  // Words of the stored form are no words of the option.
  expect(await codes({ kind: 'option', query: 'en us' })).toEqual([]);
});

test('answers names in the locale asked for and the way to a code', async () => {
  expect(await find({ kind: 'category', query: 'kleider', locale: 'de_DE' })).toEqual({
    items: [
      {
        code: 'kleider',
        label: 'Kleider für Größere',
        path: ['shop', 'clothes', 'kleider'],
        pathLabels: ['Shop', '[clothes]', 'Kleider für Größere'],
        detail: null,
      },
    ],
    hasMore: false,
  });
  expect(await find({ kind: 'unit', query: '°c', locale: 'de_DE' })).toEqual({
    items: [
      {
        code: 'CELSIUS',
        label: 'Grad Celsius',
        path: ['temperature', 'CELSIUS'],
        pathLabels: ['Temperature', 'Grad Celsius'],
        detail: '°C',
      },
    ],
    hasMore: false,
  });
  expect((await find({ kind: 'media', query: 'strand fohr' })).items).toMatchObject([
    { code: 'hero-shot', detail: 'image/png' },
  ]);
  expect((await find({ kind: 'attribute', query: 'storage' })).items).toMatchObject([
    { code: 'storage_temperature', detail: 'measurement' },
  ]);
});

test('keeps to what an attribute can have, and to what stands in a set, a family or a category', async () => {
  expect(await codes({ kind: 'option', attribute: 'SIZE' })).toEqual(['s', 'm', 'l']);
  expect(await codes({ kind: 'unit', attribute: 'storage_temperature' })).toEqual(['KELVIN', 'CELSIUS']);
  expect(await codes({ kind: 'unit', parent: 'Mass' })).toEqual(['KILOGRAM']);
  expect(await codes({ kind: 'attribute', parent: 'accessories' })).toEqual(['color', 'name', 'stock']);
  expect(await codes({ kind: 'category', parent: 'Shop' })).toEqual(['clothes', 'kleider', 'sale']);
});

test('says that there is more than it answers', async () => {
  const { items, hasMore } = await find({ kind: 'category', limit: 2 });
  expect({ codes: items.map(({ code }) => code), hasMore }).toEqual({
    codes: ['clothes', 'kleider'],
    hasMore: true,
  });
  await expect(find({ kind: 'category', limit: 101 })).rejects.toMatchObject({ code: 'limit-out-of-range' });
});

describe('refuses', () => {
  const problemOf = async (input: Input) => {
    const error = await find(input).then(
      () => null,
      (refusal: { errors: readonly object[] }) => refusal,
    );
    return error?.errors[0];
  };

  test('an attribute or parent that is not there, naming the likely one', async () => {
    expect(await problemOf({ kind: 'option', attribute: 'colour' })).toMatchObject({
      code: 'reference-not-found',
      path: ['attribute'],
      suggestions: ['color'],
    });
    expect(await problemOf({ kind: 'category', parent: 'shopp' })).toMatchObject({
      path: ['parent'],
      message: "There is no category 'shopp'. Did you mean 'shop'?",
    });
  });

  test('an attribute or parent that does not go with the kind', async () => {
    expect(await problemOf({ kind: 'option', attribute: 'name' })).toMatchObject({
      path: ['attribute'],
      message: "'name' is of type 'text', which has no options.",
    });
    expect(await problemOf({ kind: 'media', attribute: 'name' })).toMatchObject({ path: ['attribute'] });
    expect(await problemOf({ kind: 'media', parent: 'shop' })).toMatchObject({ path: ['parent'] });
    expect(await problemOf({ kind: 'option', attribute: 'color', parent: 'colors' })).toMatchObject({
      path: ['parent'],
    });
  });

  test('a caller without the read scope of the kind', async () => {
    const { organizationId } = catalogue.owner;
    const by = (scope: 'attributes:read' | 'products:read' | 'entities:read' | 'media:read') =>
      sessionOf(organizationId, 'owner', [scope]);
    await expect(find({ kind: 'category' }, by('attributes:read'))).rejects.toMatchObject({
      code: 'insufficient-scope',
      parameters: { required_scopes: ['products:read'] },
    });
    await expect(find({ kind: 'attribute' }, by('media:read'))).rejects.toMatchObject({
      parameters: { required_scopes: ['attributes:read'] },
    });
    expect((await find({ kind: 'entity_type' }, by('entities:read'))).items).toHaveLength(3);
    expect((await find({ kind: 'media' }, by('media:read'))).items).toHaveLength(1);
  });
});

test('finds nothing of another organization', async () => {
  const stranger = await catalogue.addOrganization('Elsewhere');
  for (const kind of ['attribute', 'option', 'category', 'attribute_set', 'unit', 'media'] as const)
    expect(await find({ kind }, stranger)).toEqual({ items: [], hasMore: false });
  await expect(find({ kind: 'option', attribute: 'color' }, stranger)).rejects.toMatchObject({
    errors: [{ suggestions: [] }],
  });
});

test('answers through the graph and takes two statements more than the search for names of the path', async () => {
  catalogue.takeStatements();
  const result = await catalogue.execute(
    '{ findCodes(kind: OPTION, query: "blue", locale: "de_DE", limit: 1) { items { code label path pathLabels detail } hasMore } }',
  );
  expect(result).toEqual({
    data: {
      findCodes: {
        items: [
          {
            code: 'blue',
            label: 'blue (de)',
            path: ['colors', 'blue'],
            pathLabels: ['[colors]', 'blue (de)'],
            detail: null,
          },
        ],
        hasMore: false,
      },
    },
  });
  expect(catalogue.takeStatements()).toEqual([
    'catalogue.find_option',
    'locale.fallbacks',
    'option_set.load',
  ]);
});

test('a query of more than 1,000 characters is refused before it is looked at', async () => {
  const { data, errors } = (await catalogue.execute(
    `{ findCodes(kind: OPTION, query: "${'x'.repeat(1_001)}") { hasMore } }`,
  )) as { data?: unknown; errors?: readonly { message: string }[] };
  expect(JSON.stringify({ data, errors })).toContain("'query' has 1001 characters; up to 1000 are allowed.");
});
