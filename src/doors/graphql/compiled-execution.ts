import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../../graphql/context.ts';
import { holds, type ScopeExpression } from '../../kernel/scopes.ts';
import { REPORTED_MISTAKES, readVariables } from './cost.ts';
import type { Execute } from './run-document.ts';
import { scopesOfDocument } from './scopes-of-document.ts';

/** A document is compiled when it runs for this time: compiling takes as long as some runs of the interpreter. */
const COMPILED_AT_RUN = 3;
/** Variables are read by graphql-js, which knows inputs that contain themselves, and passed through by the compiled code. */
const PASSED_THROUGH = 'JSON';

interface Executable {
  runs: number;
  readonly operation: OperationDefinitionNode | null;
  /** Null until it is compiled, and for good where that cannot be done. */
  compiled: CompiledQuery | null;
  /** Answers those who hold all `scopes`. */
  unguarded: CompiledQuery | null;
  scopes: readonly ScopeExpression[];
}

/**
 * Runs documents by code made for each of them (graphql-jit), which spares the interpreter's work for every field of
 * every row. What runs seldom is interpreted, and so is what cannot be compiled. Answers are those of graphql-js.
 *
 * @param unguarded the schema without its guards; a caller who holds every scope of a document is answered by it
 */
export function createCompiledExecution(
  schema: GraphQLSchema,
  unguarded: (() => GraphQLSchema) | null = null,
): Execute {
  const known = new WeakMap<DocumentNode, Map<string, Executable>>();
  const executableOf = ({ document, operationName }: ExecutionArgs): Executable => {
    const operations = known.get(document) ?? new Map<string, Executable>();
    known.set(document, operations);
    const found = operations.get(operationName ?? '');
    if (found !== undefined) return found;
    const operation = getOperationAST(document, operationName) ?? null;
    const made = { runs: 0, operation, compiled: null, unguarded: null, scopes: [] };
    operations.set(operationName ?? '', made);
    return made;
  };
  return (args) => {
    const executable = executableOf(args);
    const { operation } = executable;
    executable.runs += 1;
    // Writing costs more than answering what was written, and such documents are the longest.
    if (executable.runs === COMPILED_AT_RUN && operation?.operation === 'query') {
      const { document, operationName } = args;
      executable.compiled = compileDocument(schema, document, operationName);
      executable.scopes = scopesOfDocument(schema, document);
      executable.unguarded =
        unguarded === null ? null : compileDocument(unguarded(), document, operationName);
    }
    const { session } = args.contextValue as Partial<RequestContext>;
    const isAllowed = session != null && executable.scopes.every((scope) => holds(session, scope));
    const compiled = (isAllowed ? executable.unguarded : null) ?? executable.compiled;
    if (compiled === null || operation === null)
      return execute({ ...args, options: { maxCoercionErrors: REPORTED_MISTAKES } });
    const { errors, coerced } = readVariables(schema, operation, args.variableValues ?? {});
    if (errors !== undefined) return { errors };
    return compiled.query(args.rootValue, args.contextValue, coerced) as Promise<ExecutionResult>;
  };
}

/** Code that answers one operation of a document, from variables that have been read; null when there can be none. */
export function compileDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledQuery | null {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return null;
  const passed = {
    ...operation,
    variableDefinitions: operation.variableDefinitions?.map(passedThrough) ?? [],
  };
  const definitions = document.definitions.map((node) => (node === operation ? passed : node));
  const compiled = compileQuery(schema, { ...document, definitions }, operation.name?.value);
  return isCompiledQuery(compiled) ? compiled : null;
}

function passedThrough(definition: VariableDefinitionNode): VariableDefinitionNode {
  const { kind, variable, type } = definition;
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  // Those decide what is included; the compiled code wants to see that they can.
  if (named.kind === Kind.NAMED_TYPE && named.name.value === 'Boolean') return definition;
  return {
    kind,
    variable,
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: PASSED_THROUGH } },
  };
}
