import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../../graphql/context.ts';
import { hasScope, type ScopeExpression } from '../../kernel/scopes.ts';
import { documentScopes } from './document-scopes.ts';
import { withDocumentErrors } from './errors/document-errors.ts';
import type { Execute } from './run-document.ts';
import { readVariables, withoutVariableParsing } from './variables.ts';

/** A document is compiled when it runs for this time: compiling takes as long as some runs of the interpreter. */
const COMPILED_AT_RUN = 3;

interface Executable {
  runs: number;
  readonly operation: OperationDefinitionNode | null;
  /** Document that is interpreted. */
  readonly document: DocumentNode;
  /** Null until it is compiled, and for good where that cannot be done. */
  compiled: CompiledQuery | null;
  /** Answers those who hold all `scopes`. */
  unguarded: CompiledQuery | null;
  readonly scopes: readonly ScopeExpression[];
}

/**
 * Runs documents by code made for each of them (graphql-jit), which spares the interpreter's work for every field of
 * every row. What runs seldom is interpreted, and so is what cannot be compiled. Answers are those of graphql-js.
 *
 * @param unguarded the schema without its guards; a caller who holds every scope of a document gets its response from
 * it
 */
export function createCompiledExecution(
  schema: GraphQLSchema,
  unguarded: (() => GraphQLSchema) | null = null,
): Execute {
  const executablesByDocument = new WeakMap<DocumentNode, Map<string, Executable>>();
  const executableOf = ({ document, operationName }: ExecutionArgs): Executable => {
    const operations = executablesByDocument.get(document) ?? new Map<string, Executable>();
    executablesByDocument.set(document, operations);
    const cachedExecutable = operations.get(operationName ?? '');
    if (cachedExecutable !== undefined) return cachedExecutable;
    const operation = getOperationAST(document, operationName) ?? null;
    const interpreted = operation === null ? document : withoutVariableParsing(document, operation);
    const scopes = documentScopes(schema, document);
    const newExecutable = {
      runs: 0,
      operation,
      document: interpreted,
      compiled: null,
      unguarded: null,
      scopes,
    };
    operations.set(operationName ?? '', newExecutable);
    return newExecutable;
  };
  return async (args) => {
    const executable = executableOf(args);
    const { operation } = executable;
    executable.runs += 1;
    // Writing costs more than answering what was written, and such documents are the longest.
    if (executable.runs === COMPILED_AT_RUN && operation?.operation === 'query') {
      const { document, operationName } = args;
      executable.compiled = compileDocument(schema, document, operationName);
      executable.unguarded =
        unguarded === null ? null : compileDocument(unguarded(), document, operationName);
    }
    const { session } = args.contextValue as Partial<RequestContext>;
    const isAllowed = session != null && executable.scopes.every((scope) => hasScope(session, scope));
    const compiled = (isAllowed ? executable.unguarded : null) ?? executable.compiled;
    if (operation === null) return execute(args);
    // graphql-js reads the variables, because it supports inputs that contain themselves.
    const { errors, coerced } = await readVariables(schema, operation, args.variableValues ?? {});
    if (errors !== undefined) return { errors };
    const context = args.contextValue as RequestContext;
    const operationRequest = { schema, document: args.document, operation, variables: coerced, context };
    return withDocumentErrors(
      operationRequest,
      isAllowed,
      () =>
        (compiled === null
          ? execute({ ...args, document: executable.document, variableValues: coerced })
          : compiled.query(args.rootValue, context, coerced)) as Promise<ExecutionResult>,
    );
  };
}

/**
 * Returns code that executes one operation of a document, from variables that have been read; null when there can be
 * none.
 */
export function compileDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledQuery | null {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return null;
  const compiled = compileQuery(schema, withoutVariableParsing(document, operation), operation.name?.value);
  return isCompiledQuery(compiled) ? compiled : null;
}
