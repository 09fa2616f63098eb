import { localeName } from '../../i18n/locale-name.ts';
import { substituteText } from '../../i18n/substitute-text.ts';
import { t } from '../../i18n/translate.ts';
import type { SheetCell, SheetColumn } from '../../ui/sheet/sheet-types.ts';
import { conflictOfRow, type LabelRow, labelOfRow, pathOfObject, textsOfRow } from './label-rows.ts';
import type { LabelSource } from './label-source.ts';

/** Key of the first column. */
export const CODE_COLUMN = 'code';
/** Key of the column between the code and the locales. */
export const INFO_COLUMN = 'info';

/** Returns the columns: the object, what the source says of it, and its texts in the locales. */
export const labelColumns = (
  { objectTitle, info }: LabelSource,
  locales: readonly string[],
  isNarrow: boolean,
): readonly SheetColumn[] => [
  { key: CODE_COLUMN, title: objectTitle, width: isNarrow ? 140 : 240, isPinned: true },
  { key: INFO_COLUMN, title: info.title, width: 140 },
  ...locales.map((locale) => ({ key: locale, title: localeName(locale), width: 220 })),
];

export const isLocaleColumn = (column: string): boolean => column !== CODE_COLUMN && column !== INFO_COLUMN;

/** Returns the cell of a text that is missing in a locale; it shows the text that stands in for it. */
export const missingText = (texts: Readonly<Record<string, string>>, locale: string): SheetCell => ({
  text: '',
  placeholder: substituteText(texts, locale),
  tone: 'missing',
  note: t('No text in {locale}', { locale: localeName(locale) }),
});

/** Returns a cell of the sheet. */
export function labelCell(
  row: LabelRow,
  column: string,
  source: LabelSource,
  faults: ReadonlyMap<string, string>,
): SheetCell {
  const { object } = row;
  if (column === CODE_COLUMN) return { text: pathOfObject(object), content: source.contentOf(object) };
  if (column === INFO_COLUMN) return { text: source.info.textOf(object) };
  const text = labelOfRow(row, column);
  const theirs = conflictOfRow(row, column);
  if (theirs !== undefined)
    return {
      text,
      tone: 'refused',
      note: t('Another person changed this to: {value}', { value: theirs || t('empty') }),
    };
  if (!row.cells.has(column)) return text === '' ? missingText(textsOfRow(row), column) : { text };
  const fault = faults.get(row.key);
  return fault === undefined ? { text, tone: 'staged' } : { text, tone: 'refused', note: fault };
}
