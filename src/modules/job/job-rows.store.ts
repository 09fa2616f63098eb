import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { storableJson } from '../../kernel/text/storable-text.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** A stored row of a job. */
export interface StoredJobRow {
  readonly row: number;
  readonly source: string | readonly (string | null)[] | JsonObject;
}

/** A row to be stored: until it is processed, or for later rows that depend on it. */
export interface NewJobRow extends StoredJobRow {
  /** `unlinked`: written without its links, which were rejected later. */
  readonly state: 'waiting' | 'linking' | 'unlinked' | 'accepted';
  readonly key: string;
  readonly position: number;
  readonly marks: readonly string[];
  readonly outcome: string | null;
}

const jobKey = (context: WriteContext, jobId: string) => [context.session.organizationId, jobId] as const;

const SAVEPOINT = defineStatement({
  name: 'job.savepoint',
  kind: 'write',
  sql: 'SAVEPOINT import_rows',
});

/** Sets a savepoint. */
export async function setSavepoint(context: WriteContext): Promise<void> {
  await context.execute(SAVEPOINT);
}

const ROLLBACK = defineStatement({
  name: 'job.rollback',
  kind: 'write',
  sql: 'ROLLBACK TO SAVEPOINT import_rows',
});

/** Rolls back to the savepoint, which remains. */
export async function rollbackToSavepoint(context: WriteContext): Promise<void> {
  await context.awaitStatements();
  await context.execute(ROLLBACK);
}

const INSERT_FAILED_ROWS = defineStatement({
  name: 'job.insert_failed_rows',
  kind: 'write',
  sql: `INSERT INTO public.job_failed_row (organization_id, job_id, "row", source)
        SELECT $1::uuid, $2::uuid, "row", source
        FROM jsonb_to_recordset($3::jsonb) AS failed ("row" int, source jsonb)
        ON CONFLICT (organization_id, job_id, "row") DO NOTHING`,
});

/** Stores the rows that were not written, for the file of failed rows. */
export async function insertFailedRows(
  context: WriteContext,
  jobId: string,
  rows: readonly StoredJobRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await context.execute(INSERT_FAILED_ROWS, [
    ...jobKey(context, jobId),
    storableJson(rows.map(({ row, source }) => ({ row, source }))),
  ]);
}

const REMEMBER_ROWS = defineStatement({
  name: 'job.remember_rows',
  kind: 'write',
  sql: `INSERT INTO public.job_row (organization_id, job_id, "row", state, key, source, position, outcome)
        SELECT $1::uuid, $2::uuid, "row", state, key, source, position, outcome
        FROM jsonb_to_recordset($3::jsonb)
          AS kept ("row" int, state text, key text, source jsonb, position int, outcome text)
        ON CONFLICT (organization_id, job_id, "row") DO UPDATE
        -- A row whose links come later keeps the position that it had without them. Its outcome is reported then.
        SET state = excluded.state,
            position = CASE job_row.state WHEN 'linking' THEN job_row.position ELSE excluded.position END,
            outcome = CASE WHEN job_row.state = 'linking' THEN excluded.position::text ELSE excluded.outcome END`,
});

const REMEMBER_MARKS = defineStatement({
  name: 'job.remember_marks',
  kind: 'write',
  sql: `INSERT INTO public.job_mark (organization_id, job_id, mark, "row")
        SELECT $1::uuid, $2::uuid, mark, "row" FROM jsonb_to_recordset($3::jsonb) AS kept (mark text, "row" int)
        ON CONFLICT DO NOTHING`,
});

/** Remembers rows, or changes what is remembered of them. */
export async function storeJobRows(
  context: WriteContext,
  jobId: string,
  rows: readonly NewJobRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const stored = rows.map(({ marks: _marks, ...row }) => row);
  await context.execute(REMEMBER_ROWS, [...jobKey(context, jobId), storableJson(stored)]);
  const marks = rows.flatMap(({ row, marks: own }) => [...new Set(own)].map((mark) => ({ mark, row })));
  if (marks.length === 0) return;
  await context.execute(REMEMBER_MARKS, [...jobKey(context, jobId), JSON.stringify(marks)]);
}

const FORGET_ROWS = defineStatement({
  name: 'job.forget_rows',
  kind: 'write',
  sql: `DELETE FROM public.job_row WHERE organization_id = $1::uuid AND job_id = $2::uuid AND "row" = ANY($3::int[])`,
});

