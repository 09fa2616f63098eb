import type { Choices } from './mapping.ts';

/** Choices that were made for files with the same columns. */
type Kept = readonly (readonly [columns: string, choices: Choices])[];

const MOST_KEPT = 20;

const storedAs = (organizationId: string) => `catalograph-import-choices ${organizationId}`;

const keptOf = (organizationId: string): Kept => {
  try {
    return JSON.parse(localStorage.getItem(storedAs(organizationId)) ?? '[]');
  } catch {
    return [];
  }
};

/** Returns the key of files with the same columns in any order; a file of failed rows adds some that begin with `_`. */
export const columnsKey = (profile: string, columns: readonly string[]): string =>
  [profile, ...columns.filter((column) => !column.startsWith('_')).toSorted()].join('\t').toLowerCase();

/** Returns the choices with which a file of the same columns was imported last, in this browser. */
export const findChoices = (organizationId: string, key: string): Choices | null =>
  keptOf(organizationId).find(([columns]) => columns === key)?.[1] ?? null;

/** Keeps the choices of an import; the oldest are forgotten. */
export function keepChoices(organizationId: string, key: string, choices: Choices): void {
  const others = keptOf(organizationId).filter(([columns]) => columns !== key);
  const kept = Object.keys(choices).length === 0 ? others : [[key, choices], ...others];
  try {
    localStorage.setItem(storedAs(organizationId), JSON.stringify(kept.slice(0, MOST_KEPT)));
  } catch {
    // A full store is no reason not to import.
  }
}
