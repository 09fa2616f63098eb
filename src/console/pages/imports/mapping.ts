import type { Failure } from '../../api/failure.ts';
import type { Mapping, Preview, Profile } from './import-documents.ts';
import { describeTransform, type Transform } from './transforms/transform-kinds.ts';

/** The user's settings of a column; they override those of the profile. */
export interface ColumnChoice {
  /** An empty text ignores the column. */
  readonly target?: string;
  readonly transforms?: readonly Transform[];
}

/** The user's settings by column name. */
export type Choices = Readonly<Record<string, ColumnChoice>>;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the transforms of a column. */
export const transformsOf = (profile: Profile, choices: Choices, column: string): readonly Transform[] =>
  choices[column]?.transforms ??
  ((profile.mapping.find((entry) => isSame(entry.column, column))?.transform ?? []) as readonly Transform[]);

/**
 * Returns the mapping of the profile with the user's settings; of a column with several targets they replace the first.
 */
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
  { target, transforms }: ColumnChoice,
): Mapping[number] {
  const named = target?.trim();
  return {
    column,
    target: named === undefined ? before.target : named === '' ? null : named,
    transform: [...(transforms ?? before.transform)],
  };
}

/** Returns columns of the file that are not imported: ignored on purpose, or without a target. */
export const ignoredColumns = ({ columns }: Preview): readonly string[] =>
  columns.flatMap(({ column, isInFile, target }) => (isInFile && target === null ? [column] : []));

/** Returns the columns that are converted, and how: `Preis: Parse number (1.234,50)`. */
export const convertedColumns = ({ columns }: Preview, mapping: Mapping): readonly string[] =>
  columns.flatMap(({ column, target }) => {
    const transforms = mapping.find((entry) => isSame(entry.column, column))?.transform ?? [];
    return target === null || transforms.length === 0
      ? []
      : [`${column}: ${(transforms as readonly Transform[]).map(describeTransform).join(', ')}`];
  });

/**
 * Returns the mapping of a run: columns without a target that the user has not decided on are ignored, as the page
 * says, and are no errors.
 */
export function mappingOfRun(
  profile: Profile,
  mapping: Mapping | null,
  preview: Preview | null,
): Mapping | null {
  const stated = mapping ?? mappingOf(profile, {});
  const others = (preview === null ? [] : ignoredColumns(preview)).filter(
    (column) => !stated.some((entry) => isSame(entry.column, column)),
  );
  if (others.length === 0) return mapping;
  return [...stated, ...others.map((column) => ({ column, target: null, transform: [] }))];
}

/** Returns the unmapped columns that the user has not ignored on purpose. */
export const openColumns = ({ columns }: Preview, choices: Choices) =>
  columns.filter(({ column, target }) => target === null && choices[column]?.target !== '');

/** Returns columns with a suggestion of their own name that the user has not decided on. */
export const matchedColumns = ({ columns }: Preview, choices: Choices) =>
  columns.filter(({ column, isMatch }) => isMatch && choices[column]?.target === undefined);

/**
 * Adds suggestions for columns that the user has not decided on: the target with the same name, and transforms after
 * those of the profile.
 */
export function withSuggestions(profile: Profile, choices: Choices, { columns }: Preview): Choices {
  const added = new Map<string, ColumnChoice>();
  const taken = new Set<string>();
  for (const { column, exactTarget, suggestedTransforms } of columns) {
    const { target, transforms } = choices[column] ?? {};
    if (exactTarget !== null && target === undefined && !taken.has(exactTarget)) {
      taken.add(exactTarget);
      added.set(column, { ...choices[column], target: exactTarget });
    } else if (suggestedTransforms.length > 0 && transforms === undefined) {
      const all = [
        ...transformsOf(profile, choices, column),
        ...(suggestedTransforms as readonly Transform[]),
      ];
      added.set(column, { ...choices[column], transforms: all });
    }
  }
  return added.size === 0 ? choices : { ...choices, ...Object.fromEntries(added) };
}

/** The column of imports with the attribute set of products that a row creates without one; others keep theirs. */
export const SET_OF_NEW = '_attribute_set_of_new';

/** Returns the column that gives this attribute set to created products without one. */
export const setOfNew = (set: string): readonly [column: string, choice: ColumnChoice] => [
  SET_OF_NEW,
  { target: SET_OF_NEW, transforms: [{ default: set }] },
];

/** An error of one transform of a column. */
export interface TransformFault {
  /** Index of the transform in the column. */
  readonly index: number;
  /** The invalid setting; null for the whole transform. */
  readonly setting: string | null;
  readonly message: string;
}

/**
 * Returns the errors of a failed request that concern the transforms of a column; their paths refer to the mapping
 * sent.
 */
export function faultsOfColumn(
  failure: Failure | null,
  mapping: Mapping,
  column: string,
): readonly TransformFault[] {
  return (failure?.faults ?? []).flatMap(({ path, message }) => {
    const [entry, kind, index, , setting = null] = path.slice(path.indexOf('mapping') + 1);
    const found = mapping[Number(entry)];
    if (kind !== 'transform' || found === undefined || !isSame(found.column, column)) return [];
    return [{ index: Number(index), setting, message }];
  });
}
