import { parseYesNo } from '../../../catalogue/values/cell-value.ts';
import { t } from '../../../i18n/translate.ts';
import type { OptionColumn, OptionValue } from './option-values.ts';

/** Returns a value as a text, which {@link parseOptionCell} reads. */
export const formatValue = (value: OptionValue): string => {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  return typeof value === 'string' ? value : value.join('; ');
};

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Returns a color in the form of the API; null for a text that is none. */
export function parseColor(text: string): string | null {
  const digits = HEX.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${long.toUpperCase()}`;
}

/** Hexadecimal digits of any number, with a digit. */
const DIGITS = /^(?=.*\d)[0-9a-f]{3,8}$/i;

/** Returns true for a text that is meant as a color, also in a form that the API rejects: `yellow`, `1E90F`, `rgb(0, 0, 0)`. */
export const isMeantAsColor = (text: string): boolean =>
  text.startsWith('#') || DIGITS.test(text) || globalThis.CSS?.supports('color', text) === true;

/** Reads what was typed or pasted into a cell; null for a text that is no value of its column. */
export function parseOptionCell(column: OptionColumn, text: string): OptionValue | null {
  const value = text.trim();
  switch (column) {
    case 'active':
      return value === '' ? true : parseYesNo(value);
    case 'synonyms':
      return [...new Set(value.split(/\s*[;,\n]\s*/).filter((synonym) => synonym !== ''))];
    case 'swatch':
      return value === '' ? '' : (parseColor(value) ?? value);
    default:
      return value;
  }
}
