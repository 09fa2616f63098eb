import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import type { OperationBudget } from '../kernel/budget/operation-budget.ts';
import { unitsPerItem } from './document-fields.ts';

interface Charged {
  readonly budget?: OperationBudget | undefined;
}

type Field = GraphQLField<unknown, Charged>;

/** Units of work for one point of the `complexity` that a field declares. */
const UNITS_OF_A_POINT = 10;

/** Fields can be part of several types and schemas, and are charged once. */
const charged = new WeakSet<Field>();
const chargedSchemas = new WeakSet<GraphQLSchema>();

/**
 * Makes fields spend from the budget of their operation: lists of objects for each item, and fields that declare that
 * they are dear before they are resolved.
 *
 * @returns the same schema, changed
 */
export function chargeFields(schema: GraphQLSchema): GraphQLSchema {
  if (chargedSchemas.has(schema)) return schema;
  chargedSchemas.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as Field[]) {
      if (charged.has(field)) continue;
      charged.add(field);
      chargeField(field);
    }
  }
  return schema;
}

function chargeField(field: Field): void {
  // A list that its object holds already is small, and paid for with the fields of the list around it.
  const { resolve } = field;
  const isList =
    resolve !== undefined &&
    isListType(getNullableType(field.type)) &&
    isCompositeType(getNamedType(field.type));
  const price = priceOf(field);
  if (!isList && price === null) return;
  const resolveValue = resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    const { budget } = context;
    if (budget === undefined || budget.limit === Number.POSITIVE_INFINITY)
      return resolveValue(source, args, context, info);
    const charge = (items: unknown): unknown => {
      if (Array.isArray(items) && items.length > 0)
        budget.spend(items.length * unitsPerItem(info.fieldNodes, info.fragments));
      return items;
    };
    // A field of an item of a list that throws leaves promises of the items before it without a handler, and one of them
    // that is rejected ends the process. So fields whose budget is spent are rejected instead.
    try {
      if (price !== null) budget.spend(price(args));
      const value = resolveValue(source, args, context, info);
      if (!isList) return value;
      return isPromise(value) ? value.then(charge) : charge(value);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';

interface Complexity {
  readonly field?: number;
}

/** Returns the units that a field declares to cost beyond its object; null for one point and less. */
function priceOf({ extensions }: Field): ((args: object) => number) | null {
  const { complexity } = extensions as { readonly complexity?: unknown };
  const unitsOf = (declared: unknown): number => {
    const points = typeof declared === 'number' ? declared : ((declared as Complexity | null)?.field ?? 0);
    return points > 1 ? points * UNITS_OF_A_POINT : 0;
  };
  if (typeof complexity === 'function') return (args) => unitsOf(complexity(args, {}, {}));
  const units = unitsOf(complexity);
  return units === 0 ? null : () => units;
}
