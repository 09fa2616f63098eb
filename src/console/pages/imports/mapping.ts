import type { ApiError } from '../../api/api-error.ts';
import type { Mapping, Preview, Profile } from './import-documents.ts';
import { describeTransform, type Transform } from './transforms/transform-kinds.ts';

/** The user's settings of a column; they override those of the profile. */
export interface ColumnChoice {
  /** An empty text ignores the column. */
  readonly target?: string;
  readonly transforms?: readonly Transform[];
}

/** The user's settings by column name. */
export type MappingChoices = Readonly<Record<string, ColumnChoice>>;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the transforms of a column. */
export const columnTransforms = (
  profile: Profile,
  choices: MappingChoices,
  column: string,
): readonly Transform[] =>
  choices[column]?.transforms ??
  ((profile.mapping.find((entry) => isSame(entry.column, column))?.transform ?? []) as readonly Transform[]);

/**
 * Returns the mapping of the profile with the user's settings; of a column with several targets they replace the first.
 */
export function buildMapping(profile: Profile, choices: MappingChoices): Mapping {
  const choiceEntries = Object.entries(choices);
  const usedColumns = new Set<string>();
  const profileEntries = profile.mapping.flatMap((entry) => {
    const columnChoice = choiceEntries.find(([column]) => isSame(column, entry.column));
    const { column, target, transform } = entry;
    if (columnChoice === undefined) return [{ column, target, transform: [...transform] }];
    const [name, choice] = columnChoice;
    const isFirst = !usedColumns.has(name);
    usedColumns.add(name);
    if (isFirst) return [applyChoice(column, { target, transform }, choice)];
    return choice.target === '' ? [] : [{ column, target, transform: [...transform] }];
  });
  const added = choiceEntries
    .filter(([column]) => !usedColumns.has(column))
    .map(([column, choice]) => applyChoice(column, { target: column, transform: [] }, choice));
  return [...profileEntries, ...added];
}

function applyChoice(
  column: string,
  before: { readonly target: string | null; readonly transform: readonly unknown[] },
  { target, transforms }: ColumnChoice,
): Mapping[number] {
  const targetName = target?.trim();
  return {
    column,
    target: targetName === undefined ? before.target : targetName === '' ? null : targetName,
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
export function buildRunMapping(
  profile: Profile,
  mapping: Mapping | null,
  preview: Preview | null,
): Mapping | null {
  const stated = mapping ?? buildMapping(profile, {});
  const others = (preview === null ? [] : ignoredColumns(preview)).filter(
    (column) => !stated.some((entry) => isSame(entry.column, column)),
  );
  if (others.length === 0) return mapping;
  return [...stated, ...others.map((column) => ({ column, target: null, transform: [] }))];
}

/** Returns the unmapped columns that the user has not ignored on purpose. */
export const unmappedColumns = ({ columns }: Preview, choices: MappingChoices) =>
  columns.filter(({ column, target }) => target === null && choices[column]?.target !== '');

/** Returns columns with a suggestion of their own name that the user has not decided on. */
export const suggestedColumns = ({ columns }: Preview, choices: MappingChoices) =>
  columns.filter(({ column, isMatch }) => isMatch && choices[column]?.target === undefined);

/**
 * Adds suggestions for columns that the user has not decided on: the target with the same name, and transforms after
 * those of the profile.
 */
export function withSuggestions(
  profile: Profile,
  choices: MappingChoices,
  { columns }: Preview,
): MappingChoices {
  const added = new Map<string, ColumnChoice>();
  const usedTargets = new Set<string>();
  for (const { column, exactTarget, suggestedTransforms } of columns) {
    const { target, transforms } = choices[column] ?? {};
    if (exactTarget !== null && target === undefined && !usedTargets.has(exactTarget)) {
      usedTargets.add(exactTarget);
      added.set(column, { ...choices[column], target: exactTarget });
    } else if (suggestedTransforms.length > 0 && transforms === undefined) {
      const all = [
        ...columnTransforms(profile, choices, column),
        ...(suggestedTransforms as readonly Transform[]),
      ];
      added.set(column, { ...choices[column], transforms: all });
    }
  }
  return added.size === 0 ? choices : { ...choices, ...Object.fromEntries(added) };
}

/** The column of imports with the attribute set of products that a row creates without one; others keep theirs. */
export const NEW_PRODUCT_SET_COLUMN = '_attribute_set_of_new';

/** Returns the column that gives this attribute set to created products without one. */
export const newProductSetChoice = (set: string): readonly [column: string, choice: ColumnChoice] => [
  NEW_PRODUCT_SET_COLUMN,
  { target: NEW_PRODUCT_SET_COLUMN, transforms: [{ default: set }] },
];

/** An error of one transform of a column. */
export interface TransformError {
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
export function columnTransformErrors(
  failure: ApiError | null,
  mapping: Mapping,
  column: string,
): readonly TransformError[] {
  return (failure?.faults ?? []).flatMap(({ path, message }) => {
    const [entry, kind, index, , setting = null] = path.slice(path.indexOf('mapping') + 1);
    const mappingEntry = mapping[Number(entry)];
    if (kind !== 'transform' || mappingEntry === undefined || !isSame(mappingEntry.column, column)) return [];
    return [{ index: Number(index), setting, message }];
  });
}
