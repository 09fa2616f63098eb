import { type FileResource, resolveColumn, type Transform } from '../../file-formats/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';

type Structure = Pick<CatalogueStructure, 'attributes' | 'channels' | 'locales' | 'associationTypes'>;
type NumberFormat = Exclude<Extract<Transform, object>['number'], undefined>;

/**
 * The transforms that a column of numbers needs for its cells to be read, such as those with a decimal comma; none where the
 * cells can be read, and where they do not tell.
 *
 * @param cells those of the first rows, after the transforms that the column has
 */
export function suggestTransforms(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
  decimalSeparator: '.' | ',',
): readonly Transform[] {
  const found = resolveColumn(target, resource, structure);
  if ('reason' in found || found.kind !== 'cell') return [];
  const { type, part } = found;
  const isAmount =
    type === 'number' ||
    (type === 'price' && typeof part === 'object') ||
    (type === 'measurement' && part === 'value');
  const number = isAmount ? numberFormatOf(cells) : null;
  if (number === null) return [];
  const isReadAnyway = number.thousands_separator === undefined && decimalSeparator === ',';
  return isReadAnyway ? [] : [{ number }];
}

/** A sign, groups of three digits with what parts them, and decimals: `1.234,50`. */
const NUMBER = /^[+-]?\d+(?:([.,' ])\d{3}(?:\1\d{3})*)?(?:([.,])\d+)?$/;

/**
 * How the numbers are written, if they can be read in one way only and that is not the way of programs. `1,234` alone does not
 * tell whether it is a thousand.
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
    else if (signs !== '') (/\D\d{3}$/.test(number) ? eithers : decimals).add(signs);
  }
  const [decimal] = decimals;
  // Beside a decimal comma, 2.500 is a thousand.
  if (decimal !== undefined) for (const sign of eithers) if (sign !== decimal) thousands.add(sign);
  const [thousand] = thousands;
  if (decimals.size > 1 || thousands.size > 1 || decimal === thousand) return null;
  const format = {
    ...(decimal === ',' && { decimal_separator: decimal }),
    ...(thousand !== undefined && { thousands_separator: thousand }),
  } as NumberFormat;
  return Object.keys(format).length === 0 ? null : format;
}
