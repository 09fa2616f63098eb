import { localeTag } from '../../i18n/translate.ts';
import { type CellBlock, toCsv } from '../../ui/sheet/clipboard.ts';
import { type LabelRow, labelOfRow, pathOfObject } from './label-rows.ts';
import type { InfoColumn } from './label-source.ts';

/**
 * Returns rows as a table with heads, which people of all languages can paste back: what the source says of an object, code, and a column for each
 * locale.
 */
export const labelTable = (
  info: InfoColumn,
  rows: readonly LabelRow[],
  locales: readonly string[],
): CellBlock => [
  [info.key, 'code', ...locales],
  ...rows.map((row) => [
    info.namesOf(row.object)[0] ?? '',
    pathOfObject(row.object),
    ...locales.map((locale) => escapeFormula(labelOfRow(row, locale))),
  ]),
];

/** Returns a text that a spreadsheet would compute, or that begins with a quote, with one more quote before it. */
const escapeFormula = (text: string): string => (/^['=+\-@\t\r]/.test(text) ? `'${text}` : text);

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
