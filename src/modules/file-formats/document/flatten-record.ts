import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { writeList } from '../columns/cell-text.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
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
    // A text inside brackets may have a slash.
    const steps = column.split(/\/(?![^[]*\])/).map((part): PathStep | null => {
      const [, key, index, field, text] = STEP.exec(part) ?? [];
      if (key === undefined) return null;
      const entry =
        index !== undefined ? Number(index) : field !== undefined ? { key: field, text: text ?? '' } : null;
      return { key, entry };
    });
    return steps.includes(null) ? [] : [{ column, steps: steps as readonly PathStep[] }];
  });

/** The texts of a column. */
interface Entries {
  readonly texts: string[];
  /** They come from an array, so that one of them alone is a list, too. */
  isList: boolean;
  /** Number of keys that lead to them. */
  readonly depth: number;
}

/** Keys that count for one step to an object around the record: no path of its own is as long. */
const PARENT_DEPTH = 1_000;

/**
 * Returns the texts of a record by its columns, empty for a field without a value: `name/de` for a field of an object,
 * `parent/title` for one of the object around the record. The texts of an array, or of a field of the objects in one, are
 * a list.
 *
 * @throws ValidationFailed `import-file-invalid` when two fields have the same path
 */
export function flattenRecord(
  { value, parents }: PathRecord,
  selectors: readonly PathSelector[],
  listSeparator: string,
): ReadonlyMap<string, string> {
  const columns = new Map<string, Entries>();
  collect(value, { path: '', depth: 0, isList: false }, columns);
  for (const [index, parent] of parents.entries()) {
    const step = index + 1;
    collect(parent, { path: 'parent/'.repeat(step), depth: PARENT_DEPTH * step, isList: false }, columns);
  }
  const cellOf = ({ texts, isList }: Pick<Entries, 'texts' | 'isList'>) => {
    const [text = ''] = texts;
    const isPlain = texts.length < 2 && !(isList && text.includes(listSeparator));
    return isPlain ? text : writeList(texts, listSeparator);
  };
  const cells = new Map<string, string>();
  for (const [column, entries] of columns) cells.set(column, cellOf(entries));
  for (const { column, steps } of selectors) {
    const depth = steps.findIndex(({ key }) => key !== 'parent');
    const around = depth > 0 ? parents[depth - 1] : value;
    const selected: Pick<Entries, 'texts' | 'isList'> = select(
      around ?? null,
      steps.slice(Math.max(depth, 0)),
    );
    if (selected.texts.length > 0) cells.set(column, cellOf(selected));
  }
  return cells;
}

interface Position {
  readonly path: string;
  readonly depth: number;
  readonly isList: boolean;
}

function collect(value: JsonValue, position: Position, columns: Map<string, Entries>): void {
  const { path, depth, isList } = position;
  // A record may be a text alone.
  const column = path === '' ? 'value' : path;
  if (isJsonArray(value)) {
    for (const entry of value) collect(entry, { path, depth, isList: true }, columns);
    if (value.length === 0 && !columns.has(column)) columns.set(column, { texts: [], isList: true, depth });
  } else if (isJsonObject(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      // The text of an element of XML beside its attributes has the name of the element.
      const isText = key === '';
      const below = path === '' || path.endsWith('/') ? path + key : `${path}/${key}`;
      collect(part, isText ? position : { path: below, depth: depth + 1, isList }, columns);
    }
  } else if (value === null || value === '') {
    if (!columns.has(column)) columns.set(column, { texts: [], isList, depth });
  } else {
    const entries = columns.get(column) ?? { texts: [], isList, depth };
    if (entries.depth !== depth) throw invalidFileError(localized('document-column-ambiguous', { column }));
    entries.texts.push(String(value));
    entries.isList ||= isList;
    columns.set(column, entries);
  }
}

/** Returns the texts that the steps of a column lead to. */
function select(value: JsonValue, steps: readonly PathStep[]): { readonly texts: string[]; isList: boolean } {
  const selected = { texts: [] as string[], isList: false };
  const enter = (part: JsonValue, [step, ...rest]: readonly PathStep[]): void => {
    if (isJsonArray(part)) {
      selected.isList = true;
      for (const entry of part) enter(entry, step === undefined ? [] : [step, ...rest]);
    } else if (step === undefined) {
      selected.texts.push(...textsOf(part));
    } else {
      const below = isJsonObject(part) ? (step.key === '' ? part : part[step.key]) : undefined;
      if (below === undefined || below === null) return;
      if (step.entry === null) enter(below, rest);
      else for (const entry of entriesOf(below, step.entry)) enter(entry, rest);
    }
  };
  enter(value, steps);
  return selected;
}

function entriesOf(value: JsonValue, entry: NonNullable<PathStep['entry']>): readonly JsonValue[] {
  const entries = isJsonArray(value) ? value : [value];
  if (typeof entry === 'number') return entries.slice(entry, entry + 1);
  return entries.filter((one) => isJsonObject(one) && textsOf(one[entry.key] ?? null).includes(entry.text));
}

const textsOf = (value: JsonValue): readonly string[] => {
  if (isJsonArray(value)) return value.flatMap(textsOf);
  if (isJsonObject(value)) return textsOf(value[''] ?? null);
  return value === null || value === '' ? [] : [String(value)];
};
