import { readBoolean, type Transform } from '../file-formats/index.ts';
import { suggestTransforms } from '../import/index.ts';
import { findUnitByName } from '../measurement/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { unitOf } from './parse-header.ts';
import type { ProposalScope } from './proposal-scope.ts';
import { booleanOf, type ProposedColumn } from './propose-columns.ts';
import { readAmount } from './value-patterns.ts';

/** Returns the steps after which the cells of a column can be read. */
export function transformsOf(
  column: ProposedColumn,
  target: string,
  structure: CatalogueStructure,
  scope: ProposalScope,
): readonly Transform[] {
  const { blanks } = column.sample;
  const emptied: readonly Transform[] =
    blanks.length === 0 ? [] : [{ map: { values: Object.fromEntries(blanks.map((blank) => [blank, ''])) } }];
  return [...emptied, ...readingSteps(column, target, structure, scope)];
}

function readingSteps(
  column: ProposedColumn,
  target: string,
  structure: CatalogueStructure,
  { locales }: ProposalScope,
): readonly Transform[] {
  const { sample, type, separator, reason } = column;
  const { cells, values } = sample;
  const suggested = (texts: readonly string[]) =>
    suggestTransforms(target, texts, 'products', structure, AS_VALUES);
  if (separator !== null) return [{ split: { separator } }, 'trim'];
  if (type === 'boolean') return booleanSteps(values);
  if (type === 'measurement') return [...unitSteps(column), ...suggested(cells).filter(isNumberStep)];
  if (type === 'date' && reason === 'proposal-undecided-dates')
    return [{ date: { format: locales[0] === 'en_US' ? 'MM/DD/YYYY' : 'DD/MM/YYYY' } }];
  if (type !== 'price') return suggested(cells);
  const before = leadingSign(cells);
  return [
    ...before,
    ...suggested(before.length === 0 ? cells : cells.map((cell) => cell.replace(/^\D+/, ''))),
  ];
}

const AS_VALUES = { decimalSeparator: '.', dateFormat: 'YYYY-MM-DD' } as const;

const isNumberStep = (step: Transform): boolean => typeof step === 'object' && 'number' in step;

/** Maps words of yes and no that an import does not read: `J`, `sì`. */
function booleanSteps(cells: readonly string[]): readonly Transform[] {
  const values = Object.fromEntries(
    cells.flatMap((cell) => (readBoolean(cell) === undefined ? [[cell, booleanOf(cell) ?? cell]] : [])),
  );
  return Object.keys(values).length === 0 ? [] : [{ map: { values } }];
}

/** Splits the unit off amounts; those without one have the unit of the name. */
function unitSteps({ sample, unit }: ProposedColumn): readonly Transform[] {
  if (unit === null) return [];
  const terms = [...new Set(sample.cells.flatMap((cell) => readAmount(cell)?.term ?? []))];
  const map = Object.fromEntries(
    terms.flatMap((term) => {
      const code = unitOf(term, [unit.family])?.unit.code;
      return code === undefined || findUnitByName(unit.family, term) !== undefined ? [] : [[term, code]];
    }),
  );
  return [{ unit: { default: unit.unit.code, ...(Object.keys(map).length > 0 && { map }) } }];
}

/** Takes the sign or code of a currency off the beginning of amounts. */
const leadingSign = (cells: readonly string[]): readonly Transform[] =>
  cells.some((cell) => readAmount(cell) !== null && /^(\p{Sc}|[A-Z]{3})/u.test(cell))
    ? [{ replace: { pattern: '^(?:\\p{Sc}|[A-Z]{3})\\s*', with: '' } }]
    : [];
