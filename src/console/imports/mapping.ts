import type { Failure } from '../api/failure.ts';
import type { Mapping, Preview, Profile } from './import-documents.ts';
import type { Step } from './steps/step-kinds.ts';

/** What a person says of a column otherwise than the profile. */
export interface ColumnChoice {
  /** An empty text leaves it out. */
  readonly target?: string;
  readonly steps?: readonly Step[];
}

/** What a person chose for columns, by their names. */
export type Choices = Readonly<Record<string, ColumnChoice>>;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The steps that the cells of a column go through. */
export const stepsOf = (profile: Profile, choices: Choices, column: string): readonly Step[] =>
  choices[column]?.steps ??
  ((profile.mapping.find((entry) => isSame(entry.column, column))?.transform ?? []) as readonly Step[]);

/** The mapping of the profile with the choices over it; a column that stands for several things is chosen by its first. */
export function mappingOf(profile: Profile, choices: Choices): Mapping {
  const chosen = Object.entries(choices);
  const taken = new Set<string>();
  const kept = profile.mapping.flatMap((entry) => {
    const found = chosen.find(([column]) => isSame(column, entry.column));
    const { column, target, transform } = entry;
    if (found === undefined) return [{ column, target, transform: [...transform] }];
    const [name, choice] = found;
    const isFirst = !taken.has(name);
    taken.add(name);
    if (isFirst) return [chosenEntry(column, { target, transform }, choice)];
    return choice.target === '' ? [] : [{ column, target, transform: [...transform] }];
  });
  const added = chosen
    .filter(([column]) => !taken.has(column))
    .map(([column, choice]) => chosenEntry(column, { target: column, transform: [] }, choice));
  return [...kept, ...added];
}

function chosenEntry(
  column: string,
  before: { readonly target: string | null; readonly transform: readonly unknown[] },
  { target, steps }: ColumnChoice,
): Mapping[number] {
  const named = target?.trim();
  return {
    column,
    target: named === undefined ? before.target : named === '' ? null : named,
    transform: [...(steps ?? before.transform)],
  };
}

/** Columns somebody should look at: those that mean nothing and were not left out on purpose. */
export const openColumns = ({ columns }: Preview, choices: Choices) =>
  columns.filter(({ column, target }) => target === null && choices[column]?.target !== '');

/** What is wrong with one step of a column. */
export interface StepFault {
  /** Its place among the steps of the column, from 0. */
  readonly step: number;
  /** The setting that is wrong; null: the step as a whole. */
  readonly setting: string | null;
  readonly message: string;
}

/** What a refusal says of the steps of a column; its places are those of the mapping that was sent. */
export function faultsOfColumn(
  failure: Failure | null,
  mapping: Mapping,
  column: string,
): readonly StepFault[] {
  return (failure?.faults ?? []).flatMap(({ path, message }) => {
    const [entry, transform, step, , setting = null] = path.slice(path.indexOf('mapping') + 1);
    const found = mapping[Number(entry)];
    if (transform !== 'transform' || found === undefined || !isSame(found.column, column)) return [];
    return [{ step: Number(step), setting, message }];
  });
}
