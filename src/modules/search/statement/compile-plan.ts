import { foldKey } from '../../../kernel/codes.ts';
import type { Parameters } from '../../../platform/database/parameters.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import {
  ANY_SCOPE,
  type CellScope,
  type CellTest,
  type OptionKey,
  type Plan,
  type SearchableCells,
  type TextMatch,
  type ValuePlan,
} from '../filter/plan.ts';
import { isShortTerm } from '../filter/plan-query-term.ts';
import { isNumeric, isTextual } from '../filter/value-keys.ts';
import { encodeAscii } from '../row/ascii-encoding.ts';
import { type Field, fieldKey, type SearchColumns, scopesWithin, textField } from '../row/column.ts';
import { COLUMN_CHARACTERS, truncateForColumn } from '../row/search-row.ts';
import { cellTerms, termHash } from '../row/term.ts';
import { cellPrefix, TEXT_END, type TextColumn, textColumnOf } from '../row/text-column.ts';
import type { Grouping } from './item.ts';
import {
  and,
  conditionSql,
  hasNumber,
  MATCH_NONE,
  MAX_TERMS_AT_ONCE,
  not,
  or,
  type RowCondition,
  type RowNumber,
  rowsWithTerm,
  sqlCondition,
} from './row-condition.ts';
import { TIMESTAMP_COLUMNS } from './timestamp-columns.ts';

/** The tables that are searched. */
export type SearchTable = 'product' | 'entity';

/** The rows that are searched, and the configuration that they are read by. */
export interface SearchScope {
  readonly table: SearchTable;
  readonly organizationId: string;
  readonly structure: CatalogueStructure;
  readonly columns: SearchColumns;
  /** Grouping into the items that are counted and listed, where that is not each object by itself. */
  readonly grouping?: Grouping | undefined;
}

export interface CompileSettings extends SearchScope {
  readonly parameters: Parameters;
}

/** Returns a plan as a condition in SQL on the rows of a search table `AS row`; see {@link planCondition}. */
export const compilePlan = (plan: Plan, { parameters, ...scope }: CompileSettings): string =>
  conditionSql(planCondition(plan, scope), parameters);

/**
 * Returns a plan as a condition on the rows of a search table. It gives the same result as `evaluatePlan` of the tests
 * does for the facts that the rows were made of. The organization is not in it: the statement around it names it.
 *
 * @param mustHold false within an alternative or a negation
 */
export function planCondition(plan: Plan, scope: SearchScope, mustHold = true): RowCondition {
  switch (plan.kind) {
    case 'and':
      return and(plan.of.map((each) => planCondition(each, scope, mustHold)));
    case 'or':
      return or(plan.of.map((each) => planCondition(each, scope, false)));
    case 'not':
      return not(planCondition(plan.of, scope, false));
    case 'id':
      return sqlCondition((parameters) => `(row.id = ANY (${parameters.add(plan.ids, 'uuid[]')}))`);
    case 'key':
      return sqlCondition((parameters) => `(row.key = ANY (${parameters.add(plan.keys, 'text[]')}))`);
    case 'key-text':
      return plan.match === 'starts-with'
        ? beginsWith('key', plan.text)
        : textIn('search_text', [cellPrefix('', ANY_SCOPE)], plan.match, plan.text);
    case 'fact':
      return mustHold && plan.isRare === true && plan.facts.length > MAX_TERMS_AT_ONCE
        ? isAmongRows(plan.facts, scope)
        : anyOf(plan.facts, scope);
    case 'value':
      return compileValue(plan.value, scope);
    case 'completeness':
      return compileCompleteness(plan, scope);
    case 'missing':
      return compileMissing(plan, scope);
    case 'link':
      return compileLink(plan, scope);
    case 'moment':
      return {
        kind: 'range',
        number: { sql: TIMESTAMP_COLUMNS[plan.property], key: '', type: 'float8' },
        range: plan.range,
      };
    case 'word': {
      const anywhere = plan.options.filter(({ cellScopes: at }) => at === undefined);
      const options = anywhere.map(({ attribute, option }) => cellTerms.value(attribute, ANY_SCOPE, option));
      const visibleOptions = plan.options.flatMap((option) => displayedOptionTerms(option, scope));
      const texts = textsWith(plan.text, plan.cells);
      return or([texts, ...(options.length === 0 ? [] : [anyOf(options, scope)]), ...visibleOptions]);
    }
  }
}

