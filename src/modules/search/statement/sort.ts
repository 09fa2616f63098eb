import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { Parameters } from '../../../platform/database/parameters.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { decodeAscii, encodeAscii } from '../row/ascii-encoding.ts';
import type { Field, SearchColumns } from '../row/column.ts';
import { COLUMN_CHARACTERS } from '../row/search-row.ts';
import { cellTerms, termHash } from '../row/term.ts';
import { cellPrefix, TEXT_END, textColumnOf } from '../row/text-column.ts';
import { type CompileSettings, RATIOS, rowNumber } from './compile-plan.ts';
import { type RankedTerms, rankConditions } from './relevance.ts';
import { numberSql } from './row-condition.ts';
import { TIMESTAMP_COLUMNS } from './timestamp-columns.ts';

export type SortProperty =
  | 'key'
  | 'status'
  | 'attributeSet'
  | 'createdAt'
  | 'updatedAt'
  | 'effectiveUpdatedAt'
  | 'completeness'
  | 'tags'
  | 'id';

/** Order of results; the id follows last, in the direction of the first. */
export type Sort =
  | { readonly by: SortProperty; readonly descending: boolean }
  | { readonly by: 'field'; readonly field: Field; readonly descending: boolean }
  /** The completeness in one channel and locale, which has no column. */
  | { readonly by: 'completenessAt'; readonly at: MeasuredScope; readonly descending: boolean }
  /** Relevance: quality of the match with the words of the query, the best first. */
  | { readonly by: 'relevance'; readonly words: RankedTerms; readonly descending: false };

interface MeasuredScope {
  readonly channel: string;
  readonly locale: string;
}

/** A sort key in a statement. */
export interface SortKey {
  readonly sql: string;
  readonly type: 'text' | 'float8' | 'smallint' | 'uuid';
  readonly descending: boolean;
  /** True if rows can lack the value; they come last, whatever the direction. */
  readonly isNullable: boolean;
  /** Conditions for each value of a key with few values, in ascending order. */
  readonly cases?: readonly SortCase[];
  /** No index gives this order: all rows that a search finds are read, and the first of them kept. */
  readonly isUnindexed?: boolean;
}

interface SortCase {
  readonly value: number | null;
  /** Holds for no other case. */
  readonly condition: string;
}

const PROPERTIES: Readonly<Record<Exclude<SortProperty, 'tags'>, Omit<SortKey, 'descending'>>> = {
  id: { sql: 'row.id', type: 'uuid', isNullable: false },
  key: { sql: 'row.key', type: 'text', isNullable: false },
  status: { sql: 'row.status', type: 'text', isNullable: false },
  attributeSet: { sql: 'row.attribute_set', type: 'text', isNullable: true },
  createdAt: { sql: TIMESTAMP_COLUMNS.createdAt, type: 'float8', isNullable: false },
  updatedAt: { sql: TIMESTAMP_COLUMNS.updatedAt, type: 'float8', isNullable: false },
  effectiveUpdatedAt: { sql: TIMESTAMP_COLUMNS.effectiveUpdatedAt, type: 'float8', isNullable: false },
  completeness: { sql: 'row.completeness', type: 'smallint', isNullable: true },
};

export function sortKeys(sorts: readonly Sort[], settings: CompileSettings): SortKey[] {
  const { organizationId } = settings;
  const keys = sorts.map((sort): SortKey => {
    const { descending } = sort;
    if (sort.by === 'tags') return { ...presenceOf(['tags'], organizationId), descending };
    if (sort.by === 'relevance')
      return { ...byCases(rankConditions(sort.words, settings, settings.parameters)), descending };
    if (sort.by === 'completenessAt') return { ...completenessAt(sort.at, organizationId), descending };
    if (sort.by !== 'field') return { ...PROPERTIES[sort.by], descending };
    return { ...fieldKeyOf(sort.field, settings), descending, isNullable: true };
  });
  return [...keys, { ...PROPERTIES.id, descending: keys[0]?.descending ?? false }];
}

