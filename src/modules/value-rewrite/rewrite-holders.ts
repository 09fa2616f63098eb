import { encodeId } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { assertNoFailures } from '../../platform/operation/assert-no-failures.ts';
import { upsertEntities } from '../entity/index.ts';
import { upsertProducts } from '../product/index.ts';
import type { ValueRewrite } from '../values/index.ts';
import type { ValueHolder } from './holders.store.ts';

/**
 * Changes the values of products and entities, all or none.
 *
 * @param argument the argument that a rejection is about
 * @throws ValidationFailed naming the objects that a rule rejects
 */
export async function rewriteHolders(
  context: WriteContext,
  valueRewrite: ValueRewrite,
  holders: readonly ValueHolder[],
  argument: string,
): Promise<void> {
  const settings = { mode: 'update', errorPolicy: 'reject_failed' } as const;
  const products = holders.filter(({ kind }) => kind === 'product');
  const entities = holders.filter(({ kind }) => kind === 'entity');
  const { results } = await upsertProducts.handler(context, {
    items: products.map(({ id }) => ({ sku: encodeId('Product', id), valueRewrite })),
    ...settings,
  });
  const { results: entityResults } = await upsertEntities.handler(context, {
    items: entities.map(({ entityType, code }) => ({ entityType, code, valueRewrite })),
    ...settings,
  });
  assertNoFailures(
    [...results, ...entityResults].map(({ refusal }, index) => ({
      ref: (products[index] ?? entities[index - products.length])?.code ?? '',
      refusal,
    })),
    [argument],
  );
}