const textsWith = (word: string, cells: readonly SearchableCells[] | undefined): RowCondition => {
  if (cells !== undefined) return wordInCells(word, cells);
  return isShortTerm(word) ? wholeWordRegex(word) : partOfText(word);
};

/** Returns the condition that an option is the value of the first of its cells that has one. */
function displayedOptionTerms(
  { attribute, option, cellScopes = [] }: OptionKey,
  scope: SearchScope,
): RowCondition[] {
  return cellScopes.map((at, index) => {
    const isValue = anyOf([cellTerms.value(attribute, at, option)], scope);
    const nearer = cellScopes.slice(0, index).map((one) => cellTerms.filled(attribute, one));
    return nearer.length === 0 ? isValue : and([isValue, not(anyOf(nearer, scope))]);
  });
}

/** Returns the condition that at least one of the facts is true. */
const anyOf = (facts: readonly (readonly string[])[], { organizationId }: SearchScope): RowCondition => ({
  kind: 'any-of',
  terms: facts.map((fact) => termHash(organizationId, fact)),
});

/**
 * Returns the condition that at least one of the facts, which few rows have, is true: the rows are looked up term by
 * term, and are a list of ids to the rest of the statement.
 */
const isAmongRows = (
  facts: readonly (readonly string[])[],
  { table, organizationId }: SearchScope,
): RowCondition =>
  sqlCondition((parameters) => {
    const terms = parameters.add(
      facts.map((fact) => termHash(organizationId, fact)),
      'bigint[]',
    );
    const rows = rowsWithTerm(table, parameters.add(organizationId, 'uuid'));
    return `(row.id = ANY (ARRAY(SELECT holder.id FROM unnest(${terms}) AS wanted (term) CROSS JOIN LATERAL (${rows}) AS holder)))`;
  });

/** Returns the condition that each of the facts is true: one lookup in the index for all of them. */
const allOf = (facts: readonly (readonly string[])[], { organizationId }: SearchScope): RowCondition => ({
  kind: 'all-of',
  terms: facts.map((fact) => termHash(organizationId, fact)),
});

/** Returns the channels and locales within a scope for which completeness is computed. */
export function completenessScopes({ channel, locale }: CellScope, structure: CatalogueStructure) {
  return [...structure.channels.values()]
    .filter(({ code, document }) => document.active && (channel === null || channel === code))
    .flatMap(({ code, locales }) =>
      [...locales]
        .filter((one) => locale === null || locale === one)
        .map((one) => ({ channel: code, locale: one })),
    );
}

/** Completeness in percent. */
export const RATIOS = Array.from({ length: 101 }, (_, ratio) => ratio);
const SMALLEST_RATIO: RowNumber = { sql: 'row.completeness', key: '', type: 'smallint' };

/**
 * Compiles a test of completeness: objects with a set have it in every locale of the channels they are sold in only.
 */
