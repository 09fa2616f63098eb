import type { MappingChoices } from './mapping.ts';

/** Choices that were made for files with the same columns. */
type StoredChoices = readonly (readonly [columns: string, choices: MappingChoices])[];

const MAX_STORED = 20;

const storageKey = (organizationId: string) => `catalograph-import-choices ${organizationId}`;

const readStoredChoices = (organizationId: string): StoredChoices => {
  try {
    return JSON.parse(localStorage.getItem(storageKey(organizationId)) ?? '[]');
  } catch {
    return [];
  }
};

/** Returns the key of files with the same columns in any order; a file of failed rows adds some that begin with `_`. */
export const mappingKey = (profile: string, columns: readonly string[]): string =>
  [profile, ...columns.filter((column) => !column.startsWith('_')).toSorted()].join('\t').toLowerCase();

/** Returns the choices with which a file of the same columns was imported last, in this browser. */
export const findStoredChoices = (organizationId: string, key: string): MappingChoices | null =>
  readStoredChoices(organizationId).find(([columns]) => columns === key)?.[1] ?? null;

/** Keeps the choices of an import; the oldest are forgotten. */
export function storeChoices(organizationId: string, key: string, choices: MappingChoices): void {
  const others = readStoredChoices(organizationId).filter(([columns]) => columns !== key);
  const storedEntries = Object.keys(choices).length === 0 ? others : [[key, choices], ...others];
  try {
    localStorage.setItem(storageKey(organizationId), JSON.stringify(storedEntries.slice(0, MAX_STORED)));
  } catch {
    // A full store is no reason not to import.
  }
}
