import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { RequestContext, type RequestContextDependencies } from '../../graphql/context.ts';
import type { OperationBudget } from '../../kernel/budget/operation-budget.ts';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import type { Session } from '../../kernel/session.ts';
import { missingTokenError } from '../../modules/access-token/index.ts';
import type { RecordAccessDenied } from '../../platform/audit/access-denied-recorder.ts';
import type { Database } from '../../platform/database/database.ts';
import { isReplicaFailure } from '../../platform/database/replicas/replica.ts';
import type { Log } from '../../platform/log.ts';
import { type Metrics, NO_METRICS } from '../../platform/metrics/metrics.ts';
import { costOf, fixedPrice, type MeasuredCost, measureCost, spendFixedPrice, withinBudget } from './cost.ts';
import { deduplicateErrors } from './errors/deduplicate-errors.ts';
import { rootCause, toPublicError } from './errors/public-error.ts';
import { introspectOnce } from './introspection-results.ts';
import type { RequestState } from './request-state.ts';
import { isDryRun, isIntrospectionOnly, rootFieldsOf } from './root-fields.ts';

const MAX_KEY_LENGTH = 255;

export interface DocumentDependencies extends RequestContextDependencies {
  readonly database: Database;
  readonly metrics?: Metrics;
  readonly log: Log;
  readonly recordRefusal: RecordAccessDenied;
}

