import type { TextFormat } from '../attribute-types.ts';
import { gs1CheckDigit, isbn10CheckCharacter } from './check-digit.ts';

/** What keeps a text from having the format. */
export type FormatFault =
  | { readonly code: 'invalid-format'; readonly expected: string }
  | { readonly code: 'checksum-invalid'; readonly expected: string };

/** Checks a text against a format; null when it fits. The text is never changed. */
export function formatFault(format: TextFormat, text: string): FormatFault | null {
  return FORMATS[format](text);
}

const FORMATS: Readonly<Record<TextFormat, (text: string) => FormatFault | null>> = {
  email: (text) => shape(isEmail(text), 'an e-mail address such as name@example.com'),
  url: (text) => shape(isWebAddress(text), 'a web address that starts with http:// or https://'),
  slug: (text) =>
    shape(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text), 'lower-case letters, digits and single hyphens'),
  color: (text) =>
    shape(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text), 'a hexadecimal color such as #1E90FF'),
  gtin: (text) => gs1(text, /^(?:\d{8}|\d{12,14})$/, 'a GTIN of 8, 12, 13 or 14 digits'),
  ean13: (text) => gs1(text, /^\d{13}$/, 'an EAN of 13 digits'),
  upc: (text) => gs1(text, /^\d{12}$/, 'a UPC of 12 digits'),
  // Single hyphens or blanks may stand between the groups; they are kept.
  isbn13: (text) =>
    gs1(
      /^\d(?:[- ]?\d){12}$/.test(text) ? text.replaceAll(/[- ]/g, '') : text,
      /^97[89]\d{10}$/,
      'an ISBN of 13 digits that starts with 978 or 979',
    ),
  asin: asinFault,
  mpn: (text) =>
    shape(
      /^[^\s\p{C}](?:[^\p{C}\p{Zl}\p{Zp}]{0,68}[^\s\p{C}])?$/u.test(text),
      'a part number of 1 to 70 visible characters without blanks around it',
    ),
};

function shape(fits: boolean, expected: string): FormatFault | null {
  return fits ? null : { code: 'invalid-format', expected };
}

function gs1(digits: string, pattern: RegExp, expected: string): FormatFault | null {
  if (!pattern.test(digits)) return { code: 'invalid-format', expected };
  const check = gs1CheckDigit(digits.slice(0, -1));
  return digits.endsWith(check)
    ? null
    : { code: 'checksum-invalid', expected: `the check digit ${check} at its end` };
}

/** An ASIN is `B` and nine characters, or, for books, the ISBN-10. */
function asinFault(text: string): FormatFault | null {
  if (/^B[A-Z0-9]{9}$/.test(text)) return null;
  if (!/^\d{9}[\dX]$/.test(text)) {
    return {
      code: 'invalid-format',
      expected: 'an ASIN: B and nine capital letters or digits, or an ISBN-10',
    };
  }
  const check = isbn10CheckCharacter(text);
  return text.endsWith(check)
    ? null
    : { code: 'checksum-invalid', expected: `the check digit ${check} at its end` };
}

/** The dot-atom form of RFC 5322 at a host name with a dot (letters of any script); no quoted local parts. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > 64 || text.length > 254) return false;
  return (
    /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    isHostName(text.slice(at + 1))
  );
}

function isHostName(text: string): boolean {
  const labels = text.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}$/u.test(label) && !label.endsWith('-'))
  );
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}
