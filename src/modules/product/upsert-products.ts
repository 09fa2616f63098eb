import { fieldProblem } from '../../kernel/field-problem.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { ValidationFailed } from '../../kernel/refusal.ts';
import type { ProductItemResult, UpsertProductsInput } from './product-input.ts';
import { writeProducts } from './write-products.ts';

/** Creates and changes many products in one transaction and answers what became of each. */
export const upsertProducts = defineWrite({
  name: 'upsertProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  transaction: 'sql',
  async work(work: WriteWork, { items, mode, errorPolicy, ...options }: UpsertProductsInput) {
    const writes = items.map(({ sku, ifVersion, ...patch }) => ({ ref: sku, patch, ifVersion }));
    const results = await writeProducts(work, writes, mode, options);
    if (errorPolicy === 'reject_all') refuseAll(results);
    return { results };
  },
});

/** Turns any failed item into one refusal of the whole, its fields addressed by item. */
function refuseAll(results: readonly ProductItemResult[]): void {
  const errors = results.flatMap(({ index, sku, refusal }) => {
    if (refusal === null) return [];
    const at = ['items', String(index)];
    if (refusal.errors.length === 0) return [fieldProblem('wrong-type', at, refusal.detail, { value: sku })];
    return refusal.errors.map((problem) => ({ ...problem, path: [...at, ...problem.path] }));
  });
  if (errors.length > 0) throw ValidationFailed.of(errors);
}
