import { type CellChange, publicChange, type StoredChange } from '../../kernel/change.ts';
import type { EventVerb, LedgerResource } from '../../kernel/event.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { defineStatement } from '../database/statement.ts';
import { bisectSql } from './bisect.ts';
import { MAX_PUBLIC_CHANGE_BYTES, publicChangesSql } from './public-changes.ts';

/**
 * An event of the ledger in the form for clients: without the ids in its changes, and without the values of very
 * large ones.
 */
export interface LedgerRow {
  /** Counts the organization's events in the order of their commits, from 1 and without gaps. */
  readonly sequence: number;
  /** UUID of the event. */
  readonly id: string;
  /** Time of the transaction (RFC 3339), so neighbours may differ by its length in either direction. */
  readonly at: string;
  readonly resource: LedgerResource;
  readonly verb: EventVerb;
  /** UUID of the object. */
  readonly objectId: string;
  readonly ref: string;
  readonly version: number;
  readonly actor: Actor;
  readonly door: string;
  /** UUID. */
  readonly jobId: string | null;
  readonly data: JsonObject;
  readonly changes: readonly CellChange[];
  /** True when values were left out, now or when the event was written. */
  readonly changesTruncated: boolean;
}

/** A row and the span that wrote it. */
export interface TracedLedgerRow extends LedgerRow {
  /** Trace in the form of W3C Trace Context; null when it was not recorded. */
  readonly trace: string | null;
}

/** A row and its size, for callers that store rows in memory. */
export interface SizedLedgerRow extends LedgerRow {
  readonly sizeBytes: number;
}

/** Range of rows to read; sequence numbers are exclusive below and inclusive above. */
export interface LedgerRange {
  readonly organizationId: string;
  readonly after: number;
  readonly upTo?: number;
  /** No row older than this is read, nor is the partition it would be in. */
  readonly since: Date;
  readonly limit: number;
  /** `resource.verb`; every type when left out. */
  readonly types?: readonly string[];
}

/** Events in the order of their numbers. */
export async function readLedger(
  transaction: Transaction,
  { organizationId, after, upTo, since, limit, types }: LedgerRange,
): Promise<readonly SizedLedgerRow[]> {
  const rows = await transaction.execute(READ, [
    organizationId,
    after,
    upTo ?? null,
    since.toISOString(),
    types ?? null,
    limit,
  ]);
  return rows.map(toLedgerRow);
}

/**
 * Reads single events by their numbers, in no order; those that do not exist, or are older than `since`, are left
 * out.
 */
export async function readLedgerRows(
  transaction: Transaction,
  {
    organizationId,
    sequences,
    since,
  }: Pick<LedgerRange, 'organizationId' | 'since'> & { readonly sequences: readonly number[] },
): Promise<readonly TracedLedgerRow[]> {
  const rows = await transaction.execute(READ_ROWS, [organizationId, sequences, since.toISOString()]);
  return rows.map((row) => ({ ...toLedgerRow(row), trace: row.trace }));
}

type StoredRow = Omit<SizedLedgerRow, 'sequence' | 'sizeBytes' | 'changes'> & {
  readonly sequence: string;
  readonly changes: string;
};

// A bare `sequence` would be the text of the result.
const COLUMNS = `sequence::text AS sequence, id::text AS id,
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, resource, verb,
  object_id::text AS "objectId", ref, version, actor, door, job_id::text AS "jobId", data,
  shown.changes, changes_truncated OR shown.is_cut AS "changesTruncated"`;
const SHOWN = publicChangesSql(String(MAX_PUBLIC_CHANGE_BYTES));

const ROW: ColumnsOf<StoredRow> = {
  at: 'text',
  id: 'text',
  objectId: 'text',
  ref: 'text',
  version: 'int',
  resource: 'text',
  verb: 'text',
  actor: 'json',
  door: 'text',
  jobId: 'text | null',
  data: 'json',
  changesTruncated: 'boolean',
  sequence: 'text',
  changes: 'text',
};

const READ = defineStatement<StoredRow>({
  name: 'ledger.read',
  kind: 'read',
  row: ROW,
  sql: `SELECT ${COLUMNS}
        FROM (
          SELECT * FROM ledger.event
          WHERE organization_id = $1::uuid AND sequence > $2::bigint AND ($3::bigint IS NULL OR sequence <= $3::bigint)
            AND at >= $4::timestamptz AND ($5::text[] IS NULL OR resource || '.' || verb = ANY ($5::text[]))
          ORDER BY event.sequence LIMIT $6::int
        ) AS event ${SHOWN}
        ORDER BY event.sequence`,
});

const READ_ROWS = defineStatement<StoredRow & Pick<TracedLedgerRow, 'trace'>>({
  name: 'ledger.read_rows',
  kind: 'read',
  prepared: true,
  row: { ...ROW, trace: 'text | null' },
  sql: `SELECT ${COLUMNS}, trace
        FROM ledger.event ${SHOWN}
        WHERE organization_id = $1::uuid AND sequence = ANY ($2::bigint[]) AND at >= $3::timestamptz`,
});