/** One operation of a document that its caller may run. */
interface AuthorizedOperation {
  readonly operation: OperationDefinitionNode;
  readonly fields: readonly FieldNode[];
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Rejects what a caller may not do or what would cost too much, before anything runs.
 *
 * @param onCost told of the cost also when it is rejected
 */
export async function authorizeOperation(
  exchange: RequestState,
  args: ExecutionArgs,
  budget: OperationBudget,
  onCost: (cost: MeasuredCost) => void,
): Promise<AuthorizedOperation> {
  const operation = getOperationAST(args.document, args.operationName);
  if (operation == null) {
    const text = localized('operation-name-required');
    throw new GraphQLError(rendered(text), { extensions: { text } });
  }
  const fields = rootFieldsOf(args.document, operation);
  exchange.operation = operationName(fields);
  const variables = args.variableValues ?? {};
  if (exchange.session === null && !isIntrospectionOnly(fields)) throw missingTokenError();
  if (exchange.idempotencyKey !== null)
    assertIdempotencyKeyAllowed(exchange.idempotencyKey, operation.operation, fields.length);
  // Our own documents were measured when they were written.
  if (exchange.isPrepared !== true) {
    const cost = await measureCost(args.schema, args.document, operation, variables);
    onCost(cost);
    spendFixedPrice(cost, fixedPrice(args.document, operation), budget);
  }
  return { operation, fields, variables };
}

/** Returns the one field that a document requests; documents have names of their own, but clients make those up. */
function operationName(fields: readonly FieldNode[]): string {
  if (isIntrospectionOnly(fields)) return 'schema';
  const names = new Set(fields.map(({ name }) => name.value));
  const [only = ''] = names;
  return names.size === 1 ? only : 'several';
}

/** Runs a valid document by graphql's `execute` or its like. */
export type Execute = (args: ExecutionArgs) => PromiseLike<ExecutionResult> | ExecutionResult;

/**
 * Runs one operation of a valid document for a caller: what it may not do or cost is rejected before anything runs,
 * what a dry run left open is rolled back however the run ends, and errors come out as clients may see them.
 */
export async function runDocument(
  dependencies: DocumentDependencies,
  exchange: RequestState,
  execute: Execute,
  args: ExecutionArgs,
): Promise<ExecutionResult> {
  const { database, metrics = NO_METRICS } = dependencies;
  if (!database.hasReplicas || !isStaleReadAllowed(exchange, args))
    return runOnSource(dependencies, exchange, execute, args);
  const replicaResult = await runOnReplica(dependencies, exchange, execute, args);
  metrics.staleRead(replicaResult === null ? 'primary' : 'replica');
  return replicaResult ?? runOnSource(dependencies, exchange, execute, args);
}

const isStaleReadAllowed = (
  { mayLagMs }: RequestState,
  { document, operationName }: ExecutionArgs,
): boolean => mayLagMs != null && getOperationAST(document, operationName)?.operation === 'query';

/**
 * The whole document by one replica, so that nothing of it is older than the rest; null when none is fresh enough or the
 * one that is fails on the way.
 */
async function runOnReplica(
  dependencies: DocumentDependencies,
  exchange: RequestState,
  execute: Execute,
  args: ExecutionArgs,
): Promise<ExecutionResult | null> {
  const { database, runner } = dependencies;
  const source = database.lagging(performance.now() - (exchange.mayLagMs ?? 0));
  if (source === null) return null;
  let failure: unknown;
  const watched: Execute = async (executionArgs) => {
    const result = await execute(executionArgs);
    failure = (result.errors ?? []).map(rootCause).find(isReplicaFailure);
    return failure === undefined ? result : {};
  };
  const reading = {
    ...dependencies,
    database: { ...database, of: source.of },
    runner: runner.withReadsFrom(source),
  };
  const result = await runOnSource(reading, exchange, watched, args);
  if (failure !== undefined) {
    source.reportFailure(failure);
    return null;
  }
  exchange.answerHeaders.age = String(Math.ceil(source.lagMs / 1_000));
  return result;
}

async function runOnSource(
  dependencies: DocumentDependencies,
  exchange: RequestState,
  execute: Execute,
  args: ExecutionArgs,
): Promise<ExecutionResult> {
  const { log, links } = dependencies;
  const origin = { requestId: exchange.requestId, language: exchange.language, log, links };
  const { session, idempotencyKey, isPrepared = false, language } = exchange;
  const context = new RequestContext(dependencies, session, idempotencyKey, isPrepared, null, language);
  let cost: MeasuredCost | null = null;
  const toResponse = ({ errors: rawErrors, extensions, ...result }: ExecutionResult): ExecutionResult => {
    const errors = rawErrors && deduplicateErrors(rawErrors);
    if (errors !== undefined) auditAccessDenied(dependencies.recordRefusal, exchange.session, errors);
    return {
      ...(errors === undefined ? {} : { errors: errors.map((error) => toPublicError(error, origin)) }),
      ...result,
      ...(cost === null ? {} : { extensions: { ...extensions, cost: costOf(cost, context.budget) } }),
    };
  };
  try {
    const { operation, fields, variables } = await authorizeOperation(
      exchange,
      args,
      context.budget,
      (measured) => {
        cost = measured;
      },
    );
    if (isDryRun(operation, fields, variables)) exchange.answerHeaders['dry-run'] = 'true';
    const run = () => execute({ ...args, contextValue: context });
    const result = await (isIntrospectionOnly(fields) ? introspectOnce(args, run) : run());
    return toResponse(withinBudget(result, context.budget));
  } catch (error) {
    return toResponse({ errors: errorsOf(error) });
  } finally {
    exchange.hasFoundDeleted = context.hasFoundDeleted;
    if (context.idempotencyReplayed) exchange.answerHeaders['idempotency-replayed'] = 'true';
    await context.endDryRun();
  }
}

/** Returns a thrown error in the form of GraphQL. */
export function errorsOf(error: unknown): GraphQLError[] {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map((one) => {
    if (one instanceof GraphQLError) return one;
    return new GraphQLError('', { originalError: one instanceof Error ? one : new Error(String(one)) });
  });
}

/** Tells the audit what the caller was not allowed to do; the response does not wait for it. */
export function auditAccessDenied(
  recordRefusal: RecordAccessDenied,
  session: Session | null,
  errors: readonly GraphQLError[],
): void {
  if (session === null) return;
  for (const cause of errors.map(rootCause)) {
    if (cause instanceof RequestError && cause.status === 403) void recordRefusal(session, cause);
  }
}

/** One key stands for one effect, so it goes with one mutation. */
function assertIdempotencyKeyAllowed(key: string, kind: string, fieldCount: number): void {
  if (key.length > MAX_KEY_LENGTH) {
    throw new RequestError(
      'invalid-parameter',
      localized('idempotency-key-too-long', { max: MAX_KEY_LENGTH }),
      {
        header: 'Idempotency-Key',
      },
    );
  }
  if (kind === 'mutation' && fieldCount === 1) return;
  throw new RequestError('invalid-parameter', localized('idempotency-key-misplaced'), {
    header: 'Idempotency-Key',
  });
}
