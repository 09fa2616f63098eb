import type { ExecutionResult } from 'graphql';
import { RequestError } from '../../kernel/errors.ts';
import { hasScope, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { missingTokenError } from '../../modules/access-token/index.ts';
import type { RecordAccessDenied } from '../../platform/audit/access-denied-recorder.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { GraphqlEngine } from '../graphql/engine.ts';
import type { RequestState } from '../graphql/request-state.ts';
import type { PreparedDocument } from './exposed-operation.ts';
import { KEY_FIELDS_ONLY } from './response/restrict-selections.ts';

/** Runs prepared documents for the APIs that are derived from the manifest. */
export interface DocumentRunner {
  /**
   * Finds out who asks and lets pass who holds all of `scopes`, before anything of the input is looked at. A rejection
   * is noted in the audit, as one of a running document is.
   *
   * @throws RequestError `missing-token`, `insufficient-scope`, `role-forbidden`
   */
  authorizeCaller(exchange: RequestState, scopes: readonly ScopeExpression[], operation: string): Session;
  /**
   * Runs a document as the GraphQL API would: masked, recorded, a dry run rolled back. Who may write an object but not
   * read it gets its key facts.
   */
  run(
    prepared: PreparedDocument,
    exchange: RequestState,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<ExecutionResult>;
}

export function createDocumentRunner(settings: {
  readonly engine: GraphqlEngine;
  readonly recordRefusal: RecordAccessDenied;
}): DocumentRunner {
  const { engine, recordRefusal } = settings;
  return {
    authorizeCaller({ session }, scopes, operation) {
      if (session === null) throw missingTokenError();
      try {
        for (const scope of scopes) authorize(session, scope, operation);
      } catch (error) {
        if (error instanceof RequestError) void recordRefusal(session, error);
        throw error;
      }
      return session;
    },
    async run({ document, guarded }, exchange, variables) {
      const { session } = exchange;
      const mayRead =
        guarded === null || (session !== null && guarded.scopes.every((scope) => hasScope(session, scope)));
      const { schema, execute } = engine.getEnveloped({ exchange });
      const contextValue = { exchange };
      return (await execute({
        schema,
        document,
        variableValues: mayRead ? variables : { ...variables, [KEY_FIELDS_ONLY]: true },
        contextValue,
      })) as ExecutionResult;
    },
  };
}
