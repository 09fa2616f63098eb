import { z } from 'zod';
import { defineBatchPayload } from '../../../graphql/batch.ts';
import { builder } from '../../../graphql/builder.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { setProductStatuses } from '../write/set-product-status.ts';
import { ProductItemResultType, toItemView } from './product-mutations.graphql.ts';
import { ProductStatusType } from './product-types.graphql.ts';

/** Maximum number of products that can be given a status at once. */
const MAXIMUM_REFS = 100;

defineMutation(setProductStatuses, {
  description:
    'Changes the status of up to 100 products in one transaction: to send them to review, publish, unpublish or archive them. Each has a result: `publication` lists where a published product is live, and what others lack; one that cannot get the status keeps its own, with the reason.',
  payload: defineBatchPayload('SetProductStatusesPayload', 'products', ProductItemResultType, toItemView),
  args: builder.args((t) => ({
    refs: t.idList({
      required: true,
      description: `SKUs, ids or external ids of up to ${MAXIMUM_REFS} products. Models are processed before their variants.`,
      validate: z
        .array(z.unknown())
        .min(1, 'Name at least one product.')
        .max(MAXIMUM_REFS, `Up to ${MAXIMUM_REFS} products can be given a status at once.`),
    }),
    status: t.field({ type: ProductStatusType, required: true, description: 'The next status.' }),
    comment: t.string({ description: 'Comment for the revisions.' }),
  })),
  input: (args) => args,
  exposure: {
    rest: { method: 'POST', path: '/products/status' },
    mcp: { tool: 'set_product_status', maximumItems: MAXIMUM_REFS },
  },
});
