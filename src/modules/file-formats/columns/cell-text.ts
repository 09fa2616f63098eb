import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { isCalendarDate } from '../../attribute/index.ts';
import { languageOf } from './column-terms.ts';
import type { FileOptions } from './file-options.ts';

/** Matches characters that spreadsheets take for the beginning of a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * Inside a text, where a cell begins for a program that reads the file at another delimiter than the one it was written
 * with; quotes there open a cell or are taken off. A line break is one too: the quotes around the text do not hold then.
 * A dash or plus after a line break is not escaped: lists in descriptions begin like that.
 */
const INNER_START = /([,;\t](?=["']*[=+\-@])|[\r\n](?=["']*[=@]))/g;
const ESCAPED_INNER_START = /([,;\t])'(?=["']*[=+\-@])|([\r\n])'(?=["']*[=@])/g;

type QuoteRules = Pick<FileOptions, 'clearMarker'> & Partial<Pick<FileOptions, 'isTyped'>>;

/**
 * Returns true if one leading quote has to distinguish a cell from a formula, from the marker, or from a cell that has
 * such a quote. A cell of a workbook is a text by its type, so there only the marker needs it.
 */
const isQuoted = (text: string, { clearMarker, isTyped = false }: QuoteRules) =>
  isTyped
    ? text.replace(/^'+/, '') === clearMarker
    : FORMULA_START.test(text) || text.startsWith("'") || text === clearMarker;

/**
 * Returns a text as a cell: one that a spreadsheet would compute, or that would clear, gets one leading `'`, and so
 * does one that would lose its own when it is read again. The same inside a text, where another delimiter would begin a
 * cell.
 */
export function escapeText(text: string, rules: QuoteRules): string {
  if (text === '') return text;
  const inner = rules.isTyped === true ? text : text.replace(INNER_START, "$1'");
  return isQuoted(inner[0] === "'" ? inner.slice(1) : inner, rules) ? `'${inner}` : inner;
}

/** Returns the text of an escaped cell; see {@link escapeText}. Other quotes stay. */
export function unescapeText(cell: string, rules: QuoteRules): string {
  const inner = cell.startsWith("'") && isQuoted(cell.slice(1), rules) ? cell.slice(1) : cell;
  return rules.isTyped === true || !inner.includes("'") ? inner : inner.replace(ESCAPED_INNER_START, '$1$2');
}

/** A number is no formula, whatever sign it has. */
const NUMBER = /^[+-]?\d[\d.,]*$/;

/**
 * Returns a cell of an imported file with the same text, but without a formula at its start; see {@link escapeText}.
 */
export function neutralizeFormula(cell: string, rules: QuoteRules): string {
  if (NUMBER.test(cell) || cell === rules.clearMarker) return cell;
  return escapeText(unescapeText(cell, rules), rules);
}

/** Returns `1.5` as `1,5` where the file writes decimals so. */
export function writeDecimal(decimal: string, { decimalSeparator }: Pick<FileOptions, 'decimalSeparator'>) {
  return decimalSeparator === ',' ? decimal.replace('.', ',') : decimal;
}

/** Format of the numbers of a column. */
export interface NumberForm {
  readonly decimalSeparator: '.' | ',';
  /** Thousands separator; by default a point where the comma separates decimals, and none where the point does. */
  readonly thousandsSeparator?: '.' | ',' | ' ' | "'" | undefined;
}

/**
 * Reads the decimal of a cell in the one form of values. Returns null for a cell that has one of the separators at
 * another position than its form allows, such as `1.25` where the comma separates decimals: read in another form, the
 * number would differ by powers of ten. Text that is no number stays as it is, for the rules of values to reject.
 */
export function readDecimalCell(
  cell: string,
  { decimalSeparator, thousandsSeparator }: NumberForm,
): string | null {
  const thousands = thousandsSeparator ?? (decimalSeparator === ',' ? '.' : null);
  if (thousands === null) return cell;
  const other = decimalSeparator === ',' ? '.' : ',';
  if (!cell.includes(thousands) && !cell.includes(other)) return cell.replace(decimalSeparator, '.');
  const [, sign = '', whole, decimals] = groupedForm(thousands, decimalSeparator).exec(cell) ?? [];
  if (whole === undefined) return null;
  const digits = whole.replaceAll(thousands, '');
  return decimals === undefined ? `${sign}${digits}` : `${sign}${digits}.${decimals}`;
}

const GROUPED_FORMS = new Map<string, RegExp>();

/**
 * Returns the pattern of a number whose whole digits stand in groups of three; where both separators are the same, it
 * has no decimals.
 */
function groupedForm(thousands: string, decimal: string): RegExp {
  const key = thousands + decimal;
  const compiled = GROUPED_FORMS.get(key);
  if (compiled !== undefined) return compiled;
  const decimals = thousands === decimal ? '()?' : `(?:[${decimal}](\\d+))?`;
  const form = new RegExp(`^([+-]?)([1-9]\\d{0,2}(?:[${thousands}]\\d{3})+)${decimals}$`);
  GROUPED_FORMS.set(key, form);
  return form;
}

/** Returns the sentence that rejects a number in another form than that of its column. */
export function numberFault(cell: string, { decimalSeparator, thousandsSeparator }: NumberForm): Message {
  const thousands = thousandsSeparator ?? (decimalSeparator === ',' ? '.' : null);
  const form =
    thousands === decimalSeparator
      ? localized('number-form-thousands', { thousands: String(thousands) })
      : localized('number-form', { thousands: String(thousands), decimal: decimalSeparator });
  return localized('number-of-another-form', { cell, form });
}

const AMOUNT_AND_UNIT = /^\s*([+-]?\d[\d.,]*)\s*([^\s\d.,+-]\S*)\s*$/u;

/** Returns an amount and its unit, as some files put them into one cell: `500 GRAM`, `0,35kg`. Null for any other text. */
export function splitAmount(cell: string): { readonly amount: string; readonly unit: string } | null {
  const [, amount, unit] = AMOUNT_AND_UNIT.exec(cell) ?? [];
  return amount === undefined || unit === undefined ? null : { amount, unit };
}

interface DatePattern {
  readonly pattern: RegExp;
  readonly order: readonly string[];
}
const DATE_FORMS = new Map<string, DatePattern>();

function dateForm(format: string): DatePattern {
  const cachedForm = DATE_FORMS.get(format);
  if (cachedForm !== undefined) return cachedForm;
  const order: string[] = [];
  const source = format.replace(/YYYY|MM|DD|[^A-Za-z0-9\s]/g, (part) => {
    if (!/^[YMD]/.test(part)) return `\\${part}`;
    order.push(part);
    return part === 'YYYY' ? '(\\d{4})' : '(\\d{1,2})';
  });
  const form = { pattern: new RegExp(`^${source}$`, 'u'), order };
  if (DATE_FORMS.size < 100) DATE_FORMS.set(format, form);
  return form;
}

/** Returns true if a format has year, month and day once each, with nothing but punctuation and blanks between them. */
export function isDateFormat(format: string): boolean {
  const parts = format.match(/YYYY|MM|DD/g) ?? [];
  const rest = format.replace(/YYYY|MM|DD/g, '');
  return parts.length === 3 && new Set(parts).size === 3 && /^[ ./,:-]{0,10}$/.test(rest);
}

/**
 * Returns a date of the file's form as `YYYY-MM-DD`; anything else, such as `32.13.2026`, stays, for the rules to
 * accept or reject.
 */
export function readDateCell(cell: string, format: string): string {
  if (format === 'YYYY-MM-DD') return cell;
  const { pattern, order } = dateForm(format);
  const match = pattern.exec(cell);
  if (match === null) return cell;
  const part = (name: string, length: number) => (match[order.indexOf(name) + 1] ?? '').padStart(length, '0');
  const date = `${part('YYYY', 4)}-${part('MM', 2)}-${part('DD', 2)}`;
  return isCalendarDate(date) ? date : cell;
}

/** Returns `YYYY-MM-DD` in the file's form. */
export function writeDateCell(date: string, format: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

const TRUE_LABELS: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', 'ja', 'wahr', 'oui', 'vrai']);
const FALSE_LABELS: ReadonlySet<string> = new Set(['0', 'false', 'no', 'n', 'nein', 'falsch', 'non', 'faux']);

/** Statuses as the console shows them in its languages. */
const STATUS_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  draft: { en: 'Draft', de: 'Entwurf', fr: 'Brouillon' },
  in_review: { en: 'In review', de: 'In Prüfung', fr: 'En révision' },
  published: { en: 'Published', de: 'Veröffentlicht', fr: 'Publié' },
  archived: { en: 'Archived', de: 'Archiviert', fr: 'Archivé' },
};
const STATUS_TERMS: ReadonlyMap<string, string> = new Map(
  Object.entries(STATUS_LABELS).flatMap(([status, labels]) =>
    Object.values(labels).map((label) => [label.toLowerCase(), status] as const),
  ),
);

const FLAG_LABELS: Readonly<Record<string, readonly [no: string, yes: string]>> = {
  en: ['No', 'Yes'],
  de: ['Nein', 'Ja'],
  fr: ['Non', 'Oui'],
};

/** Returns a status in the language of a locale, as the console shows it; English where there is no other. */
export const statusLabel = (status: string, locale: string): string =>
  STATUS_LABELS[status]?.[languageOf(locale)] ?? STATUS_LABELS[status]?.en ?? status;

/** Returns yes or no in the language of a locale; English where there is no other. */
export const booleanLabel = (flag: boolean, locale: string): string =>
  (FLAG_LABELS[languageOf(locale)] ?? ['No', 'Yes'])[Number(flag)] ?? '';

/** Returns the status that a cell means by its label in either case; anything else as it is. */
export const readStatus = (cell: string): string =>
  STATUS_TERMS.get(cell.trim().normalize('NFC').toLowerCase()) ?? cell;

/** True or false for the words of files in either case, else undefined. */
export function readBoolean(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (TRUE_LABELS.has(word)) return true;
  return FALSE_LABELS.has(word) ? false : undefined;
}

/** A list without entries; an empty cell is no list at all. */
const EMPTY_LIST = '""';

/**
 * Returns the entries of a list cell. Blanks around an entry do not count; one in double quotes may hold the separator,
 * and its quotes are doubled, as in CSV.
 */
export function readList(cell: string, separator: string): string[] {
  if (cell === EMPTY_LIST) return [];
  if (!cell.includes('"')) {
    const entries = cell.split(separator);
    return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  }
  const entries: string[] = [];
  let position = 0;
  while (position <= cell.length) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(cell.slice(position));
    const end = position + (quoted?.[0].length ?? 0);
    if (quoted !== null && (end === cell.length || cell.startsWith(separator, end))) {
      entries.push((quoted[1] ?? '').replaceAll('""', '"'));
      position = end + separator.length;
    } else {
      const next = cell.indexOf(separator, position);
      const stop = next === -1 ? cell.length : next;
      const entry = cell.slice(position, stop).trim();
      if (entry !== '') entries.push(entry);
      position = stop + separator.length;
    }
  }
  return entries;
}

