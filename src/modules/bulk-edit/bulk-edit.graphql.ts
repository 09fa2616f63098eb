import { builder } from '../../graphql/builder.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblemCode, fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { JobPayload } from '../job/job.graphql.ts';
import { ProductFilterInput } from '../product/graphql/product-filter.graphql.ts';
import {
  toUpdate,
  UpdateProductInput,
  type UpdateShape,
} from '../product/graphql/product-mutations.graphql.ts';
import type { ProductPatch } from '../product/index.ts';
import { ValueAdjustmentInput } from '../values/graphql/value-adjustment.graphql.ts';
import type { ValueAdjustment } from '../values/index.ts';
import { startBulkEdit } from './start-bulk-edit.ts';

export const ADJUST =
  'Changes of values by what each product has: numbers by percent or by an amount, texts by `append`, `prepend` or `replace`, empty values by `fill`, any values by `copyFrom`. An attribute is either in `adjust` or in `patch.values`.';

const BulkEditInput = builder.inputType('BulkEditProductsInput', {
  description: 'Products to edit and the changes.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      required: true,
      description:
        'Filter for the products. Archived products are excluded unless the filter has a condition on the status.',
    }),
    patch: t.field({ type: UpdateProductInput, description: 'Changes for each product. Not with `delete`.' }),
    adjust: t.field({ type: [ValueAdjustmentInput], description: ADJUST }),
    delete: t.boolean({
      description:
        'If true, deletes the products instead of applying a `patch`. A model fails if the filter does not match all its variants, unless `force` is true.',
    }),
    force: t.boolean({ description: 'With `delete`: deletes models together with all their variants.' }),
    expectedCount: t.int({
      required: true,
      description: 'Number of products to update or delete, as a search with the same filter counts them.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: true,
      description: 'If true, the job is a dry run: it reports what would happen and stores nothing.',
    }),
  }),
});

interface ChangeShape {
  readonly patch?: UpdateShape | null | undefined;
  readonly adjust?: readonly ValueAdjustment[] | null | undefined;
  readonly delete?: boolean | null | undefined;
  readonly force?: boolean | null | undefined;
}

/** Returns the patch, or null for a deletion. @throws ValidationFailed unless the input says exactly one of them */
export function toUpdateOrDelete({
  patch,
  adjust,
  delete: deletes,
  force,
}: ChangeShape): ProductPatch | null {
  const refuse = (code: FieldProblemCode, key: string, message: Message) =>
    ValidationFailed.of([fieldProblem(code, [key], message)]);
  if (deletes === true && (patch || adjust)) {
    const key = patch ? 'patch' : 'adjust';
    const message = localized('deletion-changes-nothing', { key });
    throw refuse('value-not-allowed', key, message);
  }
  if (deletes === true) return null;
  if (force === true) throw refuse('value-not-allowed', 'force', localized('force-of-deletion-only'));
  if (patch || adjust) return { ...(patch ? toUpdate(patch) : {}), ...(adjust ? { adjust } : {}) };
  throw refuse('required', 'patch', localized('bulk-change-required'));
}

defineMutation(startBulkEdit, {
  description:
    'Starts a job that applies the same changes to all products that match a filter, or deletes them. Fails unless the filter matches exactly the expected number of products. By default the job is a dry run: it reports the result and stores nothing. The errors of the job list the products that failed.',
  payload: JobPayload,
  // The job is what can be tried.
  dryRun: false,
  args: builder.args((t) => ({
    input: t.field({ type: BulkEditInput, required: true, description: 'Products and changes.' }),
  })),
  input: ({ input: { filter, expectedCount, dryRun, ...change } }) => ({
    filter,
    expectedCount,
    dryRun,
    patch: toUpdateOrDelete(change),
    ...(change.force === true ? { force: true } : {}),
  }),
  exposure: {
    rest: { method: 'POST', path: '/products/bulk', status: 202, location: '/import-export/jobs/{id}' },
  },
});
