import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Parts of the schema of a storefront at its last request. */
export interface SchemaRecord {
  readonly structureRevision: number;
  readonly storefrontVersion: number;
  readonly digest: string;
  readonly parts: JsonObject;
}

const FIND = defineStatement<SchemaRecord & { readonly storefrontId: string }>({
  name: 'storefront_schema.find',
  kind: 'read',
  row: {
    storefrontId: 'text',
    structureRevision: 'int',
    storefrontVersion: 'int',
    digest: 'text',
    parts: 'json',
  },
  sql: `SELECT storefront_id::text AS "storefrontId", structure_revision AS "structureRevision",
               storefront_version AS "storefrontVersion", digest, parts
        FROM public.storefront_schema WHERE organization_id = $1::uuid AND storefront_id = ANY($2::uuid[])`,
});

/** Returns the records of storefronts that have one, by their UUID. */
export async function findSchemaRecords(
  transaction: Transaction,
  organizationId: string,
  storefrontIds: readonly string[],
): Promise<ReadonlyMap<string, SchemaRecord>> {
  const rows = await transaction.execute(FIND, [organizationId, [...storefrontIds]]);
  return new Map(rows.map(({ storefrontId, ...record }) => [storefrontId, record]));
}

const SAVE = defineStatement<{ readonly saved: boolean }>({
  name: 'storefront_schema.save',
  kind: 'write',
  row: { saved: 'boolean' },
  sql: `INSERT INTO public.storefront_schema AS known (organization_id, storefront_id, structure_revision,
                                                      storefront_version, digest, parts, updated_at)
        SELECT organization_id, id, $3::int, $4::int, $5, $6::json, $7::timestamptz
        FROM public.storefront WHERE organization_id = $1::uuid AND id = $2::uuid
        ON CONFLICT (organization_id, storefront_id) DO UPDATE
        SET structure_revision = EXCLUDED.structure_revision, storefront_version = EXCLUDED.storefront_version,
            digest = EXCLUDED.digest, parts = EXCLUDED.parts, updated_at = EXCLUDED.updated_at
        WHERE known.digest = $8
        RETURNING true AS saved`,
});

/**
 * Stores the record of a storefront.
 *
 * @param before digest of the record that it follows, null: there is none
 * @returns false if there is another one by now, or the storefront is gone
 */
export async function saveSchemaRecord(
  transaction: Transaction,
  storefront: { readonly organizationId: string; readonly id: string },
  { structureRevision, storefrontVersion, digest, parts }: SchemaRecord,
  now: Date,
  before: string | null,
): Promise<boolean> {
  const rows = await transaction.execute(SAVE, [
    ...[storefront.organizationId, storefront.id, structureRevision, storefrontVersion, digest],
    ...[JSON.stringify(parts), now.toISOString(), before ?? ''],
  ]);
  return rows.length > 0;
}
