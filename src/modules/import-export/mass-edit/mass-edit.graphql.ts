import { builder } from '../../../graphql/builder.ts';
import { mutationOf } from '../../../graphql/operation-field.ts';
import { JobPayload } from '../../job/job.graphql.ts';
import { ProductFilterInput } from '../../product/product-filter.graphql.ts';
import { toPatch, UpdateProductInput } from '../../product/product-mutations.graphql.ts';
import { startMassEdit } from './start-mass-edit.ts';

const BulkEditInput = builder.inputType('BulkEditProductsInput', {
  description: 'Which products to change, and how.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      required: true,
      description: 'Which products; archived ones are left out unless it says something about the status.',
    }),
    patch: t.field({ type: UpdateProductInput, required: true, description: 'What to change of each.' }),
    expectedCount: t.int({
      required: true,
      description: 'How many products there are to change, as a search with the same filter counts them.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: true,
      description: 'True makes a job that tries everything, tells what would happen, and stores nothing.',
    }),
  }),
});

mutationOf(startMassEdit, {
  description:
    'Changes all products that a filter finds in the same way, in a job of its own. Refused unless the filter finds exactly as many as are expected. By default it is only tried: the job tells what would become of the products, and stores nothing. Those that were refused are among the errors of the job.',
  payload: JobPayload,
  // The job is what can be tried.
  dryRun: false,
  args: builder.args((t) => ({
    input: t.field({ type: BulkEditInput, required: true, description: 'Which products, and what.' }),
  })),
  input: ({ input: { filter, patch, expectedCount, dryRun } }) => {
    const { sku, comment, ...fields } = patch;
    return { filter, patch: { ...toPatch(fields), rename: sku, comment }, expectedCount, dryRun };
  },
  exposure: {
    rest: { method: 'POST', path: '/products/bulk', status: 202, location: '/import-export/jobs/{id}' },
  },
});
