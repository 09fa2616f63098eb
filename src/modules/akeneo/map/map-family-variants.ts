import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { CsvRow, CsvTable } from '../read/csv-file.ts';
import { keyedRows, labelsOf, listOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import { type AttributeLookup, resolveAttributes } from './attribute-lookup.ts';

/** A variant layout and the set it belongs to. */
export interface MappedLayout {
  readonly row: number;
  readonly code: string;
  /** Code of the family. */
  readonly set: string;
  readonly layout: JsonObject & { readonly code: string };
}

const LEVELS = [1, 2] as const;
const COLUMNS = [
  'code',
  'family',
  ...LEVELS.flatMap((n) => [`variant-axes_${n}`, `variant-attributes_${n}`]),
];

/**
 * Family variants become variant layouts of the family's attribute set. Attributes that are not in the catalogue are
 * left out; a layout without all its axes cannot distinguish variants, so such a row is rejected.
 */
export function mapFamilyVariants(table: CsvTable, attributes: AttributeLookup): Mapping<MappedLayout> {
  const notes: ImportNote[] = [];
  const items = keyedRows(table, 'code', notes).flatMap(({ row, code }): MappedLayout[] => {
    const set = row.get('family');
    const fault = layoutProblem(row, attributes);
    if (fault !== null) {
      const details = { row: row.number, column: fault.column, value: row.get(fault.column) };
      notes.push(importNote('error', table.name, fault.code, fault.message, details));
      return [];
    }
    const levels = LEVELS.map((level) => toLevel(row, level, table.name, attributes, notes));
    const used = levels.filter(({ axes }) => axes.length > 0);
    return [
      {
        row: row.number,
        code,
        set,
        layout: { code, labels: {}, ...labelsOf(row, table.columns), levels: used },
      },
    ];
  });
  reportUnknownColumns(table, COLUMNS, notes);
  return { items, skippedRows: 0, notes };
}

interface LayoutFault {
  readonly column: string;
  readonly code: string;
  readonly message: Message;
}

function layoutProblem(row: CsvRow, { attributes }: AttributeLookup): LayoutFault | null {
  const code = row.get('code');
  for (const column of ['family', 'variant-axes_1']) {
    if (row.get(column) !== '') continue;
    return {
      column,
      code: 'required',
      message: localized('akeneo-family-variant-without', { code, column }),
    };
  }
  for (const level of LEVELS) {
    const column = `variant-axes_${level}`;
    const missing = listOf(row.get(column)).find((axis) => !attributes.has(foldKey(axis)));
    if (missing === undefined) continue;
    return {
      column,
      code: 'attribute-not-found',
      message: localized('akeneo-family-variant-axis', { code, axis: missing }),
    };
  }
  return null;
}

/** Returns one level; an axis belongs to its level without being listed again. */
function toLevel(
  row: CsvRow,
  level: number,
  file: string,
  attributes: AttributeLookup,
  notes: ImportNote[],
): { readonly axes: readonly string[]; readonly attributes: readonly string[] } {
  const axes = listOf(row.get(`variant-axes_${level}`));
  const folded = new Set(axes.map(foldKey));
  const further = resolveAttributes(row, `variant-attributes_${level}`, file, attributes, notes);
  return { axes, attributes: further.filter((code) => !folded.has(foldKey(code))) };
}
