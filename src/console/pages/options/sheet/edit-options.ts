import { codeFromLabel } from '../../../catalogue/model/code-from-label.ts';
import type { Draft, FieldChange } from '../../../catalogue/model/config-page-types.ts';
import { parseOptionCell } from '../content/option-cell.ts';
import { cellName, findOption, newOptionName } from '../content/option-elements.ts';
import {
  cellValue,
  localeOfColumn,
  type OptionColumn,
  type OptionValue,
  valuesOf,
} from '../content/option-values.ts';
import type { OptionSet } from '../option-documents.ts';
import type { OptionRow } from './option-rows.ts';

/** A draft of a set, and the set as it is stored. */
export interface OptionDraft {
  readonly item: OptionSet;
  readonly draft: Draft;
}

/** Letters, digits, `_` and `-`. */
const CODE = /^[\w-]{1,100}$/;

/** Columns of texts that are no value of an option. */
const OTHER_COLUMNS: ReadonlySet<string> = new Set(['code', 'products', 'position']);

/** Columns whose cells are edited; the code is, while an option is new. */
const isValueColumn = (column: string): column is OptionColumn => !OTHER_COLUMNS.has(column);

/** Returns the change of one cell. */
export function cellChange(
  { item, draft }: OptionDraft,
  code: string,
  column: OptionColumn,
  value: OptionValue,
): FieldChange {
  const name = cellName(code, column);
  const option = findOption(item, code);
  const stored = option === undefined ? null : cellValue(valuesOf(option), column);
  return { name, base: draft[name]?.base ?? stored, value };
}

/** Returns the changes that create an option. */
export function additionChanges(
  code: string,
  values: readonly (readonly [OptionColumn, OptionValue])[],
): readonly FieldChange[] {
  return [
    { name: newOptionName(code), base: null, value: true },
    ...values.map(([column, value]) => ({ name: cellName(code, column), base: null, value })),
  ];
}

/** Returns a code for a new option with a label, which no other option has. */
export function freeCode(label: string, codes: ReadonlySet<string>): string {
  const isTaken = (code: string) => codes.has(code.toLowerCase());
  return codeFromLabel(label, isTaken) || codeFromLabel('option', isTaken);
}

/** Texts of a row, by column. */
export type RowTexts = ReadonlyMap<string, string>;

/** Returns the changes of a row for texts; texts of columns that are not edited, and those without a meaning, are left out. */
export function rowChanges(option: OptionDraft, row: OptionRow, texts: RowTexts): readonly FieldChange[] {
  return parseTexts(texts).map(([column, value]) => cellChange(option, row.code, column, value));
}

const parseTexts = (texts: RowTexts): readonly (readonly [OptionColumn, OptionValue])[] =>
  [...texts].flatMap(([column, text]) => {
    const value = isValueColumn(column) ? parseOptionCell(column, text) : null;
    return value === null ? [] : [[column as OptionColumn, value] as const];
  });

/**
 * Returns the changes that create an option of the texts of a row: its code is the typed one, otherwise made of its first
 * label.
 *
 * @param codes codes of all options in lower case
 * @returns null if there is nothing to make a code of
 */
export function newRowChanges(
  texts: RowTexts,
  codes: ReadonlySet<string>,
): { readonly code: string; readonly changes: readonly FieldChange[] } | null {
  const typedCode = texts.get('code')?.trim() ?? '';
  const label = [...texts].find(
    ([column, text]) => localeOfColumn(column) !== null && text.trim() !== '',
  )?.[1];
  const isCode = CODE.test(typedCode) && !codes.has(typedCode.toLowerCase());
  if (!isCode && label === undefined) return null;
  const code = isCode ? typedCode : freeCode(label ?? '', codes);
  return { code, changes: additionChanges(code, parseTexts(texts)) };
}

/** Returns the changes that give a new option another code; none if another option has it. */
export function recodeChanges(
  draft: Draft,
  from: string,
  to: string,
  codes: ReadonlySet<string>,
): readonly FieldChange[] {
  if (!CODE.test(to) || codes.has(to.toLowerCase())) return [];
  return Object.entries(draft).flatMap(([name, { base, value }]) => {
    const [kind = '', code, ...rest] = name.split('/');
    if (code !== from || (kind !== 'cell' && kind !== 'new')) return [];
    return [
      { name, base: null, value: null },
      { name: [kind, to, ...rest].join('/'), base, value },
    ];
  });
}
