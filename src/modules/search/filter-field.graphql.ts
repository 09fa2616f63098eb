import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { type FilterField, listFilterFields } from './list-filter-fields.ts';

const FilterFieldState = builder.enumType('FilterFieldState', {
  description: 'Whether products are found by a field.',
  values: {
    READY: { value: 'ready', description: 'All are.' },
    BUILDING: {
      value: 'building',
      description: 'A job goes through all products; until it is done conditions on it are slow or refused.',
    },
  } as const,
});

export const FilterFieldType = builder.objectRef<FilterField>('FilterField').implement({
  description: 'Something that products can be filtered by.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Its name in a filter, as REST sends it: `attribute_set`, `attributes.color`.',
    }),
    type: t.exposeString('type', {
      description:
        'What its operands are: for an attribute its type, else `id`, `text`, `code`, `category`, `channel`, `product` (SKU or id), `datetime` (RFC 3339), `search` (words), `external_ref` (by system), `association` (by type), `completeness` (percent), `publication`, or `enum`, one of `values`.',
    }),
    operators: t.field({
      type: ['String'],
      description: 'Its operators: `eq`, `in`, `empty` …',
      resolve: ({ operators }) => [...operators],
    }),
    optionSet: t.exposeString('optionSet', {
      nullable: true,
      description: 'Code of the option set that its operands are from.',
    }),
    localizable: t.exposeBoolean('localizable', { description: 'Whether it has a value per locale.' }),
    scopable: t.exposeBoolean('scopable', { description: 'Whether it has a value per channel.' }),
    sortable: t.exposeBoolean('sortable', { description: 'Whether products can be sorted by it.' }),
    countable: t.exposeBoolean('countable', {
      description:
        'Whether facets can be asked for by it: by the name of the property or the code of the attribute.',
    }),
    state: t.field({
      type: FilterFieldState,
      description: 'Whether all products are found by it already.',
      resolve: ({ state }) => state,
    }),
    values: t.field({
      type: ['String'],
      nullable: true,
      description: 'All operands there are of an `enum`; else null.',
      resolve: ({ values }) => (values === null ? null : [...values]),
    }),
  }),
});

builder.queryField('productFilterFields', (t) =>
  t.field({
    type: [FilterFieldType],
    description: 'Everything that a filter of products may name, with its type and operators.',
    authScopes: { holds: listFilterFields.scope },
    extensions: { ...factsOf(listFilterFields), rest: { method: 'GET', path: '/products/filters' } },
    resolve: async (_root, _args, context) => [...(await context.read(listFilterFields, {}))],
  }),
);
