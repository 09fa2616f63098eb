import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { writeList } from '../columns/cell-text.ts';
import type { PathRecord } from './read-json-records.ts';

/** A column that chooses among the entries of an array: `prices[currency=EUR]/amount`, `images[0]/url`. */
export interface PathSelector {
  readonly column: string;
  readonly steps: readonly PathStep[];
}

interface PathStep {
  readonly key: string;
  /** Position of an entry, or the field that it has with a text. */
  readonly entry: number | { readonly key: string; readonly text: string } | null;
}

const STEP = /^([^[\]]*)(?:\[(?:(\d{1,6})|([^=\]]+)=([^\]]*))\])?$/;

/** Returns the columns among some names that choose among entries of arrays. */
export const selectorsIn = (names: readonly string[]): readonly PathSelector[] =>
  names.flatMap((column) => {
    if (!column.includes('[')) return [];
    const steps = column.split('/').map((part): PathStep | null => {
      const [, key, index, field, text] = STEP.exec(part) ?? [];
      if (key === undefined) return null;
      const entry =
        index !== undefined ? Number(index) : field !== undefined ? { key: field, text: text ?? '' } : null;
      return { key, entry };
    });
    return steps.includes(null) ? [] : [{ column, steps: steps as readonly PathStep[] }];
  });

/**
 * Returns the texts of a record by its columns: `name/de` for a field of an object; of an array of texts, or of a field
 * in an array of objects, a list of all; `parent/title` for a field of the object around it.
 */
export function flattenRecord(
  { value, parents }: PathRecord,
  selectors: readonly PathSelector[],
  listSeparator: string,
): ReadonlyMap<string, string> {
  const lists = new Map<string, string[]>();
  collect(value, '', lists);
  for (const [index, parent] of parents.entries()) collect(parent, 'parent/'.repeat(index + 1), lists);
  const texts = new Map<string, string>();
  for (const [column, entries] of lists)
    texts.set(column, entries.length === 1 ? (entries[0] ?? '') : writeList(entries, listSeparator));
  for (const { column, steps } of selectors) {
    const selected = select(value, steps).flatMap(textsOf);
    if (selected.length > 0)
      texts.set(column, selected.length === 1 ? (selected[0] ?? '') : writeList(selected, listSeparator));
  }
  return texts;
}

function collect(value: JsonValue, path: string, lists: Map<string, string[]>): void {
  if (isJsonArray(value)) {
    for (const entry of value) collect(entry, path, lists);
  } else if (isJsonObject(value)) {
    // The text of an element of XML beside its attributes has the name of the element.
    for (const [key, part] of Object.entries(value))
      if (part !== undefined)
        collect(
          part,
          key === '' ? path : path === '' || path.endsWith('/') ? path + key : `${path}/${key}`,
          lists,
        );
  } else if (value !== null && value !== '') {
    const entries = lists.get(path);
    if (entries === undefined) lists.set(path, [String(value)]);
    else entries.push(String(value));
  }
}

function select(value: JsonValue, steps: readonly PathStep[]): readonly JsonValue[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (isJsonArray(value)) return value.flatMap((entry) => select(entry, steps));
  const below = isJsonObject(value) ? (step.key === '' ? value : value[step.key]) : undefined;
  if (below === undefined || below === null) return [];
  const entries: readonly JsonValue[] = isJsonArray(below) ? below : [below];
  const { entry } = step;
  const selectedEntries =
    entry === null
      ? entries
      : typeof entry === 'number'
        ? entries.slice(entry, entry + 1)
        : entries.filter(
            (one) =>
              isJsonObject(one) && textsOf((one as JsonObject)[entry.key] ?? null).includes(entry.text),
          );
  return selectedEntries.flatMap((one) => select(one, rest));
}

const textsOf = (value: JsonValue): readonly string[] => {
  if (isJsonArray(value)) return value.flatMap(textsOf);
  if (isJsonObject(value)) return textsOf(value[''] ?? null);
  return value === null || value === '' ? [] : [String(value)];
};
