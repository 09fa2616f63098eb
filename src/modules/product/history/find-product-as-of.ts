import { readExternalRef } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { HistoryPoint } from '../../../kernel/text/history-point.ts';
import type { AsOfKey } from '../../../platform/ledger/past-loader.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { resolveSequence } from '../../event/index.ts';
import { findDeletedByExternalRef, findProductIds } from '../../product-reference/index.ts';
import { findProductIdsBySku } from './product-state.store.ts';
import { productStatesAt } from './product-states.ts';

/**
 * Returns the product that a reference names, and the sequence of a point in time. An SKU or external id is searched
 * for among the products of today, then among deleted ones, the latest first: of those the first that existed. Null
 * when none did.
 */
export const findProductAsOf = defineRead({
  name: 'getProduct',
  scope: 'products:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { ref, asOf }: { readonly ref: string; readonly asOf: HistoryPoint },
  ): Promise<AsOfKey | null> {
    const { organizationId } = context.session;
    const ids = await findHolders(context, organizationId, ref);
    const sequence = await resolveSequence(context, asOf, { parameter: 'asOf', objectId: ids[0] ?? null });
    const states = await productStatesAt(context, organizationId, ids, sequence);
    const candidateStates = ids.flatMap((one) => states.get(one) ?? []);
    const matchingState = candidateStates.find(({ isDeleted }) => !isDeleted) ?? candidateStates[0];
    return matchingState === undefined ? null : { id: matchingState.id, sequence };
  },
});

/**
 * Returns the UUIDs of the product that a reference names, and of deleted ones that had that SKU or external id, the
 * latest first.
 */
async function findHolders(
  context: PrismaReadContext,
  organizationId: string,
  ref: string,
): Promise<readonly string[]> {
  const id = decodeIdOf('Product', ref);
  if (id !== null) return [id];
  if (readExternalRef(ref) === null) return findProductIdsBySku(context, organizationId, ref);
  const living = await findProductIds(context, organizationId, [ref]);
  const deleted = await findDeletedByExternalRef(context, organizationId, [ref]);
  return [...living.values(), ...[...deleted.values()].flat()];
}
