import { batchSize, defineBatchPayload } from '../../../graphql/batch.ts';
import { builder } from '../../../graphql/builder.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { MAX_BATCH_SIZE } from '../../../graphql/write-types.ts';
import { restoreProducts } from '../revert/restore-products.ts';
import { ProductItemResultType, toItemView } from './product-mutations.graphql.ts';

defineMutation(restoreProducts, {
  description:
    'Restores many deleted products in one transaction and returns a result for each. A model is restored together with the variants that were deleted with it. A product that cannot be restored stays deleted; its result contains the reason. A dry run checks all of them.',
  payload: defineBatchPayload('RestoreProductsPayload', 'products', ProductItemResultType, toItemView),
  args: builder.args((t) => ({
    refs: t.idList({
      required: true,
      description: `SKUs, ids or external ids of up to ${MAX_BATCH_SIZE} products. Models are restored before their variants.`,
      validate: batchSize,
    }),
  })),
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/products/restore' } },
});
