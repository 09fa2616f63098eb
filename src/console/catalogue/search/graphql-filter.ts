import type { VariablesOf } from '../../api/graphql.ts';
import { propertyOfField } from '../properties/product-properties.tsx';
import type { PRODUCTS } from './grid-documents.ts';

type ProductFilter = NonNullable<VariablesOf<typeof PRODUCTS>['filter']>;
type Json = Readonly<Record<string, unknown>>;

/** Conditions that JSON has by key, and the name of the key where GraphQL has them in a list. */
const LIST_KEYS: Readonly<Record<string, string>> = {
  attributes: 'attribute',
  associations: 'type',
  external_refs: 'system',
};
// Entities have `codes`.
const PLAIN_KEYS: ReadonlySet<string> = new Set(['q', 'channel', 'locale', 'codes']);

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const upperCase = (operand: unknown): unknown => {
  if (Array.isArray(operand)) return operand.map(upperCase);
  return typeof operand === 'string' ? operand.toUpperCase() : operand;
};

/** Returns a filter in the JSON form of the API as GraphQL takes it. */
export function toGraphqlFilter(filter: Json): ProductFilter {
  const entries = Object.entries(filter).map(([key, value]): [string, unknown] => {
    if (PLAIN_KEYS.has(key)) return [key, value];
    if (key === 'not') return [key, isJson(value) ? toGraphqlFilter(value) : value];
    if (key === 'and' || key === 'or')
      return [key, Array.isArray(value) ? value.map((part) => toGraphqlFilter(part as Json)) : value];
    const by = LIST_KEYS[key];
    if (by !== undefined && isJson(value))
      return [
        camelCase(key),
        Object.entries(value).map(([code, test]) => ({ [by]: code, ...testOf('', test) })),
      ];
    return [camelCase(key), testOf(key, value)];
  });
  return Object.fromEntries(entries) as ProductFilter;
}

function testOf(field: string, test: unknown): Json {
  const { isSet = false, isEnum = false } = propertyOfField(field) ?? {};
  // A bare list stands for `any` of a set, elsewhere for `in`.
  if (Array.isArray(test)) return testOf(field, { [isSet ? 'any' : 'in']: test });
  if (!isJson(test)) return testOf(field, { eq: test });
  const isWord = (operator: string) => isEnum || operator === 'scope' || operator === 'state';
  return Object.fromEntries(
    Object.entries(test).map(([operator, operand]) => [
      camelCase(operator),
      isWord(operator) ? upperCase(operand) : operand,
    ]),
  );
}
