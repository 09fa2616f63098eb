import { builder } from '../../../graphql/builder.ts';
import { mutationOf } from '../../../graphql/operation-field.ts';
import { type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import { JobPayload } from '../../job/job.graphql.ts';
import { ProductFilterInput } from '../../product/product-filter.graphql.ts';
import { toUpdate, UpdateProductInput, type UpdateShape } from '../../product/product-mutations.graphql.ts';
import { startMassEdit } from './start-mass-edit.ts';

const BulkEditInput = builder.inputType('BulkEditProductsInput', {
  description: 'Which products to change, and how.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      required: true,
      description: 'Which products; archived ones are left out unless it says something about the status.',
    }),
    patch: t.field({ type: UpdateProductInput, description: 'What to change of each; not with `delete`.' }),
    delete: t.boolean({
      description:
        'True deletes them, instead of a `patch`. A model is refused while products below it are left that the filter does not find.',
    }),
    expectedCount: t.int({
      required: true,
      description:
        'How many products there are to change or delete, as a search with the same filter counts them.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: true,
      description: 'True makes a job that tries everything, tells what would happen, and stores nothing.',
    }),
  }),
});

/** The patch, or null for a deletion. @throws ValidationFailed unless the input says exactly one of them */
function toUpdateOrDelete(patch: UpdateShape | null | undefined, deletes: boolean | null | undefined) {
  const refuse = (code: FieldProblemCode, key: string, message: string) =>
    ValidationFailed.of([fieldProblem(code, [key], message)]);
  if (deletes === true && patch) {
    const message = 'Products that are deleted are not changed: leave `patch` out, or `delete`.';
    throw refuse('value-not-allowed', 'patch', message);
  }
  if (deletes === true) return null;
  if (patch) return toUpdate(patch);
  throw refuse('required', 'patch', 'Say what to change of the products, or `delete: true`.');
}

mutationOf(startMassEdit, {
  description:
    'Changes all products that a filter finds in the same way, or deletes them, in a job of its own. Refused unless the filter finds exactly as many as are expected. By default it is only tried: the job tells what would become of the products, and stores nothing. Those that were refused are among the errors of the job.',
  payload: JobPayload,
  // The job is what can be tried.
  dryRun: false,
  args: builder.args((t) => ({
    input: t.field({ type: BulkEditInput, required: true, description: 'Which products, and what.' }),
  })),
  input: ({ input: { filter, patch, delete: deletes, expectedCount, dryRun } }) => ({
    ...{ filter, expectedCount, dryRun },
    patch: toUpdateOrDelete(patch, deletes),
  }),
  exposure: {
    rest: { method: 'POST', path: '/products/bulk', status: 202, location: '/import-export/jobs/{id}' },
  },
});
