// Risk: a column is read as another cell than it means, or an export writes one that an import takes for another.
import { expect, test } from 'vitest';
import { localized } from '../../../../src/kernel/problems/messages/message.ts';
import { rendered } from '../../../../src/kernel/problems/messages/render-message.ts';
import type { FileResource } from '../../../../src/modules/file-formats/columns/file-format.ts';
import { planColumns } from '../../../../src/modules/file-formats/columns/plan-columns.ts';
import {
  type ColumnContext,
  columnNameOf,
  resolveColumn,
} from '../../../../src/modules/file-formats/columns/resolve-column.ts';
import { attributeOf } from '../../../support/values.ts';

const attributes = [
  attributeOf('text', { code: 'Name', localizable: true }),
  attributeOf('textarea', { code: 'description', localizable: true, scopable: true }),
  attributeOf('price', { code: 'price', scopable: true }),
  attributeOf('price', { code: 'msrp' }),
  attributeOf('measurement', { code: 'weight', scopable: true }),
  attributeOf('text', { code: 'code' }),
  attributeOf('text', { code: 'UPSELL', scopable: true }),
  attributeOf('text', { code: 'label', localizable: true }),
  attributeOf('text', { code: 'active' }),
];
const channels = ['web', 'EUR', 'unit', 'products', 'en_US'];
const types = ['UPSELL', 'PACK'].map((code) => ({
  code,
  labels: {},
  apiName: code,
  twoWay: false,
  quantified: code === 'PACK',
}));

const context = {
  attributes: new Map(attributes.map((attribute) => [attribute.code.toLowerCase(), attribute])),
  channels: new Map(
    channels.map((code) => [code.toLowerCase(), { code }]),
  ) as unknown as ColumnContext['channels'],
  locales: new Map(['de_DE', 'en_US'].map((code) => [code.toLowerCase(), code])),
  associationTypes: new Map(types.map((type) => [type.code.toLowerCase(), type])),
} satisfies ColumnContext;

/** The meaning of a column in few words. */
function meaning(name: string, resource: FileResource = 'products', columns: readonly string[] = []): string {
  const target = resolveColumn(name, resource, context, new Set(columns));
  if ('reason' in target) return ['?', rendered(target.reason), ...target.suggestions].join(' | ');
  if (target.kind === 'field')
    return [target.alias ?? 'field', target.field, target.key].filter((word) => word !== null).join(' ');
  if (target.kind === 'links') return `links ${target.type} ${target.to} ${target.part}`;
  const { attribute, channel, locale, part } = target;
  const more = part === 'value' ? '' : part === 'unit' ? ' unit' : ` ${part.currency}`;
  return `${attribute} ${channel ?? '-'} ${locale ?? '-'}${more}`;
}

test('knows properties in either case, and the names that files of Akeneo have for them', () => {
  expect(meaning('SKU')).toBe('field sku');
  expect(meaning('family')).toBe('field attribute_set');
  expect(meaning('family', 'products', ['attribute_set'])).toBe('? | is not known here');
  expect(meaning('family_variant')).toBe('field variant_layout');
  expect(meaning('enabled')).toBe('enabled status');
  expect(meaning('groups', 'products', ['categories'])).toBe('groups categories');
  expect(meaning('external_refs-erp-2')).toBe('field external_refs erp-2');
});

test('tells locale, channel, currency and unit apart by looking them up', () => {
  expect(meaning('name-de_DE')).toBe('Name - de_DE');
  expect(meaning('NAME-DE_de')).toBe('Name - de_DE');
  expect(meaning('description-de_DE-web')).toBe('description web de_DE');
  expect(meaning('description-web-de_DE')).toBe('description web de_DE');
  expect(meaning('price-web-USD')).toBe('price web - USD');
  expect(meaning('price-EUR')).toBe('price EUR -');
  expect(meaning('price-EUR-EUR')).toBe('price EUR - EUR');
  expect(meaning('msrp-eur')).toBe('msrp - - EUR');
  expect(meaning('weight-web-unit')).toBe('weight web - unit');
  expect(meaning('weight-unit')).toBe('weight unit -');
  expect(meaning('weight-unit-unit')).toBe('weight unit - unit');
});

