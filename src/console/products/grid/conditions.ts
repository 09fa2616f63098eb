import type { VariablesOf } from '../../api/graphql.ts';
import type { FilterField, PRODUCTS } from './grid-documents.ts';

type ProductFilter = NonNullable<VariablesOf<typeof PRODUCTS>['filter']>;

/** One condition of a search, as the URL stores it. */
export interface Condition {
  /** As `productFilterFields` names it: `status`, `attributes.color`. */
  readonly field: string;
  /** `eq`, `starts_with` … */
  readonly operator: string;
  /** The input; several operands separated by commas, `true` or `false` for `empty`. */
  readonly value: string;
}

/** Types with single-value operands; prices, measurements and links need more than one input. */
const PLAIN_TYPES = new Set(
  'text enum code category completeness datetime date number boolean select multi_select identifier textarea rich_text entity channel'.split(
    ' ',
  ),
);
const PLAIN_OPERATORS = new Set(
  'eq ne in nin contains not_contains starts_with ends_with lt lte gt gte any all none empty missing last_days'.split(
    ' ',
  ),
);
const LISTS = new Set(['in', 'nin', 'any', 'all', 'none', 'missing']);

/** Whether the editor supports conditions on the field. */
export const isPlain = ({ type, operators }: FilterField): boolean =>
  PLAIN_TYPES.has(type) && operators.some((operator) => PLAIN_OPERATORS.has(operator));

export const plainOperators = ({ operators }: FilterField): readonly string[] =>
  operators.filter((operator) => PLAIN_OPERATORS.has(operator));

type Operand = string | number | boolean | readonly string[];

function operandOf({ operator, value }: Condition, field: FilterField): Operand {
  if (operator === 'empty') return value === 'true';
  if (LISTS.has(operator))
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (operator === 'last_days' || field.type === 'completeness') return Number(value);
  return field.type === 'boolean' ? value === 'true' : value;
}

/** How the values of a facet are chosen: by a list of them. */
const FACET_CONDITIONS: Readonly<Record<string, Omit<Condition, 'value'>>> = {
  categories: { field: 'categories', operator: 'any' },
  missing: { field: 'completeness', operator: 'missing' },
};

const conditionOf = (facet: string) => FACET_CONDITIONS[facet] ?? { field: facet, operator: 'in' };

const isOf =
  (facet: string) =>
  ({ field, operator }: Condition): boolean => {
    const wanted = conditionOf(facet);
    return field === wanted.field && operator === wanted.operator;
  };

/** The values that conditions choose of a facet. */
export const chosenOf = (facet: string, conditions: readonly Condition[]): readonly string[] =>
  conditions.filter(isOf(facet)).flatMap(({ value }) => value.split(','));

/** The conditions after a value of a facet is chosen, or no longer. */
export function toggleFacet(facet: string, value: string, conditions: readonly Condition[]): Condition[] {
  const before = chosenOf(facet, conditions);
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  const others = conditions.filter((condition) => !isOf(facet)(condition));
  return after.length === 0 ? others : [...others, { ...conditionOf(facet), value: after.join(',') }];
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const upperCase = (operand: Operand): Operand =>
  typeof operand === 'string'
    ? operand.toUpperCase()
    : Array.isArray(operand)
      ? operand.map((item: string) => item.toUpperCase())
      : operand;

const ATTRIBUTE = 'attributes.';

/** Publication in any of some channels: `web:blocked,print:blocked`. */
const publications = (value: string) =>
  value.split(',').map((part) => {
    const [channel = '', state = ''] = part.split(':');
    return { channel, state };
  });

/** The channel and the locale of the page. */
interface PageScope {
  readonly channel: string;
  readonly locale: string;
}

/** Percentages are those of the page, as the readiness in its rows is. What is missing is so anywhere. */
const scopeOf = ({ operator }: Condition, field: FilterField, page: PageScope): Partial<PageScope> =>
  field.type === 'completeness' && operator !== 'missing'
    ? { channel: page.channel, locale: page.locale }
    : {};

/** The filter of a search as GraphQL takes it. */
export function toFilter(
  q: string,
  conditions: readonly Condition[],
  fields: readonly FilterField[],
  page: PageScope,
): ProductFilter {
  const and = conditions.flatMap((condition): object[] => {
    const field = fields.find(({ field: name }) => name === condition.field);
    if (field === undefined) return [];
    if (field.type === 'publication')
      return [
        {
          or: publications(condition.value).map(({ channel, state }) => ({
            publication: { channel, state: state.toUpperCase() },
          })),
        },
      ];
    const operand = operandOf(condition, field);
    const operator = camelCase(condition.operator);
    if (condition.field.startsWith(ATTRIBUTE)) {
      return [{ attributes: [{ attribute: condition.field.slice(ATTRIBUTE.length), [operator]: operand }] }];
    }
    const value = field.type === 'enum' ? upperCase(operand) : operand;
    return [{ [camelCase(condition.field)]: { [operator]: value, ...scopeOf(condition, field, page) } }];
  });
  return { ...(q === '' ? {} : { q }), ...(and.length === 0 ? {} : { and }) } as ProductFilter;
}

/** The same filter in the JSON form of exports. */
export function toJsonFilter(
  q: string,
  conditions: readonly Condition[],
  fields: readonly FilterField[],
  page: PageScope,
): object {
  const and = conditions.flatMap((condition): object[] => {
    const field = fields.find(({ field: name }) => name === condition.field);
    if (field === undefined) return [];
    if (field.type === 'publication')
      return [{ or: publications(condition.value).map((publication) => ({ publication })) }];
    const test = { [condition.operator]: operandOf(condition, field), ...scopeOf(condition, field, page) };
    return condition.field.startsWith(ATTRIBUTE)
      ? [{ attributes: { [condition.field.slice(ATTRIBUTE.length)]: test } }]
      : [{ [condition.field]: test }];
  });
  return { ...(q === '' ? {} : { q }), ...(and.length === 0 ? {} : { and }) };
}
