import { ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { assertNoFailures } from '../../../platform/operation/assert-no-failures.ts';
import { addressedWrites } from '../links/addressed-writes.ts';
import type { ProductItemResult, ProductPatch, UpsertProductsInput } from '../model/product-input.ts';
import { type BulkEdit, findProductsToEdit } from './edit-by-filter.ts';
import { writeProducts } from './write-products.ts';

/** Maximum number of products that a filter may find: as many as a batch has items. */
const MAX_MATCHES = 500;

/**
 * Creates and changes many products in one transaction and returns the result of each: those of the items, or all that
 * a filter finds, by one patch.
 */
export const upsertProducts = defineWrite({
  name: 'upsertProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict'],
  async handler(context: WriteContext, input: UpsertProductsInput) {
    const { items, found: _asked, mode, errorPolicy, ...options } = input;
    const edit = toBulkEdit(input);
    const results =
      edit === null
        ? await writeProducts(context, await addressedWrites(context, items ?? []), mode, options)
        : await editByFilter(context, edit);
    if (errorPolicy === 'reject_all')
      assertNoFailures(
        results.map(({ sku, refusal }) => ({ ref: sku, refusal })),
        edit === null ? undefined : ['patch'],
      );
    return { results };
  },
});

/**
 * Returns the change of the matches of a filter; null for items. @throws ValidationFailed unless it is one of them, and
 * whole
 */
function toBulkEdit({ items, found, mode }: UpsertProductsInput): (BulkEdit & WithPatch) | null {
  const { filter, patch, expectedCount } = found ?? {};
  const statedEntries = Object.entries({ filter, patch, expectedCount }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const problems: FieldProblem[] = [];
  const refuse = (code: FieldProblemCode, key: string, message: Message) =>
    problems.push(fieldProblem(code, [key], message));
  if (items) {
    for (const [key] of statedEntries) refuse('value-not-allowed', key, localized('items-or-filter'));
  } else if (statedEntries.length === 0) {
    refuse('required', 'items', localized('items-required'));
  } else {
    if (!filter) refuse('required', 'filter', localized('patch-filter-required'));
    if (!patch) refuse('required', 'patch', localized('filter-patch-required'));
    if (typeof expectedCount !== 'number')
      refuse('required', 'expectedCount', localized('expected-count-required'));
    if (mode === 'create') refuse('value-not-allowed', 'mode', localized('filter-only-updates'));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
  if (items || !filter || !patch || typeof expectedCount !== 'number') return null;
  return { filter, patch, expectedCount };
}

type WithPatch = { readonly patch: ProductPatch };

async function editByFilter(
  context: WriteContext,
  edit: BulkEdit & WithPatch,
): Promise<readonly ProductItemResult[]> {
  const products = await findProductsToEdit(context, edit, MAX_MATCHES);
  const writes = products.map(({ id }) => ({ ref: encodeId('Product', id), patch: edit.patch }));
  const results = await writeProducts(context, writes, 'update');
  return results.map((result, index) => ({ ...result, sku: products[index]?.sku ?? result.sku }));
}
