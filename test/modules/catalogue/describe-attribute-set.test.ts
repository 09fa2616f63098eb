// Risk: a writer of products is told of other rules than those that are kept, or gets an example that is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { describeAttributeSet } from '../../../src/modules/catalogue/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../src/modules/option-set/index.ts';
import { upsertProducts } from '../../../src/modules/product/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { callToolDirectly } from '../../support/call-tool.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'power',
      standardUnit: 'WATT',
      units: ['WATT', 'KILOWATT'].map((code) => ({ code, labels: {}, symbol: '', factor: '1', offset: '0' })),
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'technical' }, { code: 'texts' }]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'gtin', type: 'identifier', validation: { format: 'gtin' } },
    { code: 'ean', type: 'text', unique: true },
    { code: 'upc', type: 'identifier', validation: { format: 'upc' } },
    { code: 'isbn', type: 'identifier', validation: { format: 'isbn13' } },
    { code: 'asin', type: 'identifier', validation: { format: 'asin' } },
    { code: 'maker_code', type: 'identifier', validation: { format: 'mpn' } },
    { code: 'contact', type: 'text', validation: { format: 'email' } },
    { code: 'homepage', type: 'text', validation: { format: 'url' } },
    { code: 'path', type: 'text', validation: { format: 'slug' } },
    { code: 'light_color', type: 'text', validation: { format: 'color' } },
    { code: 'socket', type: 'text', validation: { allowedValues: ['E27', 'E14'] } },
    { code: 'serial', type: 'text', validation: { pattern: '[A-Z]{3}-[0-9]{4}' } },
    { code: 'short', type: 'text', validation: { maxLength: 5 } },
    { code: 'long', type: 'textarea', validation: { minLength: 40 } },
    { code: 'lumen', type: 'number', validation: { min: '10', max: '2000' } },
    { code: 'since', type: 'date', validation: { min: '2020-01-01' } },
    { code: 'checked_at', type: 'datetime' },
    { code: 'tags', type: 'multi_select', optionSet: 'colors' },
    { code: 'power', type: 'measurement', measurementFamily: 'power', group: 'technical' },
    { code: 'net', type: 'measurement', measurementFamily: 'power', validation: { units: ['KILOWATT'] } },
    { code: 'photo', type: 'media' },
    { code: 'internal', type: 'text', readOnly: true },
    { code: 'local_note', type: 'text', localizable: true, availableLocales: ['de_DE'] },
  ]);
});
afterAll(() => catalogue.close());

test('tells the attributes of a set with their rules, their options and what a channel requires', async () => {
  const plain = {
    group: null,
    required: false,
    required_in: [],
    localizable: false,
    scopable: false,
    unique: false,
    read_only: false,
    locales: null,
    guideline: null,
    validation: {},
    option_set: null,
    options: null,
    options_count: null,
    entity_type: null,
    units: null,
    default_unit: null,
  };
  const set = await callToolDirectly(catalogue, 'get_attribute_set', { code: 'ACCESSORIES', channel: 'Web' });
  expect(set).toMatchObject({
    code: 'accessories',
    label: '[accessories]',
    attribute_as_label: 'name',
    further_attributes: [],
    attributes: [
      { ...plain, code: 'name', label: '[name]', type: 'text', localizable: true },
      {
        ...plain,
        code: 'color',
        label: '[color]',
        type: 'select',
        option_set: 'colors',
        options: [
          { code: 'red', label: '[red]' },
          { code: 'blue', label: '[blue]' },
          { code: 'green', label: '[green]' },
        ],
        options_count: 3,
      },
      {
        ...plain,
        code: 'stock',
        label: '[stock]',
        type: 'number',
        validation: { min: '0', decimal_places: 0 },
      },
    ],
    variant_layouts: [],
  });
});

test('counts what the channel that was asked for requires, or else what any does', async () => {
  const required = async (channel?: string) => {
    const { attributes } = await catalogue.runner.read(catalogue.owner, describeAttributeSet, {
      code: 'clothing',
      channel,
    });
    return attributes.filter((one) => one.required).map(({ code, requiredIn }) => [code, ...requiredIn]);
  };
  expect(await required()).toEqual([
    ['name', 'print', 'web'],
    ['price', 'web'],
    ['ean', 'web'],
  ]);
  expect(await required('print')).toEqual([['name', 'print']]);
});

test('tells how variants are told apart', async () => {
  expect(
    await callToolDirectly(catalogue, 'get_attribute_set', { code: 'branded', attributes: ['made_of'] }),
  ).toMatchObject({
    attributes: [{ code: 'made_of', entity_type: 'material' }],
    variant_layouts: [{ code: 'by_brand', levels: [{ axes: ['made_by'], attributes: [] }] }],
  });
});

