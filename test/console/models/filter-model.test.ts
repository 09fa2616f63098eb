// Risk: a filter loses a condition between the page, its address, a saved view and the API.
import { describe, expect, test } from 'vitest';
import { conditionLabel } from '../../../src/console/catalogue/search/condition-label.ts';
import {
  type Condition,
  dropEmptyConditions,
  editableOperators,
  type SearchCriteria,
} from '../../../src/console/catalogue/search/conditions.ts';
import { groupFields } from '../../../src/console/catalogue/search/field-groups.ts';
import { fieldLabel } from '../../../src/console/catalogue/search/field-label.ts';
import { fromJsonFilter, toJsonFilter } from '../../../src/console/catalogue/search/filter-json.ts';
import { hasChoices } from '../../../src/console/catalogue/search/filter-options.ts';
import { toGraphqlFilter } from '../../../src/console/catalogue/search/graphql-filter.ts';
import type { FilterField } from '../../../src/console/catalogue/search/grid-documents.ts';
import {
  addSortKey,
  removeSortKey,
  toApiSort,
  toggleSortDirection,
} from '../../../src/console/catalogue/search/sort.ts';
import { isSameState, toViewInput, toViewState } from '../../../src/console/catalogue/search/view-content.ts';
import { GRID_SCHEMA } from './grid-fixtures.ts';

const fields = [
  ['status', 'enum'],
  ['categories', 'category'],
  ['completeness', 'completeness'],
  ['updated_at', 'datetime'],
  ['attributes.title', 'text'],
  ['attributes.color', 'select'],
  ['attributes.list_price', 'price'],
].map(([field = '', type = '']) => ({
  field,
  type,
  operators: ['eq', 'in', 'empty', 'any', 'missing', 'lt', 'gte'],
  values: null,
  optionSet: null,
  sortable: true,
}));
const page = { channel: 'web', locale: 'en_US' };

const search: SearchCriteria = {
  q: 'lamp',
  where: [
    { field: 'status', operator: 'in', value: 'draft,in_review' },
    { field: 'attributes.title', operator: 'empty', value: 'true', locale: 'de_DE', channel: 'print' },
    { field: 'attributes.color', operator: 'in', value: 'red', not: true },
    {
      any: [
        { field: 'completeness', operator: 'lt', value: '50' },
        { field: 'updated_at', operator: 'gte', value: '2026-11-01T00:00:00Z' },
      ],
    },
  ],
  advanced: { publication: { channel: 'web', state: 'blocked' } },
};

test('what the editor shows is written as the API has it, and read as it was', () => {
  const json = toJsonFilter(search, fields, null);
  expect(json).toEqual({
    q: 'lamp',
    and: [
      { status: { in: ['draft', 'in_review'] } },
      { attributes: { title: { empty: true, channel: 'print', locale: 'de_DE' } } },
      { not: { attributes: { color: { in: ['red'] } } } },
      { or: [{ completeness: { lt: 50 } }, { updated_at: { gte: '2026-11-01T00:00:00Z' } }] },
      { publication: { channel: 'web', state: 'blocked' } },
    ],
  });
  expect(fromJsonFilter(json, fields)).toEqual(search);
});

test('an empty price may be one of a currency, and its condition says so', () => {
  const where = [{ field: 'attributes.list_price', operator: 'empty', value: 'true', currency: 'USD' }];
  const json = toJsonFilter({ q: '', where, advanced: null }, fields, null);
  expect(json).toEqual({ and: [{ attributes: { list_price: { empty: true, currency: 'USD' } } }] });
  expect(fromJsonFilter(json, fields)).toEqual({ q: '', where, advanced: null });
  const labels = { ofField: () => 'List price', ofValue: () => '', ofUnit: () => '' };
  expect(where.map((condition) => conditionLabel(condition, 'price', labels))).toEqual([
    'List price USD is empty',
  ]);
  const others = { attributes: { color: { empty: true, currency: 'USD' } } };
  expect(fromJsonFilter(others, fields)).toEqual({ q: '', where: [], advanced: others });
});

