import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { CellChangeType, ProblemInterface, problemTypes, toProblemView } from '../../graphql/problems.ts';
import { WriteOutcomeType } from '../../graphql/write-types.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { loadProduct, ProductRef } from '../product/graphql/product.graphql.ts';
import { ProductFilterInput } from '../product/graphql/product-filter.graphql.ts';
import {
  PUBLICATION_VIEW,
  UpdateProductInput,
  WrittenPublicationType,
} from '../product/graphql/product-mutations.graphql.ts';
import { ValueAdjustmentInput } from '../values/graphql/value-adjustment.graphql.ts';
import { ADJUST, toUpdateOrDelete } from './bulk-edit.graphql.ts';
import {
  type BulkEditPreview,
  type EditPreview,
  MAX_PREVIEWED_PRODUCTS,
  previewBulkEdit,
} from './preview-bulk-edit.ts';

const PreviewBulkEditInput = builder.inputType('PreviewBulkEditInput', {
  description: 'Products to edit and the changes.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      required: true,
      description: 'Filter for the products, as in `bulkEditProducts`.',
    }),
    patch: t.field({ type: UpdateProductInput, description: 'Changes for each product.' }),
    adjust: t.field({ type: [ValueAdjustmentInput], description: ADJUST }),
    first: t.int({
      required: true,
      defaultValue: 100,
      description: `Number of products to try, 1 to ${MAX_PREVIEWED_PRODUCTS}; models come before their variants.`,
    }),
  }),
});

const PreviewedEditType = builder.objectRef<EditPreview>('PreviewedEdit').implement({
  description: 'What a bulk edit would do with one product.',
  fields: (t) => ({
    sku: t.exposeString('sku', { description: 'SKU.' }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'Expected outcome.',
      resolve: ({ outcome }) => outcome,
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product after the change; the unchanged product if it fails.',
      resolve: ({ id }, _args, context) => loadProduct(id, null, context),
    }),
    changes: t.field({
      type: [CellChangeType],
      description: 'What would change, with old and new values.',
      resolve: ({ changes }) => [...changes],
    }),
    publication: t.field({
      type: WrittenPublicationType,
      nullable: true,
      description: 'Where the product would be live, if the edit publishes it; null otherwise.',
      resolve: ({ publication }) => publication,
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why the product fails; null if it does not.',
      resolve: ({ refusal }) => (refusal === null ? null : toProblemView(refusal)),
    }),
  }),
});

const PreviewPayload = builder
  .objectRef<BulkEditPreview & { readonly dryRun: boolean }>('BulkEditPreview')
  .implement({
    description: 'Preview of a bulk edit. Nothing was stored.',
    extensions: {
      view: `{ totalCount updated unchanged failed results { sku outcome changes { path channel locale old new } publication ${PUBLICATION_VIEW} problem { code detail errors { path code attribute channel locale message } } } }`,
    } satisfies TypeExtensions,
    fields: (t) => {
      const counter = (outcome: EditPreview['outcome'], description: string) =>
        t.int({
          description,
          resolve: ({ results }) => results.filter((result) => result.outcome === outcome).length,
        });
      return {
        totalCount: t.exposeInt('totalCount', { description: 'Number of products that match the filter.' }),
        updated: counter('updated', 'Number of tried products that would change.'),
        unchanged: counter('unchanged', 'Number of tried products that have these values already.'),
        failed: counter('failed', 'Number of tried products that would fail.'),
        results: t.field({
          type: [PreviewedEditType],
          complexity: 0,
          description: 'One entry per tried product.',
          resolve: ({ results }) => [...results],
        }),
      };
    },
  });

builder.mutationField(previewBulkEdit.name, (t) =>
  t.field({
    type: PreviewPayload,
    description:
      'Previews a bulk edit with the first products that match a filter and stores nothing. Returns the old and new values, or the problem, of each. `bulkEditProducts` makes the changes; its dry run tries all products.',
    args: {
      input: t.arg({ type: PreviewBulkEditInput, required: true, description: 'Products and changes.' }),
    },
    authScopes: { holds: previewBulkEdit.scope },
    extensions: {
      ...operationExtensions(previewBulkEdit),
      rest: { method: 'POST', path: '/products/bulk/preview' },
    },
    errors: {
      types: problemTypes(previewBulkEdit.errors) as never,
      directResult: true,
      union: { name: 'PreviewBulkEditResult', description: 'Result of `previewBulkEdit`.' },
    },
    resolve: async (_root, { input: { filter, first, ...change } }, context) => {
      if (first < 1 || first > MAX_PREVIEWED_PRODUCTS) {
        const message = localized('preview-size', { max: MAX_PREVIEWED_PRODUCTS });
        throw ValidationFailed.of([fieldProblem('value-not-allowed', ['first'], message, { value: first })]);
      }
      const patch = toUpdateOrDelete(change) ?? {};
      return context.write(previewBulkEdit, { filter, patch, first }, { dryRun: true });
    },
  }),
);
