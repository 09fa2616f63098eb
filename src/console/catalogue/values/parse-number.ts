const DECIMAL_SIGNS = new Map<string, string>();

/** Returns the sign before the decimals in a language: `,` in German. */
export function getDecimalSeparator(tag: string): string {
  const cachedSign = DECIMAL_SIGNS.get(tag);
  if (cachedSign !== undefined) return cachedSign;
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  DECIMAL_SIGNS.set(tag, sign);
  return sign;
}

const SPACES = /[\s\u00a0\u202f'’]/g;
const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * Reads a decimal number as people write it: `1.234,50`, `1,234.50`, `12,5`, `0,750`. Only a single sign before exactly three
 * digits, as in `1,234`, can mean two things, and means what it does in the language.
 *
 * @returns the number with a point and without groups; null if it is none
 */
export function parseNumber(text: string, tag: string): string | null {
  const trimmed = text.replaceAll(SPACES, '').replace('−', '-');
  const numberMatch = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(trimmed);
  const digits = numberMatch?.[2];
  if (digits === undefined) return null;
  const sign = numberMatch?.[1] === '-' ? '-' : '';
  const signs = digits.replaceAll(/\d/g, '');
  const last = signs.at(-1);
  if (last === undefined) return sign + digits;
  const isMixed = signs.includes('.') && signs.includes(',');
  const grouped = GROUPED.exec(digits);
  const isGrouped =
    (!isMixed && signs.length > 1) || (grouped !== null && grouped[1] !== getDecimalSeparator(tag));
  if (isMixed && signs.indexOf(last) !== signs.length - 1) return null;
  const whole = isGrouped ? digits : digits.slice(0, digits.lastIndexOf(last));
  const decimals = isGrouped ? '' : digits.slice(digits.lastIndexOf(last) + 1);
  if (signs.length > (isGrouped ? 0 : 1) && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return null;
  const plain = whole.replaceAll(/[.,]/g, '') || '0';
  return `${sign}${plain}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Returns the signs that amounts of a currency are written with: its code and signs, such as `USD`, `US$` and `$`. */
function currencySymbols(currency: string, tag: string): readonly string[] {
  const signs = [tag, 'en', 'en-CA'].flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency'),
    ),
  );
  return [currency, ...signs.flatMap((sign) => sign?.value ?? [])].map((sign) => sign.toLowerCase());
}

/** Matches the text before and after the number of an amount. */
const AMOUNT = /^([+\-−]?)\s*([^\d\s.,'’+\-−]*)\s*(.*?\d[.,]?)\s*([^\d\s,'’+\-−]*)$/u;
/** A sign with that of a currency, or a code. */
const OF_CURRENCY = /\p{Sc}|^[A-Z]{3}$/u;

/**
 * Reads an amount with or without the sign or code of its currency: `€ 165,50`, `165.50 USD`.
 *
 * @returns the number as `parseNumber`; what says another currency; null if it is no amount
 */
export function parseAmount(
  text: string,
  currency: string,
  tag: string,
): { readonly amount: string } | { readonly foreign: string } | null {
  const [, minus = '', before = '', digits = '', after = ''] = AMOUNT.exec(text.trim()) ?? [];
  const written = [before, after].filter((sign) => sign !== '');
  const own = written.length === 0 || currency === '' ? [] : currencySymbols(currency, tag);
  const other = written.find((sign) => !own.includes(sign.toLowerCase()));
  if (other !== undefined) return OF_CURRENCY.test(other) ? { foreign: other } : null;
  const amount = parseNumber(minus + digits, tag);
  return amount === null ? null : { amount };
}

/** Returns a number of the API as people of a language write it, without groups, so that it can be typed over. */
export const toEditableNumber = (value: string | number, tag: string): string =>
  String(value).replace('.', getDecimalSeparator(tag));

/**
 * Returns an amount as people of a language read it, with groups and at least the decimals of its currency: `1,099.00`.
 *
 * @param text as `toEditableNumber` writes it
 */
export function formatPrice(text: string, currency: string, tag: string): string {
  const plain = parseNumber(text, tag);
  if (plain === null) return text;
  // Zeros at the end mean nothing: `1.500` is written as it is stored.
  const written = plain.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const { minimumFractionDigits: least = 0 } = format.resolvedOptions();
  const digits = Math.max(least, written);
  // A text keeps digits beyond the precision of numbers.
  return new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    plain as Intl.StringNumericLiteral,
  );
}

/** Returns a number of the API as people of a language read it, in groups. */
export const formatNumber = (value: string, tag: string): string =>
  new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }).format(value as Intl.StringNumericLiteral);

/** Factor by which a number can become larger or smaller before people see how it was understood. */
const SUSPICIOUS_RATIO = 100;

/**
 * Returns true if people should see how a number was understood: because it can mean two numbers, as `1,234`, because
 * it is written otherwise than in their language, or because it is far from the one before.
 */
export function isUnexpectedNumber(text: string, value: string, before: string | null, tag: string): boolean {
  const plainText = normalizeNumber(text);
  return (
    (/[.,]/.test(plainText) && plainText !== toEditableNumber(value, tag)) ||
    isAmbiguousNumber(text, value, before)
  );
}

const normalizeNumber = (text: string) => text.replaceAll(SPACES, '').replace('−', '-').replace('+', '');

/** Returns true if a number can mean another one, as `1,234`, or is far from the one before. */
export function isAmbiguousNumber(text: string, value: string, before: string | null): boolean {
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(normalizeNumber(text))) return true;
  const times = Math.abs(Number(value) / Number(before ?? 0));
  return Number.isFinite(times) && times > 0 && (times > SUSPICIOUS_RATIO || times < 1 / SUSPICIOUS_RATIO);
}