test('takes a channel that is called like a locale for the locale where both could be meant', () => {
  expect(meaning('description-en_US-web')).toBe('description web en_US');
  expect(meaning('description-en_US-en_US')).toBe('description en_US en_US');
  expect(meaning('price-en_US-USD')).toBe('price en_US - USD');
});

test('takes a name for a value before it takes it for links', () => {
  expect(meaning('UPSELL-products')).toBe('UPSELL products -');
  expect(meaning('associations-UPSELL-products')).toBe('links UPSELL products refs');
  expect(meaning('UPSELL-entities')).toBe('links UPSELL entities refs');
  expect(meaning('PACK-products-quantity')).toBe('links PACK products quantities');
  expect(meaning('PACK-product_models')).toBe('links PACK products refs');
});

test('takes `code` for the SKU unless it stands beside one', () => {
  expect(meaning('code')).toBe('field sku');
  expect(meaning('code', 'products', ['sku', 'code'])).toBe('code - -');
  expect(meaning('values-code')).toBe('code - -');
});

test('says what a column it does not know may have meant', () => {
  expect(meaning('nmae-de_DE')).toBe('? | is not known here | Name-de_DE');
  expect(meaning('name-en_UK')).toBe('Name - en_UK');
  expect(meaning('name-web')).toBe("? | names 'web', which is not an enabled locale");
  expect(meaning('name')).toBe(
    "? | names no locale, but 'Name' has a value for each | Name-de_DE | Name-en_US",
  );
  expect(meaning('msrp-web-EUR')).toBe(
    "? | names 'web', but 'msrp' has one value for all locales and channels",
  );
  expect(meaning('UPSALE-entities')).toBe(
    "? | refers to 'UPSALE', which is not an association type | UPSELL",
  );
  expect(meaning('PACK-entities-quantity')).toBe("? | holds quantities, but links of 'PACK' have none");
});

test('keeps the labels of an entity from its values', () => {
  expect(meaning('label-de_DE', 'entities')).toBe('field labels de_DE');
  expect(meaning('values-label-de_DE', 'entities')).toBe('label - de_DE');
  expect(meaning('active', 'entities')).toBe('field active');
});

test('names every column so that it is found again', () => {
  const named = [
    ...['sku', 'Name-de_DE', 'description-de_DE-web', 'description-en_US-en_US', 'price-EUR-EUR'],
    ...['msrp-EUR', 'weight-unit-unit', 'weight-unit', 'UPSELL-products', 'associations-UPSELL-products'],
    ...['PACK-products-quantity', 'external_refs-erp', 'values-code'],
  ];
  for (const name of named) {
    const target = resolveColumn(name, 'products', context);
    expect(target).not.toHaveProperty('reason');
    if (!('reason' in target)) expect(columnNameOf(target, 'products', context)).toBe(name);
  }
  const label = resolveColumn('values-label-de_DE', 'entities', context);
  if (!('reason' in label)) expect(columnNameOf(label, 'entities', context)).toBe('values-label-de_DE');
});

test('plans each meaning once', () => {
  const plan = planColumns(
    ['sku', 'Name-de_DE', 'name-DE_de', '', 'weight-web', 'weight-web-unit'],
    'products',
    context,
  );
  expect(plan.cells.map(({ value, unit }) => [value?.name, unit?.name])).toEqual([
    ['Name-de_DE', undefined],
    ['weight-web', 'weight-web-unit'],
  ]);
  expect(plan.unknown).toEqual([
    {
      position: 2,
      name: 'name-DE_de',
      reason: localized('column-same', { other: 'Name-de_DE' }),
      suggestions: [],
    },
  ]);
});
