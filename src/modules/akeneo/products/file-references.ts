import { toFilename } from '../../media/index.ts';
import type { CsvRow } from '../read/csv-file.ts';

/** A column by its position and name. */
export interface Column {
  readonly position: number;
  readonly name: string;
}

/** A column whose cells name files: where their codes are to stand. */
export interface FileReferenceColumn extends Column {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
}

/** One cell that names a file. */
export interface FileReference {
  readonly column: FileReferenceColumn;
  /** Path from the folder on, as the cell has it. */
  readonly path: string;
}

/** Returns the files that a row names. */
export function readFileReferences(row: CsvRow, columns: readonly FileReferenceColumn[]): FileReference[] {
  return columns.flatMap((column) => {
    const path = row.cells[column.position] ?? '';
    return path === '' ? [] : [{ column, path }];
  });
}

/** Returns a key that is equal for cells of the same attribute, channel and locale, in any file and column. */
export function scopeKey({ attribute, channel, locale }: FileReferenceColumn): string {
  return JSON.stringify([attribute, channel, locale]);
}

/** Akeneo copies a model's image to each variant: another path, the same name. */
export function hasSameName(a: FileReference, b: FileReference): boolean {
  return toFilename(a.path) === toFilename(b.path);
}
