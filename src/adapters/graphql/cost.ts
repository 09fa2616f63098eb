import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { DOCUMENT_LIMITS } from '../../graphql/builder.ts';
import { countFields } from '../../graphql/document-fields.ts';
import { type OperationBudget, PRICES } from '../../kernel/budget/operation-budget.ts';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { rootFieldsOf } from './root-fields.ts';
import { readVariables, type Variables, withoutVariableParsing } from './variables.ts';

/** The cost of an operation, as every response reports it in `extensions.cost`. */
export interface Cost {
  /** Objects that it can read at most, an estimate: lists are counted as if they were as long as requested. */
  readonly nodes: number;
  /** Estimates above are those of large documents. Nothing is rejected by them. */
  readonly maximumNodes: number;
  readonly depth: number;
  /** Units of work that were spent. */
  readonly used: number;
  /** Units of work that an operation can spend. */
  readonly limit: number;
}

/** The part of the cost that is known before an operation runs. */
export type MeasuredCost = Omit<Cost, 'used' | 'limit'>;

/**
 * Returns the greatest number of nodes and levels that an operation can answer with, from the document and its
 * variables alone: a list counts as many items as it was requested. What requests the schema costs next to nothing.
 *
 * @throws GraphQLError for variables and arguments that do not fit; AggregateError when several variables do not.
 */
export async function measureCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Promise<MeasuredCost> {
  // The plugin measures the first operation it meets.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const selected = withoutVariableParsing({ ...document, definitions: [operation, ...fragments] }, operation);
  // The variables are read before the plugin runs, which searches for every mistake and reports the first.
  const { errors, coerced } = await readVariables(schema, operation, variables);
  if (errors !== undefined) throw new AggregateError(errors);
  const { complexity, depth } = complexityFromQuery(selected, { schema, variables: coerced });
  return { nodes: complexity, maximumNodes: DOCUMENT_LIMITS.nodes, depth };
}

/**
 * Returns the units that an operation costs before anything runs: each root field has a price, and each field, because
 * fragments and aliases can repeat objects that are no list.
 */
export function fixedPrice(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  const roots = rootFieldsOf(document, operation).length;
  return roots * PRICES.rootField + countFields(operation.selectionSet, fragments) * PRICES.field;
}

/**
 * Rejects a document that is too deep, or whose fixed price is more than its budget has; else spends the price.
 *
 * @throws RequestError `query-too-complex`
 */
export function spendFixedPrice({ depth }: MeasuredCost, price: number, budget: OperationBudget): void {
  if (depth > DOCUMENT_LIMITS.depth) {
    const message = localized('document-too-deep', { depth, max: DOCUMENT_LIMITS.depth });
    throw new RequestError('query-too-complex', message, { depth, maximum_depth: DOCUMENT_LIMITS.depth });
  }
  if (price > budget.limit) {
    const message = localized('document-too-costly', { price, limit: budget.limit });
    throw new RequestError('query-too-complex', message, { price, limit: budget.limit });
  }
  budget.spend(price);
}

/** Returns the cost as responses report it. */
export const costOf = (measured: MeasuredCost, { used, limit }: OperationBudget): Cost => ({
  ...measured,
  used,
  limit,
});

/** Returns the result of an operation, or why its budget ended it. A part of a result would look like all of it. */
export const withinBudget = (result: ExecutionResult, { failure }: OperationBudget): ExecutionResult =>
  failure === null
    ? result
    : { data: null, errors: [new GraphQLError(failure.detail, { originalError: failure })] };