function compileCompleteness(
  { cellScope, scope, from, to }: Extract<Plan, { kind: 'completeness' }>,
  settings: SearchScope,
): RowCondition {
  const scopes = completenessScopes(cellScope, settings.structure);
  if (scopes.length === 0) return MATCH_NONE;
  const within = RATIOS.filter((ratio) => ratio >= from && ratio <= to);
  const beyond = RATIOS.filter((ratio) => ratio < from || ratio > to);
  const isOneOf = (ratios: readonly number[], at: { readonly channel: string; readonly locale: string }) =>
    anyOf(
      ratios.map((ratio) => cellTerms.complete(at.channel, at.locale, ratio)),
      settings,
    );
  const isSold = (...codes: readonly string[]) =>
    anyOf([['channel'], ...codes.map((code) => ['channel', code])], settings);
  // Whichever list is shorter: "below 100" is "not 100".
  const isShort = within.length <= beyond.length;
  const each = scopes.map((at) => {
    if (scope === 'any')
      return isShort ? isOneOf(within, at) : and([isSold(at.channel), not(isOneOf(beyond, at))]);
    return isShort ? or([not(isSold(at.channel)), isOneOf(within, at)]) : not(isOneOf(beyond, at));
  });
  const some = scope === 'any' ? or(each) : and(each);
  // The smallest ratio is no larger than any other, and it has an index and good statistics.
  const range = { from: null, to, fromIncluded: true, toIncluded: true };
  const bounds: RowCondition[] = [
    from === 0 ? { kind: 'range', number: SMALLEST_RATIO, range } : hasNumber(SMALLEST_RATIO),
    ...(within.length <= beyond.length ? [] : [not(anyOf([['set']], settings))]),
  ];
  const isMeasured = scope === 'any' ? [] : [isSold(...new Set(scopes.map(({ channel }) => channel)))];
  return and([...bounds, ...isMeasured, some]);
}

const compileMissing = (
  { cellScope, attributes }: Extract<Plan, { kind: 'missing' }>,
  scope: SearchScope,
): RowCondition => anyOf(missingTerms(attributes, cellScope, scope.structure), scope);

/**
 * Returns the facts of which each says that one of some attributes (stored codes) is required somewhere within a scope
 * and missing.
 */
export function missingTerms(
  attributes: readonly string[],
  cellScope: CellScope,
  structure: CatalogueStructure,
): readonly (readonly string[])[] {
  const scopes = completenessScopes(cellScope, structure);
  const channels = [...new Set(scopes.map(({ channel }) => channel))];
  return attributes.flatMap((code) => [
    ...channels.map((channel) => cellTerms.missing(code, channel, null)),
    ...scopes.map(({ channel, locale }) => cellTerms.missing(code, channel, locale)),
  ]);
}

/** Compiles a condition on links to living objects, inherited ones included: those of the models above count. */
function compileLink(
  { type, targets }: Extract<Plan, { kind: 'link' }>,
  { organizationId }: SearchScope,
): RowCondition {
  return sqlCondition((parameters) => {
    const organization = parameters.add(organizationId, 'uuid');
    const selectLinked = (links: string, target: string, condition: string) =>
      `SELECT link.source_id FROM public.${links} AS link JOIN public.${target} AS target
       ON target.organization_id = link.organization_id AND target.id = link.${condition} AND target.deleted_at IS NULL
     WHERE link.organization_id = ${organization} AND link.type = ${parameters.add(type, 'text')}`;
    const products = selectLinked('product_association', 'product', 'target_id');
    const sources =
      targets === null
        ? `${products} UNION ${selectLinked('product_entity_association', 'entity', 'entity_id')}`
        : `${products} AND link.target_id = ANY (${parameters.add(targets, 'uuid[]')})`;
    const below = (column: string) =>
      `SELECT product.id FROM linking JOIN public.product ON product.organization_id = ${organization}
       AND product.${column} = linking.source_id`;
    return `(row.id IN (WITH linking AS MATERIALIZED (${sources})
    SELECT source_id FROM linking UNION ALL ${below('parent_id')} UNION ALL ${below('root_id')}))`;
  });
}

