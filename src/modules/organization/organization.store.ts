import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Settings that people choose for their organization. */
export interface OrganizationSettings {
  readonly name: string;
  readonly defaultChannel: string | null;
  readonly defaultLocale: string | null;
}

const LOCK = defineStatement<OrganizationSettings & { version: number }>({
  name: 'organization.lock',
  kind: 'read',
  row: { name: 'text', defaultChannel: 'text | null', defaultLocale: 'text | null', version: 'int' },
  sql: `SELECT version, name, default_channel AS "defaultChannel", default_locale AS "defaultLocale"
        FROM public.organization WHERE id = $1::uuid FOR NO KEY UPDATE`,
});

/** Returns the organization of the session, locked until the end of the transaction. */
export async function lockOrganization(
  context: WriteContext,
): Promise<{ readonly id: string; readonly version: number; readonly settings: OrganizationSettings }> {
  const [row] = await context.execute(LOCK, [context.session.organizationId]);
  if (row === undefined) throw new Error(`There is no organization ${context.session.organizationId}.`);
  const { version, ...settings } = row;
  return { id: context.session.organizationId, version, settings };
}

const UPDATE = defineStatement({
  name: 'organization.update',
  kind: 'write',
  sql: `UPDATE public.organization
        SET name = $2, default_channel = $3, default_locale = $4, version = version + 1, updated_at = $5::timestamptz,
            structure_revision = nextval('tenancy.structure_revision')::int
        WHERE id = $1::uuid`,
});

/** Updates the row and takes the next structure revision from its sequence: caches of the defaults are keyed by it. */
export async function updateOrganizationRow(
  context: WriteContext,
  settings: OrganizationSettings,
): Promise<void> {
  await context.execute(UPDATE, [
    context.session.organizationId,
    settings.name,
    settings.defaultChannel,
    settings.defaultLocale,
    context.now.toISOString(),
  ]);
}

const DEFAULT_CANDIDATES = defineStatement<{ channels: string[]; locales: string[] }>({
  name: 'organization.default_candidates',
  kind: 'read',
  row: { channels: 'json', locales: 'json' },
  sql: `SELECT (SELECT coalesce(jsonb_agg(code ORDER BY code), '[]') FROM public.channel
                WHERE organization_id = $1::uuid) AS channels,
               (SELECT coalesce(jsonb_agg(code ORDER BY code), '[]') FROM public.locale
                WHERE organization_id = $1::uuid AND enabled) AS locales`,
});

/** Returns the codes of channels and of enabled locales, for checking the defaults and for suggestions. */
export async function findDefaultCandidates(
  database: Transaction,
  organizationId: string,
): Promise<{ readonly channels: readonly string[]; readonly locales: readonly string[] }> {
  const [row] = await database.execute(DEFAULT_CANDIDATES, [organizationId]);
  return row ?? { channels: [], locales: [] };
}