test('GraphQL takes keyed conditions in lists, and words of enums in capitals', () => {
  expect(toGraphqlFilter(toJsonFilter(search, fields, page))).toEqual({
    q: 'lamp',
    and: [
      { status: { in: ['DRAFT', 'IN_REVIEW'] } },
      { attributes: [{ attribute: 'title', empty: true, channel: 'print', locale: 'de_DE' }] },
      { not: { attributes: [{ attribute: 'color', in: ['red'] }] } },
      {
        or: [
          { completeness: { lt: 50, channel: 'web', locale: 'en_US' } },
          { updatedAt: { gte: '2026-11-01T00:00:00Z' } },
        ],
      },
      { publication: { channel: 'web', state: 'BLOCKED' } },
    ],
  });
});

describe('filters of other clients', () => {
  test.each([
    ['short forms', { status: 'draft', categories: ['lamps'] }, 2, null],
    [
      'several operators',
      { updated_at: { gte: '2026-01-01T00:00:00Z', lt: '2026-02-01T00:00:00Z' } },
      2,
      null,
    ],
    ['a value with a comma', { status: { in: ['a,b'] } }, 0, { status: { in: ['a,b'] } }],
    ['an unknown operator', { categories: { any: ['a'], descendants: false } }, 0, 'kept'],
    [
      'a group within a group',
      { or: [{ and: [{ status: 'draft' }, { sku: 'A' }] }, { sku: 'B' }] },
      0,
      'kept',
    ],
    ['a scope for all', { channel: 'web', status: 'draft' }, 0, 'kept'],
    [
      'an unknown attribute',
      { attributes: { gone: 'x' }, status: 'draft' },
      1,
      { attributes: { gone: 'x' } },
    ],
  ])('%s: shown, or kept as they are', (_what, filter, shown, advanced) => {
    const read = fromJsonFilter(filter, fields);
    expect(read.where).toHaveLength(shown);
    expect(read.advanced).toEqual(advanced === 'kept' ? filter : advanced);
    expect(fromJsonFilter(toJsonFilter(read, fields, null), fields)).toEqual(read);
  });
});

test('a view keeps filter, sort and columns, and tells a difference from none', () => {
  const state = {
    ...search,
    sort: 'status,-attributes.price:EUR,attributes.title~de_DE',
    columns: '.status,title~de_DE~print*240!,price:EUR',
  };
  const content = toViewInput(state, fields);
  expect(content.sort).toEqual([
    { field: 'STATUS', direction: 'ASC' },
    { attribute: 'price', currency: 'EUR', direction: 'DESC' },
    { attribute: 'title', locale: 'de_DE', direction: 'ASC' },
  ]);
  expect(content.columns).toEqual([
    { property: 'status' },
    { attribute: 'title', locale: 'de_DE', channel: 'print', width: 240, pinned: true },
    { attribute: 'price', currency: 'EUR' },
  ]);
  const nothing = {
    property: null,
    attribute: null,
    channel: null,
    locale: null,
    currency: null,
    width: null,
    pinned: null,
  };
  const everywhere = { field: null, attribute: null, channel: null, locale: null, currency: null };
  const stored = {
    filter: content.filter,
    sort: [
      { ...everywhere, field: 'STATUS' as const, direction: 'ASC' as const },
      { ...everywhere, attribute: 'price', currency: 'EUR', direction: 'DESC' as const },
      { ...everywhere, attribute: 'title', locale: 'de_DE', direction: 'ASC' as const },
    ],
    columns: (content.columns ?? []).map((column) => ({ ...nothing, ...column })),
  };
  expect(toViewState(stored, fields)).toEqual(state);
  expect(isSameState(toViewState(stored, fields), state, fields)).toBe(true);
  expect(isSameState({ ...state, q: '' }, state, fields)).toBe(false);
});

