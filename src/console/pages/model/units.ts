import type { Labels } from '../../catalogue/model/fields/labels.ts';

/** A unit while it is edited; factors and offsets are decimal texts. */
export interface Unit {
  readonly code: string;
  readonly symbol: string;
  readonly factor: string;
  readonly offset: string;
  readonly labels: Labels;
  /** Label of a stored unit; empty for one that is typed. */
  readonly label: string;
  /** True if products have values in it: it can be neither removed nor changed. */
  readonly isUsed: boolean;
}

/** Returns true for a unit that amounts are compared in. */
export const isStandard = ({ factor, offset }: Unit) => Number(factor) === 1 && Number(offset) === 0;

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
