import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { DOCUMENT_LIMITS } from '../../graphql/builder.ts';
import { Fault } from '../../kernel/refusal.ts';
import { readVariables, type Variables, withReadVariables } from './variables.ts';

/** What a document may touch at most, as every answer tells it in `extensions.cost`. */
export interface Cost {
  readonly nodes: number;
  readonly maximumNodes: number;
  readonly depth: number;
}

/**
 * The greatest number of nodes and levels that an operation can answer with, from the document and its variables
 * alone: a list counts as many items as it was asked for. What asks for the schema costs next to nothing.
 *
 * @throws GraphQLError for variables and arguments that do not fit; AggregateError when several variables do not.
 */
export async function measureCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Promise<Cost> {
  // The plugin measures the first operation it meets.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const selected = withReadVariables({ ...document, definitions: [operation, ...fragments] }, operation);
  // Before the plugin, which looks for every mistake there is and tells the first.
  const { errors, coerced } = await readVariables(schema, operation, variables);
  if (errors !== undefined) throw new AggregateError(errors);
  const { complexity, depth } = complexityFromQuery(selected, { schema, variables: coerced });
  return { nodes: complexity, maximumNodes: DOCUMENT_LIMITS.nodes, depth };
}

/** @throws Fault `query-too-complex` for a cost beyond the limits. */
export function refuseTooComplex({ nodes, depth }: Cost): void {
  const problem =
    depth > DOCUMENT_LIMITS.depth
      ? `The document is ${depth} levels deep; ${DOCUMENT_LIMITS.depth} are allowed.`
      : nodes > DOCUMENT_LIMITS.nodes
        ? `The document can read ${nodes} nodes; ${DOCUMENT_LIMITS.nodes} are allowed. Request smaller pages.`
        : null;
  if (problem === null) return;
  throw new Fault('query-too-complex', problem, {
    nodes,
    maximum_nodes: DOCUMENT_LIMITS.nodes,
    depth,
    maximum_depth: DOCUMENT_LIMITS.depth,
  });
}
