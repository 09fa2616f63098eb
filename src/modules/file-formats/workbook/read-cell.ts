import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { dateTimeOfSerial, decimalOfNumber, elapsedText, padDecimals, padDigits } from './cell-number.ts';
import type { NumberFormat } from './number-format.ts';
import type { SharedParts } from './open-workbook.ts';

/** Purpose of the cells of a column. */
export interface CellHint {
  readonly kind: 'text' | 'number' | 'date' | 'datetime';
  /** Decimal separator that a step of the mapping expects; else a point. */
  readonly decimalSeparator: '.' | ',';
}

/** A cell of the file. */
export interface CellContent {
  /** `n` number, `s` shared text, `str` and `inlineStr` text, `b` boolean, `e` error, `d` date. */
  readonly type: string;
  readonly style: number;
  /** Its content; null if it is empty. */
  readonly text: string | null;
  readonly hasFormula: boolean;
}

interface CellContext {
  readonly shared: SharedParts;
  readonly is1904: boolean;
  readonly hint: CellHint;
}

type Reading = { readonly text: string } | { readonly problem: Message };

/**
 * Returns a cell as the text that files of text would have for it: of a formula its last result, of a number a decimal
 * without noise, of a day `YYYY-MM-DD`. What looks like a number in a column of days is one of the days of the
 * workbook.
 */
export function readCell(cell: CellContent, context: CellContext): Reading {
  const { type, text, hasFormula } = cell;
  if (text === null)
    return hasFormula
      ? {
          problem: localized('cell-without-result'),
        }
      : { text: '' };
  switch (type) {
    case 's':
      return sharedText(text, context);
    case 'str':
    case 'inlineStr':
      return { text };
    case 'b':
      return { text: text.trim() === '1' || text.trim() === 'true' ? 'true' : 'false' };
    case 'e':
      return { problem: localized('cell-with-error', { error: text.slice(0, 20) }) };
    case 'd':
      return { text: isoText(text, context) };
    case 'n':
      return text.trim() === '' ? { text: '' } : numberText(cell.style, text, context);
    default:
      return { problem: localized('cell-with-unknown-type', { cellType: type.slice(0, 20) }) };
  }
}

function sharedText(text: string, { shared }: CellContext): Reading {
  const sharedString = /^\s*\d{1,9}\s*$/.test(text) ? shared.strings.at(Number(text)) : undefined;
  return sharedString === undefined
    ? { problem: localized('cell-without-shared-text', { text: text.slice(0, 20) }) }
    : { text: sharedString };
}

/** Returns a date as ISO 8601 has it, as some programs write them. */
function isoText(text: string, { hint }: CellContext): string {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z)?$/.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return text.trim();
  if (hint.kind !== 'datetime' && /^00:00(:00(\.0+)?)?$/.test(time)) return date;
  return `${date}T${time.length === 5 ? `${time}:00` : time}Z`;
}

function numberText(style: number, raw: string, { shared, is1904, hint }: CellContext): Reading {
  const decimal = decimalOfNumber(raw);
  if (decimal === null) return { problem: localized('cell-not-a-number', { text: raw.slice(0, 40) }) };
  const format = shared.formatOf(style);
  if (hint.kind === 'text' && format.elapsed !== null && Number(raw) >= 0)
    return { text: elapsedText(raw, format.elapsed) };
  const isMoment =
    hint.kind === 'date' || hint.kind === 'datetime' || (format.kind !== 'number' && hint.kind !== 'number');
  const dateTime = isMoment ? dateTimeOfSerial(raw, is1904) : null;
  if (dateTime !== null) {
    const { date, time, isMidnight } = dateTime;
    if (hint.kind === 'datetime') return { text: `${date}T${time}Z` };
    if (format.kind === 'time' && hint.kind === 'text') return { text: time };
    return { text: isMidnight ? date : `${date}T${time}Z` };
  }
  const text = hint.kind === 'number' ? padDecimals(decimal, format.decimals) : addAffixes(decimal, format);
  return { text: hint.decimalSeparator === ',' ? text.replace('.', ',') : text };
}

/**
 * Returns a number with the zeros and texts that its format shows, such as `SKU-0042`; others than whole numbers stay
 * bare.
 */
function addAffixes(decimal: string, { digits, before, after }: NumberFormat): string {
  const text = padDigits(decimal, digits);
  return /^\d+$/.test(text) ? `${before}${text}${after}` : text;
}