const toLedgerRow = (row: StoredRow): SizedLedgerRow => ({
  ...row,
  sequence: Number(row.sequence),
  changes: (JSON.parse(row.changes) as readonly StoredChange[]).map(publicChange),
  sizeBytes: BYTES_BESIDE_CHANGES + row.changes.length,
});

/** Approximate size of a row without its changes. */
const BYTES_BESIDE_CHANGES = 1_000;

const LAST_SEQUENCES = defineStatement({
  name: 'ledger.last_sequences',
  kind: 'read',
  row: { id: 'text', last: 'text' },
  sql: `SELECT organization_id::text AS id, last_sequence::text AS last FROM ledger.counter
        WHERE organization_id = ANY ($1::uuid[])`,
});

/** Reads the number of the newest event of each organization; 0 before the first. */
export async function readLastSequences(
  transaction: Transaction,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(LAST_SEQUENCES, [organizationIds]);
  return new Map(rows.map(({ id, last }) => [id, Number(last)]));
}

/** Counters that the ledger of one organization reports. */
export interface LedgerState {
  /** The number of the newest event; 0 before the first. */
  readonly lastSequence: number;
  /**
   * First event whose changes, with all later ones, contain the earlier values of objects. So states right before it
   * can be computed.
   */
  readonly historyCompleteFrom: number;
  /** UUID. Another one after a restore: numbers stand for other events then. */
  readonly epoch: string;
}

const COUNTER = defineStatement({
  name: 'ledger.counter',
  kind: 'read',
  row: { last: 'text', complete: 'text', epoch: 'text' },
  sql: `SELECT last_sequence::text AS last, history_complete_from::text AS complete, epoch::text AS epoch
        FROM ledger.counter WHERE organization_id = $1::uuid`,
});

export async function readLedgerState(
  transaction: Transaction,
  organizationId: string,
): Promise<LedgerState> {
  const [row] = await transaction.execute(COUNTER, [organizationId]);
  if (row === undefined) throw new Error(`The ledger of organization ${organizationId} has no counter.`);
  return {
    lastSequence: Number(row.last),
    historyCompleteFrom: Number(row.complete),
    epoch: row.epoch,
  };
}

const FIRST_AFTER = defineStatement({
  name: 'ledger.first_after',
  kind: 'read',
  prepared: true,
  row: { sequence: 'text', at: 'text' },
  sql: `SELECT sequence::text AS sequence, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
        FROM ledger.event WHERE organization_id = $1::uuid AND sequence > $2::bigint ORDER BY event.sequence LIMIT 1`,
});

/**
 * Margin for the times of neighbours in the ledger, which differ by as much as a transaction lasts; a day is far
 * beyond that. So no event behind a number is older than the first of them by more.
 */
const MARGIN_MS = 86_400_000;

/** Returns the time before which there is no event behind one of this time. */
export const subtractClockMargin = (at: Date): Date => new Date(at.getTime() - MARGIN_MS);

/** Reads the number of the first event that is stored behind a number, and a time that none behind it is older than. */
export async function readNextSequence(
  transaction: Transaction,
  organizationId: string,
  sequence: number,
): Promise<{ readonly sequence: number; readonly since: Date } | null> {
  const [row] = await transaction.execute(FIRST_AFTER, [organizationId, sequence]);
  return row === undefined
    ? null
    : { sequence: Number(row.sequence), since: subtractClockMargin(new Date(row.at)) };
}

const OLDEST = defineStatement({
  name: 'ledger.oldest',
  kind: 'read',
  row: { oldest: 'text' },
  sql: `${bisectSql('at < $2::timestamptz')}
        SELECT low::text AS oldest FROM search WHERE low = high`,
});

/**
 * Reads the number of the oldest event that is not older than a time; one more than the newest when all are. By
 * bisection: numbers have no gaps, and times follow them up to the length of a transaction.
 */
export async function findFirstSequenceSince(
  transaction: Transaction,
  organizationId: string,
  since: Date,
): Promise<number> {
  const [row] = await transaction.execute(OLDEST, [organizationId, since.toISOString()]);
  return Number(row?.oldest ?? 1);
}

/** Returns the sequences between two times: that before the first, and the last. A time to come has no events yet. */
export async function findSequenceRange(
  context: Transaction & { readonly now: Date },
  organizationId: string,
  since: Date,
  until: Date,
): Promise<{ readonly after: number; readonly upTo: number }> {
  const after = (await findFirstSequenceSince(context, organizationId, since)) - 1;
  const upTo =
    until >= context.now
      ? ((await readLastSequences(context, [organizationId])).get(organizationId) ?? 0)
      : (await findFirstSequenceSince(context, organizationId, until)) - 1;
  return { after, upTo };
}