/** Returns the key of a field by its column, or by its position without one: the same values in the same order. */
function fieldKeyOf(field: Field, settings: CompileSettings): Pick<SortKey, 'sql' | 'type' | 'isUnindexed'> {
  const { columns, parameters, structure } = settings;
  const column = columns.ready(field);
  const isUnindexed = column === undefined;
  if (field.kind === 'number')
    return { sql: numberSql(rowNumber(field, settings), parameters), type: 'float8', isUnindexed };
  if (column !== undefined) return { sql: `row.${column}`, type: 'text', isUnindexed };
  const attribute = structure.attributes.get(foldKey(field.attribute));
  if (attribute === undefined) throw new Error(`There is no attribute ${field.attribute} to sort by.`);
  return { sql: sortTextSql(field, attribute, parameters), type: 'text', isUnindexed };
}

/** Returns a position as cursors hold it: the same whether fields have a column at the time or not. */
export const toCursorPosition = (
  sorts: readonly Sort[],
  columns: SearchColumns,
  position: readonly JsonValue[],
): readonly JsonValue[] => withTexts(sorts, columns, position, decodeSortText);

/** Returns the position in a statement that a cursor stands for. */
export const fromCursorPosition = (
  sorts: readonly Sort[],
  columns: SearchColumns,
  position: readonly JsonValue[],
): readonly JsonValue[] => withTexts(sorts, columns, position, encodeSortText);

function withTexts(
  sorts: readonly Sort[],
  columns: SearchColumns,
  position: readonly JsonValue[],
  convert: (text: string) => string,
): readonly JsonValue[] {
  return position.map((value, index) => {
    const sort = sorts[index];
    const isConverted =
      sort?.by === 'field' && sort.field.kind === 'text' && columns.ready(sort.field) === undefined;
    return isConverted && typeof value === 'string' ? convert(value) : value;
  });
}

/** Returns the sort key by which rows with a fact come first. */
const presenceOf = (fact: readonly string[], organizationId: string) =>
  byCases([`row.terms @> ARRAY['${termHash(organizationId, fact)}'::bigint]`]);

/** Returns the position of the first condition that holds; behind the last where none does. */
function byCases(conditions: readonly string[]): Omit<SortKey, 'descending'> {
  const values = conditions.map((condition, value) => `WHEN ${condition} THEN ${value}`);
  const sql = `CASE ${values.join(' ')} ELSE ${conditions.length} END`;
  const cases = [...conditions, 'true'].map((condition, value) => {
    const others = conditions.slice(0, value).map((one) => `NOT (${one})`);
    return { value, condition: [...others, condition].join(' AND ') };
  });
  return { sql, type: 'smallint', isNullable: false, cases };
}

/**
 * Returns the sort key of a completeness. A row has a term for the ratio in each channel and locale: an index finds
 * those of one, and the term gives the ratio.
 */
function completenessAt(
  { channel, locale }: MeasuredScope,
  organizationId: string,
): Omit<SortKey, 'descending'> {
  const terms = RATIOS.map((ratio) => termHash(organizationId, cellTerms.complete(channel, locale, ratio)));
  const all = `ARRAY[${terms.join(', ')}]::bigint[]`;
  const cases = terms.map((term, value) => ({ value, condition: `row.terms @> ARRAY[${term}]::bigint[]` }));
  return {
    sql: `(SELECT array_position(${all}, term) - 1 FROM unnest(row.terms) AS term WHERE term = ANY (${all}) LIMIT 1)`,
    type: 'smallint',
    isNullable: true,
    cases: [...cases, { value: null, condition: `NOT row.terms && ${all}` }],
    isUnindexed: true,
  };
}

/** Returns `ORDER BY` of keys. */
export function orderBy(keys: readonly SortKey[]): string {
  // Only where it changes something: an index in the other direction does not give it.
  const last = ({ isNullable }: SortKey) => (isNullable ? ' NULLS LAST' : '');
  return keys.map((key) => `${key.sql} ${key.descending ? 'DESC' : 'ASC'}${last(key)}`).join(', ');
}

/**
 * Returns the condition "behind this position" in the order of the keys, rows without a value last. Where all keys have
 * values and one direction it is one comparison of rows, which an index supports.
 */