describe('the example', () => {
  /** Attributes whose rules leave nothing that can be guessed, or that nobody may write. */
  const NOT_GUESSED = ['serial', 'photo', 'internal', 'founder'];
  const GUESSED = [
    ...['name', 'description', 'brand', 'color', 'tags', 'price', 'stock', 'ean', 'washable', 'gtin', 'upc'],
    ...[
      'isbn',
      'asin',
      'maker_code',
      'contact',
      'homepage',
      'path',
      'light_color',
      'socket',
      'short',
      'long',
    ],
    ...['lumen', 'since', 'checked_at', 'power', 'net', 'local_note'],
  ];

  async function exampleFor(code: string, channel?: string) {
    const { example } = await catalogue.runner.read(catalogue.owner, describeAttributeSet, { code, channel });
    return example as {
      sku: string;
      attribute_set: string;
      values: Record<string, { value: never; channel?: string; locale?: string }[]>;
    };
  }

  test('has a good value of every kind of attribute that is required', async () => {
    const attributes = [...GUESSED, ...NOT_GUESSED].map((code) => ({ code }));
    await seedConfiguration(catalogue, upsertAttributeSets, [
      {
        code: 'everything',
        attributes,
        requiredAttributes: { web: attributes.map(({ code }) => code) },
      },
    ]);
    const { sku, attribute_set: attributeSet, values } = await exampleFor('everything', 'web');
    expect(Object.keys(values).sort()).toEqual([...GUESSED].sort());
    const cells = Object.entries(values).flatMap(([attribute, list]) =>
      list.map(({ value, channel = null, locale = null }) => ({
        attribute,
        channel,
        locale,
        value,
        path: ['values', attribute],
      })),
    );
    const { output, end } = await catalogue.runner.dryRun(catalogue.owner, upsertProducts, {
      items: [{ sku, attributeSet, values: cells }],
      mode: 'create',
      errorPolicy: 'reject_failed',
    });
    await end();
    expect(output.results.map(({ outcome, refusal }) => ({ outcome, errors: refusal?.errors }))).toEqual([
      { outcome: 'created', errors: undefined },
    ]);
  });

  test('names channel and locale where an attribute has them, and only there', async () => {
    const { values } = await exampleFor('clothing', 'web');
    expect(values.name).toEqual([{ locale: 'en_US', value: 'Example of name' }]);
    expect(values.description).toEqual([{ channel: 'web', locale: 'en_US', value: '<p>Example</p>' }]);
    expect(values.price).toEqual([{ value: [{ amount: '1', currency: 'EUR' }] }]);
  });

  test('shows the required attributes and up to five others', async () => {
    expect(Object.keys((await exampleFor('clothing', 'web')).values)).toEqual([
      ...['name', 'price', 'ean'],
      ...['description', 'brand', 'color', 'size', 'washable'],
    ]);
  });
});

test('describes a large set page by page, the required attributes first', async () => {
  const codes = Array.from({ length: 200 }, (_, index) => `extra_${index}`);
  await seedConfiguration(
    catalogue,
    upsertAttributes,
    codes.map((code) => ({ code, type: 'text', labels: { en_US: 'A name that takes its room' } })),
  );
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'large',
      attributes: codes.map((code) => ({ code })),
      requiredAttributes: { '*': ['extra_198', 'extra_199'] },
    },
  ]);
  const ask = (more: object) =>
    catalogue.runner.read(catalogue.owner, describeAttributeSet, { code: 'large', ...more });
  const order = ['extra_198', 'extra_199', ...codes.slice(0, 198)];
  const seen: string[] = [];
  const lengths: number[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ after });
    const shown = page.attributes.map(({ code }) => code);
    lengths.push(shown.length);
    expect(page.attributesCount).toBe(200);
    seen.push(...shown);
    expect(page.furtherAttributes).toEqual(
      order.slice(seen.length, seen.length + page.furtherAttributes.length),
    );
    after = page.endCursor;
  } while (after !== null);
  expect(lengths).toEqual([37, 37, 37, 37, 37, 15]);
  expect(seen.slice(0, lengths[0])).toEqual(expect.arrayContaining(['extra_198', 'extra_199']));
  expect(seen.toSorted()).toEqual(codes.toSorted());
  const { attributes } = await ask({ attributes: ['EXTRA_150'] });
  expect(attributes.map(({ code }) => code)).toEqual(['extra_150']);
  await expect(ask({ after: 'nowhere' })).rejects.toMatchObject({ code: 'invalid-cursor' });
});

test('shows the first options of a long list in the order of the set, and counts the active ones', async () => {
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'countries', sort: 'manual' }]);
  await seedConfiguration(
    catalogue,
    upsertOptions,
    Array.from({ length: 60 }, (_, index) => ({
      code: `c${index}`,
      optionSet: 'countries',
      sortOrder: 60 - index,
      active: index !== 59,
    })),
  );
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'country', type: 'select', optionSet: 'countries' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'made_in', attributes: [{ code: 'country' }] },
  ]);
  const { attributes } = await catalogue.runner.read(catalogue.owner, describeAttributeSet, {
    code: 'made_in',
  });
  expect(attributes[0]?.optionsCount).toBe(59);
  expect(attributes[0]?.options?.map(({ code }) => code)).toEqual(
    Array.from({ length: 25 }, (_, index) => `c${58 - index}`),
  );
});

test('refuses a set and an attribute that are not there, naming the likely ones', async () => {
  const ask = (input: Parameters<typeof describeAttributeSet.handler>[1]) =>
    catalogue.runner.read(catalogue.owner, describeAttributeSet, input);
  await expect(ask({ code: 'clothings' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(ask({ code: 'clothing', attributes: ['name', 'prize'] })).rejects.toMatchObject({
    errors: [{ code: 'attribute-not-in-set', path: ['attributes', '1'], suggestions: ['price', 'size'] }],
  });
});

test('is not there for another organization, nor for who may not read attributes', async () => {
  const stranger = await catalogue.addOrganization('Elsewhere');
  await expect(
    catalogue.runner.read(stranger, describeAttributeSet, { code: 'clothing' }),
  ).rejects.toMatchObject({ code: 'not-found', errors: [] });
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
  await expect(
    catalogue.runner.read(reader, describeAttributeSet, { code: 'clothing' }),
  ).rejects.toMatchObject({ code: 'insufficient-scope' });
});
