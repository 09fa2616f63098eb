import type { Preview, Profile } from './import-documents.ts';

/** What a person chose for columns, by their names; an empty text leaves one out. */
export type Choices = Readonly<Record<string, string>>;

/** The mapping of the profile with the choices in the place of its entries. */
export function mappingOf(profile: Profile, choices: Choices) {
  const kept = profile.mapping
    .filter(({ column }) => choices[column] === undefined)
    .map(({ column, target, transform }) => ({ column, target, transform: [...transform] }));
  const chosen = Object.entries(choices).map(([column, target]) => ({
    column,
    target: target.trim() === '' ? null : target.trim(),
  }));
  return [...kept, ...chosen];
}

/** Columns somebody should look at: those that mean nothing and were not left out on purpose. */
export const openColumns = ({ columns }: Preview, choices: Choices) =>
  columns.filter(({ column, target }) => target === null && choices[column] !== '');