/** Returns the list cell of some entries; see {@link readList}. */
export function writeList(entries: readonly string[], separator: string): string {
  if (entries.length === 0) return EMPTY_LIST;
  return entries
    .map((entry) => {
      const plain = entry !== '' && entry === entry.trim() && !entry.startsWith('"');
      return plain && !entry.includes(separator) ? entry : `"${entry.replaceAll('"', '""')}"`;
    })
    .join(separator);
}

const WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };
const INTEGER = /^(0|-?[1-9]\d{0,14})$/;

/** Returns a cell that may hold a text, a number, a boolean or JSON: what looks like none of the others is a text. */
export function readScalar(cell: string): JsonValue {
  if (Object.hasOwn(WORDS, cell)) return WORDS[cell] ?? null;
  if (INTEGER.test(cell)) return Number(cell);
  return /^["[{]/.test(cell) ? (readJson(cell) ?? cell) : cell;
}

/** Returns the cell of a value of any kind; see {@link readScalar}. */
export function writeScalar(value: JsonValue): string {
  return typeof value === 'string' && readScalar(value) === value ? value : JSON.stringify(value);
}

/** Returns JSON, or undefined when the text is none. */
export function readJson(cell: string): JsonValue | undefined {
  try {
    return JSON.parse(cell) as JsonValue;
  } catch {
    return undefined;
  }
}