function compileValue(
  { attribute: code, cellScope, scope, test }: ValuePlan,
  settings: SearchScope,
): RowCondition {
  const attribute = settings.structure.attributes.get(foldKey(code));
  if (attribute === undefined) return MATCH_NONE;
  const someAt = (at: CellScope) => compileSome(attribute, at, test, settings);
  if (scope === 'any') return someAt(cellScope);
  const compileFilled = (at: CellScope) => compileSome(attribute, at, { kind: 'filled' }, settings);
  const each = scopesWithin(attribute, cellScope, settings.structure).map((at) =>
    or([someAt(at), not(compileFilled(at))]),
  );
  return and([compileFilled(cellScope), ...each]);
}

/** Returns the condition that at least one cell of a scope passes. */
function compileSome(
  attribute: AttributeDefinition,
  cellScope: CellScope,
  test: CellTest,
  settings: SearchScope,
): RowCondition {
  const { code } = attribute;
  const { structure } = settings;
  const matchFacts = (make: (at: CellScope) => readonly (readonly string[])[]) =>
    anyOf(termScopes(attribute, cellScope, structure).flatMap(make), settings);
  const cells = scopesWithin(attribute, cellScope, structure);
  switch (test.kind) {
    case 'filled':
      if (isNumeric(attribute) && attribute.type !== 'price')
        return or(cells.map((at) => hasNumber(rowNumber(numberField(code, at), settings))));
      return matchFacts((at) => [cellTerms.filled(code, at)]);
    case 'one-of':
      if (isTextual(attribute)) return compileEquals(attribute, cellScope, test.keys, settings);
      return matchFacts((at) => test.keys.map((key) => cellTerms.value(code, at, key)));
    case 'same-items':
      return matchFacts((at) => [cellTerms.items(code, at, test.keys)]);
    case 'items':
      return matchFacts((at) => [cellTerms.count(code, at, test.count)]);
    case 'each-of':
      // Items of different cells do not add up: one cell must have them all.
      return or(
        cells.map((at) =>
          allOf(
            [cellTerms.filled(code, at), ...test.keys.map((key) => cellTerms.value(code, at, key))],
            settings,
          ),
        ),
      );
    case 'number':
    case 'range':
      return or(cells.map((at) => compileNumber(numberField(code, at, test.currency), test, settings)));
    case 'text': {
      if (test.match === 'starts-with') return compileStartsWith(attribute, cells, test.text, settings);
      const column = textColumnOf(attribute);
      const marks = cells.map((at) => cellPrefix(code, at));
      return column === null ? MATCH_NONE : textIn(column, marks, test.match, test.text);
    }
  }
}

const numberField = (attribute: string, cellScope: CellScope, currency: string | null = null): Field => ({
  kind: 'number',
  attribute,
  ...cellScope,
  currency,
});

/** Compiles that a text is one of these: in its columns, or, where it has none, by a fact and its position. */
function compileEquals(
  attribute: AttributeDefinition,
  cellScope: CellScope,
  keys: readonly string[],
  settings: SearchScope,
): RowCondition {
  const { columns, structure } = settings;
  const { code } = attribute;
  const cells = scopesWithin(attribute, cellScope, structure);
  const marks = cells.map((at) => cellPrefix(code, at));
  const whole = () => or(keys.map((key) => textIn(textColumnOf(attribute) ?? 'texts', marks, 'equals', key)));
  if (keys.length === 0 || cells.length === 0) return MATCH_NONE;
  if (!columns.hasTexts(attribute, structure)) {
    const facts = keys.map((key) => cellTerms.value(code, ANY_SCOPE, key));
    const isAnywhere = cellScope.channel === null && cellScope.locale === null;
    return isAnywhere ? anyOf(facts, settings) : and([anyOf(facts, settings), whole()]);
  }
  const ready = cells.flatMap((at) => columns.ready(textField(code, at)) ?? []);
  const beginnings = keys.map((key) => truncateForColumn(key));
  const columnCondition = or(
    ready.map((column) =>
      sqlCondition(
        (parameters) =>
          `(row.${column} IS NOT NULL AND row.${column} = ANY (${parameters.add(beginnings, 'text[]')}))`,
      ),
    ),
  );
  return keys.every((key) => key.length < COLUMN_CHARACTERS)
    ? columnCondition
    : and([columnCondition, whole()]);
}

