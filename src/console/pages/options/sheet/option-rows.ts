import type { Draft, FieldConflict } from '../../../catalogue/model/config-page-types.ts';
import { changedOptions, findOption, newOptionName, ORDER } from '../content/option-elements.ts';
import { NO_VALUES, type OptionValues, valuesOf } from '../content/option-values.ts';
import type { OptionSet, StoredOption } from '../option-documents.ts';

/** A row of the sheet: an option as the draft leaves it, or the last row, which adds one. */
export interface OptionRow {
  /** It is empty for the row that adds one. */
  readonly code: string;
  readonly values: OptionValues;
  /** It is null for options that are not saved yet. */
  readonly stored: StoredOption | null;
  /** Columns whose values are not saved yet. */
  readonly changed: ReadonlySet<string>;
  /** Columns that somebody else changed meanwhile, with the values that are stored now. */
  readonly conflicts: ReadonlyMap<string, unknown>;
}

const NO_COLUMNS: ReadonlySet<string> = new Set();
const NO_CONFLICTS: ReadonlyMap<string, unknown> = new Map();

/** The row that adds an option. */
export const ADDING_ROW: OptionRow = {
  code: '',
  values: NO_VALUES,
  stored: null,
  changed: NO_COLUMNS,
  conflicts: NO_CONFLICTS,
};

const rowsOfStored = new WeakMap<StoredOption, OptionRow>();

/** Returns the row of an option without changes: the same one each time, so that it is not drawn again. */
function storedRow(option: StoredOption): OptionRow {
  const row = rowsOfStored.get(option) ?? {
    code: option.code,
    values: valuesOf(option),
    stored: option,
    changed: NO_COLUMNS,
    conflicts: NO_CONFLICTS,
  };
  rowsOfStored.set(option, row);
  return row;
}

/** Returns the columns of the cells of a draft, by the code of their option. */
function columnsByOption(names: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, Set<string>>();
  for (const name of names) {
    const [kind, code = '', column = ''] = name.split('/');
    if (kind === 'cell') columns.set(code, (columns.get(code) ?? new Set()).add(column));
  }
  return columns;
}

/** Returns the options of a set in the order of the sheet, as a draft changes them; new ones are last. */
export function rowsOfDraft(
  item: OptionSet,
  draft: Draft,
  conflicts: readonly FieldConflict[],
): readonly OptionRow[] {
  const changes = changedOptions(draft, item);
  const columns = columnsByOption(Object.keys(draft));
  const conflicting = new Map(conflicts.map(({ name, stored }) => [name, stored]));
  const rowOf = (code: string, values: OptionValues): OptionRow => {
    const changed = columns.get(code) ?? NO_COLUMNS;
    const conflictingColumns = [...changed].filter((column) => conflicting.has(`cell/${code}/${column}`));
    return {
      code,
      values,
      stored: findOption(item, code) ?? null,
      changed,
      conflicts: new Map(
        conflictingColumns.map((column) => [column, conflicting.get(`cell/${code}/${column}`)]),
      ),
    };
  };
  const rows = new Map(item.options.map((option) => [option.code, storedRow(option)]));
  for (const [code, values] of changes) {
    // Until all options are loaded, those that the draft names may be among the others.
    if (!rows.has(code) && !item.isComplete && draft[newOptionName(code)] === undefined) continue;
    rows.set(code, rowOf(code, values));
  }
  const order = (draft[ORDER]?.value ?? []) as readonly string[];
  const ordered = order.flatMap((code) => rows.get(code) ?? []);
  const others = new Set(order);
  return [...ordered, ...[...rows.values()].filter(({ code }) => !others.has(code))];
}

/** Returns the label that names an option: in the first of some locales, otherwise in any, otherwise its code. */
export const labelOfRow = ({ values: { labels }, code }: OptionRow, locales: readonly string[]): string =>
  locales.map((locale) => labels[locale]).find((label) => label) ??
  Object.values(labels).find((label) => label !== '') ??
  code;
