import { builder } from '../../graphql/builder.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { type FilterField, listFilterFields } from './list-filter-fields.ts';

const FilterFieldState = builder.enumType('FilterFieldState', {
  description: 'Whether a field is up to date.',
  values: {
    READY: { value: 'ready', description: 'All products are indexed.' },
    BUILDING: {
      value: 'building',
      description:
        'A job indexes all products. Until it is completed, conditions on the field are slow or rejected.',
    },
    RECOMPUTING: {
      value: 'recomputing',
      description:
        'A job recomputes products after a change of requirements. Until its turn, a product is found by what is stored.',
    },
  } as const,
});

export const FilterFieldType = builder.objectRef<FilterField>('FilterField').implement({
  description: 'A field for filters of products.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the field in filters of REST: `attribute_set`, `attributes.color`.',
    }),
    type: t.exposeString('type', {
      description:
        'Type of the operands: for an attribute its type, otherwise `id`, `text`, `code`, `category`, `channel`, `product` (SKU, id or external id), `datetime` (RFC 3339), `search` (words), `external_ref` (by system), `association` (by type), `completeness` (percent), `publication`, or `enum`, one of `values`.',
    }),
    operators: t.field({
      type: ['String'],
      description: 'Operators: `eq`, `in`, `empty` …',
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
        'Whether the field supports facets, by the name of the property or the code of the attribute.',
    }),
    state: t.field({
      type: FilterFieldState,
      description: 'Whether the field is up to date for all products.',
      resolve: ({ state }) => state,
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description: 'Id of the job that brings it up to date; null if it is READY.',
    }),
    values: t.field({
      type: ['String'],
      nullable: true,
      description: 'All values of an `enum`; otherwise null.',
      resolve: ({ values }) => (values === null ? null : [...values]),
    }),
  }),
});

builder.queryField('productFilterFields', (t) =>
  t.field({
    type: [FilterFieldType],
    description: 'All fields for filters of products, with types and operators.',
    authScopes: { holds: listFilterFields.scope },
    extensions: {
      ...operationExtensions(listFilterFields),
      rest: { method: 'GET', path: '/products/filters' },
    },
    resolve: async (_root, _args, context) => [...(await context.read(listFilterFields, {}))],
  }),
);
