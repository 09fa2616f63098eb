import { localeTag } from '../../../i18n/translate.ts';
import { type CellBlock, toCsv } from '../../../ui/sheet/clipboard.ts';
import { KIND_NAMES } from '../label-kinds.ts';
import { type LabelRow, labelOfRow, pathOfObject } from '../sheet/label-rows.ts';

/** Returns rows as a table with heads, which can be pasted back: kind, code, and a column for each locale. */
export const labelTable = (rows: readonly LabelRow[], locales: readonly string[]): CellBlock => [
  ['kind', 'code', ...locales],
  ...rows.map((row) => [
    KIND_NAMES[row.object.kind].one,
    pathOfObject(row.object),
    ...locales.map((locale) => labelOfRow(row, locale)),
  ]),
];

/** Saves a table as a CSV file, in UTF-8 with the mark by which spreadsheets recognize it. */
export function downloadCsv(table: CellBlock, name: string): void {
  // Spreadsheets of languages with a decimal comma separate cells by semicolons.
  const separator = (0.5).toLocaleString(localeTag).includes(',') ? ';' : ',';
  const text = `\uFEFF${toCsv(table, separator)}\r\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
