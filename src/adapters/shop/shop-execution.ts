import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLScalarType,
  GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import type { ShopContext } from '../../modules/shop-api/index.ts';
import { compileDocument } from '../graphql/compiled-execution.ts';
import type { Variables } from '../graphql/variables.ts';

/** A document is compiled when it runs for this time: compiling takes as long as some runs of the interpreter. */
const COMPILED_AT_RUN = 3;

/** A document that is run by a schema. */
interface Executable {
  runs: number;
  /** Null until it is compiled, and for good where that cannot be done. */
  compiled: CompiledQuery | null;
}

/** An operation of a valid document. */
export interface ShopOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Variables as they were sent. */
  readonly variables: Variables;
  /** Variables as they were read. */
  readonly coerced: Variables;
  readonly context: ShopContext;
}

/** Variables that have been read pass through a type of this name (see `withoutVariableParsing`). */
const JSON_TYPE = new GraphQLScalarType({ name: 'JSON' });

/** Runs documents by code made for each of them, as `createCompiledExecution` does for the other graph. */
export function createShopExecution(): (operation: ShopOperation) => Promise<ExecutionResult> {
  const compilable = new WeakMap<GraphQLSchema, GraphQLSchema>();
  const executablesBySchema = new WeakMap<GraphQLSchema, WeakMap<OperationDefinitionNode, Executable>>();
  const withJson = (schema: GraphQLSchema) => {
    const config = schema.toConfig();
    const jsonSchema =
      compilable.get(schema) ??
      new GraphQLSchema({ ...config, types: [...config.types, JSON_TYPE], assumeValid: true });
    compilable.set(schema, jsonSchema);
    return jsonSchema;
  };
  const executableOf = ({ schema, operation }: ShopOperation) => {
    const ofSchema = executablesBySchema.get(schema) ?? new WeakMap<OperationDefinitionNode, Executable>();
    executablesBySchema.set(schema, ofSchema);
    const executable = ofSchema.get(operation) ?? { runs: 0, compiled: null };
    ofSchema.set(operation, executable);
    return executable;
  };
  return async (operationRequest) => {
    const { schema, document, operation, variables, coerced, context } = operationRequest;
    const executable = executableOf(operationRequest);
    executable.runs += 1;
    const operationName = operation.name?.value;
    if (executable.runs === COMPILED_AT_RUN)
      executable.compiled = compileDocument(withJson(schema), document, operationName);
    if (executable.compiled !== null)
      return executable.compiled.query(null, context, { ...coerced }) as Promise<ExecutionResult>;
    const contextValue = context;
    return execute({ schema, document, operationName, variableValues: variables, contextValue });
  };
}
