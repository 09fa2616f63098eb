import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { camelCase, snakeCase } from '../../../platform/resource/table-store.ts';
import { toUtcTimestamp } from '../../attribute/index.ts';
import {
  ENTITY_PROPERTIES,
  type FilterKind,
  isApplicable,
  PRODUCT_PROPERTIES,
  type PropertyDefinition,
} from '../../property/index.ts';
import type { EntityFilter } from './entity-filters.ts';
import { MAX_DEPTH, type ProductFilter } from './filter.ts';

/** Kind of an operand: the rest of a sentence, and a check that a value is one. */
interface Operand {
  readonly takes: Message;
  /** The same of a list of such values. */
  readonly listTakes: Message;
  readonly isFit: (value: JsonValue) => boolean;
}

const text: Operand = {
  takes: localized('field-text'),
  listTakes: localized('field-list'),
  isFit: (value) => typeof value === 'string',
};
const flag: Operand = {
  takes: localized('field-boolean'),
  listTakes: localized('filter-values'),
  isFit: (value) => typeof value === 'boolean',
};
const integer: Operand = {
  takes: localized('field-integer'),
  listTakes: localized('filter-values'),
  isFit: Number.isInteger,
};
const anything: Operand = {
  takes: localized('filter-value'),
  listTakes: localized('filter-values'),
  isFit: () => true,
};
const dateTime: Operand = {
  takes: localized('filter-date-time'),
  listTakes: localized('filter-date-times'),
  isFit: (value) => typeof value === 'string' && toUtcTimestamp(value) !== null,
};
const word = (...validWords: readonly string[]): Operand => ({
  takes: localized('filter-one-of', { list: validWords }),
  listTakes: localized('filter-list-of', { list: validWords }),
  isFit: (value) => typeof value === 'string' && validWords.includes(value),
});
const listOf = ({ listTakes, isFit }: Operand): Operand => ({
  takes: listTakes,
  listTakes,
  isFit: (value) => isJsonArray(value) && value.every(isFit),
});

/** Operands of a condition, by their names in JSON, and those that a bare value and a bare list stand for. */
interface ConditionSyntax {
  readonly operands: Readonly<Record<string, Operand>>;
  readonly scalar?: string;
  readonly list?: string;
  /** The filter has one such condition per key: an object in JSON, a list in which this names the key. */
  readonly by?: string;
}

const SHORT = { scalar: 'eq', list: 'in' } as const;
const equality = (operand: Operand) => ({
  eq: operand,
  ne: operand,
  in: listOf(operand),
  nin: listOf(operand),
});
const code: ConditionSyntax = { operands: { ...equality(text), empty: flag }, ...SHORT };
const membership = { any: listOf(text), all: listOf(text), none: listOf(text), empty: flag };
const bounds = (operand: Operand) => ({ lt: operand, lte: operand, gt: operand, gte: operand });
const dateTimeForm: ConditionSyntax = {
  operands: { ...bounds(dateTime), between: listOf(dateTime), last_days: integer },
};
const cell = { channel: text, locale: text, scope: word('any', 'all') };

const attributes: ConditionSyntax = {
  by: 'attribute',
  operands: {
    ...cell,
    ...equality(anything),
    ...bounds(anything),
    empty: flag,
    currency: text,
    between: listOf(anything),
    any: listOf(anything),
    all: listOf(anything),
    none: listOf(anything),
    count: integer,
    contains: text,
    not_contains: text,
    starts_with: text,
    ends_with: text,
    match: text,
    last_days: integer,
    next_days: integer,
  },
  ...SHORT,
};

type Forms = Readonly<Record<string, ConditionSyntax | Operand>>;

/** Conditions on properties by the kind of their filter; those of an enum also by its values. */
const FORMS: Readonly<Record<FilterKind, (words: readonly string[]) => ConditionSyntax | Operand>> = {
  text: () => ({ operands: { ...equality(text), contains: text, starts_with: text }, ...SHORT }),
  enum: (validWords) => ({ operands: equality(word(...validWords)), ...SHORT }),
  code: () => code,
  set: () => ({ operands: membership, list: 'any' }),
  words: () => ({ operands: membership, list: 'any' }),
  tree: () => ({ operands: { ...membership, descendants: flag }, list: 'any' }),
  ids: () => ({ by: 'system', operands: { eq: text, in: listOf(text), empty: flag }, ...SHORT }),
  one: () => text,
  flag: () => flag,
};

function formsOf(properties: Readonly<Record<string, PropertyDefinition>>): Forms {
  const filtered = Object.entries(properties).flatMap(([key, { filter, values = [] }]) =>
    isApplicable(filter) ? [[snakeCase(key), FORMS[filter](values)] as const] : [],
  );
  return Object.fromEntries(filtered);
}

const PRODUCTS: Forms = {
  ...formsOf(PRODUCT_PROPERTIES),
  q: text,
  id: code,
  associations: { by: 'type', operands: { any: listOf(text), empty: flag }, list: 'any' },
  completeness: {
    operands: { ...cell, eq: integer, ...bounds(integer), missing: listOf(text) },
    scalar: 'eq',
  },
  publication: {
    operands: { channel: text, locale: text, state: word('published', 'blocked', 'unpublished') },
  },
  live: { operands: { channel: text, locale: text } },
  created_at: dateTimeForm,
  updated_at: dateTimeForm,
  effective_updated_at: dateTimeForm,
  attributes,
};

