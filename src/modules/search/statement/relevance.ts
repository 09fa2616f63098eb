import { foldKey } from '../../../kernel/codes.ts';
import type { Parameters } from '../../../platform/database/parameters.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { ANY_SCOPE } from '../filter/plan.ts';
import { requiredSubstrings } from '../filter/plan-query-term.ts';
import { scopesWithin, textField } from '../row/column.ts';
import { COLUMN_CHARACTERS } from '../row/search-row.ts';
import { cellPrefix, TEXT_END, textColumnOf } from '../row/text-column.ts';
import { displayScopes, isSearchable, type SearchableTexts } from '../spelling/searchable-texts.ts';
import { ASCII_SEPARATOR, escaped, literal, SEPARATOR, type SearchScope } from './compile-plan.ts';

/** Words by which products are ranked. */
export interface RankedTerms {
  /** The query as it was typed. */
  readonly query: string;
  /** Words of the query in search form, each with its spellings, as it was typed first. */
  readonly words: readonly (readonly string[])[];
  /** Names that are compared with them; all when left out. */
  readonly texts?: SearchableTexts | undefined;
}

/** Maximum number of words that are searched for in names one by one. */
const MAX_RANKED_TERMS = 10;
/** Maximum number of ways to spell a whole query that are searched for as a name. */
const MAXIMUM_COMBINATIONS = 20;
/** Maximum number of cells (attributes, channels and locales) that are distinguished from other texts. */
const MAXIMUM_NAME_CELLS = 500;

/**
 * Returns conditions on rows, the best first; a row has the rank of the first one that holds, rows that fulfil none
 * come last:
 *
 * 1. the SKU, an identifier or a label is the query,
 * 2. each word is a word of one of them,
 * 3. each word is a part of one of them,
 * 4. each word is a part of some text as it was typed; only where parts of it are enough to be found (CJK).
 */
export function rankConditions(
  { query, words, texts }: RankedTerms,
  scope: SearchScope,
  parameters: Parameters,
): readonly string[] {
  const matches = (pattern: string) => `row.search_text ~ ${parameters.add(pattern, 'text')}`;
  const contains = (text: string) => `row.search_text LIKE ${parameters.add(`%${text}%`, 'text')}`;
  const { columns, marks } = namesOf(scope, texts);
  const labels = combinations(words);
  const isWhole = [
    `row.key = ${parameters.add(foldKey(query.trim()), 'text')}`,
    ...columns.map(
      (column) => `(row.${column} IS NOT NULL AND row.${column} = ANY (${parameters.add(labels, 'text[]')}))`,
    ),
  ];
  const first = `(${isWhole.join(' OR ')})`;
  if (words.length > MAX_RANKED_TERMS) return [first];
  const name = marks.length === 1 ? marks[0] : `(?:${marks.join('|')})`;
  // An index that evaluates both finds the rows with the parts of the one and of the other: the second is kept from it.
  const standsInName = (pattern: string) =>
    `(row.search_text || '') ~ ${parameters.add(`${name}${pattern}`, 'text')}`;
  const isWord = (word: string) =>
    `((${matches(`${literal(word)}${ASCII_SEPARATOR}`)} OR ${contains(`${escaped(word)}${TEXT_END}`)}) AND
      ${standsInName(`(?:[^${TEXT_END}]*${SEPARATOR})?${literal(word)}${SEPARATOR}`)})`;
  const isPart = (word: string) =>
    `(${contains(escaped(word))} AND ${standsInName(`[^${TEXT_END}]*${literal(word)}`)})`;
  const each = (test: (word: string) => string) =>
    `(${words.map((spellings) => `(${spellings.map(test).join(' OR ')})`).join(' AND ')})`;
  const hasParts = words.some(([word = '']) => requiredSubstrings(word).length > 1);
  return [first, each(isWord), each(isPart), ...(hasParts ? [each((word) => contains(escaped(word)))] : [])];
}

/** Returns the texts of one spelling of each word, in all ways up to some; none that a column could not hold. */
function combinations(spellingsByWord: readonly (readonly string[])[]): readonly string[] {
  const texts = spellingsByWord.reduce<readonly string[]>(
    (beginnings, spellings) =>
      beginnings
        .flatMap((beginning) => spellings.map((one) => (beginning === '' ? one : `${beginning} ${one}`)))
        .slice(0, MAXIMUM_COMBINATIONS),
    [''],
  );
  return texts.filter(({ length }) => length <= COLUMN_CHARACTERS);
}

/**
 * Returns the locations of the names of products: the marks before them, and the columns that have them by themselves.
 */
function namesOf(
  { structure, columns }: SearchScope,
  searchedTexts: SearchableTexts | undefined,
): {
  readonly marks: readonly string[];
  readonly columns: readonly string[];
} {
  const attributes = nameAttributes(structure).filter(({ code }) => isSearchable(code, searchedTexts));
  const cells = attributes.flatMap((attribute) => {
    const scopes = searchedTexts
      ? displayScopes(attribute, searchedTexts)
      : scopesWithin(attribute, ANY_SCOPE, structure);
    return scopes.map((at) => ({ code: attribute.code, at }));
  });
  return {
    marks: [
      cellPrefix('', ANY_SCOPE),
      ...cells.slice(0, MAXIMUM_NAME_CELLS).map(({ code, at }) => cellPrefix(code, at)),
    ],
    columns: [...new Set(cells.flatMap(({ code, at }) => columns.ready(textField(code, at)) ?? []))],
  };
}

/** Returns identifiers, and the attributes that are labels of sets, as far as words are searched for in them. */
function nameAttributes({ attributes, sets }: CatalogueStructure) {
  const labels = new Set([...sets.values()].map(({ document }) => foldKey(document.attributeAsLabel ?? '')));
  return [...attributes.values()].filter(
    (attribute) =>
      (attribute.type === 'identifier' || labels.has(foldKey(attribute.code))) &&
      textColumnOf(attribute) === 'search_text',
  );
}