/** Deletes finished rows. */
export async function deleteRows(
  context: WriteContext,
  jobId: string,
  rows: readonly number[],
): Promise<void> {
  if (rows.length === 0) return;
  await context.execute(FORGET_ROWS, [...jobKey(context, jobId), [...rows]]);
}

const FORGET_MARKS = defineStatement({
  name: 'job.forget_marks',
  kind: 'write',
  sql: 'DELETE FROM public.job_mark WHERE organization_id = $1::uuid AND job_id = $2::uuid',
});

const FORGET_ALL_ROWS = defineStatement({
  name: 'job.forget_all_rows',
  kind: 'write',
  sql: 'DELETE FROM public.job_row WHERE organization_id = $1::uuid AND job_id = $2::uuid',
});

/** Deletes all rows, when the job ends or begins its second pass. */
export async function deleteAllRows(context: WriteContext, jobId: string): Promise<void> {
  await context.execute(FORGET_MARKS, jobKey(context, jobId));
  await context.execute(FORGET_ALL_ROWS, jobKey(context, jobId));
}

const WAITING_KEYS = defineStatement({
  name: 'job.waiting_keys',
  kind: 'read',
  row: { key: 'text' },
  sql: `SELECT DISTINCT kept.key FROM unnest($3::text[]) AS wanted (key)
        JOIN public.job_row AS kept ON kept.organization_id = $1::uuid AND kept.job_id = $2::uuid AND kept.key = wanted.key
        WHERE kept.state = 'waiting'`,
});

