import { checkFormat } from '../attribute/index.ts';

const AMOUNT = String.raw`[+-]?(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d+)(?:[.,]\d+)?`;
const NUMBER = new RegExp(`^${AMOUNT}$`, 'u');
const NUMBER_AND_TERM = new RegExp(
  `^(?:(\\p{Sc}|[A-Z]{3})\\s*)?(${AMOUNT})(?:[\\s\\u00a0\\u202f]*(\\D+?))?(?:,?-)?$`,
  'u',
);

export const isNumber = (cell: string): boolean => NUMBER.test(cell);

/** Returns a number and the term before or after it: `4,6 kg`, `€ 12.50`; null for any other text. */
export function readAmount(cell: string): { readonly number: string; readonly term: string | null } | null {
  const [, before, number, after] = NUMBER_AND_TERM.exec(cell) ?? [];
  return number === undefined ? null : { number, term: before ?? after?.trim() ?? null };
}

/** Returns true if digits are a code rather than a quantity: with leading zeros, or all of one length and long. */
export function areCodes(cells: readonly string[]): boolean {
  if (cells.some((cell) => /^0\d/.test(cell))) return true;
  const [first = ''] = cells;
  return (
    first.length >= 5 &&
    /^\d+$/.test(first) &&
    cells.every((cell) => /^\d+$/.test(cell) && cell.length === first.length)
  );
}

/** Returns true for a global trade item number of 8, 12, 13 or 14 digits with a valid check digit. */
export const isGtin = (cell: string): boolean => checkFormat('gtin', cell) === null;

const IMAGE_NAME = /\.(jpe?g|png|webp|gif|avif|tiff?|svg)(\?[^\s?]*)?$/i;
export const isImageName = (text: string): boolean => IMAGE_NAME.test(text);
export const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);
export const hasTags = (text: string): boolean =>
  /<\/?(p|br|ul|ol|li|b|strong|em|i|h[1-6]|div|span|a)\b[^<>]*>/i.test(text);

/** Numbers of a day, apart by one sign: `31.12.2026`, `2026-12-31`, `12/31/26`. */
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}([-./])\d{1,2}\1\d{4})(?:[ T]\d\d:\d\d(?::\d\d)?)?$/;
export const isDate = (cell: string): boolean => DATE.test(cell);
/** True for dates whose first two numbers can both be the month. */
export const isUndecidedDate = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^\d{1,2}\//.test(cell)) &&
  cells.every((cell) => {
    const [, first = '', second = ''] = /^(\d{1,2})\/(\d{1,2})\//.exec(cell) ?? [];
    return first === '' || (Number(first) <= 12 && Number(second) <= 12);
  });

const PATH_SIGN = /[>»›\\]/u;
/** Returns the levels of a category path: `Furniture > Tables`; a slash counts where there is no other sign. */
export const splitPath = (cell: string): readonly string[] =>
  cell
    .split(PATH_SIGN.test(cell) ? PATH_SIGN : '/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
/** Returns true if cells are paths rather than lists: hardly a name stands both on the first level and on others. */
export function arePaths(distinct: readonly string[]): boolean {
  const paths = distinct.map(splitPath);
  const first = new Set(paths.map(([level]) => level));
  const shared = new Set(paths.flatMap((path) => path.slice(1)).filter((level) => first.has(level)));
  return shared.size <= first.size * 0.1;
}

/** A slash without blanks is a level in a column of categories only. */
export const isPath = (cell: string): boolean => !hasTags(cell) && /[>»›\\]|\s\/\s/u.test(cell);

/** Returns the length that 19 of 20 cells do not exceed. */
export function usualLength(cells: readonly string[]): number {
  const lengths = cells.map((cell) => cell.length).sort((one, other) => one - other);
  return lengths[Math.floor((lengths.length - 1) * 0.95)] ?? 0;
}
