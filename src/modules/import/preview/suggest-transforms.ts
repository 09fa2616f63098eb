import { foldKey } from '../../../kernel/codes.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import {
  type ColumnTarget,
  type FileOptions,
  type FileResource,
  readDateCell,
  resolveColumn,
  type Transform,
} from '../../file-formats/index.ts';
import type { MeasurementFamily } from '../../measurement/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';

type Structure = Pick<
  CatalogueStructure,
  'attributes' | 'channels' | 'locales' | 'associationTypes' | 'families'
>;
type CellTarget = Extract<ColumnTarget, { readonly kind: 'cell' }>;
type NumberFormat = Exclude<Extract<Transform, object>['number'], undefined>;

/** Number and date format of the file where no transform overrides it. */
type ReadAs = Pick<FileOptions, 'decimalSeparator' | 'dateFormat'>;

/**
 * Returns the transforms that a column of numbers or dates needs for its cells to be read, such as those with a decimal
 * comma, a unit or the sign of the currency behind them, or the day first; none where the cells can be read, and where
 * they do not tell.
 *
 * @param cells those of the first rows, after the transforms that the column has
 */
export function suggestTransforms(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
  { decimalSeparator, dateFormat }: ReadAs,
): readonly Transform[] {
  const resolvedColumn = resolveColumn(target, resource, structure);
  if ('reason' in resolvedColumn || resolvedColumn.kind !== 'cell') return [];
  const { type, part, attribute: code } = resolvedColumn;
  if (type === 'date') return dateTransforms(cells, dateFormat);
  const family = structure.families.get(
    foldKey(structure.attributes.get(foldKey(code))?.measurementFamily ?? ''),
  );
  const before =
    type === 'measurement' && part === 'value'
      ? unitTransforms(cells, family)
      : type === 'price' && typeof part === 'object'
        ? currencyTransforms(cells, part.currency)
        : type === 'number'
          ? suffixTransforms(cells)
          : [];
  if (!isAmount(resolvedColumn)) return [];
  const number = numberFormatOf(before.length === 0 ? cells : cells.map(withoutWords));
  const isReadAnyway =
    number === null ||
    (decimalSeparator === ',' &&
      number.decimal_separator === ',' &&
      [undefined, '.'].includes(number.thousands_separator));
  return isReadAnyway ? before : [...before, { number }];
}

const NUMERIC: ReadonlySet<string> = new Set(['number', 'price', 'measurement']);

/** Returns true if the cells of a column are numbers alone. */
const isAmount = ({ type, part }: CellTarget): boolean =>
  NUMERIC.has(type) && (type === 'number' || part === 'value' || typeof part === 'object');

/** A number that is a thousand and some, or one and some. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * Returns the warning for a column whose numbers can all be read in two ways, such as `1.250`, when nothing states its
 * decimal separator; null for any other column.
 */
export function warnOfAmbiguity(
  column: string,
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
): Message | null {
  const resolvedColumn = resolveColumn(target, resource, structure);
  if ('reason' in resolvedColumn || resolvedColumn.kind !== 'cell' || !isAmount(resolvedColumn)) return null;
  const filledTexts = cells.map((cell) => withoutWords(cell.trim())).filter((cell) => cell !== '');
  const example = filledTexts.find((cell) => /[.,]/.test(cell));
  const isOpen = (cell: string) => AMBIGUOUS.test(cell) || /^[+-]?\d{1,3}$/.test(cell);
  if (example === undefined || !filledTexts.every(isOpen)) return null;
  const [whole = '', decimals = ''] = example.split(/[.,]/);
  const readings = { column, example, other: `${whole}${decimals}` };
  return example.includes('.')
    ? localized('column-read-two-ways', { ...readings, value: `${whole}.${trimZeros(decimals)}` })
    : localized('column-read-two-ways-rejected', readings);
}

const trimZeros = (decimals: string): string => decimals.replace(/(?<=\d)0+$/, '');

/** An amount and the word behind it: `4,6 kg`. */
const AMOUNT_AND_WORD = /^\s*[+-]?\d[\d.,]*\s*(\p{L}+\.?|\p{Sc}|%|°\p{L}?|["″'′]|\p{L}[²³])\s*$/u;
const unitAfterNumber = (cell: string): string | null => AMOUNT_AND_WORD.exec(cell)?.[1] ?? null;
const withoutWords = (cell: string): string => {
  const word = unitAfterNumber(cell);
  return word === null ? cell : cell.trim().slice(0, -word.length).trim();
};
const wordsBehind = (cells: readonly string[]): readonly string[] => [
  ...new Set(cells.flatMap((cell) => unitAfterNumber(cell) ?? [])),
];

/** Splits units off where they are known, by code or symbol, in most cells; the others stay for the rules to reject. */
function unitTransforms(
  cells: readonly string[],
  family: MeasurementFamily | undefined,
): readonly Transform[] {
  const unitOf = (word: string) =>
    family?.units.find(({ code, symbol }) =>
      [code, symbol ?? ''].some((one) => foldKey(one) === foldKey(word)),
    );
  const unitTerms = wordsBehind(cells).filter((word) => unitOf(word) !== undefined);
  const isAmountInUnit = (cell: string) => {
    const word = unitAfterNumber(cell);
    return word === null ? NUMBER.test(cell.trim()) : unitTerms.includes(word);
  };
  if (unitTerms.length === 0 || !holdsForMostCells(cells, isAmountInUnit)) return [];
  const map = Object.fromEntries(
    unitTerms.flatMap((word) => {
      const code = unitOf(word)?.code ?? word;
      return foldKey(code) === foldKey(word) ? [] : [[word, code]];
    }),
  );
  return [{ unit: Object.keys(map).length === 0 ? {} : { map } }];
}

/** Takes the sign or the code of the currency of the column off the end of its amounts; none where an amount has another one. */
function currencyTransforms(cells: readonly string[], currency: string): readonly Transform[] {
  const trailingTerms = wordsBehind(cells);
  const signs = ['symbol', 'narrowSymbol'].flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: currencyDisplay as 'symbol' })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  );
  const isOwn = (word: string) => [currency, ...signs].some((sign) => foldKey(sign) === foldKey(word));
  if (trailingTerms.length === 0 || !trailingTerms.every(isOwn)) return [];
  return [withoutEnding(trailingTerms)];
}

