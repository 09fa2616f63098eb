import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { FieldProblemType, ProblemInterface, viewOf } from '../../graphql/problems.ts';
import { toPatch, UpsertProductInput } from './product-mutations.graphql.ts';
import { CompletenessType } from './product-types.graphql.ts';
import { type ProductVerdict, validateProduct } from './validate-product.ts';

const ProductVerdictType = builder.objectRef<ProductVerdict>('ProductVerdict').implement({
  description: 'What writing a product would come to.',
  fields: (t) => ({
    valid: t.boolean({
      description: 'Whether it would be written.',
      resolve: ({ refusal }) => refusal === null,
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why it would be refused; null when it would not.',
      resolve: ({ refusal }) => (refusal === null ? null : viewOf(refusal)),
    }),
    errors: t.field({
      type: [FieldProblemType],
      description: 'The fields at fault; empty when no single field is.',
      resolve: ({ refusal }) => [...(refusal?.errors ?? [])],
    }),
    completeness: t.field({
      type: [CompletenessType],
      description: 'How complete it would be, per channel and locale; empty when it would be refused.',
      resolve: ({ completeness }) => [...completeness],
    }),
  }),
});

builder.queryField('validateProduct', (t) =>
  t.field({
    type: ProductVerdictType,
    description:
      'Says what writing a product would come to, and stores nothing: whether it would be refused and why, and how complete it would be. A product with the SKU is judged as changed, else as created.',
    args: {
      input: t.arg({
        type: UpsertProductInput,
        required: true,
        description: 'The product, or what to change of it.',
      }),
    },
    complexity: { field: 25, multiplier: 1 },
    authScopes: { holds: validateProduct.scope },
    // It reads, whatever it does on the way.
    extensions: {
      operation: { ...factsOf(validateProduct).operation, effect: 'read' },
      rest: { method: 'POST', path: '/products/validate' },
    },
    resolve: (_root, { input: { sku, ifVersion, type, ...fields } }, context) =>
      context.tryOut(validateProduct, { sku, ifVersion, type, ...toPatch(fields) }),
  }),
);
