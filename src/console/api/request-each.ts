import { type DocumentNode, type FieldNode, type OperationDefinitionNode, print } from '@0no-co/graphql.web';
import { ApiError } from './api-error.ts';
import type { TadaDocumentNode } from './graphql.ts';
import { request } from './request.ts';

/** Maximum number of times that a request repeats its field. */
const MAX_FIELDS = 40;

/** Maximum number of tokens of a document, which the server sets. */
const MAX_TOKENS = 1_000;

/**
 * Runs a document with one field for each of several variables, many in one request, up to a request that fails. The
 * results are in the order of the variables, and are payloads or problems of their own; null where the field is null or
 * failed.
 *
 * @param document operation with one field, whose fragments have no variables
 * @param onDone called after each request with the number of variables that are done
 */
export async function requestEach<Result extends object, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  list: readonly Variables[],
  onDone: (count: number) => void = () => undefined,
): Promise<{
  readonly results: readonly (Result[keyof Result] | null)[];
  /** The error that has ended it, such as a broken connection; null if everything was sent. */
  readonly error: unknown;
}> {
  type Data = Readonly<Record<string, Result[keyof Result] | null>>;
  const results: (Result[keyof Result] | null)[] = [];
  let error: unknown = null;
  const fields = fieldsPerRequest(document);
  for (let from = 0; error === null && from < list.length; from += fields) {
    const some = list.slice(from, from + fields);
    const variables = some.flatMap((one, index) =>
      Object.entries(one).map(([name, value]) => [`${name}_${index}`, value] as const),
    );
    const repeatedDocument = repeatField(document, some.length) as TadaDocumentNode<Data, object>;
    const data = await request(repeatedDocument, Object.fromEntries(variables)).catch((reason: unknown) => {
      error = reason;
      return (reason instanceof ApiError ? reason.data : {}) as Data;
    });
    results.push(...some.map((_one, index) => data[`f${index}`] ?? null));
    onDone(results.length);
  }
  return { results, error };
}

/** Returns the number of times that a request can repeat the field of a document. */
function fieldsPerRequest(document: object): number {
  const [one = 0, two = 0] = [1, 2].map((count) => tokensIn(repeatField(document, count)));
  return Math.min(MAX_FIELDS, 1 + Math.floor((MAX_TOKENS - one) / (two - one)));
}

/** Returns the number of tokens of a document without texts. */
const tokensIn = (document: DocumentNode): number =>
  print(document).match(/\.{3}|\w+|[^\s\w,]/g)?.length ?? 0;

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