/** Returns those of the keys that waiting rows have. */
export async function findWaitingKeys(
  context: WriteContext,
  jobId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await context.execute(WAITING_KEYS, [...jobKey(context, jobId), [...new Set(keys)]]);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns a statement that reads rows after one of them in the order of the file: a model that was made of other rows has
 * the negative number of the first of them, before which it comes. Either sign is read in the order of the index.
 *
 * @param select the statement without order and limit, with a condition at its end
 * @param row the number of the row
 * @param parameters those of {@link rowsAfter} and of the limit
 */
const inFileOrder = (
  select: string,
  row: string,
  { above, below, limit }: { readonly above: string; readonly below: string; readonly limit: string },
) => `SELECT * FROM (
          (${select} AND ${row} > ${above}::int ORDER BY ${row} LIMIT ${limit}::int)
          UNION ALL
          (${select} AND ${row} < ${below}::int ORDER BY ${row} DESC LIMIT ${limit}::int)
        ) AS next ORDER BY abs("row"), "row" LIMIT ${limit}::int`;

/** Returns the numbers that rows after one are above or below; 0 comes before all. */
const rowsAfter = (row: number) => [row < 0 ? -row - 1 : row, -Math.abs(row)] as const;

const NEXT_ROWS = defineStatement<StoredJobRow & { readonly outcome: string | null }>({
  name: 'job.next_rows',
  kind: 'read',
  row: { row: 'int', source: 'json', outcome: 'text | null' },
  sql: inFileOrder(
    `SELECT kept."row", kept.source, kept.outcome FROM public.job_row AS kept
        WHERE kept.organization_id = $1::uuid AND kept.job_id = $2::uuid AND kept.state = $3
          AND NOT EXISTS (SELECT 1 FROM public.job_row AS earlier
                          WHERE earlier.organization_id = $1::uuid AND earlier.job_id = $2::uuid
                            AND earlier.key = kept.key AND earlier.state IN (kept.state, 'linking')
                            AND (abs(earlier."row"), earlier."row") < (abs(kept."row"), kept."row")
                          -- Keeps it a look into the index for each row, however little is known of the table.
                          OFFSET 0)`,
    'kept."row"',
    { above: '$4', below: '$5', limit: '$6' },
  ),
});

/**
 * Returns the next rows of a state, in their order; of waiting ones only the first of each key, so that no row
 * overtakes.
 */
export async function nextJobRows(
  context: WriteContext,
  jobId: string,
  state: 'waiting' | 'linking',
  after: number,
  limit: number,
): Promise<readonly (StoredJobRow & { readonly outcome: string | null })[]> {
  return context.execute(NEXT_ROWS, [...jobKey(context, jobId), state, ...rowsAfter(after), limit]);
}

/** A row that was accepted. */
export interface AcceptedRow extends StoredJobRow {
  /** Its position in the order in which rows were accepted. */
  readonly position: number;
  /** Position at which its links were written: null: with the row; -1: not yet, or never. */
  readonly linkedAt: number | null;
}

const FIND_ACCEPTED = defineStatement<AcceptedRow>({
  name: 'job.find_accepted',
  kind: 'read',
  row: { position: 'int', linkedAt: 'int | null', row: 'int', source: 'json' },
  sql: `SELECT kept."row", kept.source, kept.position,
               CASE WHEN kept.state IN ('linking', 'unlinked') THEN -1 ELSE kept.outcome::int END AS "linkedAt"
        FROM public.job_row AS kept
        JOIN (SELECT DISTINCT met."row" FROM unnest($3::text[]) AS wanted (mark)
              JOIN public.job_mark AS met
                ON met.organization_id = $1::uuid AND met.job_id = $2::uuid AND met.mark = wanted.mark) AS met
          ON met."row" = kept."row"
        WHERE kept.organization_id = $1::uuid AND kept.job_id = $2::uuid AND kept.state <> 'waiting'
        ORDER BY kept.position`,
});

/** Returns accepted rows that are met by some marks, in the order in which they were accepted. */
export async function findAcceptedRows(
  context: WriteContext,
  jobId: string,
  marks: readonly string[],
): Promise<readonly AcceptedRow[]> {
  if (marks.length === 0) return [];
  return context.execute(FIND_ACCEPTED, [...jobKey(context, jobId), [...new Set(marks)]]);
}

/** A failed row and what is wrong with it. */
export interface FailedRow extends StoredJobRow {
  readonly errors: readonly string[];
}

const READ_FAILED_ROWS = defineStatement<FailedRow>({
  name: 'job.read_failed_rows',
  kind: 'read',
  row: { errors: 'text[]', row: 'int', source: 'json' },
  sql: inFileOrder(
    `SELECT failed."row", failed.source,
               ARRAY(SELECT concat_ws(' ', error."column" || ':', '[' || error.code || ']', error.message)
                     FROM public.job_error AS error
                     WHERE error.organization_id = $1::uuid AND error.job_id = $2::uuid AND error."row" = abs(failed."row")
                       AND error.level = 'error'
                     ORDER BY error.ordinal) AS errors
        FROM public.job_failed_row AS failed
        WHERE failed.organization_id = $1::uuid AND failed.job_id = $2::uuid`,
    'failed."row"',
    { above: '$3', below: '$4', limit: '$5' },
  ),
});

/** Returns the next failed rows of a job, in the order of the file; those after 0 are the first. */
export async function readFailedRows(
  transaction: Transaction,
  organizationId: string,
  { jobId, after, limit }: { readonly jobId: string; readonly after: number; readonly limit: number },
): Promise<readonly FailedRow[]> {
  return transaction.execute(READ_FAILED_ROWS, [organizationId, jobId, ...rowsAfter(after), limit]);
}

const ADD_MARKS = defineStatement({
  name: 'job.add_marks',
  kind: 'write',
  sql: `INSERT INTO public.job_mark (organization_id, job_id, mark, "row")
        SELECT $1::uuid, $2::uuid, mark, 0 FROM unnest($3::text[]) AS mark ON CONFLICT DO NOTHING`,
});

/** Adds marks that belong to no row. */
export async function addConflictKeys(
  context: WriteContext,
  jobId: string,
  marks: readonly string[],
): Promise<void> {
  if (marks.length === 0) return;
  await context.execute(ADD_MARKS, [...jobKey(context, jobId), [...marks]]);
}

const FIND_MARKS = defineStatement({
  name: 'job.find_marks',
  kind: 'read',
  row: { mark: 'text' },
  sql: `SELECT mark FROM public.job_mark
        WHERE organization_id = $1::uuid AND job_id = $2::uuid AND mark = ANY($3::text[])`,
});

/** Returns those of some marks that the job has. */
export async function findConflictKeys(
  context: WriteContext,
  jobId: string,
  marks: readonly string[],
): Promise<ReadonlySet<string>> {
  if (marks.length === 0) return new Set();
  const rows = await context.execute(FIND_MARKS, [...jobKey(context, jobId), [...new Set(marks)]]);
  return new Set(rows.map(({ mark }) => mark));
}
