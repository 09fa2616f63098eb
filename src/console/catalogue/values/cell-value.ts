import { t } from '../../i18n/translate.ts';
import { formatDate, formatDateTime, parseDate, parseDateTime } from './parse-date.ts';
import { formatNumber, formatPrice, parseAmount, parseNumber, toEditableNumber } from './parse-number.ts';
import type { ValueAttribute, ValueRef } from './value-attribute.ts';

/** An option as cells read it: people write its code, a label in any language, or a synonym. */
export interface CellOption {
  readonly code: string;
  readonly label: string;
  readonly names: readonly string[];
  /** Its swatch, as a color of CSS. */
  readonly color?: string | null;
  /** Its swatch, as the URL of a picture. */
  readonly image?: string | null;
}

/** Functions and labels that reading and writing cells needs beside their texts. */
export interface CellFormat {
  /** The language in which numbers and days are written. */
  readonly tag: string;
  /** The options of an attribute, once they are loaded. */
  readonly optionsOf: (attribute: ValueAttribute) => readonly CellOption[];
}

/** Result of reading a text: a value as the API takes it (null: none), or the reason why it means no value. */
export type ParsedCell = { readonly value: unknown } | { readonly fault: string };

/** The types whose values are edited in cells; the others need the page of the product. */
const EDITED: ReadonlySet<string> = new Set(
  'TEXT TEXTAREA IDENTIFIER NUMBER PRICE MEASUREMENT BOOLEAN DATE DATETIME SELECT MULTI_SELECT'.split(' '),
);

export const isEditable = ({ type, readOnly }: ValueAttribute): boolean => EDITED.has(type) && !readOnly;

export const TRUE = t('Yes');
export const FALSE = t('No');
const YES = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'x', TRUE.toLowerCase()]);
const NO = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', FALSE.toLowerCase()]);

