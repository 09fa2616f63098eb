import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { throwIssue } from './manifest-issue.ts';
import { snakeCase } from './names.ts';

/** A type whose objects a view can show. */
export type ViewedType = GraphQLObjectType | GraphQLInterfaceType;

/** A view made ready to stand in a document. */
export interface View {
  readonly selections: readonly SelectionNode[];
  /** The selections as text, each optional key and expansion under its switch. */
  readonly text: string;
  /** Variables by name, with the type and default that the schema gives their position, or that the view declares. */
  readonly variables: ReadonlyMap<string, ViewVariable>;
  readonly optionalKeys: ReadonlyMap<string, string | null>;
  readonly expansions: ReadonlyMap<string, readonly FieldNode[]>;
  /** Parts of the response of a write that the scope of the write alone does not permit its caller to read. */
  readonly guarded: RestrictedParts | null;
}

/** Parts of a response that are left out for callers who may not read them. */
export interface RestrictedParts {
  /** Scopes for reading them, all of them. */
  readonly scopes: readonly ScopeExpression[];
  /** The JSON keys among them of the answered object. */
  readonly keys: ReadonlySet<string>;
}

export interface ViewVariable {
  /** Type as the document declares it: `DataForm! = CELLS`; null: the type of the argument. */
  readonly declared: string | null;
  readonly argument: GraphQLArgument;
}

/** Keys that are read in any case: responses need them for headers, whatever `fields` requests. */
const ALWAYS_READ: ReadonlySet<string> = new Set(['id', 'version']);

/** Returns the name of the variable that includes a top-level key, or an expansion. */
const switchVariable = (prefix: 'f' | 'e', name: string) => `${prefix}_${name}`;
export const expansionSwitch = (name: string) => switchVariable('e', name);

/**
 * Reads a view: the declared selection of a type with its expansions.
 *
 * @param fieldPath how sentences call the exposure: "channels"
 * @param isProjectable whether callers choose among its top-level keys
 */
export function readView(
  schema: GraphQLSchema,
  type: ViewedType,
  view: { readonly text: string; readonly expansions: Readonly<Record<string, string>> },
  fieldPath: string,
  isProjectable: boolean,
): View {
  const operation = parseSelection(view.text, `The view of ${fieldPath}`);
  const variables = new Map<string, ViewVariable>();
  const declared = new Map(
    (operation.variableDefinitions ?? []).map((definition) => [
      definition.variable.name.value,
      print(definition).replace(/^\$\w+:\s*/, ''),
    ]),
  );
  const base = operation.selectionSet.selections;
  const expansions = new Map<string, readonly FieldNode[]>();
  const optionalKeys = new Map<string, string | null>();
  const parts = base.map((node) => {
    if (!isProjectable || node.kind !== Kind.FIELD) return print(node);
    const key = snakeCase(node.alias?.value ?? node.name.value);
    const variable = ALWAYS_READ.has(key) ? null : switchVariable('f', key);
    optionalKeys.set(key, variable);
    return variable === null ? print(node) : print(withIncludeDirective(node, variable));
  });
  for (const [name, text] of Object.entries(isProjectable ? view.expansions : {})) {
    const nodes = parseSelection(`{ ${text} }`, `The expansion '${name}' of ${fieldPath}`).selectionSet
      .selections;
    expansions.set(
      name,
      nodes.filter((node) => node.kind === Kind.FIELD),
    );
    parts.push(`... @include(if: $${expansionSwitch(name)}) { ${nodes.map(print).join(' ')} }`);
  }
  const selections = [...base, ...[...expansions.values()].flat()];
  for (const [name, argument] of argumentsOfVariables(schema, type, selections))
    variables.set(name, { declared: declared.get(name) ?? null, argument });
  return { selections, text: parts.join(' '), variables, optionalKeys, expansions, guarded: null };
}

function parseSelection(text: string, what: string): OperationDefinitionNode {
  try {
    const [operation] = parse(`query ${text}`, { noLocation: true }).definitions;
    if (operation?.kind === Kind.OPERATION_DEFINITION) return operation;
  } catch (error) {
    throwIssue(`${what} is not a selection: ${(error as Error).message}`);
  }
  return throwIssue(`${what} is not a selection.`);
}

function withIncludeDirective(node: FieldNode, variable: string): FieldNode {
  const name = { kind: Kind.NAME, value: 'include' } as const;
  const condition = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } } as const;
  const argument = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'if' }, value: condition } as const;
  return {
    ...node,
    directives: [...(node.directives ?? []), { kind: Kind.DIRECTIVE, name, arguments: [argument] }],
  };
}

/** Returns the argument that each variable of a selection is given to. */
function argumentsOfVariables(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: readonly SelectionNode[],
): Map<string, GraphQLArgument> {
  const argumentsByVariable = new Map<string, GraphQLArgument>();
  const typeInfo = new TypeInfo(schema, type);
  visit(
    { kind: Kind.SELECTION_SET, selections } as const,
    visitWithTypeInfo(typeInfo, {
      Variable({ name }) {
        const argument = typeInfo.getArgument();
        if (argument != null && !argumentsByVariable.has(name.value))
          argumentsByVariable.set(name.value, argument);
      },
    }),
  );
  return argumentsByVariable;
}
