import type { WriteContext } from '../../kernel/operation.ts';
import type { Principal } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const STORE_PRINCIPAL = defineStatement({
  name: 'profile.store_principal',
  kind: 'write',
  sql: `UPDATE public.import_export_profile SET principal = $3::jsonb
        WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])`,
});

/** Has the schedules of profiles act with the rights of a principal. */
export async function storePrincipal(
  context: WriteContext,
  profileIds: readonly string[],
  principal: Principal,
): Promise<void> {
  await context.execute(STORE_PRINCIPAL, [
    context.session.organizationId,
    [...profileIds],
    JSON.stringify(principal),
  ]);
}
