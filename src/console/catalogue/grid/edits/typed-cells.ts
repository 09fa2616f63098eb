import { errorMessage } from '../../../api/api-error.ts';
import { t } from '../../../i18n/translate.ts';
import type { TextOrigin } from '../../../ui/sheet/paste-and-fill.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import { parseCell } from '../../values/cell-value.ts';
import { cellText, findValue, isInherited, serializeValue } from '../cells/cell-values.ts';
import type { GridRow, GridSource } from '../grid-source.ts';
import type { StagedCell } from './staged-cells.ts';

/** A text for a cell, of a paste, a fill or a deletion. */
export interface CellTextChange<Row> {
  readonly row: Row;
  readonly column: GridColumn;
  readonly text: string;
}

/** Reads the texts of options and numbers. */
export type CellReader = Parameters<typeof parseCell>[3];

/** Returns the changes that texts make; those that change nothing are left out. */
export function changedCells<Row extends GridRow>(
  source: GridSource<Row>,
  texts: readonly CellTextChange<Row>[],
  origin: TextOrigin,
  schema: GridSchema,
  reader: CellReader,
): readonly StagedCell[] {
  return texts.flatMap(({ row, column, text }): StagedCell[] => {
    const { cell } = column;
    if (cell === null || (origin === 'delete' && isInherited(row, cell))) return [];
    const stored = findValue(row, cell)?.json;
    const before = serializeValue(stored, cell);
    const { id: rowId, version } = row;
    const changed = { rowId, code: source.codeOf(row), column, text, before, version };
    if (text === cellText(row, column)) return [];
    // A value that is there nonetheless can be cleared.
    const notHere = text === '' ? null : source.unavailableReason(row, cell, schema);
    if (notHere !== null) return [{ ...changed, value: undefined, reason: notHere }];
    if (isInherited(row, cell)) {
      const reason = t('The value comes from the model. Press Enter to edit it there.');
      return [{ ...changed, value: undefined, reason }];
    }
    const parsed = readText(text, cell, stored, reader);
    if ('fault' in parsed) return [{ ...changed, value: undefined, reason: parsed.fault }];
    // Text that is written in another way, `99,00`, is the same value.
    if (serializeValue(parsed.value, cell) === before) return [];
    return [{ ...changed, value: parsed.value, reason: null }];
  });
}

/** Reads a text; without a response about options it means no value, and stays with the reason. */
export function readText(...parameters: Parameters<typeof parseCell>): ReturnType<typeof parseCell> {
  try {
    return parseCell(...parameters);
  } catch (error) {
    return { fault: errorMessage(error) };
  }
}
