import { createHash } from 'node:crypto';
import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import {
  addConflictKeys,
  addFileErrors,
  findAcceptedRows,
  findConflictKeys,
  nextJobRows,
  type StoredJobRow,
  storeJobRows,
} from '../../job/index.ts';
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

/** Words of cells may be of any length; an index takes them so. */
const markOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
/** Returns the mark of the products that link to another product by a two-way link. */
const linkMark = (type: string, ref: string) => markOf('link', type, foldKey(ref));

/** Adds notes to the errors of their job. */
export async function insertNotes(
  context: WriteContext,
  jobId: string,
  notes: readonly ImportNote[],
): Promise<void> {
  const errors = notes.map(({ row, ...note }) => {
    const position = FOLDER_FILES.indexOf(note.file);
    return { ...note, filePosition: position < 0 ? FOLDER_FILES.length : position, row: row ?? 0 };
  });
  await addFileErrors(context, jobId, errors);
}

/** Remembers rows whose links are still to be written. @param from how many are remembered already */
export async function storeLinkedRows(
  context: WriteContext,
  jobId: string,
  rows: readonly LinkedRow[],
  from: number,
): Promise<void> {
  await storeJobRows(
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

const toLinked = ({ source }: StoredJobRow) => source as unknown as LinkedRow;

/** Returns the next rows whose links are to be written, in the order of the files. */
export async function nextLinkedRows(
  context: WriteContext,
  jobId: string,
  after: number,
  limit: number,
): Promise<readonly LinkedRow[]> {
  return (await nextJobRows(context, jobId, 'linking', after, limit)).map(toLinked);
}

/** Returns the rows that name one of some products by a two-way type of which it has links itself. */
export async function findRowsLinkingTo(
  context: WriteContext,
  jobId: string,
  products: readonly LinkedProduct[],
): Promise<readonly LinkedRow[]> {
  const marks = products.flatMap(({ sku, cells }) =>
    cells.flatMap(({ column }) => (column.twoWay ? [linkMark(column.type, sku)] : [])),
  );
  return (await findAcceptedRows(context, jobId, marks)).map(toLinked);
}

const shownMark = (key: string) => markOf('shown', key);

/** Remembers cells of models that show their files, for those below that repeat them. */
export const storeDisplayedCells = (
  context: WriteContext,
  jobId: string,
  keys: readonly string[],
): Promise<void> => addConflictKeys(context, jobId, keys.map(shownMark));

/** Returns those of some cells of models that show their files. */
export async function findDisplayedCells(
  context: WriteContext,
  jobId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const marks = await findConflictKeys(context, jobId, keys.map(shownMark));
  return new Set(keys.filter((key) => marks.has(shownMark(key))));
}
