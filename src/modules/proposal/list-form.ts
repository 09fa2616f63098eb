import { shareOf } from './column-sample.ts';

const MAX_OPTIONS = 200;
/** Options are shorter than sentences. */
const MAX_OPTION_LENGTH = 60;

/** Texts that separate the values of list cells. */
const SEPARATORS = ['|', ';', ',', '/'] as const;

/** Separators that are hardly ever part of a value, unlike commas and slashes. */
const PLAIN: ReadonlySet<string> = new Set(['|', ';']);

/** A separator within a number: `1,5` or `750/1000`. */
const BETWEEN_DIGITS = /\d[,/]\d/;

/** Returns the values of a list cell, as the transform `split` makes them. */
export const splitList = (cell: string, separator: string): readonly string[] =>
  cell
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/**
 * Returns the text that separates the values of list cells: at least a tenth of them has it, and each value occurs several
 * times. Null if they are no lists.
 *
 * @param uses how often a value occurs at least, on average
 */
export function listSeparator(cells: readonly string[], uses: number): string | null {
  const hasNumbers = cells.some((cell) => BETWEEN_DIGITS.test(cell));
  const isList = (separator: string) => {
    const isPlain = PLAIN.has(separator);
    if ((hasNumbers && !isPlain) || shareOf(cells, (cell) => cell.includes(separator)) < 0.1) return false;
    const pieces = cells.flatMap((cell) => splitList(cell, separator));
    const values = [...new Set(pieces)];
    const areWords = shareOf(values, (value) => /\p{L}/u.test(value)) >= 0.5;
    if (!canBeOptions(values) || !areWords) return false;
    // Values of a list occur with several others; two words that always stand together are one.
    const combined = [...new Set(cells)].flatMap((cell) => splitList(cell, separator)).length / values.length;
    return (
      (isPlain || combined >= 1.25) && pieces.length >= (isPlain ? Math.min(2, uses) : uses) * values.length
    );
  };
  return SEPARATORS.find(isList) ?? null;
}

/** Returns true if texts are few enough, and short enough, to be options. */
export const canBeOptions = (texts: readonly string[]): boolean =>
  texts.length <= MAX_OPTIONS && texts.every((text) => text.length <= MAX_OPTION_LENGTH);