/** Compiles that a text begins so: in its columns, or, where one has none, by its position. */
function compileStartsWith(
  attribute: AttributeDefinition,
  cells: readonly CellScope[],
  text: string,
  { columns }: SearchScope,
): RowCondition {
  const { code } = attribute;
  const column = textColumnOf(attribute);
  const marks = cells.map((at) => cellPrefix(code, at));
  const standing = column === null ? MATCH_NONE : textIn(column, marks, 'starts-with', text);
  const ready = cells.flatMap((at) => columns.ready(textField(code, at)) ?? []);
  if (ready.length < cells.length) return standing;
  const columnCondition = or(ready.map((name) => beginsWith(name, text.slice(0, COLUMN_CHARACTERS))));
  return text.length <= COLUMN_CHARACTERS ? columnCondition : and([columnCondition, standing]);
}

/**
 * Returns the condition that a column with an index in the order of characters begins so: a range of that index, whose
 * size is known.
 */
const beginsWith = (column: string, text: string): RowCondition =>
  sqlCondition((parameters) => {
    const pattern = parameters.add(`${likeLiteral(text)}%`, 'text');
    return `(row.${column} IS NOT NULL AND row.${column} LIKE ${pattern})`;
  });

/**
 * Returns the scopes under which facts of a scope are stored: itself when it is one cell or all of them, else its
 * cells.
 */
export function termScopes(
  attribute: AttributeDefinition,
  cellScope: CellScope,
  structure: CatalogueStructure,
): readonly CellScope[] {
  const isOpen =
    (cellScope.channel === null && attribute.scopable) ||
    (cellScope.locale === null && attribute.localizable);
  const isAll = cellScope.channel === null && cellScope.locale === null;
  return isOpen && !isAll ? scopesWithin(attribute, cellScope, structure) : [cellScope];
}

function compileNumber(
  field: Field,
  test: Extract<CellTest, { kind: 'number' | 'range' }>,
  settings: SearchScope,
): RowCondition {
  const number = rowNumber(field, settings);
  if (test.kind === 'range') return { kind: 'range', number, range: test.range };
  const [only] = test.numbers;
  return test.numbers.length === 1 && only !== undefined
    ? { kind: 'range', number, range: { from: only, to: only, fromIncluded: true, toIncluded: true } }
    : { kind: 'one-of', number, numbers: test.numbers };
}

/** Returns the number of a row in a field: its column, or its entry among the others. */
export function rowNumber(field: Field, { columns }: Pick<SearchScope, 'columns'>): RowNumber {
  const column = columns.ready(field);
  return { sql: column === undefined ? null : `row.${column}`, key: fieldKey(field), type: 'float8' };
}

/** Returns the condition that a text behind one of some marks matches. */
function textIn(
  column: TextColumn,
  marks: readonly string[],
  match: TextMatch | 'equals',
  text: string,
): RowCondition {
  const [mark] = marks;
  if (mark === undefined) return MATCH_NONE;
  return sqlCondition((parameters) => {
    const like = (pattern: string) => `row.${column} LIKE ${parameters.add(pattern, 'text')}`;
    if (marks.length === 1 && match === 'starts-with') return `(${like(`%${mark}${escaped(text)}%`)})`;
    // An index finds the text wherever it stands; where it stands is seen in what is found.
    const likeCondition = like(`%${escaped(text)}%`);
    const head = marks.length === 1 ? mark : `(?:${marks.join('|')})`;
    const before = match === 'starts-with' || match === 'equals' ? '' : `[^${TEXT_END}]*`;
    const behind =
      match === 'ends-with' || match === 'equals' ? TEXT_END : match === 'contains' ? syllableEnd(text) : '';
    const pattern = `${head}${before}${literal(text)}${behind}`;
    return `(${likeCondition} AND row.${column} ~ ${parameters.add(pattern, 'text')})`;
  });
}

