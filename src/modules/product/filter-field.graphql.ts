import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { type FilterField, listFilterFields } from './list-filter-fields.ts';

export const FilterFieldType = builder.objectRef<FilterField>('FilterField').implement({
  description: 'Something that products can be filtered by.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Its name in a filter, as REST and tools send it: `attribute_set`.',
    }),
    type: t.exposeString('type', {
      description:
        'What its operands are: `id`, `text`, `code`, `category` (a code), `product` (SKU or id), `datetime` (RFC 3339), or `enum`, one of `values`.',
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
