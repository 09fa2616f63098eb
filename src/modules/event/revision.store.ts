import { type CellChange, publicChange, type StoredChange } from '../../kernel/change.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { IS_DIRECT_CHANGE } from '../../platform/ledger/direct-change.ts';
import { MAX_PUBLIC_CHANGE_BYTES, publicChangesSql } from '../../platform/ledger/public-changes.ts';

/** One version of an object: who changed what, when, through which API. */
export interface Revision {
  readonly version: number;
  /** `created`, `updated`, `deleted`, `restored`. */
  readonly kind: string;
  readonly at: string;
  readonly actor: Actor;
  readonly origin: string;
  /** UUID. */
  readonly jobId: string | null;
  readonly requestId: string | null;
  /** True if it reverts earlier changes. */
  readonly revert: boolean;
  readonly comment: string | null;
  readonly changes: readonly CellChange[];
  /** True when the change is so large that only its places are shown. */
  readonly changesTruncated: boolean;
}

const REVISIONS = defineStatement<Omit<Revision, 'changes'> & { changes: readonly StoredChange[] }>({
  name: 'event.revisions',
  kind: 'read',
  row: {
    version: 'int',
    kind: 'text',
    at: 'text',
    actor: 'json',
    origin: 'text',
    jobId: 'text | null',
    requestId: 'text | null',
    revert: 'boolean',
    comment: 'text | null',
    changes: 'json',
    changesTruncated: 'boolean',
  },
  sql: `SELECT version, verb AS kind, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor,
               door AS origin, job_id::text AS "jobId", request_id AS "requestId",
               data -> 'reverts' IS NOT NULL AS revert, comment, shown.changes::json AS changes,
               changes_truncated OR shown.is_cut AS "changesTruncated"
        FROM (
          SELECT * FROM ledger.event
          WHERE organization_id = $1::uuid AND object_id = $2::uuid AND ($3::int IS NULL OR version < $3::int)
            AND ${IS_DIRECT_CHANGE}
          ORDER BY sequence DESC LIMIT $4::int
        ) AS event ${publicChangesSql('$5::int')}
        ORDER BY sequence DESC`,
});

/** Size limit for {@link loadRevisions} that shows changes completely. */
export const UNLIMITED_BYTES = 2 ** 31 - 1;

/**
 * Returns revisions of one object below a version, newest first; those with more bytes of changes without their values.
 */
export async function loadRevisions(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
  beforeVersion: number | null,
  limit: number,
  maximumBytes = MAX_PUBLIC_CHANGE_BYTES,
): Promise<readonly Revision[]> {
  const rows = await transaction.execute(REVISIONS, [
    organizationId,
    objectId,
    beforeVersion,
    limit,
    maximumBytes,
  ]);
  return rows.map((row) => ({ ...row, changes: row.changes.map(publicChange) }));
}

const COUNT_REVISIONS = defineStatement({
  name: 'event.count_revisions',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = $2::uuid AND ${IS_DIRECT_CHANGE}`,
});

/** Counts the revisions of an object. */
export async function countRevisions(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
): Promise<number> {
  const [row] = await transaction.execute(COUNT_REVISIONS, [organizationId, objectId]);
  return row?.count ?? 0;
}