/** A syllable of Korean without a consonant at its end, as the search form spells it. */
const OPEN_SYLLABLE = /[\u1161-\u1175]$/;
/** The consonants that end a syllable. */
const FINAL_CONSONANTS = Array.from({ length: 0x11c3 - 0x11a8 }, (_, index) =>
  encodeAscii(String.fromCharCode(0x11a8 + index)),
);

/**
 * Returns the letters that must not follow a text: in the search form, the syllable \uac00 (ga) is the beginning of
 * \uac01 (gak).
 */
const syllableEnd = (text: string): string =>
  OPEN_SYLLABLE.test(text) ? `(?!${FINAL_CONSONANTS.join('|')})` : '';

const partOfText = (text: string): RowCondition =>
  sqlCondition((parameters) => `(row.search_text LIKE ${parameters.add(`%${escaped(text)}%`, 'text')})`);

/** Pattern of the characters between words in ASCII form: all other printable characters, marks and ends. */
export const ASCII_SEPARATOR = '[ -/:-@[-`{-~]';
export const SEPARATOR = '[^a-zA-Z0-9]';

/**
 * Returns the condition for a word of letters and digits as a whole. An index of trigrams knows two letters only with
 * the separator behind them, as far as that is ASCII or the end of the text.
 */
const wholeWordRegex = (word: string): RowCondition =>
  sqlCondition((parameters) => {
    const matches = (pattern: string) => `row.search_text ~ ${parameters.add(pattern, 'text')}`;
    const atEnd = `row.search_text LIKE ${parameters.add(`%${word}${TEXT_END}%`, 'text')}`;
    return `((${matches(`${word}${ASCII_SEPARATOR}`)} OR ${atEnd}) AND ${matches(`${SEPARATOR}${word}${SEPARATOR}`)})`;
  });

/** Returns the condition for a word in the SKU or in one of some texts, each of which hides those behind it. */
const wordInCells = (word: string, cells: readonly SearchableCells[]): RowCondition => {
  const isShort = isShortTerm(word);
  const pattern = isShort
    ? `(?:[^${TEXT_END}]*${SEPARATOR})?${literal(word)}${SEPARATOR}`
    : `[^${TEXT_END}]*${literal(word)}`;
  const marksOf = ({ attribute, cellScopes: scopes }: SearchableCells) =>
    scopes.map((at) => cellPrefix(attribute, at));
  const first = [cellPrefix('', ANY_SCOPE), ...cells.flatMap((one) => marksOf(one).slice(0, 1))];
  const behind = cells.flatMap((one) =>
    marksOf(one).flatMap((mark, index, all) => (index === 0 ? [] : [{ mark, hidden: all.slice(0, index) }])),
  );
  const somewhere = isShort ? wholeWordRegex(word) : partOfText(word);
  const stands = sqlCondition((parameters) => {
    const text = (value: string) => parameters.add(value, 'text');
    const parts = [
      `row.search_text ~ ${text(`(?:${first.join('|')})${pattern}`)}`,
      ...behind.map(({ mark, hidden }) => {
        const isShown = hidden.map((one) => `strpos(row.search_text, ${text(one)}) = 0`);
        return `(row.search_text ~ ${text(`${mark}${pattern}`)} AND ${isShown.join(' AND ')})`;
      }),
    ];
    return `(${parts.join(' OR ')})`;
  });
  return and([somewhere, stands]);
};

/** Returns a text in search form inside of a `LIKE` pattern. */
export const escaped = (text: string): string => likeLiteral(encodeAscii(text));

const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Returns a text in search form inside of a regular expression (PostgreSQL's). */
export const literal = (text: string): string =>
  encodeAscii(text).replaceAll(/[^A-Za-z0-9 ]/g, (character) => `\\${character}`);
