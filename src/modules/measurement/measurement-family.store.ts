import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { newId } from '../../platform/new-id.ts';
import { BUILT_IN_FAMILIES } from './built-in-families.ts';

const SEED = defineStatement({
  name: 'measurement_family.seed',
  kind: 'write',
  sql: `INSERT INTO public.measurement_family
          (organization_id, id, code, code_key, labels, standard_unit, units, version, created_at, updated_at)
        SELECT $1::uuid, id, code, code_key, labels, standard_unit, units, 1, $2::timestamptz, $2::timestamptz
        FROM jsonb_to_recordset($3::jsonb)
          AS seed (id uuid, code text, code_key text, labels jsonb, standard_unit text, units jsonb)
        ON CONFLICT (organization_id, code_key) DO NOTHING`,
});

/** Gives a new organization the built-in families. Leaves those alone that are there; writes no events. */
export async function seedMeasurementFamilies(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<void> {
  const rows = BUILT_IN_FAMILIES.map(({ code, labels, standardUnit, units }) => ({
    id: newId(),
    code,
    code_key: foldKey(code),
    labels,
    standard_unit: standardUnit,
    units,
  }));
  await transaction.execute(SEED, [organizationId, now.toISOString(), JSON.stringify(rows)]);
}
