import type { WriteContext } from '../../kernel/operation.ts';

/** Keeps writers of products and of other configuration out until the end of this transaction. */
export async function lockStructure(context: WriteContext): Promise<void> {
  await context.execute('structure.lock', 'SELECT tenancy.change_structure($1::uuid)::text', [
    context.session.organizationId,
  ]);
}

/**
 * Makes every cached copy of the organization's configuration stale. The number comes from a sequence, so that one
 * used by a transaction that was rolled back never names another state.
 */
export async function bumpStructure(context: WriteContext): Promise<void> {
  await context.execute(
    'structure.bump',
    `UPDATE public.organization SET structure_revision = nextval('tenancy.structure_revision')::int WHERE id = $1::uuid`,
    [context.session.organizationId],
  );
}
