import type { WriteWork } from '../../kernel/operation.ts';

/**
 * Lets the database see how many products there are by now, so that it plans for them; else it would once its own
 * upkeep comes by, a minute later. Takes less than a second of any table, holds up no reader and no writer.
 */
export async function lookAtProducts(work: WriteWork): Promise<void> {
  await work.execute('product.look_at', 'SELECT tenancy.look_at_products()::text');
}
