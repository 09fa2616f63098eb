import type { WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

const ANALYZE = defineStatement({
  name: 'product.look_at',
  kind: 'write',
  sql: 'SELECT tenancy.look_at_products($1::int)::text',
});

/**
 * Lets the database see how many products there are by now, so that it plans for them; else it would once its own
 * maintenance comes by, a minute later. Does nothing where half as many as were written were there the last time; takes
 * about a second else, however large the tables are, and holds up no reader and no writer.
 */
export async function analyzeProductTable(context: WriteContext, written: number): Promise<void> {
  await context.execute(ANALYZE, [written]);
}
