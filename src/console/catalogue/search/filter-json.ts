import {
  type Clause,
  type Condition,
  expectsAmounts,
  expectsList,
  hasCurrency,
  isAnyOf,
  isEditableOperator,
  measureKind,
  type SearchCriteria,
  toListCondition,
} from './conditions.ts';
import type { FilterField } from './grid-documents.ts';

/** The channel and the locale of the page. */
export interface ChannelLocaleCodes {
  readonly channel: string;
  readonly locale: string;
}

type Json = Readonly<Record<string, unknown>>;
type Types = ReadonlyMap<string, string>;

const ATTRIBUTE = 'attributes.';
const NUMBERS: ReadonlySet<string> = new Set(['completeness']);

const typesOf = (fields: readonly FilterField[]): Types =>
  new Map(fields.map(({ field, type }) => [field, type]));

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts a search to a filter in the JSON form of the API.
 *
 * @param page channel and locale of completeness, unless its condition names them; null leaves them open
 */
export function toJsonFilter(
  { q, where, advanced }: SearchCriteria,
  fields: readonly FilterField[],
  page: ChannelLocaleCodes | null,
): Json {
  const types = typesOf(fields);
  const one = (condition: Condition) => conditionToJson(condition, types, page);
  const and = [
    ...where.map((clause) => (isAnyOf(clause) ? { or: clause.any.map(one) } : one(clause))),
    ...(advanced === null ? [] : [advanced]),
  ];
  return { ...(q === '' ? {} : { q }), ...(and.length === 0 ? {} : { and }) };
}

function conditionToJson(condition: Condition, types: Types, page: ChannelLocaleCodes | null): Json {
  const { field, operator, channel, locale, not } = condition;
  const type = types.get(field) ?? '';
  if (type === 'publication') return { or: publications(condition.value) };
  // Completeness is that of the page, as the readiness in its rows is.
  const scope = type === 'completeness' ? page : null;
  const { currency } = condition;
  const test = {
    [operator]: operandOf(condition, type),
    ...(currency !== undefined && hasCurrency(operator, type) ? { currency } : {}),
    ...(scope === null ? {} : { channel: scope.channel, locale: scope.locale }),
    ...(channel === undefined ? {} : { channel }),
    ...(locale === undefined ? {} : { locale }),
  };
  const json = field.startsWith(ATTRIBUTE)
    ? { attributes: { [field.slice(ATTRIBUTE.length)]: test } }
    : { [field]: test };
  return not === true ? { not: json } : json;
}

/** Reads the publication in any of some channels, or locales of them: `web:blocked,print:blocked:de_DE`. */
const publications = (value: string) =>
  value.split(',').map((part) => {
    const [channel = '', state = '', locale] = part.split(':');
    return { publication: { channel, state, ...(locale === undefined ? {} : { locale }) } };
  });

