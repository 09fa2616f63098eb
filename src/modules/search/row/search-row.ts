import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { normalizeText } from '../filter/normalize-text.ts';
import { ANY_SCOPE } from '../filter/plan.ts';
import type { IndexedCell, IndexedCompleteness, SearchDocument } from '../filter/search-document.ts';
import {
  equalityKeys,
  type FindFamily,
  isLongText,
  isTextual,
  numbersOf,
  textOf,
} from '../filter/value-keys.ts';
import { type CellEncoding, cellEncoding, type FieldStorage, type RowSettings } from './cell-encoding.ts';
import { cellTerms, termHash } from './term.ts';
import { cellPrefix, prefixedText, type TextColumn } from './text-column.ts';

/** Stored data by which an object is found, beside its times, which the database takes from the object's own row. */
export interface SearchRow extends Readonly<Record<TextColumn, string>> {
  readonly id: string;
  /** Folded SKU or code. */
  readonly key: string;
  /** Status of products; for sorting. */
  readonly status: string | null;
  readonly attribute_set: string | null;
  /** The smallest ratio of all channels and locales; null when there is none. */
  readonly completeness: number | null;
  /** Decimal texts of signed 64-bit numbers, each once. */
  readonly terms: readonly string[];
  /** Numbers by field, of those without a column that is ready. */
  readonly other: Readonly<Record<string, number>>;
  /** Values by column: `n1` …, `t1` …. */
  readonly columns: Readonly<Record<string, number | string>>;
}

/** Mark before SKUs, codes and labels. */
const KEY_MARK = cellPrefix('', ANY_SCOPE);

/** Returns the search row of an object: nothing but its facts and the structure decides its contents. */
export function toSearchRow(documents: SearchDocument, settings: RowSettings): SearchRow {
  const { organizationId, structure } = settings;
  const ratios = documents.completeness.map(({ ratio }) => ratio);
  const row = new Fields();
  const terms = new Set<string>();
  const add = (fact: readonly string[]) => terms.add(termHash(organizationId, fact));
  const findFamily: FindFamily = (code) => structure.families.get(foldKey(code));
  for (const text of [documents.key, ...documents.words])
    row.addText('search_text', prefixedText(KEY_MARK, normalizeText(text)));
  for (const fact of documents.facts) add(fact);
  addCompleteness(documents.completeness, add);
  for (const [code, cells] of Object.entries(documents.values)) {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute === undefined) continue;
    for (const cell of cells) {
      const form = cellEncoding(attribute, cell, settings);
      for (const term of form.filled) terms.add(term);
      if (attribute.filterable) addTerms(attribute, cell, form, settings, add);
      addFields(attribute, cell, form, row, findFamily);
    }
  }
  const onlyOne = (name: string) => documents.facts.find(([first]) => first === name)?.[1] ?? null;
  return {
    id: documents.id,
    key: foldKey(documents.key),
    status: onlyOne('status'),
    attribute_set: onlyOne('set'),
    completeness: ratios.length === 0 ? null : Math.min(...ratios),
    terms: [...terms],
    ...row.texts,
    other: row.other,
    columns: row.columns,
  };
}

/** Adds the facts that equal the value of a cell that can be filtered by. */
function addTerms(
  attribute: AttributeDefinition,
  { value }: IndexedCell,
  { scopes }: CellEncoding,
  { columns, structure }: RowSettings,
  add: (fact: readonly string[]) => void,
): void {
  const { code, type } = attribute;
  if (isTextual(attribute)) {
    // Texts differ from each other, so where a column has them, no index should have them once more.
    if (!columns.keepsTexts(attribute, structure))
      for (const key of equalityKeys(attribute, value)) add(cellTerms.value(code, ANY_SCOPE, key));
    return;
  }
  const keys = equalityKeys(attribute, value);
  for (const cellScope of scopes) {
    for (const key of keys) add(cellTerms.value(code, cellScope, key));
    if (type === 'multi_select') add(cellTerms.items(code, cellScope, keys));
    if (type === 'media_list' && isJsonArray(value)) add(cellTerms.count(code, cellScope, value.length));
  }
}

/** Adds the facts of completeness; an attribute that is missing in each locale of a channel is added once. */
function addCompleteness(
  entries: readonly IndexedCompleteness[],
  add: (fact: readonly string[]) => void,
): void {
  for (const [channel, inChannel] of Map.groupBy(entries, (entry) => entry.channel)) {
    const counts = new Map<string, number>();
    for (const code of inChannel.flatMap(({ missing }) => missing))
      counts.set(code, (counts.get(code) ?? 0) + 1);
    for (const { locale, ratio, missing } of inChannel) {
      add(cellTerms.complete(channel, locale, ratio));
      for (const code of missing)
        add(cellTerms.missing(code, channel, counts.get(code) === inChannel.length ? null : locale));
    }
  }
}

/** Columns hold the beginning of texts; more would not fit into an index. */
export const COLUMN_CHARACTERS = 255;

/** Returns the part of a text in search form that a column holds. */
export const truncateForColumn = (text: string): string =>
  text.length <= COLUMN_CHARACTERS ? text : [...text].slice(0, COLUMN_CHARACTERS).join('');

function addFields(
  attribute: AttributeDefinition,
  { value }: IndexedCell,
  { text: textSlot, slotFor }: CellEncoding,
  row: Fields,
  findFamily: FindFamily,
): void {
  const text = textOf(attribute, value);
  if (text !== null && textSlot !== null) row.addText(textSlot.column, prefixedText(textSlot.mark, text));
  if (!attribute.filterable) return;
  if (text !== null && !isLongText(attribute)) row.put(slotFor(null), truncateForColumn(text));
  for (const { currency, number } of numbersOf(attribute, value, findFamily))
    row.put(slotFor(currency), number);
}

/** Gathers what stands in columns. */
class Fields {
  readonly #texts: Readonly<Record<TextColumn, string[]>> = { search_text: [], texts: [], long_texts: [] };
  readonly columns: Record<string, number | string> = {};
  readonly other = nullPrototypeObject<number>();

  /** Texts in an order of their own, whatever order values come in. */
  get texts(): Record<TextColumn, string> {
    const { search_text, texts, long_texts } = this.#texts;
    const joined = (column: readonly string[]) =>
      column.length < 2 ? (column[0] ?? '') : column.toSorted().join('');
    return { search_text: joined(search_text), texts: joined(texts), long_texts: joined(long_texts) };
  }

  addText(column: TextColumn, text: string): void {
    this.#texts[column].push(text);
  }

  put({ column, key }: FieldStorage, value: number | string): void {
    if (column !== undefined) this.columns[column.name] = value;
    if (column?.ready !== true && typeof value === 'number') this.other[key] = value;
  }
}
