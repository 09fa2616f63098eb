import { bareObject } from '../../../kernel/bare-object.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { CompletenessFact, FactCell, Facts } from '../filter/facts.ts';
import { ANYWHERE, type Place } from '../filter/plan.ts';
import { searchForm } from '../filter/search-form.ts';
import {
  equalityKeys,
  type FindFamily,
  isLong,
  isNumeric,
  isTextual,
  numbersOf,
  textOf,
} from '../filter/value-keys.ts';
import { type Field, fieldKey, type SearchColumns, textField } from './column.ts';
import { termOf, words } from './term.ts';
import { markedText, type TextColumn, textColumnOf } from './text-column.ts';

/** What is stored of an object to find it by, beside its times, which the database takes from the object's own row. */
export interface SearchRow extends Readonly<Record<TextColumn, string>> {
  readonly id: string;
  /** Folded SKU or code. */
  readonly key: string;
  /** Of products; for sorting. */
  readonly status: string | null;
  readonly attribute_set: string | null;
  /** The smallest ratio of all channels and locales; null when there is none. */
  readonly completeness: number | null;
  /** Decimal texts of signed 64-bit numbers, each once. */
  readonly terms: readonly string[];
  /** Numbers by field, of those without a column that is ready. */
  readonly other: Readonly<Record<string, number>>;
  /** By column: `n1` …, `t1` …. */
  readonly columns: Readonly<Record<string, number | string>>;
}

export interface RowSettings {
  readonly organizationId: string;
  readonly structure: CatalogueStructure;
  readonly columns: SearchColumns;
}

/** The search row of an object: nothing but its facts and the structure decides what is in it. */
export function toSearchRow(facts: Facts, settings: RowSettings): SearchRow {
  const { organizationId, structure } = settings;
  const ratios = facts.completeness.map(({ ratio }) => ratio);
  const row = new Fields(settings.columns);
  const terms = new Set<string>();
  const add = (fact: readonly string[]) => terms.add(termOf(organizationId, fact));
  const findFamily: FindFamily = (code) => structure.families.get(foldKey(code));
  for (const text of [facts.key, ...facts.words]) row.addText('search_text', '', ANYWHERE, searchForm(text));
  for (const fact of facts.facts) add(fact);
  addCompleteness(facts.completeness, add);
  for (const [code, cells] of Object.entries(facts.values)) {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute === undefined) continue;
    for (const cell of cells) {
      if (attribute.filterable) addFacts(attribute, cell, settings, add);
      addFields(attribute, cell, row, findFamily);
    }
  }
  const onlyOne = (name: string) => facts.facts.find(([first]) => first === name)?.[1] ?? null;
  return {
    id: facts.id,
    key: foldKey(facts.key),
    status: onlyOne('status'),
    attribute_set: onlyOne('set'),
    completeness: ratios.length === 0 ? null : Math.min(...ratios),
    terms: [...terms],
    ...row.texts,
    other: row.other,
    columns: row.columns,
  };
}

/** The places that a cell is found at: its own and, when it has one, "in some cell". */
function placesOf({ channel, locale }: FactCell): readonly Place[] {
  if (channel === undefined && locale === undefined) return [ANYWHERE];
  return [{ channel: channel ?? null, locale: locale ?? null }, ANYWHERE];
}

function addFacts(
  attribute: AttributeDefinition,
  cell: FactCell,
  { columns, structure }: RowSettings,
  add: (fact: readonly string[]) => void,
): void {
  const { code, type } = attribute;
  if (isTextual(attribute)) {
    for (const place of placesOf(cell)) add(words.filled(code, place));
    // Texts differ from each other, so where a column has them, no index should have them once more.
    if (!columns.hasTexts(attribute, structure))
      for (const key of equalityKeys(attribute, cell.value)) add(words.value(code, ANYWHERE, key));
    return;
  }
  // That a number is there is seen in its column.
  if (isNumeric(attribute) && type !== 'price') return;
  const keys = equalityKeys(attribute, cell.value);
  for (const place of placesOf(cell)) {
    add(words.filled(code, place));
    for (const key of keys) add(words.value(code, place, key));
    if (type === 'multi_select') add(words.items(code, place, keys));
    if (type === 'media_list' && isJsonArray(cell.value)) add(words.count(code, place, cell.value.length));
  }
}

/** What is missing in each locale of a channel is said once. */
function addCompleteness(entries: readonly CompletenessFact[], add: (fact: readonly string[]) => void): void {
  for (const [channel, inChannel] of Map.groupBy(entries, (entry) => entry.channel)) {
    const counts = new Map<string, number>();
    for (const code of inChannel.flatMap(({ missing }) => missing))
      counts.set(code, (counts.get(code) ?? 0) + 1);
    for (const { locale, ratio, missing } of inChannel) {
      add(words.complete(channel, locale, ratio));
      for (const code of missing)
        add(words.missing(code, channel, counts.get(code) === inChannel.length ? null : locale));
    }
  }
}

/** Columns hold the beginning of texts; more would not fit into an index. */
export const COLUMN_CHARACTERS = 255;

function addFields(
  attribute: AttributeDefinition,
  cell: FactCell,
  row: Fields,
  findFamily: FindFamily,
): void {
  const place = { channel: cell.channel ?? null, locale: cell.locale ?? null };
  const text = textOf(attribute, cell.value);
  const column = textColumnOf(attribute);
  if (text !== null && column !== null) row.addText(column, attribute.code, place, text);
  if (!attribute.filterable) return;
  const field = { attribute: attribute.code, ...place };
  if (text !== null && !isLong(attribute))
    row.put(textField(attribute.code, place), text.slice(0, COLUMN_CHARACTERS));
  for (const { currency, number } of numbersOf(attribute, cell.value, findFamily))
    row.put({ kind: 'number', ...field, currency }, number);
}

/** Gathers what stands in columns. */
class Fields {
  readonly #texts: Readonly<Record<TextColumn, string[]>> = { search_text: [], texts: [], long_texts: [] };
  readonly columns: Record<string, number | string> = {};
  readonly other = bareObject<number>();
  readonly #columns: SearchColumns;

  constructor(columns: SearchColumns) {
    this.#columns = columns;
  }

  /** In an order of their own, whatever order values come in. */
  get texts(): Record<TextColumn, string> {
    const { search_text, texts, long_texts } = this.#texts;
    const joined = (column: readonly string[]) =>
      column.length < 2 ? (column[0] ?? '') : column.toSorted().join('');
    return { search_text: joined(search_text), texts: joined(texts), long_texts: joined(long_texts) };
  }

  addText(column: TextColumn, attribute: string, place: Place, text: string): void {
    this.#texts[column].push(markedText(attribute, place, text));
  }

  put(field: Field, value: number | string): void {
    const column = this.#columns.written(field);
    if (column !== undefined) this.columns[column.name] = value;
    if (column?.ready !== true && typeof value === 'number') this.other[fieldKey(field)] = value;
  }
}
