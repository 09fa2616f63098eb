import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CsvRow, CsvTable } from '../read/csv-file.ts';
import { keyedRows, labelsOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import { type AttributeLookup, resolveAttributes } from './attribute-lookup.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const FAMILY_COLUMNS: ColumnsByField = {
  code: 'code',
  attributes: 'attributes',
  attributeAsLabel: 'attribute_as_label',
  attributeAsImage: 'attribute_as_image',
};

const REQUIREMENTS = 'requirements-';

/**
 * Families become attribute sets: the file's order of attributes is the set's. The identifier is no attribute, so a
 * family has one attribute and one requirement less than in Akeneo.
 */
export function mapFamilies(table: CsvTable, attributes: AttributeLookup): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => {
    const codes = resolveAttributes(row, 'attributes', table.name, attributes, notes);
    const required = requirementsOf(row, table, attributes, notes);
    return {
      row: row.number,
      patch: {
        code,
        ...labelsOf(row, table.columns),
        ...(codes.length > 0 && {
          attributes: codes.map((attribute, sortOrder) => ({ code: attribute, sortOrder })),
        }),
        ...(required.length > 0 && { requiredAttributes: Object.fromEntries(required) }),
        ...labelFallback('attributeAsLabel', row, table.name, attributes, notes),
        ...labelFallback('attributeAsImage', row, table.name, attributes, notes),
      },
    };
  });
  reportUnknownColumns(table, Object.values(FAMILY_COLUMNS), notes, ['label-', REQUIREMENTS]);
  return { items, skippedRows: 0, notes };
}

function requirementsOf(
  row: CsvRow,
  table: CsvTable,
  attributes: AttributeLookup,
  notes: ImportNote[],
): [string, string[]][] {
  return table.columns.flatMap((column): [string, string[]][] => {
    if (!column.startsWith(REQUIREMENTS) || row.get(column) === '') return [];
    return [
      [column.slice(REQUIREMENTS.length), resolveAttributes(row, column, table.name, attributes, notes)],
    ];
  });
}

/** Returns the attribute that names or shows a product; the SKU names it anyhow. */
function labelFallback(
  field: 'attributeAsLabel' | 'attributeAsImage',
  row: CsvRow,
  file: string,
  attributes: AttributeLookup,
  notes: ImportNote[],
): { readonly [key: string]: string } {
  const column = FAMILY_COLUMNS[field] ?? field;
  const code = row.get(column);
  if (code !== '' && foldKey(code) === foldKey(attributes.identifier)) {
    const message = localized('akeneo-sku-as-label', { attribute: code, family: row.get('code') });
    const details = { row: row.number, column, value: code };
    notes.push(importNote('info', file, 'identifier-became-sku', message, details));
    return {};
  }
  const [known] = resolveAttributes(row, column, file, attributes, notes);
  return known === undefined ? {} : { [field]: known };
}
