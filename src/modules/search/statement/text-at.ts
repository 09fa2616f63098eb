import type { AttributeDefinition } from '../../attribute/index.ts';
import { asciiForm, fromAsciiForm } from '../row/ascii-form.ts';
import type { Field } from '../row/column.ts';
import { COLUMN_CHARACTERS } from '../row/search-row.ts';
import { END, markOf, textColumnOf } from '../row/text-column.ts';
import type { Parameters } from './parameters.ts';

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
export function textAt(field: Field, attribute: AttributeDefinition, parameters: Parameters): string {
  const column = `row.${textColumnOf(attribute) ?? 'texts'}`;
  const mark = parameters.add(markOf(field.attribute, field), 'text');
  const text = `CASE WHEN strpos(${column}, ${mark}) > 0
    THEN split_part(split_part(${column}, ${mark}, 2), '${END}', 1) END`;
  const beginning = `CASE WHEN length(text) <= ${COLUMN_CHARACTERS} THEN text ELSE substring(text from '${BEGINNING}') END`;
  const sortForm = `translate(${beginning}, '${CAPITALS}', '${BEHIND_ASCII}')`;
  // Most are short and in ASCII. OFFSET 0: looked up once.
  const isSortForm = `length(text) <= ${COLUMN_CHARACTERS} AND lower(text) = text`;
  return `(SELECT CASE WHEN ${isSortForm} THEN text ELSE ${sortForm} END FROM (SELECT ${text} AS text OFFSET 0) AS found)`;
}

/** Returns the sort form of a text in search form, as it stands in a column. */
export const toSortForm = (text: string): string =>
  asciiForm(text).replace(/[A-Z]/g, (letter) => TO_SORT_FORM.get(letter) ?? letter);

/** Returns the text in search form that a sort form stands for. */
export const fromSortForm = (text: string): string =>
  fromAsciiForm(text.replace(/[^ -~]/g, (letter) => FROM_SORT_FORM.get(letter) ?? letter));