test('keys of a sort are added, turned and taken away; values are those of the page unless the key names others', () => {
  expect(addSortKey('-sku', 'status')).toBe('-sku,status');
  expect(addSortKey('-sku', 'sku')).toBeUndefined();
  expect(addSortKey('a,b,c,d,e', 'f')).toBeUndefined();
  expect(toggleSortDirection('-sku,status', 'sku')).toBe('sku,status');
  expect(toggleSortDirection('sku', 'status')).toBe('sku,status');
  expect(removeSortKey('-sku,status', 'sku')).toBe('status');
  expect(
    toApiSort('attributes.title,-attributes.price:EUR~~print', { channel: 'web', locale: 'en_US' }),
  ).toEqual([
    { attribute: 'title', channel: 'web', locale: 'en_US', direction: 'ASC' },
    { attribute: 'price', currency: 'EUR', channel: 'print', locale: 'en_US', direction: 'DESC' },
  ]);
});

test('rows that are not filled in are left out, and groups of one are none', () => {
  const empty = { field: 'status', operator: 'eq', value: ' ' };
  const filled = { field: 'status', operator: 'eq', value: ' draft ' };
  const trimmed = { ...filled, value: 'draft' };
  expect(
    dropEmptyConditions([empty, { any: [empty] }, { any: [empty, filled] }, { any: [filled, filled] }]),
  ).toEqual([trimmed, { any: [trimmed, trimmed] }]);
});

describe('prices', () => {
  const price = {
    field: 'attributes.list_price',
    type: 'price',
    operators: ['lt', 'lte', 'gt', 'gte', 'eq', 'between', 'empty'],
    values: null,
    optionSet: null,
    sortable: true,
  };
  const known = [...fields, price];
  const field = price.field;

  test('are compared in a currency, and read as they were', () => {
    expect(editableOperators(price)).toEqual(['lt', 'lte', 'gt', 'gte', 'eq', 'between', 'empty']);
    const where = [
      { field, operator: 'lte', value: '100', currency: 'EUR' },
      { field, operator: 'eq', value: '15', currency: 'USD' },
      { field, operator: 'between', value: '10.50,20', currency: 'USD' },
      { field, operator: 'empty', value: 'true' },
    ];
    const json = toJsonFilter({ q: '', where, advanced: null }, known, page);
    expect(json).toEqual({
      and: [
        { attributes: { list_price: { lte: { amount: '100', currency: 'EUR' } } } },
        { attributes: { list_price: { eq: { amount: '15', currency: 'USD' } } } },
        {
          attributes: {
            list_price: {
              between: [
                { amount: '10.50', currency: 'USD' },
                { amount: '20', currency: 'USD' },
              ],
            },
          },
        },
        { attributes: { list_price: { empty: true } } },
      ],
    });
    expect(fromJsonFilter(json, known)).toEqual({ q: '', where, advanced: null });
    expect(toGraphqlFilter(json).and?.[0]).toEqual({
      attributes: [{ attribute: 'list_price', lte: { amount: '100', currency: 'EUR' } }],
    });
  });

  test('of a range with one end are a comparison, and with none are nothing', () => {
    const between = (value: string) => ({ field, operator: 'between', value, currency: 'EUR' });
    expect(dropEmptyConditions([between('10,'), between(',20'), between(','), between('1,2')])).toEqual([
      { ...between('10'), operator: 'gte' },
      { ...between('20'), operator: 'lte' },
      between('1,2'),
    ]);
  });
});

