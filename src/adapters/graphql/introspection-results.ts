import { type ExecutionResult, type GraphQLSchema, print } from 'graphql';
import { LRUCache } from 'lru-cache';
import { RawJson, stringifyWithRawJson } from '../../kernel/text/json-text.ts';
import type { Variables } from './variables.ts';

/** Characters of the results that a process retains; those that were requested longest ago are dropped. */
const RETAINED_CHARACTERS = 16_000_000;

const results = new LRUCache<string, RawJson>({
  maxSize: RETAINED_CHARACTERS,
  sizeCalculation: ({ text }, key) => text.length + key.length,
});

/** The same schema has the same number for the whole life of the process. */
const numbers = new WeakMap<GraphQLSchema, number>();
let lastNumber = 0;

function numberOf(schema: GraphQLSchema): number {
  const number = numbers.get(schema);
  if (number !== undefined) return number;
  lastNumber += 1;
  numbers.set(schema, lastNumber);
  return lastNumber;
}

/**
 * Returns the result of a document that reads nothing but the schema. It is the same for everybody, so it is executed
 * once for a schema, a document and its variables, and its text is retained.
 */
export async function introspectOnce(
  { schema, document, operationName, variableValues }: IntrospectionArgs,
  execute: () => PromiseLike<ExecutionResult> | ExecutionResult,
): Promise<ExecutionResult> {
  const variables = JSON.stringify(variableValues ?? {});
  const key = `${numberOf(schema)} ${operationName ?? ''} ${variables} ${print(document)}`;
  const retained = results.get(key);
  if (retained !== undefined) return { data: retained as unknown as ExecutionResult['data'] & object };
  const result = await execute();
  if (result.errors !== undefined || result.data == null) return result;
  const data = new RawJson(stringifyWithRawJson(result.data));
  results.set(key, data);
  return { ...result, data: data as unknown as ExecutionResult['data'] & object };
}

interface IntrospectionArgs {
  readonly schema: GraphQLSchema;
  readonly document: Parameters<typeof print>[0];
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Variables | null | undefined;
}
