import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CsvRow } from '../read/csv-file.ts';
import { listOf } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';

/** Fields of the attributes that the mappers of families need. */
export interface AttributeLookup {
  /** Code of the attribute that became the SKU. */
  readonly identifier: string;
  /** Attributes of the catalogue, by folded code. */
  readonly attributes: { has(foldedCode: string): boolean };
}

/**
 * Returns the attributes that a cell lists, without the identifier. One that is not in the catalogue is reported and
 * left out, so that it does not take the whole family along.
 */
export function resolveAttributes(
  row: CsvRow,
  column: string,
  file: string,
  { identifier, attributes }: AttributeLookup,
  notes: ImportNote[],
): string[] {
  return listOf(row.get(column)).filter((code) => {
    if (foldKey(code) === foldKey(identifier)) return false;
    if (attributes.has(foldKey(code))) return true;
    const message = localized('akeneo-attribute-skipped', { attribute: code });
    notes.push(
      importNote('warning', file, 'attribute-not-found', message, { row: row.number, column, value: code }),
    );
    return false;
  });
}