/** Reads a yes or a no, as several languages and spreadsheets write it; null for other texts. */
export function parseYesNo(text: string): boolean | null {
  const word = text.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** Reads what was typed or pasted into a cell. */
export function parseCell(
  text: string,
  cell: ValueRef,
  currentValue: unknown,
  reader: CellFormat,
): ParsedCell {
  const { attribute, currency } = cell;
  const trimmed = text.trim();
  if (trimmed === '') return { value: attribute.type === 'PRICE' ? [{ amount: null, currency }] : null };
  switch (attribute.type) {
    case 'NUMBER':
      return toParsedCell(
        parseNumber(trimmed, reader.tag),
        t('“{text}” is not a number.', { text: trimmed }),
      );
    case 'PRICE': {
      const read = parseAmount(trimmed, currency ?? '', reader.tag);
      if (read === null) return { fault: t('“{text}” is not a number.', { text: trimmed }) };
      return 'foreign' in read
        ? {
            fault: t('“{sign}” is not {currency}. Enter the amount in {currency}.', {
              sign: read.foreign,
              currency,
            }),
          }
        : { value: [{ amount: read.amount, currency }] };
    }
    case 'MEASUREMENT':
      return parseMeasurement(trimmed, attribute, currentValue, reader.tag);
    case 'BOOLEAN': {
      const value = parseYesNo(trimmed);
      return value === null ? { fault: t('“{text}” is neither yes nor no.', { text: trimmed }) } : { value };
    }
    case 'DATE':
      return toParsedCell(parseDate(trimmed, reader.tag), t('“{text}” is not a date.', { text: trimmed }));
    case 'DATETIME': {
      const example = formatDateTime('2026-11-25T14:30:00Z', reader.tag);
      const fault = t('“{text}” is not a date. Write it as {example}.', { text: trimmed, example });
      return toParsedCell(parseDateTime(trimmed, reader.tag), fault);
    }
    case 'SELECT':
      return parseOption(trimmed, reader.optionsOf(attribute));
    case 'MULTI_SELECT':
      return parseOptions(trimmed, reader.optionsOf(attribute));
    case 'TEXTAREA':
      return { value: text };
    default:
      return { value: trimmed };
  }
}

const toParsedCell = (value: unknown, fault: string): ParsedCell => (value === null ? { fault } : { value });

function parseMeasurement(
  text: string,
  attribute: ValueAttribute,
  currentValue: unknown,
  tag: string,
): ParsedCell {
  const [, number = '', written = ''] = /^([+\-−]?[\d.,\s\u00a0']*)(.*)$/u.exec(text) ?? [];
  const amount = parseNumber(number, tag);
  if (amount === null) return { fault: t('“{text}” is not a number.', { text }) };
  const units = attribute.measurementFamily?.units ?? [];
  const unitText = written.trim();
  if (unitText === '') {
    const currentUnit = readAmount(currentValue)?.unit ?? attribute.defaultUnit ?? units[0]?.code;
    return { value: { amount, unit: currentUnit } };
  }
  const unit =
    units.find(({ symbol }) => symbol === unitText) ??
    units.find(({ code, symbol }) => [code, symbol].some((name) => isSame(name, unitText)));
  if (unit === undefined) return { fault: t('“{text}” is not one of the units.', { text: unitText }) };
  return { value: { amount, unit: unit.code } };
}

const collator = new Intl.Collator(undefined, { sensitivity: 'accent' });
const isSame = (one: string, other: string) => collator.compare(one, other) === 0;

function parseOption(text: string, options: readonly CellOption[]): ParsedCell {
  const option =
    options.find(({ code }) => isSame(code, text)) ??
    options.find(({ label }) => isSame(label, text)) ??
    options.find(({ names }) => names.some((name) => isSame(name, text)));
  return option === undefined
    ? { fault: t('“{text}” is not one of the options.', { text }) }
    : { value: option.code };
}

function parseOptions(text: string, options: readonly CellOption[]): ParsedCell {
  const codes: string[] = [];
  for (const part of text.split(/[,;|\n]/)) {
    if (part.trim() === '') continue;
    const parsed = parseOption(part.trim(), options);
    if ('fault' in parsed) return parsed;
    codes.push(String(parsed.value));
  }
  return { value: [...new Set(codes)] };
}

interface Amount {
  readonly amount: string | number;
  readonly unit?: string;
  readonly currency?: string;
}

const readAmount = (value: unknown): Amount | null =>
  typeof value === 'object' && value !== null && 'amount' in value ? (value as Amount) : null;

/**
 * Returns a value of the API as the cell writes it, so that it can be typed over, copied and pasted.
 *
 * @param display the value as the API shows it: labels of options
 */
export function toEditableText(value: unknown, display: string, cell: ValueRef, tag: string): string {
  const { attribute, currency } = cell;
  if (value === null || value === undefined) return '';
  switch (attribute.type) {
    case 'NUMBER':
      return toEditableNumber(String(value), tag);
    case 'PRICE': {
      const prices = Array.isArray(value) ? value : [];
      const price = prices.map(readAmount).find((one) => one?.currency === currency);
      return price === undefined || price === null ? '' : toEditableNumber(price.amount ?? '', tag);
    }
    case 'MEASUREMENT': {
      const amount = readAmount(value);
      if (amount === null) return '';
      const unit = attribute.measurementFamily?.units?.find(({ code }) => code === amount.unit);
      return `${toEditableNumber(amount.amount, tag)} ${unit?.symbol ?? amount.unit ?? ''}`.trim();
    }
    case 'BOOLEAN':
      return value === true ? TRUE : FALSE;
    case 'DATE':
      return formatDate(String(value), tag);
    case 'DATETIME':
      return formatDateTime(String(value), tag);
    case 'TEXT':
    case 'TEXTAREA':
    case 'IDENTIFIER':
      return String(value);
    default:
      return display;
  }
}

/**
 * Returns a number, amount or measurement as people read it: in groups, amounts with all decimals of their currency;
 * null for other types.
 */
export function formatNumericValue(
  value: unknown,
  {
    attribute,
    currency,
  }: {
    readonly attribute: Pick<ValueAttribute, 'type' | 'measurementFamily'>;
    readonly currency: string | null;
  },
  tag: string,
): string | null {
  if (value === null || value === undefined) return null;
  if (attribute.type === 'NUMBER') return formatNumber(String(value), tag);
  if (attribute.type === 'PRICE') {
    const price = (Array.isArray(value) ? value : [])
      .map(readAmount)
      .find((one) => one?.currency === currency);
    const amount = price?.amount ?? null;
    return amount === null ? '' : formatPrice(toEditableNumber(amount, tag), currency ?? '', tag);
  }
  const measured = attribute.type === 'MEASUREMENT' ? readAmount(value) : null;
  if (measured === null) return null;
  const unit = attribute.measurementFamily?.units?.find(({ code }) => code === measured.unit);
  return `${formatNumber(String(measured.amount), tag)} ${unit?.symbol ?? measured.unit ?? ''}`.trim();
}
