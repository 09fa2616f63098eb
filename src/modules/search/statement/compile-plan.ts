import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import {
  ANY_SCOPE,
  type CellScope,
  type CellTest,
  type OptionKey,
  type Plan,
  type SearchedCells,
  type TextMatch,
  type ValuePlan,
} from '../filter/plan.ts';
import { isNumeric, isTextual } from '../filter/value-keys.ts';
import { isShortWord } from '../filter/word-plan.ts';
import { asciiForm } from '../row/ascii-form.ts';
import { cellScopes, type Field, fieldKey, type SearchColumns, textField } from '../row/column.ts';
import { beginningOf, COLUMN_CHARACTERS } from '../row/search-row.ts';
import { termOf, words } from '../row/term.ts';
import { END, markOf, type TextColumn, textColumnOf } from '../row/text-column.ts';
import type { Grouping } from './item.ts';
import { MOMENTS } from './moments.ts';
import type { Parameters } from './parameters.ts';
import {
  allHold,
  bySql,
  conditionSql,
  fails,
  hasNumber,
  NEVER,
  type RowCondition,
  type RowNumber,
  someHold,
} from './row-condition.ts';

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
 */
export function planCondition(plan: Plan, scope: SearchScope): RowCondition {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return { kind: plan.kind, of: plan.of.map((each) => planCondition(each, scope)) };
    case 'not':
      return fails(planCondition(plan.of, scope));
    case 'id':
      return bySql((parameters) => `(row.id = ANY (${parameters.add(plan.ids, 'uuid[]')}))`);
    case 'key':
      return bySql((parameters) => `(row.key = ANY (${parameters.add(plan.keys, 'text[]')}))`);
    case 'key-text':
      return plan.match === 'starts-with'
        ? beginsWith('key', plan.text)
        : textIn('search_text', [markOf('', ANY_SCOPE)], plan.match, plan.text);
    case 'fact':
      return anyOf(plan.facts, scope);
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
        number: { sql: MOMENTS[plan.property], key: '', type: 'float8' },
        range: plan.range,
      };
    case 'word': {
      const anywhere = plan.options.filter(({ cellScopes: at }) => at === undefined);
      const options = anywhere.map(({ attribute, option }) => words.value(attribute, ANY_SCOPE, option));
      const shown = plan.options.flatMap((option) => shownOption(option, scope));
      const texts = textsWith(plan.text, plan.cells);
      return someHold([texts, ...(options.length === 0 ? [] : [anyOf(options, scope)]), ...shown]);
    }
  }
}

const textsWith = (word: string, cells: readonly SearchedCells[] | undefined): RowCondition => {
  if (cells !== undefined) return wordInCells(word, cells);
  return isShortWord(word) ? wholeWord(word) : partOfText(word);
};

/** Returns the condition that an option is the value of the first of its cells that has one. */
function shownOption({ attribute, option, cellScopes = [] }: OptionKey, scope: SearchScope): RowCondition[] {
  return cellScopes.map((at, index) => {
    const isValue = anyOf([words.value(attribute, at, option)], scope);
    const nearer = cellScopes.slice(0, index).map((one) => words.filled(attribute, one));
    return nearer.length === 0 ? isValue : allHold([isValue, fails(anyOf(nearer, scope))]);
  });
}

/** Returns the condition that at least one of the facts is true. */
const anyOf = (facts: readonly (readonly string[])[], { organizationId }: SearchScope): RowCondition => ({
  kind: 'any-of',
  terms: facts.map((fact) => termOf(organizationId, fact)),
});

/** Returns the condition that each of the facts is true: one lookup in the index for all of them. */
const allOf = (facts: readonly (readonly string[])[], { organizationId }: SearchScope): RowCondition => ({
  kind: 'all-of',
  terms: facts.map((fact) => termOf(organizationId, fact)),
});

