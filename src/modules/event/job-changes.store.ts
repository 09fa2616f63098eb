import { publicChange, type StoredChange } from '../../kernel/change.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { IS_DIRECT_CHANGE } from '../../platform/ledger/direct-change.ts';
import { MAX_PUBLIC_CHANGE_BYTES, publicChangesSql } from '../../platform/ledger/public-changes.ts';
import type { FieldCount, JobChange } from '../job/index.ts';

/** The events of one job about objects of some types. */
export interface JobRange {
  readonly organizationId: string;
  /** UUID */
  readonly jobId: string;
  /** The sequence before the first, and that of the last. */
  readonly after: number;
  readonly upTo: number;
  /** Spares the partitions before. */
  readonly since: Date;
  readonly types: readonly JobChange['type'][];
}

const SELECTED = `${IS_DIRECT_CHANGE} AND organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint
  AND at >= $4::timestamptz AND job_id = $5::uuid AND resource = ANY ($6::text[])`;

const parametersOf = ({ organizationId, jobId, after, upTo, since, types }: JobRange) => [
  organizationId,
  after,
  upTo,
  since.toISOString(),
  jobId,
  [...types],
];

/** A change of a job in the ledger. */
export type LedgerJobChange = JobChange & {
  /** UUID. */
  readonly objectId: string;
  readonly sequence: number;
};

type StoredRow = Omit<LedgerJobChange, 'changes' | 'sequence'> & {
  readonly sequence: string;
  readonly changes: readonly StoredChange[];
};

const READ = defineStatement<StoredRow>({
  name: 'event.job_changes',
  kind: 'read',
  row: {
    sequence: 'text',
    objectId: 'text',
    type: 'text',
    ref: 'text',
    kind: 'text',
    changes: 'json',
    changesTruncated: 'boolean',
  },
  sql: `SELECT sequence::text AS sequence, object_id::text AS "objectId", resource AS type, ref, verb AS kind,
               shown.changes::json AS changes, changes_truncated OR shown.is_cut AS "changesTruncated"
        FROM (SELECT * FROM ledger.event WHERE ${SELECTED} ORDER BY event.sequence LIMIT $7::int) AS event
          ${publicChangesSql(String(MAX_PUBLIC_CHANGE_BYTES))}
        ORDER BY event.sequence`,
});

/** Returns the changes of a job, in the order of the ledger. */
export async function readJobChanges(
  transaction: Transaction,
  range: JobRange,
  limit: number,
): Promise<readonly LedgerJobChange[]> {
  const rows = await transaction.execute(READ, [...parametersOf(range), limit]);
  return rows.map((row) => ({
    ...row,
    sequence: Number(row.sequence),
    changes: row.changes.map(publicChange),
  }));
}

const COUNT = defineStatement({
  name: 'event.count_job_changes',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM ledger.event WHERE ${SELECTED}`,
});

export async function countJobChanges(transaction: Transaction, range: JobRange): Promise<number> {
  const [row] = await transaction.execute(COUNT, parametersOf(range));
  return row?.count ?? 0;
}

const FIELDS = defineStatement<FieldCount>({
  name: 'event.job_fields',
  kind: 'read',
  row: { path: 'text', channel: 'text | null', locale: 'text | null', count: 'int' },
  sql: `SELECT change ->> 'path' AS path, change ->> 'channel' AS channel, change ->> 'locale' AS locale,
               count(DISTINCT object_id)::int AS count
        FROM (
          SELECT object_id, changes FROM ledger.event WHERE ${SELECTED} AND verb = 'updated'
          ORDER BY event.sequence LIMIT $7::int
        ) AS event CROSS JOIN LATERAL jsonb_array_elements(event.changes) AS change
        GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT $8::int`,
});

/**
 * Returns the number of updated objects in which a job changed each field, by its first events; the most frequent
 * first.
 */
export async function countJobFields(
  transaction: Transaction,
  range: JobRange,
  { events, fields }: { readonly events: number; readonly fields: number },
): Promise<readonly FieldCount[]> {
  return transaction.execute(FIELDS, [...parametersOf(range), events, fields]);
}

const ACTOR = defineStatement({
  name: 'event.actor_of_request',
  kind: 'read',
  row: { actor: 'json' },
  sql: `SELECT actor FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = $2::uuid AND request_id = $3 LIMIT 1`,
});

/** Returns the actor that changed an object by a request; null if the event is no longer stored. */
export async function findActorOfRequest(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
  requestId: string,
): Promise<Actor | null> {
  const [row] = await transaction.execute(ACTOR, [organizationId, objectId, requestId]);
  return row === undefined ? null : (row.actor as unknown as Actor);
}
