import type { CellChange } from '../../kernel/change.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** One version of an object: who changed what, when, through which door. */
export interface Revision {
  readonly version: number;
  /** `created`, `updated`, `deleted`, `restored`. */
  readonly kind: string;
  readonly at: string;
  readonly actor: Actor;
  readonly origin: string;
  readonly jobId: string | null;
  readonly comment: string | null;
  readonly changes: readonly CellChange[];
  /** True when the change was so large that only its places were kept. */
  readonly changesTruncated: boolean;
}

const REVISIONS = defineStatement<Revision>({
  name: 'event.revisions',
  kind: 'read',
  row: {
    version: 'int',
    kind: 'text',
    at: 'text',
    actor: 'json',
    origin: 'text',
    jobId: 'text | null',
    comment: 'text | null',
    changes: 'json',
    changesTruncated: 'boolean',
  },
  sql: `SELECT version, verb AS kind, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor,
               door AS origin, job_id::text AS "jobId", comment, changes, changes_truncated AS "changesTruncated"
        FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = $2::uuid AND ($3::int IS NULL OR version < $3::int)
        ORDER BY sequence DESC LIMIT $4::int`,
});

/** Revisions of one object below a version, newest first. */
export async function loadRevisions(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
  beforeVersion: number | null,
  limit: number,
): Promise<readonly Revision[]> {
  return transaction.execute(REVISIONS, [organizationId, objectId, beforeVersion, limit]);
}

const COUNT_REVISIONS = defineStatement({
  name: 'event.count_revisions',
  kind: 'read',
  row: { count: 'int' },
  sql: 'SELECT count(*)::int AS count FROM ledger.event WHERE organization_id = $1::uuid AND object_id = $2::uuid',
});

/** How many revisions an object has. */
export async function countRevisions(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
): Promise<number> {
  const [row] = await transaction.execute(COUNT_REVISIONS, [organizationId, objectId]);
  return row?.count ?? 0;
}