/** Returns the channels and locales within a scope for which completeness is computed. */
export function measuredScopes({ channel, locale }: CellScope, structure: CatalogueStructure) {
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
  const scopes = measuredScopes(cellScope, settings.structure);
  if (scopes.length === 0) return NEVER;
  const within = RATIOS.filter((ratio) => ratio >= from && ratio <= to);
  const beyond = RATIOS.filter((ratio) => ratio < from || ratio > to);
  const isOneOf = (ratios: readonly number[], at: { readonly channel: string; readonly locale: string }) =>
    anyOf(
      ratios.map((ratio) => words.complete(at.channel, at.locale, ratio)),
      settings,
    );
  const isSold = (...codes: readonly string[]) =>
    anyOf([['channel'], ...codes.map((code) => ['channel', code])], settings);
  // Whichever list is shorter: "below 100" is "not 100".
  const isShort = within.length <= beyond.length;
  const each = scopes.map((at) => {
    if (scope === 'any')
      return isShort ? isOneOf(within, at) : allHold([isSold(at.channel), fails(isOneOf(beyond, at))]);
    return isShort ? someHold([fails(isSold(at.channel)), isOneOf(within, at)]) : fails(isOneOf(beyond, at));
  });
  const some = scope === 'any' ? someHold(each) : allHold(each);
  // The smallest ratio is no larger than any other, and it has an index and good statistics.
  const range = { from: null, to, fromIncluded: true, toIncluded: true };
  const bounds: RowCondition[] = [
    from === 0 ? { kind: 'range', number: SMALLEST_RATIO, range } : hasNumber(SMALLEST_RATIO),
    ...(within.length <= beyond.length ? [] : [fails(anyOf([['set']], settings))]),
  ];
  const isMeasured = scope === 'any' ? [] : [isSold(...new Set(scopes.map(({ channel }) => channel)))];
  return allHold([...bounds, ...isMeasured, some]);
}

const compileMissing = (
  { cellScope, attributes }: Extract<Plan, { kind: 'missing' }>,
  scope: SearchScope,
): RowCondition => anyOf(missingFacts(attributes, cellScope, scope.structure), scope);

/**
 * Returns the facts of which each says that one of some attributes (stored codes) is required somewhere within a scope
 * and missing.
 */
export function missingFacts(
  attributes: readonly string[],
  cellScope: CellScope,
  structure: CatalogueStructure,
): readonly (readonly string[])[] {
  const scopes = measuredScopes(cellScope, structure);
  const channels = [...new Set(scopes.map(({ channel }) => channel))];
  return attributes.flatMap((code) => [
    ...channels.map((channel) => words.missing(code, channel, null)),
    ...scopes.map(({ channel, locale }) => words.missing(code, channel, locale)),
  ]);
}