export function afterPosition(
  keys: readonly SortKey[],
  position: readonly JsonValue[],
  { parameters }: Pick<CompileSettings, 'parameters'>,
): string {
  const at = (index: number) => parameters.add(position[index], keys[index]?.type ?? 'text');
  const [first] = keys;
  const isOneWay = keys.every(({ descending }) => descending === first?.descending);
  if (isOneWay && keys.every(({ isNullable }) => !isNullable)) {
    const sides = [keys.map(({ sql }) => sql), keys.map((_, index) => at(index))];
    return sides.map((side) => `(${side.join(', ')})`).join(first?.descending ? ' < ' : ' > ');
  }
  const alternatives = keys.flatMap((key, index) => {
    const value = position[index] ?? null;
    // Nothing comes after what has no value.
    if (value === null) return [];
    const beyond = `${key.sql} ${key.descending ? '<' : '>'} ${at(index)}`;
    const equal = keys
      .slice(0, index)
      .map(({ sql }, i) => ((position[i] ?? null) === null ? `${sql} IS NULL` : `${sql} = ${at(i)}`));
    return [`(${[...equal, key.isNullable ? `(${beyond} OR ${key.sql} IS NULL)` : beyond].join(' AND ')})`];
  });
  return `(${alternatives.join(' OR ')})`;
}

/** Returns the condition "before another row" in the order of the keys, by the SQL of the other's values. */
export function precedes(keys: readonly SortKey[], others: readonly string[]): string {
  const alternatives = keys.map((key, index) => {
    const other = others[index] ?? '';
    const equal = keys.slice(0, index).map(({ sql, isNullable }, at) => {
      return isNullable ? `${sql} IS NOT DISTINCT FROM ${others[at]}` : `${sql} = ${others[at]}`;
    });
    const closer = `${key.sql} ${key.descending ? '>' : '<'} ${other}`;
    const beyond = key.isNullable ? `(${closer} OR (${other} IS NULL AND ${key.sql} IS NOT NULL))` : closer;
    return `(${[...equal, beyond].join(' AND ')})`;
  });
  return `(${alternatives.join(' OR ')})`;
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Characters behind all of ASCII, so that what is spelled in capitals comes behind it, as the characters themselves do. */
const BEHIND_ASCII = [...CAPITALS].map((_, index) => String.fromCodePoint(0x100 + index)).join('');
const TO_SORT_FORM = new Map([...CAPITALS].map((letter, index) => [letter, BEHIND_ASCII[index] ?? '']));
const FROM_SORT_FORM = new Map([...CAPITALS].map((letter, index) => [BEHIND_ASCII[index] ?? '', letter]));

/** Pattern of as many characters as a column holds, in ASCII form. */
const BEGINNING = `^(?:[A-F]..|[G-I]....|[^A-I]){0,${COLUMN_CHARACTERS}}`;

/**
 * Returns the beginning of a text that has no column to sort by, from the column in which it is searched, in sort form:
 * in the order of the texts themselves. NULL where there is none.
 */
function sortTextSql(field: Field, attribute: AttributeDefinition, parameters: Parameters): string {
  const column = `row.${textColumnOf(attribute) ?? 'texts'}`;
  const mark = parameters.add(cellPrefix(field.attribute, field), 'text');
  const text = `CASE WHEN strpos(${column}, ${mark}) > 0
    THEN split_part(split_part(${column}, ${mark}, 2), '${TEXT_END}', 1) END`;
  const beginning = `CASE WHEN length(text) <= ${COLUMN_CHARACTERS} THEN text ELSE substring(text from '${BEGINNING}') END`;
  const sortForm = `translate(${beginning}, '${CAPITALS}', '${BEHIND_ASCII}')`;
  // Most are short and in ASCII. OFFSET 0: looked up once.
  const isSortForm = `length(text) <= ${COLUMN_CHARACTERS} AND lower(text) = text`;
  return `(SELECT CASE WHEN ${isSortForm} THEN text ELSE ${sortForm} END FROM (SELECT ${text} AS text OFFSET 0) AS found)`;
}

/** Returns the sort form of a text in search form, as it stands in a column. */
const encodeSortText = (text: string): string =>
  encodeAscii(text).replace(/[A-Z]/g, (letter) => TO_SORT_FORM.get(letter) ?? letter);

/** Returns the text in search form that a sort form stands for. */
const decodeSortText = (text: string): string =>
  decodeAscii(text.replace(/[^ -~]/g, (letter) => FROM_SORT_FORM.get(letter) ?? letter));
