import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead, type Transaction } from '../../../kernel/operation.ts';
import type { Moment } from '../../../kernel/text/moment.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { sequenceAt } from '../../event/index.ts';
import type { PastKey } from './product-at.ts';
import { productStatesAt } from './product-states.ts';

/**
 * The product that a reference names, and the sequence of a moment. An SKU is looked for among the products of today, then
 * among deleted ones, the latest first: of those the first that existed. Null when none did.
 */
export const findProductAt = defineRead({
  name: 'getProduct',
  scope: 'products:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { ref, asOf }: { readonly ref: string; readonly asOf: Moment },
  ): Promise<PastKey | null> {
    const { organizationId } = context.session;
    const id = decodeIdOf('Product', ref);
    const ids = id === null ? await findBySku(context, organizationId, ref) : [id];
    const sequence = await sequenceAt(context, asOf, { parameter: 'asOf', objectId: ids[0] ?? null });
    const states = await productStatesAt(context, organizationId, ids, sequence);
    const known = ids.flatMap((one) => states.get(one) ?? []);
    const found = known.find(({ isDeleted }) => !isDeleted) ?? known[0];
    return found === undefined ? null : { id: found.id, sequence };
  },
});

/** Products of one SKU that are looked at, the living one and the latest deleted ones. */
const MOST_HOLDERS = 20;

const HOLDERS = defineStatement({
  name: 'product.holders_of_sku',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.product WHERE organization_id = $1::uuid AND sku_key = $2
        ORDER BY deleted_at DESC NULLS FIRST, product.id LIMIT $3::int`,
});

async function findBySku(transaction: Transaction, organizationId: string, sku: string): Promise<string[]> {
  const rows = await transaction.execute(HOLDERS, [organizationId, foldKey(sku), MOST_HOLDERS]);
  return rows.map(({ id }) => id);
}