function operandOf(condition: Condition, type: string): unknown {
  const { operator, value } = condition;
  if (expectsAmounts(operator, type)) {
    const by = measureKind(type);
    const amounts = value
      .split(',')
      .map((amount) => (by === null ? amount.trim() : { amount: amount.trim(), [by]: condition[by] }));
    return operator === 'between' ? amounts : amounts[0];
  }
  if (operator === 'empty') return value === 'true';
  if (expectsList(operator))
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (operator === 'last_days' || NUMBERS.has(type)) return Number(value);
  if (type === 'datetime' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value}T00:00:00Z`;
  return type === 'boolean' ? value === 'true' : value;
}

/** Reads a filter; parts that the editor cannot show stay as they are. */
export function fromJsonFilter(filter: unknown, fields: readonly FilterField[]): SearchCriteria {
  const types = typesOf(fields);
  const otherConditions: Json[] = [];
  const where: Clause[] = [];
  let q = '';
  const read = (node: Json) => {
    // A channel or a locale holds for all that stands beside it.
    if ('channel' in node || 'locale' in node) return void otherConditions.push(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'q' && typeof value === 'string' && q === '') q = value;
      else if (key === 'and' && Array.isArray(value) && value.every(isJson)) value.forEach(read);
      else {
        const clauses = parseEntry(key, value, types);
        if (clauses === null) otherConditions.push({ [key]: value });
        else where.push(...clauses);
      }
    }
  };
  if (isJson(filter)) read(filter);
  const [only] = otherConditions;
  return { q, where, advanced: otherConditions.length > 1 ? { and: otherConditions } : (only ?? null) };
}

/** Reads one key of a filter; returns null where the editor cannot show it. */
function parseEntry(key: string, value: unknown, types: Types): readonly Clause[] | null {
  if (key === 'or') {
    const any = Array.isArray(value) ? value.map((part) => parseSingleKey(part, types)) : [null];
    return any.every((part) => part !== null) ? [{ any }] : null;
  }
  if (key === 'not') {
    const one = parseSingleKey(value, types);
    return one === null || one.not === true ? null : [{ ...one, not: true }];
  }
  if (key === 'attributes') {
    if (!isJson(value)) return null;
    const all = Object.entries(value).map(([code, test]) => parseTest(`${ATTRIBUTE}${code}`, test, types));
    return all.every((part) => part !== null) ? all.flat() : null;
  }
  return parseTest(key, value, types);
}

/** Reads an object that has one condition. */
function parseSingleKey(node: unknown, types: Types): Condition | null {
  const [entry, ...others] = isJson(node) ? Object.entries(node) : [];
  if (entry === undefined || others.length > 0) return null;
  const [only, ...more] = parseEntry(...entry, types) ?? [];
  return only === undefined || more.length > 0 || isAnyOf(only) ? null : only;
}

function parseTest(field: string, test: unknown, types: Types): readonly Condition[] | null {
  if (!types.has(field)) return null;
  const inSets = ['category', 'channel', 'tag', 'multi_select'].includes(types.get(field) ?? '');
  if (Array.isArray(test)) return parseTest(field, { [inSets ? 'any' : 'in']: test }, types);
  if (!isJson(test)) return parseTest(field, { eq: test }, types);
  const { channel, locale, currency, ...operands } = test;
  const type = types.get(field) ?? '';
  const conditions = Object.entries(operands).map(([operator, operand]): Condition | null => {
    if (currency !== undefined && !hasCurrency(operator, type)) return null;
    const read = expectsAmounts(operator, type)
      ? parseAmounts(operand, measureKind(type))
      : isEditableOperator(operator)
        ? { value: textOf(operator, operand) }
        : { value: null };
    if (read.value === null) return null;
    const condition = {
      field,
      operator,
      ...read,
      value: read.value,
      ...(typeof channel === 'string' ? { channel } : {}),
      ...(typeof locale === 'string' ? { locale } : {}),
      ...(typeof currency === 'string' ? { currency } : {}),
    };
    return read.value.includes(',') ? condition : toListCondition(condition, type);
  });
  return conditions.length > 0 && conditions.every((condition) => condition !== null) ? conditions : null;
}

/** Returns one amount or two, in one currency or unit. */
function parseAmounts(
  operand: unknown,
  by: 'currency' | 'unit' | null,
): { readonly value: string | null; readonly currency?: string; readonly unit?: string } {
  const operands = Array.isArray(operand) ? operand : [operand];
  const amounts = operands.map((one) => (by !== null && isJson(one) ? one.amount : one));
  const isRead = amounts.every((amount) => typeof amount === 'string' || typeof amount === 'number');
  if (by === null || !isRead) return { value: isRead ? amounts.join(',') : null };
  const [measure, ...others] = new Set(operands.map((one) => (isJson(one) ? one[by] : null)));
  return typeof measure === 'string' && others.length === 0
    ? { value: amounts.join(','), [by]: measure }
    : { value: null };
}

function textOf(operator: string, operand: unknown): string | null {
  if (expectsList(operator)) {
    const isPlainList =
      Array.isArray(operand) && operand.every((part) => typeof part === 'string' && !part.includes(','));
    return isPlainList ? operand.join(',') : null;
  }
  return ['string', 'number', 'boolean'].includes(typeof operand) ? String(operand) : null;
}
