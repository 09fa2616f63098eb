import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import type { FieldUses } from '../row/column.ts';

/** Number of uses of a field of an organization. */
export interface FieldUseCount {
  readonly organizationId: string;
  /** Key of the field, by `fieldKey`. */
  readonly field: string;
  readonly uses: number;
}

const ADD = defineStatement({
  name: 'search.add_field_uses',
  kind: 'write',
  // The rows are written in one order, so that two processes do not wait for each other.
  sql: `INSERT INTO search.field_use AS stored (organization_id, field, day, uses)
        SELECT counted.organization_id, counted.field, $2::date, counted.uses
        FROM jsonb_to_recordset($1::jsonb) AS counted(organization_id uuid, field text, uses bigint)
        ORDER BY counted.organization_id, counted.field
        ON CONFLICT (organization_id, field, day) DO UPDATE SET uses = stored.uses + excluded.uses`,
});

/** Adds what was counted to the uses of a day. Needs the owner role: it is about all organizations. */
export async function addFieldUses(
  owner: Transaction,
  countedUses: readonly FieldUseCount[],
  now: Date,
): Promise<void> {
  const rows = countedUses.map(({ organizationId, field, uses }) => ({
    organization_id: organizationId,
    field,
    uses,
  }));
  await owner.execute(ADD, [JSON.stringify(rows), now.toISOString()]);
}

const LOAD = defineStatement<{ readonly uses: Readonly<Record<string, number>> }>({
  name: 'search.field_uses',
  kind: 'read',
  row: { uses: 'json' },
  sql: `SELECT coalesce(jsonb_object_agg(field, uses), '{}') AS uses FROM (
          SELECT field, sum(uses) AS uses FROM search.field_use
          WHERE organization_id = $1::uuid AND day > $2::date - 30 GROUP BY field) AS counted`,
});

/** Returns the uses of the organization's fields in the last 30 days. */
export async function loadFieldUses(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<FieldUses> {
  const [row] = await transaction.execute(LOAD, [organizationId, now.toISOString()]);
  return new Map(Object.entries(row?.uses ?? {}));
}

const FORGET = defineStatement({
  name: 'search.forget_field_uses',
  kind: 'write',
  sql: 'DELETE FROM search.field_use WHERE day <= $1::date - 30',
});

const USERS = defineStatement({
  name: 'search.organizations_with_field_uses',
  kind: 'read',
  row: { id: 'text' },
  sql: 'SELECT DISTINCT organization_id::text AS id FROM search.field_use ORDER BY 1',
});

/** Forgets what is older than 30 days, and returns the organizations that there are uses of. Needs the owner role. */
export async function findOrganizationsWithFieldUses(
  owner: Transaction,
  now: Date,
): Promise<readonly string[]> {
  await owner.execute(FORGET, [now.toISOString()]);
  return (await owner.execute(USERS, [])).map(({ id }) => id);
}
