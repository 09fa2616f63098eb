import { encodeId } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { assertNoFailures } from '../../platform/operation/assert-no-failures.ts';
import { lockEntityContents, upsertEntities } from '../entity/index.ts';
import { type EntityReplacement, upsertProducts } from '../product/index.ts';
import type { ValueRewrite } from '../values/index.ts';
import type { ValueHolder } from './holders.store.ts';

/** A change of all that names some objects. */
export interface HolderRewrite {
  readonly values: ValueRewrite;
  /** The replacement of entities that links of products and entities below them lead to; null for other objects. */
  readonly entities: EntityReplacement | null;
}

/**
 * Changes the values of products and entities, and what links and stands below replaced entities; all or none.
 *
 * @param argument the argument that a rejection is about
 * @throws ValidationFailed naming the objects that a rule rejects
 */
export async function rewriteHolders(
  context: WriteContext,
  { values: valueRewrite, entities: entityReplacement }: HolderRewrite,
  holders: readonly ValueHolder[],
  argument: string,
): Promise<void> {
  const settings = { mode: 'update', errorPolicy: 'reject_failed' } as const;
  const products = holders.filter(({ kind }) => kind === 'product');
  const entities = holders.filter(({ kind }) => kind === 'entity');
  const moved = await findMoved(context, entityReplacement, entities);
  const { results } = await upsertProducts.handler(context, {
    items: products.map(({ id }) => ({ sku: encodeId('Product', id), valueRewrite, entityReplacement })),
    ...settings,
  });
  const { results: entityResults } = await upsertEntities.handler(context, {
    items: entities.map(({ id, entityType, code }) => ({
      entityType,
      code,
      valueRewrite,
      ...(moved.has(id) ? { parent: entityReplacement?.keep.code } : {}),
    })),
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

/** Returns the UUIDs of the entities that stand below a replaced one, locked so that nobody else moves them. */
async function findMoved(
  context: WriteContext,
  replacement: EntityReplacement | null,
  entities: readonly ValueHolder[],
): Promise<ReadonlySet<string>> {
  if (replacement === null) return new Set();
  const isBelow = ({ parentId }: { readonly parentId: string | null }) =>
    parentId !== null && replacement.merged.has(parentId);
  const below = await lockEntityContents(
    context,
    entities.filter(isBelow).map(({ id }) => id),
  );
  return new Set(below.filter(isBelow).map(({ id }) => id));
}
