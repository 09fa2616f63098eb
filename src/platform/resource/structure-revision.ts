import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';

const LOCK = defineStatement({
  name: 'structure.lock',
  kind: 'write',
  sql: 'SELECT tenancy.change_structure($1::uuid)::text',
});

/** Keeps writers of products and of other configuration out until the end of this transaction. */
export async function lockStructure(context: WriteContext): Promise<void> {
  await context.execute(LOCK, [context.session.organizationId]);
}

const BUMP = defineStatement({
  name: 'structure.bump',
  kind: 'write',
  sql: `UPDATE public.organization SET structure_revision = nextval('tenancy.structure_revision')::int WHERE id = $1::uuid`,
});

/**
 * Makes every cached copy of the organization's configuration stale. The number comes from a sequence, so that one
 * used by a transaction that was rolled back never names another state.
 */
export async function bumpStructureRevision(context: WriteContext): Promise<void> {
  await context.execute(BUMP, [context.session.organizationId]);
}

const REVISION = defineStatement({
  name: 'structure.revision',
  kind: 'read',
  prepared: true,
  row: { revision: 'int' },
  sql: 'SELECT structure_revision AS revision FROM public.organization WHERE id = $1::uuid',
});

/** Reads the number of the organization's present configuration. */
export async function readStructureRevision(
  transaction: Transaction,
  organizationId: string,
): Promise<number> {
  const [row] = await transaction.execute(REVISION, [organizationId]);
  return row?.revision ?? 0;
}
