import { createHash } from 'node:crypto';
import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { findAccepted, nextRows, type RememberedRow, rememberRows } from '../../job/index.ts';
import type { LinkedProduct } from '../links/plan-links.ts';
import { FOLDER_FILES } from '../read/folder-manifest.ts';
import type { ImportNote } from '../report/import-note.ts';

/** A product that is in the catalogue now and whose row names links. */
export interface LinkedRow extends LinkedProduct {
  readonly resource: 'products' | 'productModels';
  readonly file: string;
  readonly row: number;
  /** The outcome of the row so far. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

const jobKey = (context: WriteContext, jobId: string) => [context.session.organizationId, jobId] as const;
/** Words of cells may be of any length; an index takes them so. */
const markOf = (...words: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex');
/** By what the products are met that name another by a two-way link. */
const linkMark = (type: string, ref: string) => markOf('link', type, foldKey(ref));

/** So many notes a row of one number may have in each file; the key of errors is row and ordinal. */
const ORDINALS_OF_FILE = 100_000_000;

/** Keeps notes with the errors of their job, behind those that there are of the same row. */
export async function insertNotes(
  context: WriteContext,
  jobId: string,
  notes: readonly ImportNote[],
): Promise<void> {
  if (notes.length === 0) return;
  const kept = notes.map(({ row, file, ...note }, index) => {
    const position = FOLDER_FILES.indexOf(file);
    const file_position = position < 0 ? FOLDER_FILES.length : position;
    return { ...note, file, file_position, row: row ?? 0, index };
  });
  await context.execute(
    'folder.insert_notes',
    `INSERT INTO public.job_error (organization_id, job_id, file_position, "row", ordinal, file, level, "column", code,
                                   value, message, hint)
     SELECT $1::uuid, $2::uuid, note.file_position, note."row",
            (SELECT coalesce(max(known.ordinal), note.file_position * $4::int - 1) FROM public.job_error AS known
             WHERE known.organization_id = $1::uuid AND known.job_id = $2::uuid
               AND known.file_position = note.file_position AND known."row" = note."row")
              + row_number() OVER (PARTITION BY note.file_position, note."row" ORDER BY note.index),
            note.file, note.level, note."column", note.code, note.value, note.message, note.hint
     FROM jsonb_to_recordset($3::jsonb)
       AS note (index int, file_position int, "row" int, file text, level text, "column" text, code text, value text,
                message text, hint text)`,
    [...jobKey(context, jobId), storable(kept), ORDINALS_OF_FILE],
  );
}

/** What PostgreSQL takes: cells that are no text may hold anything. */
const storable = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '\ufffd').toWellFormed() : part,
  );

/** Remembers rows whose links are still to be written. @param from how many are remembered already */
export async function rememberLinked(
  context: WriteContext,
  jobId: string,
  rows: readonly LinkedRow[],
  from: number,
): Promise<void> {
  await rememberRows(
    context,
    jobId,
    rows.map((row, index) => ({
      row: from + index + 1,
      position: from + index + 1,
      key: foldKey(row.sku),
      outcome: row.outcome,
      state: 'linking',
      source: row as unknown as JsonObject,
      marks: row.cells.flatMap(({ column, refs }) =>
        column.twoWay ? refs.map((ref) => linkMark(column.type, ref)) : [],
      ),
    })),
  );
}

const toLinked = ({ source }: RememberedRow) => source as unknown as LinkedRow;

/** The next rows whose links are to be written, in the order of the files. */
export async function nextLinked(
  context: WriteContext,
  jobId: string,
  after: number,
  limit: number,
): Promise<readonly LinkedRow[]> {
  return (await nextRows(context, jobId, 'linking', after, limit)).map(toLinked);
}

/** The rows that name one of some products by a two-way type of which it has links itself. */
export async function findLinking(
  context: WriteContext,
  jobId: string,
  products: readonly LinkedProduct[],
): Promise<readonly LinkedRow[]> {
  const marks = products.flatMap(({ sku, cells }) =>
    cells.flatMap(({ column }) => (column.twoWay ? [linkMark(column.type, sku)] : [])),
  );
  return (await findAccepted(context, jobId, marks)).map(toLinked);
}

/** Remembers cells of models that show their files, for those below that repeat them. */
export async function rememberShown(
  context: WriteContext,
  jobId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await context.execute(
    'folder.remember_shown',
    `INSERT INTO public.job_mark (organization_id, job_id, mark, "row")
     SELECT $1::uuid, $2::uuid, mark, 0 FROM unnest($3::text[]) AS mark ON CONFLICT DO NOTHING`,
    [...jobKey(context, jobId), keys.map((key) => markOf('shown', key))],
  );
}

/** Those of some cells of models that show their files. */
export async function findShown(
  context: WriteContext,
  jobId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const byMark = new Map(keys.map((key) => [markOf('shown', key), key] as const));
  const rows = await context.execute<{ mark: string }>(
    'folder.find_shown',
    `SELECT mark FROM public.job_mark
     WHERE organization_id = $1::uuid AND job_id = $2::uuid AND mark = ANY($3::text[])`,
    [...jobKey(context, jobId), [...byMark.keys()]],
  );
  return new Set(rows.flatMap(({ mark }) => byMark.get(mark) ?? []));
}
