import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { newId } from '../../platform/new-id.ts';
import { CLDR_LOCALES } from './cldr-locales.ts';

const SEED = defineStatement({
  name: 'locale.seed',
  kind: 'write',
  sql: `INSERT INTO public.locale (organization_id, id, code, code_key, enabled, version, created_at, updated_at)
        SELECT $1::uuid, id, code, code_key, false, 1, $2::timestamptz, $2::timestamptz
        FROM jsonb_to_recordset($3::jsonb) AS seed (id uuid, code text, code_key text)
        ON CONFLICT (organization_id, code_key) DO NOTHING`,
});

/** Gives a new organization every locale of CLDR, disabled. Leaves those alone that are there; writes no events. */
export async function seedLocales(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<void> {
  const rows = CLDR_LOCALES.map((code) => ({ id: newId(), code, code_key: foldKey(code) }));
  await transaction.execute(SEED, [organizationId, now.toISOString(), JSON.stringify(rows)]);
}
