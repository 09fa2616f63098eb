import { z } from 'zod';
import { batchPayload } from '../../graphql/batch.ts';
import { builder } from '../../graphql/builder.ts';
import { mutationOf } from '../../graphql/operation-field.ts';
import { ProductItemResultType, toItemView } from './product-mutations.graphql.ts';
import { ProductStatusType } from './product-types.graphql.ts';
import { setProductStatuses } from './set-product-statuses.ts';

/** How many products can be given a status at once. */
const MAXIMUM_REFS = 100;

mutationOf(setProductStatuses, {
  description:
    'Gives up to 100 products a status in one transaction and answers what became of each. Use it to send products to review, to publish, unpublish or archive them; changing what they say is `updateProduct`. A product that may not get the status keeps its own and says why: what a channel still misses, or which statuses can follow.',
  payload: batchPayload('SetProductStatusesPayload', 'products', ProductItemResultType, toItemView),
  args: builder.args((t) => ({
    refs: t.idList({
      required: true,
      description: `SKUs (in either case) or ids of up to ${MAXIMUM_REFS} products; models go before their variants by themselves.`,
      validate: z
        .array(z.unknown())
        .min(1, 'Name at least one product.')
        .max(MAXIMUM_REFS, `Up to ${MAXIMUM_REFS} products can be given a status at once.`),
    }),
    status: t.field({ type: ProductStatusType, required: true, description: 'The next status.' }),
    comment: t.string({ description: 'Why, for the revisions.' }),
  })),
  input: (args) => args,
  exposure: { mcp: { tool: 'set_product_status', maximumItems: MAXIMUM_REFS } },
});
