import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { RequestContext } from '../../../graphql/context.ts';
import { codeLookup } from '../../../modules/catalogue/index.ts';
import {
  type CodeKind,
  type CodeReference,
  codeExists,
  unknownCodes,
  unknownCodesError,
} from '../../../modules/structure/index.ts';
import { fieldPathKey } from './deduplicate-errors.ts';
import { resolvedPath } from './resolved-path.ts';

/** Kind of code in an argument of each name, unless its extensions state another kind. */
export const CODE_KIND_BY_ARGUMENT: Readonly<Record<string, CodeKind>> = {
  attribute: 'attribute',
  attributes: 'attribute',
  channel: 'channel',
  channels: 'channel',
  locale: 'locale',
  locales: 'locale',
};

/** Returns the kind of object that the codes of an argument name; null if the codes are not looked up here. */
export const codeKindOf = ({ name, extensions }: GraphQLArgument): CodeKind | null =>
  extensions.names ?? CODE_KIND_BY_ARGUMENT[name] ?? null;

/** An operation of a valid document that is being run. */
export interface RunningOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Variables as they were read, with their defaults. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

/** An argument of a document that takes codes. */
interface CodeArgument {
  readonly kind: CodeKind;
  readonly name: string;
  readonly value: ValueNode;
  readonly node: FieldNode;
  /** Keys of the response down to the field, without places in lists. */
  readonly keys: readonly string[];
  readonly isRequired: boolean;
}

const argumentsByDocument = new WeakMap<
  DocumentNode,
  Map<OperationDefinitionNode, readonly CodeArgument[]>
>();

/** Returns the arguments of an operation that take codes; those of a fragment once. */
function codeArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly CodeArgument[] {
  const remembered = argumentsByDocument.get(document)?.get(operation);
  if (remembered !== undefined) return remembered;
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const spread = new Set<string>();
  const codeArgs: CodeArgument[] = [];
  const walk = (type: GraphQLNamedType | undefined, set: SelectionSetNode, keys: readonly string[]): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) {
        const name = node.typeCondition?.name.value;
        walk(name === undefined ? type : schema.getType(name), node.selectionSet, keys);
      } else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        if (fragment === undefined || spread.has(node.name.value)) continue;
        spread.add(node.name.value);
        walk(schema.getType(fragment.typeCondition.name.value), fragment.selectionSet, keys);
      } else {
        const field =
          isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
        if (field === undefined) continue;
        const own = [...keys, node.alias?.value ?? node.name.value];
        for (const argumentNode of node.arguments ?? []) {
          const argument = field.args.find(({ name }) => name === argumentNode.name.value);
          const kind = argument === undefined ? null : codeKindOf(argument);
          if (argument === undefined || kind === null) continue;
          const isRequired = isRequiredArgument(argument);
          codeArgs.push({
            kind,
            name: argumentNode.name.value,
            value: argumentNode.value,
            node,
            keys: own,
            isRequired,
          });
        }
        if (node.selectionSet !== undefined) walk(getNamedType(field.type), node.selectionSet, own);
      }
    }
  };
  walk(schema.getRootType(operation.operation) ?? undefined, operation.selectionSet, []);
  argumentsByDocument.set(
    document,
    (argumentsByDocument.get(document) ?? new Map()).set(operation, codeArgs),
  );
  return codeArgs;
}

/**
 * Returns one error that tells of all codes that arguments of an operation name and that lead nowhere, as filters tell
 * of theirs: with suggestions. Null where there is none. Fields that were given one answer as if nothing were stored
 * there. Fields that failed are left out, as those that look their own arguments up.
 *
 * @param result what the operation has answered; null before it runs
 */
export async function unknownCodeArgumentsError(
  { schema, document, operation, variables, context }: RunningOperation,
  result: ExecutionResult | null,
): Promise<GraphQLError | null> {
  if (result !== null && result.data == null) return null;
  const failed = new Set(result?.errors?.map(({ path }) => fieldPathKey(path)));
  const documentArguments = codeArguments(schema, document, operation)
    // A required argument of one of our own documents comes from the path of the route, which itself reports that the
    // object does not exist.
    .filter(({ keys, isRequired }) => {
      return !failed.has(JSON.stringify(keys)) && !(context.isPrepared && isRequired);
    })
    .flatMap((argument) =>
      codesOf(argument, variables, context.isPrepared).map((code) => ({ ...code, argument })),
    );
  // A parameter that is a list fills the variable of its first entry, too; it is the one to be told.
  if (context.isPrepared) documentArguments.sort((a, b) => b.path.length - a.path.length);
  if (documentArguments.length === 0) return null;
  const directory = await codeLookup(context, documentArguments);
  const first = documentArguments.find((one) => !codeExists(directory, one))?.argument;
  if (first === undefined) return null;
  const originalError = unknownCodesError(unknownCodes(directory, documentArguments));
  const path = result === null ? null : resolvedPath(result.data, first.keys);
  return new GraphQLError('', { nodes: [first.node], path, originalError });
}

/** Returns the codes of an argument; of a document of our own they stand where its parameter is. */
function codesOf(
  { kind, name, value, keys }: CodeArgument,
  variables: Readonly<Record<string, unknown>>,
  isPrepared: boolean,
): CodeReference[] {
  const argumentValue: unknown = valueFromASTUntyped(value, variables as never);
  const path = isPrepared && value.kind === Kind.VARIABLE ? [value.name.value] : [...keys, name];
  if (typeof argumentValue === 'string') return [{ kind, code: argumentValue, path }];
  if (!Array.isArray(argumentValue)) return [];
  return argumentValue.flatMap((code: unknown, index) =>
    typeof code === 'string' ? [{ kind, code, path: [...path, String(index)] }] : [],
  );
}
