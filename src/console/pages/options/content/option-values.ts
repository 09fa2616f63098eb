import type { Labels } from '../../../catalogue/model/fields/labels.ts';
import type { StoredOption } from '../option-documents.ts';

/** The properties of an option that are edited. */
export interface OptionValues {
  readonly labels: Labels;
  /** A color such as `#1E90FF`, the code of a media file, or an empty text. */
  readonly swatch: string;
  readonly synonyms: readonly string[];
  readonly active: boolean;
}

/** Name of a column: `label.de_DE` for the labels of a locale. */
export type OptionColumn = `label.${string}` | 'swatch' | 'synonyms' | 'active';

export type OptionValue = string | boolean | readonly string[];

const LABEL = 'label.';

/** Returns the locale of a column of labels; null for other columns. */
export const localeOfColumn = (column: string): string | null =>
  column.startsWith(LABEL) ? column.slice(LABEL.length) : null;

export const labelColumn = (locale: string): OptionColumn => `${LABEL}${locale}`;

export const NO_VALUES: OptionValues = { labels: {}, swatch: '', synonyms: [], active: true };

/** Returns the values of a stored option. */
export const valuesOf = ({ labels, swatch, synonyms, active }: StoredOption): OptionValues => ({
  labels: Object.fromEntries(labels.map(({ locale, text }) => [locale, text])),
  swatch: swatch?.color ?? swatch?.media?.code ?? '',
  synonyms,
  active,
});

export function cellValue({ labels, ...values }: OptionValues, column: OptionColumn): OptionValue {
  const locale = localeOfColumn(column);
  return locale === null ? values[column as keyof typeof values] : (labels[locale] ?? '');
}

/** Returns values with another one in a column. */
export function withValue(values: OptionValues, column: OptionColumn, value: OptionValue): OptionValues {
  const locale = localeOfColumn(column);
  return locale === null
    ? { ...values, [column]: value }
    : { ...values, labels: { ...values.labels, [locale]: String(value) } };
}
