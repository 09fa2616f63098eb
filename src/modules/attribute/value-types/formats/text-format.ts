import { localized, type Message } from '../../../../kernel/problems/messages/message.ts';
import type { TextFormat } from '../../attribute-types.ts';

/** Reason why a text does not have the format. */
export type FormatError =
  | { readonly code: 'invalid-format'; readonly expected: Message }
  | { readonly code: 'checksum-invalid'; readonly expected: Message };

interface FormatRule {
  /** Pattern of the whole text; without flags but `u`, so that JSON Schema can express the same. */
  readonly pattern: RegExp;
  /** Ends a sentence that begins with "It has to be". */
  readonly expected: Message;
  readonly example: string;
  /**
   * Checks a text that matches the pattern for rules that the pattern cannot express: returns `null`, or the expected
   * form.
   */
  readonly check?: (text: string) => FormatError | null;
}

/** Checks a text against a format; null when it fits. The text is never changed. */
export function checkFormat(format: TextFormat, text: string): FormatError | null {
  const { pattern, expected, check } = FORMATS[format];
  if (!pattern.test(text)) return { code: 'invalid-format', expected };
  return check?.(text) ?? null;
}

/** Returns a format for people and programs that do not know it: pattern, words and a text that has it. */
export function describeFormat(format: TextFormat): Omit<FormatRule, 'check'> {
  return FORMATS[format];
}

/** The dot-atom form of RFC 5322 at a host name with a dot (letters of any script); no quoted local parts. */
const LOCAL_PART = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = '[\\p{L}\\p{N}\\p{M}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?';

const FORMATS: Readonly<Record<TextFormat, FormatRule>> = {
  email: {
    pattern: new RegExp(`^${LOCAL_PART}(?:\\.${LOCAL_PART})*@${HOST_LABEL}(?:\\.${HOST_LABEL})+$`, 'u'),
    expected: localized('format-email', { example: 'name@example.com' }),
    example: 'name@example.com',
    check: (text) =>
      shape(
        text.lastIndexOf('@') <= 64 && text.length <= 254,
        localized('format-email-length', { max: 254 }),
      ),
  },
  url: {
    pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\p{Cc}]+$/u,
    expected: localized('format-url'),
    example: 'https://example.com',
    check: (text) => shape(URL.canParse(text), localized('format-url')),
  },
  slug: {
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/u,
    expected: localized('format-slug'),
    example: 'example-text',
  },
  color: {
    pattern: /^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/u,
    expected: localized('format-color', { example: '#1E90FF' }),
    example: '#1E90FF',
  },
  gtin: {
    pattern: /^(?:\d{8}|\d{12,14})$/u,
    expected: localized('format-gtin'),
    example: '4006381333931',
    check: gs1Fault,
  },
  ean13: {
    pattern: /^\d{13}$/u,
    expected: localized('format-digits', { count: 13 }),
    example: '4006381333931',
    check: gs1Fault,
  },
  upc: {
    pattern: /^\d{12}$/u,
    expected: localized('format-digits', { count: 12 }),
    example: '036000291452',
    check: gs1Fault,
  },
  isbn13: {
    // Single hyphens or blanks may stand between the groups; they are kept.
    pattern: /^9[- ]?7[- ]?[89](?:[- ]?\d){10}$/u,
    expected: localized('format-isbn13'),
    example: '9783161484100',
    check: (text) => gs1Fault(text.replaceAll(/[- ]/g, '')),
  },
  asin: {
    pattern: /^(?:B[A-Z0-9]{9}|\d{9}[\dX])$/u,
    expected: localized('format-asin'),
    example: 'B00EXAMPLE',
    check: isbn10Fault,
  },
  mpn: {
    pattern: /^[^\s\p{C}](?:[^\p{C}\p{Zl}\p{Zp}]{0,68}[^\s\p{C}])?$/u,
    expected: localized('format-mpn', { max: 70 }),
    example: 'A1-200',
  },
};

function shape(fits: boolean, expected: Message): FormatError | null {
  return fits ? null : { code: 'invalid-format', expected };
}

function gs1Fault(digits: string): FormatError | null {
  return checkFault(digits, gs1CheckDigit(digits.slice(0, -1)));
}

/** An ASIN is `B` and nine characters, or, for books, the ISBN-10. */
function isbn10Fault(text: string): FormatError | null {
  return text.startsWith('B') ? null : checkFault(text, isbn10CheckCharacter(text));
}

function checkFault(text: string, check: string): FormatError | null {
  return text.endsWith(check)
    ? null
    : { code: 'checksum-invalid', expected: localized('format-check-digit', { digit: check }) };
}

/**
 * Returns the check digit of a GS1 key (GTIN, and ISBN-13 as one of them) from the digits before it: weights 3 and 1
 * alternate from the right, the digit completes the sum to a multiple of ten (GS1 General Specifications 7.9).
 */
function gs1CheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += Number(digits[i]) * weight;
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * Returns the check character of an ISBN-10 from its nine digits: weights 10 to 2, modulo 11, `X` for ten (ISO 2108).
 */
function isbn10CheckCharacter(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += Number(digits[i]) * (10 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