/** Compiles a condition on links to living objects, inherited ones included: those of the models above count. */
function compileLink(
  { type, targets }: Extract<Plan, { kind: 'link' }>,
  { organizationId }: SearchScope,
): RowCondition {
  return bySql((parameters) => {
    const organization = parameters.add(organizationId, 'uuid');
    const linked = (links: string, target: string, condition: string) =>
      `SELECT link.source_id FROM public.${links} AS link JOIN public.${target} AS target
       ON target.organization_id = link.organization_id AND target.id = link.${condition} AND target.deleted_at IS NULL
     WHERE link.organization_id = ${organization} AND link.type = ${parameters.add(type, 'text')}`;
    const products = linked('product_association', 'product', 'target_id');
    const sources =
      targets === null
        ? `${products} UNION ${linked('product_entity_association', 'entity', 'entity_id')}`
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
  if (attribute === undefined) return NEVER;
  const someAt = (at: CellScope) => compileSome(attribute, at, test, settings);
  if (scope === 'any') return someAt(cellScope);
  const filled = (at: CellScope) => compileSome(attribute, at, { kind: 'filled' }, settings);
  const each = cellScopes(attribute, cellScope, settings.structure).map((at) =>
    someHold([someAt(at), fails(filled(at))]),
  );
  return allHold([filled(cellScope), ...each]);
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
  const facts = (make: (at: CellScope) => readonly (readonly string[])[]) =>
    anyOf(factScopes(attribute, cellScope, structure).flatMap(make), settings);
  const cells = cellScopes(attribute, cellScope, structure);
  switch (test.kind) {
    case 'filled':
      if (isNumeric(attribute) && attribute.type !== 'price')
        return someHold(cells.map((at) => hasNumber(rowNumber(numberField(code, at), settings))));
      return facts((at) => [words.filled(code, at)]);
    case 'one-of':
      if (isTextual(attribute)) return compileEquals(attribute, cellScope, test.keys, settings);
      return facts((at) => test.keys.map((key) => words.value(code, at, key)));
    case 'same-items':
      return facts((at) => [words.items(code, at, test.keys)]);
    case 'items':
      return facts((at) => [words.count(code, at, test.count)]);
    case 'each-of':
      // Items of different cells do not add up: one cell must have them all.
      return someHold(
        cells.map((at) =>
          allOf([words.filled(code, at), ...test.keys.map((key) => words.value(code, at, key))], settings),
        ),
      );
    case 'number':
    case 'range':
      return someHold(cells.map((at) => compileNumber(numberField(code, at, test.currency), test, settings)));
    case 'text': {
      if (test.match === 'starts-with') return compileStartsWith(attribute, cells, test.text, settings);
      const column = textColumnOf(attribute);
      const marks = cells.map((at) => markOf(code, at));
      return column === null ? NEVER : textIn(column, marks, test.match, test.text);
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
  const cells = cellScopes(attribute, cellScope, structure);
  const marks = cells.map((at) => markOf(code, at));
  const whole = () =>
    someHold(keys.map((key) => textIn(textColumnOf(attribute) ?? 'texts', marks, 'equals', key)));
  if (keys.length === 0 || cells.length === 0) return NEVER;
  if (!columns.hasTexts(attribute, structure)) {
    const facts = keys.map((key) => words.value(code, ANY_SCOPE, key));
    const isAnywhere = cellScope.channel === null && cellScope.locale === null;
    return isAnywhere ? anyOf(facts, settings) : allHold([anyOf(facts, settings), whole()]);
  }
  const ready = cells.flatMap((at) => columns.ready(textField(code, at)) ?? []);
  const beginnings = keys.map((key) => beginningOf(key));
  const found = someHold(
    ready.map((column) =>
      bySql(
        (parameters) =>
          `(row.${column} IS NOT NULL AND row.${column} = ANY (${parameters.add(beginnings, 'text[]')}))`,
      ),
    ),
  );
  return keys.every((key) => key.length < COLUMN_CHARACTERS) ? found : allHold([found, whole()]);
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
  const marks = cells.map((at) => markOf(code, at));
  const standing = column === null ? NEVER : textIn(column, marks, 'starts-with', text);
  const ready = cells.flatMap((at) => columns.ready(textField(code, at)) ?? []);
  if (ready.length < cells.length) return standing;
  const found = someHold(ready.map((name) => beginsWith(name, text.slice(0, COLUMN_CHARACTERS))));
  return text.length <= COLUMN_CHARACTERS ? found : allHold([found, standing]);
}

/**
 * Returns the condition that a column with an index in the order of characters begins so: a range of that index, whose
 * size is known.
 */
const beginsWith = (column: string, text: string): RowCondition =>
  bySql((parameters) => {
    const pattern = parameters.add(`${likeLiteral(text)}%`, 'text');
    return `(row.${column} IS NOT NULL AND row.${column} LIKE ${pattern})`;
  });

/**
 * Returns the scopes under which facts of a scope are stored: itself when it is one cell or all of them, else its
 * cells.
 */
export function factScopes(
  attribute: AttributeDefinition,
  cellScope: CellScope,
  structure: CatalogueStructure,
): readonly CellScope[] {
  const isOpen =
    (cellScope.channel === null && attribute.scopable) ||
    (cellScope.locale === null && attribute.localizable);
  const isAll = cellScope.channel === null && cellScope.locale === null;
  return isOpen && !isAll ? cellScopes(attribute, cellScope, structure) : [cellScope];
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
  if (mark === undefined) return NEVER;
  return bySql((parameters) => {
    const like = (pattern: string) => `row.${column} LIKE ${parameters.add(pattern, 'text')}`;
    if (marks.length === 1 && match === 'starts-with') return `(${like(`%${mark}${escaped(text)}%`)})`;
    // An index finds the text wherever it stands; where it stands is seen in what is found.
    const found = like(`%${escaped(text)}%`);
    const head = marks.length === 1 ? mark : `(?:${marks.join('|')})`;
    const before = match === 'starts-with' || match === 'equals' ? '' : `[^${END}]*`;
    const behind =
      match === 'ends-with' || match === 'equals' ? END : match === 'contains' ? syllableEnd(text) : '';
    const pattern = `${head}${before}${literal(text)}${behind}`;
    return `(${found} AND row.${column} ~ ${parameters.add(pattern, 'text')})`;
  });
}

/** A syllable of Korean without a consonant at its end, as the search form spells it. */
const OPEN_SYLLABLE = /[\u1161-\u1175]$/;
/** The consonants that end a syllable. */
const FINAL_CONSONANTS = Array.from({ length: 0x11c3 - 0x11a8 }, (_, index) =>
  asciiForm(String.fromCharCode(0x11a8 + index)),
);

/**
 * Returns the letters that must not follow a text: in the search form, the syllable \uac00 (ga) is the beginning of
 * \uac01 (gak).
 */
const syllableEnd = (text: string): string =>
  OPEN_SYLLABLE.test(text) ? `(?!${FINAL_CONSONANTS.join('|')})` : '';

const partOfText = (text: string): RowCondition =>
  bySql((parameters) => `(row.search_text LIKE ${parameters.add(`%${escaped(text)}%`, 'text')})`);

/** Pattern of the characters between words in ASCII form: all other printable characters, marks and ends. */
export const ASCII_SEPARATOR = '[ -/:-@[-`{-~]';
export const SEPARATOR = '[^a-zA-Z0-9]';

/**
 * Returns the condition for a word of letters and digits as a whole. An index of trigrams knows two letters only with
 * the separator behind them, as far as that is ASCII or the end of the text.
 */
const wholeWord = (word: string): RowCondition =>
  bySql((parameters) => {
    const matches = (pattern: string) => `row.search_text ~ ${parameters.add(pattern, 'text')}`;
    const atEnd = `row.search_text LIKE ${parameters.add(`%${word}${END}%`, 'text')}`;
    return `((${matches(`${word}${ASCII_SEPARATOR}`)} OR ${atEnd}) AND ${matches(`${SEPARATOR}${word}${SEPARATOR}`)})`;
  });

/** Returns the condition for a word in the SKU or in one of some texts, each of which hides those behind it. */
const wordInCells = (word: string, cells: readonly SearchedCells[]): RowCondition => {
  const isShort = isShortWord(word);
  const pattern = isShort
    ? `(?:[^${END}]*${SEPARATOR})?${literal(word)}${SEPARATOR}`
    : `[^${END}]*${literal(word)}`;
  const marksOf = ({ attribute, cellScopes: scopes }: SearchedCells) =>
    scopes.map((at) => markOf(attribute, at));
  const first = [markOf('', ANY_SCOPE), ...cells.flatMap((one) => marksOf(one).slice(0, 1))];
  const behind = cells.flatMap((one) =>
    marksOf(one).flatMap((mark, index, all) => (index === 0 ? [] : [{ mark, hidden: all.slice(0, index) }])),
  );
  const somewhere = isShort ? wholeWord(word) : partOfText(word);
  const stands = bySql((parameters) => {
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
  return allHold([somewhere, stands]);
};

/** Returns a text in search form inside of a `LIKE` pattern. */
export const escaped = (text: string): string => likeLiteral(asciiForm(text));

const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Returns a text in search form inside of a regular expression (PostgreSQL's). */
export const literal = (text: string): string =>
  asciiForm(text).replaceAll(/[^A-Za-z0-9 ]/g, (character) => `\\${character}`);