function withoutEnding(endings: readonly string[]): Transform {
  const escaped = endings.map((word) => word.replaceAll(/[$.]/g, '\\$&'));
  return { replace: { pattern: `\\s*(?:${escaped.join('|')})\\s*$`, with: '' } };
}

/** Takes the one word off that few numbers have behind them, and most do not: `780 lm` between `320` and `100`. */
function suffixTransforms(cells: readonly string[]): readonly Transform[] {
  const trailingTerms = wordsBehind(cells);
  const isPlain = (cell: string) => NUMBER.test(cell.trim());
  return trailingTerms.length === 1 && holdsForMostCells(cells, isPlain)
    ? [withoutEnding(trailingTerms)]
    : [];
}

/**
 * Returns true if more than half of the filled cells are as expected: one wrong cell does not prevent the others from
 * being read.
 */
function holdsForMostCells(cells: readonly string[], isExpected: (cell: string) => boolean): boolean {
  const filledCells = cells.filter((cell) => cell.trim() !== '');
  return filledCells.filter(isExpected).length * 2 > filledCells.length;
}

/** Numbers parted by the same sign, one of them a year. */
const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

/**
 * Returns the form of dates, if most cells have it and it leaves no choice: `05/06/2026` alone does not tell the day;
 * with points it comes first.
 */
function dateTransforms(cells: readonly string[], dateFormat: string): readonly Transform[] {
  const forms = cells
    .map((cell) => cell.trim())
    .filter((cell) => !/^\d{4}-\d\d-\d\d$/.test(readDateCell(cell, dateFormat)))
    .flatMap((cell) => {
      const [, first = '', sign = '', second = '', last = ''] = DATE.exec(cell) ?? [];
      return sign === '' ? [] : [formsOf(sign, [first, second, last])];
    });
  const readable = forms.filter((all) => all.length > 0);
  const [one = []] = readable;
  const [form, ...others] = one.filter((candidate) => readable.every((all) => all.includes(candidate)));
  const isClear = readable.length * 2 > forms.length;
  return form === undefined || others.length > 0 || !isClear ? [] : [{ date: { format: form } }];
}

function formsOf(sign: string, [first, second, last]: readonly [string, string, string]): readonly string[] {
  const isMonth = (part: string) => Number(part) >= 1 && Number(part) <= 12;
  if (first.length === 4) return isMonth(second) ? [['YYYY', 'MM', 'DD'].join(sign)] : [];
  if (last.length !== 4) return [];
  return [
    ...(isMonth(second) ? [['DD', 'MM', 'YYYY'].join(sign)] : []),
    ...(isMonth(first) && sign !== '.' ? [['MM', 'DD', 'YYYY'].join(sign)] : []),
  ];
}

/** A sign, groups of three digits with what parts them, and decimals: `1.234,50`. */
const NUMBER = /^[+-]?\d+(?:([.,' ])\d{3}(?:\1\d{3})*)?(?:([.,])\d+)?$/;

/**
 * Returns the format of the numbers, if they can be read in one way only and that is not the way of programs. `1,234`
 * alone does not show whether it is a thousand.
 */
function numberFormatOf(cells: readonly string[]): NumberFormat | null {
  const numbers = cells
    .map((cell) => cell.trim().replace(/[\u00a0\u202f]/g, ' '))
    .filter((cell) => NUMBER.test(cell));
  const decimals = new Set<string>();
  const thousands = new Set<string>();
  const eithers = new Set<string>();
  for (const number of numbers) {
    const signs = number.replaceAll(/[\d+-]/g, '');
    const [first = '', last = ''] = [signs.at(0), signs.at(-1)];
    if (first !== last) {
      thousands.add(first);
      decimals.add(last);
    } else if (signs.length > 1 || first === ' ' || first === "'") thousands.add(first);
    // No thousand begins with a zero: 0,125 has decimals.
    else if (signs !== '') (/[1-9]\d*\D\d{3}$/.test(number) ? eithers : decimals).add(signs);
  }
  const [decimal] = decimals;
  // With a decimal comma, 2.500 is a thousand.
  if (decimal !== undefined) for (const sign of eithers) if (sign !== decimal) thousands.add(sign);
  const [thousand] = thousands;
  if (decimals.size > 1 || thousands.size > 1 || decimal === thousand) return null;
  const format = {
    ...(decimal === ',' && { decimal_separator: decimal }),
    ...(thousand !== undefined && { thousands_separator: thousand }),
  } as NumberFormat;
  return Object.keys(format).length === 0 ? null : format;
}
