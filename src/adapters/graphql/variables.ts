import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isInputType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';

/**
 * Maximum number of mistakes that are reported for one request; each quotes the input and searches for similar names.
 */
export const MAX_REPORTED_ERRORS = 10;

export type Variables = Readonly<Record<string, unknown>>;

type ReadVariables =
  | { readonly errors: readonly GraphQLError[]; readonly coerced?: undefined }
  | { readonly errors?: undefined; readonly coerced: Variables };

/**
 * Returns the variables of an operation as its fields get them, or the first mistakes in them. Lists are read item by
 * item, so that a long batch does not hold the event loop.
 */
export async function readVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  rawVariables: Variables,
): Promise<ReadVariables> {
  const definitions = operation.variableDefinitions ?? [];
  const lists: Record<string, unknown> = {};
  const others: VariableDefinitionNode[] = [];
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const list = await readList(itemTypeOf(schema, definition), rawVariables[name]);
    if (list === null) others.push(definition);
    else lists[name] = list;
  }
  const { errors, coerced } = getVariableValues(schema, others, rawVariables, {
    maxErrors: MAX_REPORTED_ERRORS,
  });
  return errors === undefined ? { coerced: { ...coerced, ...lists } } : { errors };
}

function itemTypeOf(schema: GraphQLSchema, { type }: VariableDefinitionNode): GraphQLInputType | null {
  // The general signature is the last.
  const inputType = (typeFromAST as (schema: GraphQLSchema, node: typeof type) => unknown)(schema, type);
  const list = isInputType(inputType) ? getNullableType(inputType) : null;
  return isListType(list) ? list.ofType : null;
}

/**
 * Returns the items of a list; null for what is none, and where something is wrong: then it is read once more as a
 * whole.
 */
async function readList(type: GraphQLInputType | null, rawValue: unknown): Promise<unknown[] | null> {
  if (type === null || !Array.isArray(rawValue)) return null;
  const items: unknown[] = [];
  let isWrong = false;
  const refuse = () => {
    isWrong = true;
  };
  for (const item of rawValue) {
    await yieldToEventLoop();
    items.push(coerceInputValue(item, type, refuse));
    if (isWrong) return null;
  }
  return items;
}

/** Returns variables without the `__typename` that caches of clients add to what responses hand back. */
export function withoutTypenames(variables: Variables): Variables {
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).filter(([name]) => name !== '__typename');
    return Object.fromEntries(fields.map(([name, inner]) => [name, cleaned(inner)]));
  };
  return cleaned(variables) as Variables;
}

/** Takes any value that has been read by {@link readVariables}. */
const PASSED_THROUGH = 'JSON';

/** Returns the document for variables that have been read: it does not read them again. */
export function withoutVariableParsing(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const passed = {
    ...operation,
    variableDefinitions: operation.variableDefinitions?.map(asPassThroughVariable) ?? [],
  };
  return {
    ...document,
    definitions: document.definitions.map((node) => (node === operation ? passed : node)),
  };
}

function asPassThroughVariable(definition: VariableDefinitionNode): VariableDefinitionNode {
  const { kind, variable, type } = definition;
  const innerType = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  // Those decide what is included; compiled code wants to see that they can.
  if (innerType.kind === Kind.NAMED_TYPE && innerType.name.value === 'Boolean') return definition;
  return {
    kind,
    variable,
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: PASSED_THROUGH } },
  };
}
