import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { readProductFilter } from '../search/index.ts';
import type { SavedView, ViewColumn, ViewContent } from './saved-view.ts';

/** Longest name in characters. */
export const MAX_NAME_LENGTH = 100;
/** Maximum number of columns of a view. */
export const MAX_COLUMNS = 100;
/** Maximum number of sort keys of a view: as many as a search takes. */
const MAX_SORT_KEYS = 5;
/** Maximum number of bytes of filter, sort and columns together. */
export const MAX_VIEW_BYTES = 32_768;
/** Maximum number of views that one person keeps for themselves, and that an organization shares. */
export const MAX_VIEWS = 200;
export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 2_000;
/** Longest word of a column in characters: codes have up to 100. */
const LONGEST_WORD = 100;

/**
 * Returns the faults in a view. The search checks whether the objects that it names exist, because attributes are
 * created and deleted.
 */
export function checkView(view: Pick<SavedView, 'name' | keyof ViewContent>): readonly FieldProblem[] {
  const { name, filter, sort, columns } = view;
  return [
    ...nameProblems(name),
    ...readProductFilter(filter as JsonObject, ['filter']).problems,
    ...tooMany('sort', sort.length, MAX_SORT_KEYS),
    ...sort.flatMap((key, index) => oneOf(['sort', String(index)], ['field', 'attribute'], key)),
    ...tooMany('columns', columns.length, MAX_COLUMNS),
    ...columns.flatMap((column, index) => columnProblems(column, ['columns', String(index)])),
    ...sizeProblems({ filter, sort, columns }),
  ];
}

function nameProblems(name: string): FieldProblem[] {
  if (name === '') return [fieldProblem('required', ['name'], localized('view-name-required'))];
  if (name.length <= MAX_NAME_LENGTH) return [];
  const message = localized('name-too-long', { max: MAX_NAME_LENGTH, count: name.length });
  return [fieldProblem('too-long', ['name'], message)];
}

function tooMany(field: string, count: number, most: number): FieldProblem[] {
  if (count <= most) return [];
  return [fieldProblem('too-many-items', [field], localized('view-too-many-items', { max: most, count }))];
}

/** Checks that exactly one of two keys is set. */
function oneOf(path: readonly string[], keys: readonly [string, string], item: object): FieldProblem[] {
  const set = keys.filter((key) => typeof Reflect.get(item, key) === 'string');
  if (set.length === 1) return [];
  return [fieldProblem('required', path, localized('set-either', { one: keys[0], other: keys[1] }))];
}

function columnProblems(column: ViewColumn, path: readonly string[]): FieldProblem[] {
  const { width } = column;
  const long = Object.entries(column).filter(
    ([, word]) => typeof word === 'string' && word.length > LONGEST_WORD,
  );
  const isTooNarrow = typeof width === 'number' && width < MIN_COLUMN_WIDTH;
  const isTooWide = typeof width === 'number' && width > MAX_COLUMN_WIDTH;
  const message = localized('column-width', { min: MIN_COLUMN_WIDTH, max: MAX_COLUMN_WIDTH });
  const code = isTooNarrow ? 'below-minimum' : 'above-maximum';
  return [
    ...oneOf(path, ['property', 'attribute'], column),
    ...long.map(([key]) =>
      fieldProblem('too-long', [...path, key], localized('this-too-long', { max: LONGEST_WORD })),
    ),
    ...(isTooNarrow || isTooWide ? [fieldProblem(code, [...path, 'width'], message, { value: width })] : []),
  ];
}

function sizeProblems(content: ViewContent): FieldProblem[] {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes <= MAX_VIEW_BYTES) return [];
  const message = localized('view-too-large', { max: MAX_VIEW_BYTES, count: bytes });
  return [fieldProblem('too-long', ['filter'], message)];
}
