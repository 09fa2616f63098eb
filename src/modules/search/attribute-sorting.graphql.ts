import { builder } from '../../graphql/builder.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { sortabilityLoader } from './sortability.ts';

export const SORT_WARNING =
  'Says that it, or some of its values, has no indexed column: sorting by them reads all products found. Null when all values have one.';

builder.prismaObjectFields(AttributeRef, (t) => ({
  sortable: t.boolean({
    description:
      'Whether products can be sorted by it: filterable numbers, measurements, prices, dates, identifiers and texts.',
    select: { code: true },
    resolve: async ({ code }, _args, context) =>
      (await context.load(sortabilityLoader, code))?.sortable ?? false,
  }),
  sortWarning: t.string({
    nullable: true,
    description: SORT_WARNING,
    select: { code: true },
    resolve: async ({ code }, _args, context) =>
      (await context.load(sortabilityLoader, code))?.warning ?? null,
  }),
}));
