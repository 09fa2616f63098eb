import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { DOCUMENT_LIMITS } from '../../graphql/builder.ts';
import { Fault } from '../../kernel/refusal.ts';

/** What a document may touch at most, as every answer tells it in `extensions.cost`. */
export interface Cost {
  readonly nodes: number;
  readonly maximumNodes: number;
  readonly depth: number;
}

/** How many mistakes of one request are told; each quotes what was sent and looks for near words. */
export const REPORTED_MISTAKES = 10;

type Variables = Readonly<Record<string, unknown>>;

/**
 * The greatest number of nodes and levels that an operation can answer with, from the document and its variables
 * alone: a list counts as many items as it was asked for. What asks for the schema costs next to nothing.
 *
 * @throws GraphQLError for variables and arguments that do not fit; AggregateError when several variables do not.
 */
export function measureCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Cost {
  // The plugin measures the first operation it meets.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const selected = { ...document, definitions: [operation, ...fragments] };
  // Before the plugin, which looks for every mistake there is and tells the first.
  const { errors } = readVariables(schema, operation, variables);
  if (errors !== undefined) throw new AggregateError(errors);
  const { complexity, depth } = complexityFromQuery(selected, { schema, variables });
  return { nodes: complexity, maximumNodes: DOCUMENT_LIMITS.nodes, depth };
}

/** The variables of an operation as its fields get them, or the first mistakes in them. */
export function readVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, given: Variables) {
  return getVariableValues(schema, operation.variableDefinitions ?? [], given, {
    maxErrors: REPORTED_MISTAKES,
  });
}

/** @throws Fault `query-too-complex` for a cost beyond the limits. */
export function refuseTooComplex({ nodes, depth }: Cost): void {
  const problem =
    depth > DOCUMENT_LIMITS.depth
      ? `The document is ${depth} levels deep; ${DOCUMENT_LIMITS.depth} are allowed.`
      : nodes > DOCUMENT_LIMITS.nodes
        ? `The document may touch ${nodes} nodes; ${DOCUMENT_LIMITS.nodes} are allowed. Ask for smaller pages.`
        : null;
  if (problem === null) return;
  throw new Fault('query-too-complex', problem, {
    nodes,
    maximum_nodes: DOCUMENT_LIMITS.nodes,
    depth,
    maximum_depth: DOCUMENT_LIMITS.depth,
  });
}
