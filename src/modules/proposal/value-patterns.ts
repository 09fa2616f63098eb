import { shareOf } from './column-sample.ts';

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
export function isGtin(cell: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(cell)) return false;
  const digits = [...cell].map(Number).reverse();
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 1 ? 3 : 1), 0) % 10 === 0;
}

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

const PATH_SIGN = /[>»›\\/]/u;
/** Returns the levels of a category path: `Furniture > Tables`. */
export const splitPath = (cell: string): readonly string[] =>
  cell
    .split(PATH_SIGN)
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

/** Texts between the values of a list; a slash between digits is part of a number. */
const SEPARATORS = [/\|/, /;/, /,(?!\d)/, /(?<!\d)\/(?!\d)/] as const;
const STRONG: ReadonlySet<RegExp> = new Set(SEPARATORS.slice(0, 2));
const MAX_OPTIONS = 200;
/** Pieces of a list are shorter than sentences. */
const MAX_OPTION_LENGTH = 60;

/** A sign that separates the values of list cells, and these values. */
export interface ListForm {
  readonly separator: string;
  /** Values, each once. */
  readonly values: readonly string[];
}

/**
 * Returns the form of cells that are lists: at least a tenth of them has the separator, and each value occurs several
 * times. Null if they are no lists.
 *
 * @param uses how often a value occurs at least, on average
 */
export function listForm(cells: readonly string[], uses: number): ListForm | null {
  for (const separator of SEPARATORS) {
    if (shareOf(cells, (cell) => separator.test(cell)) < 0.1) continue;
    const piecesOf = (cell: string) =>
      cell
        .split(separator)
        .map((piece) => piece.trim())
        .filter((piece) => piece !== '');
    const pieces = cells.flatMap(piecesOf);
    const values = [...new Set(pieces)];
    const areShort = values.every((value) => value.length <= MAX_OPTION_LENGTH);
    const areWords = shareOf(values, (value) => /\p{L}/u.test(value)) >= 0.5;
    // Commas and slashes are part of texts, too: values of a list occur with several others.
    const combined = [...new Set(cells)].flatMap(piecesOf).length / values.length;
    const isList = STRONG.has(separator) || combined >= 1.25;
    if (!areShort || !areWords || !isList || values.length > MAX_OPTIONS) continue;
    if (pieces.length >= (STRONG.has(separator) ? Math.min(2, uses) : uses) * values.length)
      return { separator: /[|;,/]/.exec(separator.source.replace('\\', ''))?.[0] ?? ',', values };
  }
  return null;
}

/** Returns true if texts are few enough, and short enough, to be options. */
export const canBeOptions = (distinct: readonly string[]): boolean =>
  distinct.length <= MAX_OPTIONS && distinct.every((text) => text.length <= MAX_OPTION_LENGTH);

/** Returns the length that 19 of 20 cells do not exceed. */
export function usualLength(cells: readonly string[]): number {
  const lengths = cells.map((cell) => cell.length).sort((one, other) => one - other);
  return lengths[Math.floor((lengths.length - 1) * 0.95)] ?? 0;
}
