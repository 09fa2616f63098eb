import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import {
  ALL_PRODUCTS,
  type CompletenessSummary,
  type ProductFilter,
  summarizeProductSearch,
} from '../../search/index.ts';

interface SummarizeCompletenessInput {
  readonly filter?: ProductFilter | null | undefined;
}

/**
 * Returns the completeness of products by attribute set, channel and locale; archived ones are left out as in lists.
 */
export const summarizeCompleteness = defineRead({
  name: 'summarizeCompleteness',
  scope: 'products:read',
  errors: [],
  handler: (
    context: PrismaReadContext,
    { filter }: SummarizeCompletenessInput,
  ): Promise<readonly CompletenessSummary[]> =>
    summarizeProductSearch(context, { filter }, { visibility: ALL_PRODUCTS }),
});
