import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import { type Cell, emptyValues, type Values } from './cells/cells.ts';

/** Options of a set, or entities of a type, that give way to another one; codes in their stored case. */
export interface CodeReplacement {
  /** The attributes whose values are options of the set or entities of the type. */
  readonly attributes: ReadonlySet<string>;
  readonly merged: ReadonlySet<string>;
  readonly keep: string;
}

/**
 * Returns values with one code in place of others, in every channel and locale; the very object `values` where none
 * of them stands. A list names the code once, at the first position of any of them. No rule is checked: a value that
 * its attribute would reject by now moves as well.
 */
export function replaceCodes(values: Values, replacement: CodeReplacement): Values {
  const { attributes } = replacement;
  const changed = new Map<string, readonly Cell[]>();
  for (const [code, cells] of Object.entries(values)) {
    if (!attributes.has(code)) continue;
    const after = cells.map((cell) => {
      const value = replacedValue(cell.value, replacement);
      return value === cell.value ? cell : { ...cell, value };
    });
    if (after.some((cell, index) => cell !== cells[index])) changed.set(code, after);
  }
  if (changed.size === 0) return values;
  const replaced = emptyValues();
  for (const [code, cells] of Object.entries(values)) replaced[code] = changed.get(code) ?? cells;
  return replaced;
}

/** Returns the value of a cell after the replacement; the same value where it contains none of the codes. */
export function replacedValue(value: JsonValue, { merged, keep }: CodeReplacement): JsonValue {
  const isMerged = (code: JsonValue) => typeof code === 'string' && merged.has(code);
  if (!isJsonArray(value)) return isMerged(value) ? keep : value;
  return value.some(isMerged) ? [...new Set(value.map((code) => (isMerged(code) ? keep : code)))] : value;
}
