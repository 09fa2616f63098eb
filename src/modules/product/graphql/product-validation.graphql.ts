import { builder } from '../../../graphql/builder.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { FieldProblemType, ProblemInterface, toProblemView } from '../../../graphql/problems.ts';
import { type ProductValidationResult, validateProduct } from '../write/validate-product.ts';
import { toProductPatch, UpsertProductInput } from './product-mutations.graphql.ts';
import { CompletenessType } from './product-types.graphql.ts';

const ProductVerdictType = builder.objectRef<ProductValidationResult>('ProductVerdict').implement({
  description: 'Result of validating a product.',
  fields: (t) => ({
    valid: t.boolean({
      description: 'Whether the write would succeed.',
      resolve: ({ refusal }) => refusal === null,
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why the write would fail; null if it would succeed.',
      resolve: ({ refusal }) => (refusal === null ? null : toProblemView(refusal)),
    }),
    errors: t.field({
      type: [FieldProblemType],
      description: 'Fields with errors; empty if the problem has no field.',
      resolve: ({ refusal }) => [...(refusal?.errors ?? [])],
    }),
    completeness: t.field({
      type: [CompletenessType],
      description: 'Expected completeness per channel and locale; empty if the write would fail.',
      resolve: ({ completeness }) => [...completeness],
    }),
  }),
});

builder.queryField('validateProduct', (t) =>
  t.field({
    type: ProductVerdictType,
    description:
      'Validates a product and stores nothing. Returns whether a write would fail and why, and the expected completeness. If a product with the SKU exists, validates an update; otherwise a creation.',
    args: {
      input: t.arg({
        type: UpsertProductInput,
        required: true,
        description: 'The product, or the changes to an existing product.',
      }),
    },
    complexity: { field: 25, multiplier: 1 },
    authScopes: { holds: validateProduct.scope },
    // The operation only reads, whatever it does on the way.
    extensions: {
      operation: { ...operationExtensions(validateProduct).operation, effect: 'read' },
      rest: { method: 'POST', path: '/products/validate' },
    },
    resolve: (_root, { input: { sku, ifVersion, type, ...fields } }, context) =>
      context.tryOut(validateProduct, { sku, ifVersion, type, ...toProductPatch(fields) }),
  }),
);