const ENTITIES: Forms = {
  ...formsOf(ENTITY_PROPERTIES),
  q: text,
  codes: listOf(text),
  is_root: flag,
  created_at: dateTimeForm,
  updated_at: dateTimeForm,
  attributes,
};

/** Conditions that JSON has by key and the rules have in a list, with the name of the key in each. */
export const KEYED_CONDITIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PRODUCTS).flatMap(([name, form]) =>
    'by' in form && form.by !== undefined ? [[camelCase(name), form.by]] : [],
  ),
);

/** A filter in the form of the rules, and what could not be read of it. */
export interface FilterReading<Filter> {
  readonly filter: Filter;
  readonly problems: readonly FieldProblem[];
}

/** Reads a filter of products as JSON has it: keys in snake_case, keyed conditions as objects, bare values and lists. */
export const readProductFilter = (json: JsonValue, path: readonly string[]): FilterReading<ProductFilter> =>
  read(json, PRODUCTS, path);

/** Reads a filter of entities as JSON has it; see {@link readProductFilter}. */
export const readEntityFilter = (json: JsonValue, path: readonly string[]): FilterReading<EntityFilter> =>
  read(json, ENTITIES, path);

function read<Filter>(json: JsonValue, forms: Forms, path: readonly string[]): FilterReading<Filter> {
  const reading = new FilterParser(forms);
  const filter = reading.filter(json, path, 1);
  return { filter: filter as Filter, problems: reading.problems };
}

const CONTEXT: Readonly<Record<string, Operand>> = { channel: text, locale: text };
const JOINING = ['and', 'or', 'not'];

type Path = readonly string[];

class FilterParser {
  readonly problems: FieldProblem[] = [];
  readonly #forms: Forms;

  constructor(forms: Forms) {
    this.#forms = forms;
  }

  filter(json: JsonValue, path: Path, depth: number): Record<string, unknown> {
    if (depth > MAX_DEPTH)
      return this.#refuse('too-many-items', path, localized('filter-too-deep', { max: MAX_DEPTH }), null);
    if (!isJsonObject(json)) return this.#refuse('wrong-type', path, localized('filter-not-an-object'), json);
    const result: Record<string, unknown> = {};
    for (const [key, value] of entriesOf(json)) {
      const at = [...path, key];
      const form = (Object.hasOwn(this.#forms, key) ? this.#forms[key] : undefined) ?? CONTEXT[key];
      if (key === 'not') result.not = this.filter(value, at, depth + 1);
      else if (key === 'and' || key === 'or') {
        if (isJsonArray(value))
          result[key] = value.map((one, index) => this.filter(one, [...at, String(index)], depth + 1));
        else this.#refuse('wrong-type', at, localized('filter-list-expected', { key }), value);
      } else if (form === undefined) this.#unknown(key, at, [...Object.keys(this.#forms), ...JOINING]);
      else if ('takes' in form) Object.assign(result, this.#operand(key, value, form, at));
      else
        result[camelCase(key)] =
          form.by === undefined ? this.#condition(value, form, at) : this.#keyed(value, form, at);
    }
    return result;
  }

  #keyed(json: JsonValue, form: ConditionSyntax, path: Path): unknown[] {
    const { by = '' } = form;
    if (!isJsonObject(json)) {
      this.#refuse('wrong-type', path, refusedField(path, localized('field-keyed', { kind: by })), json);
      return [];
    }
    return entriesOf(json).map(([key, value]) => ({
      [by]: key,
      ...this.#condition(value, form, [...path, key]),
    }));
  }

  #condition(json: JsonValue, form: ConditionSyntax, path: Path): Record<string, unknown> {
    const { scalar, list, operands } = form;
    const bare = isJsonArray(json) ? list : isJsonObject(json) || json === null ? undefined : scalar;
    const object = bare === undefined ? json : { [bare]: json };
    if (!isJsonObject(object))
      return this.#refuse('wrong-type', path, refusedField(path, takesOperands(operands, json)), json);
    const values: Record<string, unknown> = {};
    for (const [key, value] of entriesOf(object)) {
      const operand = Object.hasOwn(operands, key) ? operands[key] : undefined;
      const at = bare === undefined ? [...path, key] : path;
      if (operand === undefined) this.#unknown(key, at, Object.keys(operands));
      else Object.assign(values, this.#operand(key, value, operand, at));
    }
    return values;
  }

  #operand(key: string, value: JsonValue, { takes, isFit }: Operand, path: Path): Record<string, unknown> {
    if (value !== null && isFit(value)) return { [camelCase(key)]: value };
    return this.#refuse('wrong-type', path, refusedField(path, takes), value);
  }

  #unknown(key: string, path: Path, knownKeys: readonly string[]): void {
    const suggestions = suggest(key, knownKeys);
    const message = withSuggestions(localized('filter-key-unknown', { key }), suggestions);
    this.problems.push(fieldProblem('unknown-property', path, message, { value: key, suggestions }));
  }

  #refuse(code: FieldProblemCode, path: Path, message: Message, value: JsonValue): Record<string, unknown> {
    this.problems.push(fieldProblem(code, path, message, { value }));
    return {};
  }
}

const takesOperands = (operands: ConditionSyntax['operands'], json: JsonValue) =>
  json === null && 'empty' in operands
    ? localized('filter-never-null', { form: '{"empty": true}' })
    : localized('filter-operands', { list: Object.keys(operands) });

const refusedField = (path: Path, fault: Message) =>
  localized('field-refused', { field: path.at(-1) ?? '', fault });

const entriesOf = (json: JsonObject): [string, JsonValue][] =>
  Object.entries(json).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
