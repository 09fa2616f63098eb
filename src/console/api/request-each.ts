import type { DocumentNode, FieldNode, OperationDefinitionNode } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from './graphql.ts';
import { requestWithId } from './request.ts';

/** Number of times that a request repeats its field. */
const MAX_FIELDS = 40;

/**
 * Runs a document with one field for each of several variables, many in one request. The results are in their order, and
 * are payloads or problems of their own.
 *
 * @param document operation with one field, whose fragments have no variables
 * @param onDone called after each request with the number of variables that are done
 * @throws ApiError with the first error of a response, after which nothing else is sent
 */
export async function requestEach<Result extends object, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  list: readonly Variables[],
  onDone: (count: number) => void = () => undefined,
): Promise<readonly Result[keyof Result][]> {
  const results: Result[keyof Result][] = [];
  for (let from = 0; from < list.length; from += MAX_FIELDS) {
    const some = list.slice(from, from + MAX_FIELDS);
    const variables = some.flatMap((one, index) =>
      Object.entries(one).map(([name, value]) => [`${name}_${index}`, value] as const),
    );
    const { data } = await requestWithId(
      repeatField(document, some.length) as TadaDocumentNode<
        Readonly<Record<string, Result[keyof Result]>>,
        object
      >,
      Object.fromEntries(variables),
    );
    results.push(...some.flatMap((_one, index) => data[`f${index}`] ?? []));
    onDone(results.length);
  }
  return results;
}

/** Returns a document that has the field of another one several times, under `f0`, `f1` and so on, with variables of its own. */
function repeatField(document: object, count: number): DocumentNode {
  const { definitions, ...rest } = document as DocumentNode;
  return {
    ...rest,
    definitions: definitions.map((definition) =>
      definition.kind === 'OperationDefinition' ? repeated(definition, count) : definition,
    ),
  };
}

function repeated(operation: OperationDefinitionNode, count: number): OperationDefinitionNode {
  const copies = Array.from({ length: count }, (_, index) => withVariablesOf(operation, index));
  const selections = copies.flatMap(({ selectionSet }, index) =>
    selectionSet.selections.map((selection) => ({
      ...(selection as FieldNode),
      alias: { kind: 'Name' as FieldNode['name']['kind'], value: `f${index}` },
    })),
  );
  return {
    ...operation,
    variableDefinitions: copies.flatMap(({ variableDefinitions }) => variableDefinitions ?? []),
    selectionSet: { ...operation.selectionSet, selections },
  };
}

/** Returns a copy of an operation in which each variable has a number behind its name. */
const withVariablesOf = (operation: OperationDefinitionNode, index: number): OperationDefinitionNode =>
  JSON.parse(JSON.stringify({ ...operation, loc: undefined }), (_key, node: unknown) =>
    isVariable(node) ? { ...node, name: { ...node.name, value: `${node.name.value}_${index}` } } : node,
  ) as OperationDefinitionNode;

const isVariable = (
  node: unknown,
): node is { readonly kind: string; readonly name: { readonly value: string } } =>
  typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'Variable';
