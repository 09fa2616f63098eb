import { codeFromLabel } from '../../catalogue/model/code-from-label.ts';
import type { Labels } from '../../catalogue/model/fields/labels.ts';

/** A unit while it is edited; factors and offsets are decimal texts. */
export interface Unit {
  readonly code: string;
  readonly symbol: string;
  readonly factor: string;
  readonly offset: string;
  readonly labels: Labels;
  /** Label of a stored unit; empty for a new one. */
  readonly label: string;
  /** True for the unit in which amounts are compared; a new family begins with it. */
  readonly isStandard: boolean;
  /** True for a unit that is not stored: its code follows its symbol. */
  readonly isNew: boolean;
  /** True if products have values in it: it can be neither removed nor changed. */
  readonly isUsed: boolean;
}

/** Returns another new unit behind others. */
export const addUnit = (units: readonly Unit[]): readonly Unit[] => [
  ...units,
  {
    code: newCode('', units),
    symbol: '',
    factor: '1',
    offset: '0',
    labels: {},
    label: '',
    isStandard: units.length === 0,
    isNew: true,
    isUsed: false,
  },
];

/** Returns units after one has another symbol. */
export const renameUnit = (units: readonly Unit[], unit: Unit, symbol: string): readonly Unit[] =>
  units.map((one) => {
    if (one !== unit) return one;
    const others = units.filter((other) => other !== unit);
    return { ...unit, symbol, code: unit.isNew ? newCode(symbol, others) : unit.code };
  });

/** Returns a free code for a symbol, which may have no letters: `°`. */
function newCode(symbol: string, units: readonly Unit[]): string {
  const isTaken = (code: string) => units.some((unit) => unit.code === code.toUpperCase());
  return (codeFromLabel(symbol, isTaken) || codeFromLabel('unit', isTaken)).toUpperCase();
}

/** Returns what one of a unit is in the standard unit, as a decimal text. */
export const standardAmount = ({ factor, offset }: Unit): string =>
  Number(offset) === 0 ? factor : String(Number(factor) + Number(offset));

/** Merges units of different codes; undefined if both changed the same one. */
export function mergeUnits(base: readonly Unit[], mine: readonly Unit[], stored: readonly Unit[]) {
  const textOf = (units: readonly Unit[], code: string) =>
    JSON.stringify(units.find((unit) => unit.code === code));
  const merged: Unit[] = [...stored];
  for (const code of new Set([...base, ...mine].map((unit) => unit.code))) {
    if (textOf(base, code) === textOf(mine, code)) continue;
    if (textOf(base, code) !== textOf(stored, code)) return undefined;
    const unit = mine.find((one) => one.code === code);
    const index = merged.findIndex((one) => one.code === code);
    merged.splice(index === -1 ? merged.length : index, index === -1 ? 0 : 1, ...(unit ? [unit] : []));
  }
  return merged;
}
