import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Tables with names of actors, in the order of an erasure: texts with a name in them before the names themselves. */
export const ERASED_TABLES = [
  'schedule_run',
  'access_token',
  'job',
  'import_export_profile',
  'webhook_delivery',
  'audit_entry',
  'product',
  'entity',
  'event',
  'comment',
] as const;
export type ErasedTable = (typeof ERASED_TABLES)[number];

/** The next rows of one table. */
export interface ErasureChunk {
  readonly table: ErasedTable;
  /** Public id of the user or token. */
  readonly actor: string;
  readonly comments: boolean;
  /** Key of the row that was looked at last; null: from the first row on. */
  readonly after: string | null;
  readonly size: number;
  readonly dryRun: boolean;
}

interface ErasedChunk {
  readonly erased: number;
  /** Null after the last row of the table. */
  readonly lastKey: string | null;
}

const ERASE = defineStatement<ErasedChunk>({
  name: 'erasure.erase',
  kind: 'write',
  row: { erased: 'int', lastKey: 'text | null' },
  sql: `SELECT erased, last_key AS "lastKey"
        FROM tenancy.erase_actor($1, $2, $3::boolean, $4, $5::int, $6::boolean)`,
});

/** Erases an actor from the next rows of one table of the connection's organization, or counts those rows. */
export async function eraseChunk(transaction: Transaction, chunk: ErasureChunk): Promise<ErasedChunk> {
  const { table, actor, comments, after, size, dryRun } = chunk;
  const [row] = await transaction.execute(ERASE, [table, actor, comments, after, size, dryRun]);
  if (row === undefined) throw new Error('An erasure gave no row.');
  return row;
}

const IS_KNOWN = defineStatement({
  name: 'erasure.is_known',
  kind: 'read',
  row: { known: 'boolean' },
  sql: `SELECT (EXISTS (SELECT FROM auth.organization_member WHERE 'usr_' || replace(user_id::text, '-', '') = $2)
          OR EXISTS (SELECT FROM public.access_token WHERE organization_id = $1::uuid
                     AND $2 IN ('tok_' || replace(id::text, '-', ''), 'usr_' || replace(user_id::text, '-', '')))
          OR EXISTS (SELECT FROM public.audit_entry WHERE organization_id = $1::uuid
                     AND $2 IN (actor ->> 'id', data ->> 'user_id'))) AS known`,
});

/**
 * Returns true if a user or token is or was one of the organization. Members who leave still have entries in its audit
 * log.
 */
export async function actorExists(
  transaction: Transaction,
  organizationId: string,
  actor: string,
): Promise<boolean> {
  const [row] = await transaction.execute(IS_KNOWN, [organizationId, actor]);
  return row?.known === true;
}
