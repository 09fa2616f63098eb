import { builder } from '../../graphql/builder.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { sortabilityLoader } from './sortability.ts';

export const SORT_WARNING =
  'Says so when no column is left to sort products by it, or by some of its values, and what helps; null otherwise.';

builder.prismaObjectFields(AttributeRef, (t) => ({
  sortable: t.boolean({
    description:
      'Whether products can be sorted by it: filterable numbers, and texts that are a label or the same everywhere, as long as there are columns for them. False also until a new column is filled.',
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
