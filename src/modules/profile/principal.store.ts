import type { WriteContext } from '../../kernel/operation.ts';
import type { Principal } from '../../kernel/session.ts';

/** Has the schedules of profiles act with the rights of a principal. */
export async function storePrincipal(
  context: WriteContext,
  profileIds: readonly string[],
  principal: Principal,
): Promise<void> {
  await context.execute(
    'profile.store_principal',
    `UPDATE public.import_export_profile SET principal = $3::jsonb
     WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])`,
    [context.session.organizationId, [...profileIds], JSON.stringify(principal)],
  );
}
