import type { ExecutionResult } from 'graphql';
import { Fault } from '../../kernel/refusal.ts';
import { holds, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { missingToken } from '../../modules/access-token/index.ts';
import type { RecordRefusal } from '../../platform/audit/refusal-recorder.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { GraphqlEngine } from '../graphql/engine.ts';
import type { Exchange } from '../graphql/exchange.ts';
import type { PreparedDocument } from './exposed-operation.ts';
import { KEY_FACTS_ONLY } from './response/guard-selections.ts';

/** Runs prepared documents for the APIs that are derived from the manifest. */
export interface ExposedRunner {
  /**
   * Finds out who asks and lets pass who holds all of `scopes`, before anything of the input is looked at. A rejection
   * is noted in the audit, as one of a running document is.
   *
   * @throws Fault `missing-token`, `insufficient-scope`, `role-forbidden`
   */
  admit(exchange: Exchange, scopes: readonly ScopeExpression[], operation: string): Session;
  /**
   * Runs a document as the GraphQL API would: masked, recorded, a dry run rolled back. Who may write an object but not
   * read it gets its key facts.
   */
  run(
    prepared: PreparedDocument,
    exchange: Exchange,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<ExecutionResult>;
}

export function createExposedRunner(settings: {
  readonly engine: GraphqlEngine;
  readonly recordRefusal: RecordRefusal;
}): ExposedRunner {
  const { engine, recordRefusal } = settings;
  return {
    admit({ session }, scopes, operation) {
      if (session === null) throw missingToken();
      try {
        for (const scope of scopes) authorize(session, scope, operation);
      } catch (error) {
        if (error instanceof Fault) void recordRefusal(session, error);
        throw error;
      }
      return session;
    },
    async run({ document, guarded }, exchange, variables) {
      const { session } = exchange;
      const mayRead =
        guarded === null || (session !== null && guarded.scopes.every((scope) => holds(session, scope)));
      const { schema, execute } = engine.getEnveloped({ exchange });
      const contextValue = { exchange };
      return (await execute({
        schema,
        document,
        variableValues: mayRead ? variables : { ...variables, [KEY_FACTS_ONLY]: true },
        contextValue,
      })) as ExecutionResult;
    },
  };
}