test('measurements are compared in a unit, numbers between two; what is one of a list is a list of one', () => {
  const operators = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'in', 'nin', 'empty'];
  const of = (field: string, type: string) => ({
    ...(fields[0] as (typeof fields)[number]),
    field,
    type,
    operators,
  });
  const known = [...fields, of('attributes.weight', 'measurement'), of('attributes.years', 'number')];
  expect(editableOperators(of('w', 'measurement'))).toEqual(
    operators.filter((one) => !['in', 'nin'].includes(one)),
  );
  expect(editableOperators(of('s', 'enum'))).toEqual(['in', 'nin', 'empty']);
  const where = [
    { field: 'attributes.weight', operator: 'gte', value: '1.5', unit: 'KILOGRAM' },
    { field: 'attributes.weight', operator: 'between', value: '1,2', unit: 'GRAM' },
    { field: 'attributes.years', operator: 'between', value: '2,5' },
    { field: 'status', operator: 'in', value: 'draft' },
  ];
  const json = {
    and: [
      { attributes: { weight: { gte: { amount: '1.5', unit: 'KILOGRAM' } } } },
      {
        attributes: {
          weight: {
            between: [
              { amount: '1', unit: 'GRAM' },
              { amount: '2', unit: 'GRAM' },
            ],
          },
        },
      },
      { attributes: { years: { between: ['2', '5'] } } },
      { status: { in: ['draft'] } },
    ],
  };
  expect(toJsonFilter({ q: '', where, advanced: null }, known, page)).toEqual(json);
  expect(fromJsonFilter(json, known)).toEqual({ q: '', where, advanced: null });
  expect(fromJsonFilter({ status: 'draft' }, known).where).toEqual(where.slice(3));
  const mixed = {
    attributes: {
      weight: {
        between: [
          { amount: '1', unit: 'GRAM' },
          { amount: '2', unit: 'TON' },
        ],
      },
    },
  };
  expect(fromJsonFilter(mixed, known).advanced).toEqual(mixed);
});

test('fields are grouped, common ones first, with the code where labels are the same', () => {
  const of = (name: string) => ({ ...(fields[0] as (typeof fields)[number]), field: name });
  const attribute = (code: string, label: string, group: string | null) => ({
    ...(GRID_SCHEMA.attributes[0] as (typeof GRID_SCHEMA.attributes)[number]),
    code,
    label,
    group: group === null ? null : { code: group, label: group, sortOrder: 1 },
  });
  const attributes = [
    attribute('note', 'Note', null),
    attribute('size', 'Size', 'Body'),
    attribute('lamp_size', 'Size', 'Lamp'),
  ];
  const names = [
    'id',
    'updated_at',
    'completeness',
    'status',
    'sku',
    ...attributes.map(({ code }) => `attributes.${code}`),
  ];
  expect(
    groupFields(names.map(of), { attributes }).map(({ group, items }) => [
      group,
      items.map(({ label }) => label).join(', '),
    ]),
  ).toEqual([
    ['Properties', 'SKU, Status, Readiness, Updated, ID'],
    ['Body', 'Size (size)'],
    ['Lamp', 'Size (lamp_size)'],
    ['Other attributes', 'Note'],
  ]);
});

test('what is missing is so in the channel and locale of the page, and in its words', () => {
  const condition: Condition = { field: 'completeness', operator: 'missing', value: 'title,color' };
  const gap: SearchCriteria = { q: '', where: [condition], advanced: null };
  expect(toGraphqlFilter(toJsonFilter(gap, fields, page))).toEqual({
    and: [{ completeness: { missing: ['title', 'color'], channel: 'web', locale: 'en_US' } }],
  });
  expect(fromJsonFilter(toJsonFilter(gap, fields, null), fields)).toEqual(gap);
  const labels = {
    ofField: fieldLabel,
    ofValue: (_field: string, value: string) => `“${value}”`,
    ofUnit: (_field: string, unit: string) => unit,
  };
  expect(conditionLabel(condition, 'completeness', labels)).toBe('Missing: “title” or “color”');
  expect(conditionLabel({ ...condition, not: true, locale: 'de_DE' }, 'completeness', labels)).toBe(
    'Not missing: “title” or “color” (de_DE)',
  );
});

test('nothing is offered of what needs a name beside its value', () => {
  const of = (type: string) =>
    editableOperators({ ...fields[0], field: type, type, operators: ['eq', 'empty'] } as FilterField);
  expect(['id', 'external_ref', 'association', 'product'].map(of)).toEqual([[], [], [], ['empty']]);
});

test.each([
  ['parent', false],
  ['attribute_set', true],
  ['categories', true],
  ['channels', true],
])('values of %s are listed: %s', (field, isListed) => {
  expect(hasChoices({ field, type: 'code', values: null, optionSet: null }, GRID_SCHEMA)).toBe(isListed);
});
