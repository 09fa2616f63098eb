import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getDirectiveValues,
  getOperationAST,
  Kind,
} from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { DOCUMENT_LIMITS } from '../../graphql/builder.ts';
import { OperationBudget } from '../../kernel/budget/operation-budget.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { DomainModule } from '../../kernel/operation.ts';
import type { Cursors } from '../../kernel/page.ts';
import { languageOf } from '../../kernel/problems/messages/language.ts';
import type { RowCounter } from '../../kernel/search/row-counter.ts';
import {
  createShopContext,
  IN_CONTEXT,
  type MediaLinks,
  resolveScope,
  type ShopSchema,
  type ShopScope,
  type ShopScopeInput,
} from '../../modules/shop-api/index.ts';
import type { Log } from '../../platform/log.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';
import { fixedPrice, spendFixedPrice, withinBudget } from '../graphql/cost.ts';
import { limitDocument, rejectUnstorableText } from '../graphql/document-plugins.ts';
import { deduplicateErrors } from '../graphql/errors/deduplicate-errors.ts';
import { toPublicError } from '../graphql/errors/public-error.ts';
import { introspectOnce } from '../graphql/introspection-results.ts';
import { limitJsonBody } from '../graphql/limit-json.ts';
import { limitedResult } from '../graphql/limited-result.ts';
import { persistedQueries } from '../graphql/persisted-queries.ts';
import { isIntrospectionOnly, rootFieldsOf } from '../graphql/root-fields.ts';
import { errorsOf } from '../graphql/run-document.ts';
import { readVariables, withoutTypenames } from '../graphql/variables.ts';
import { yogaOptions } from '../graphql/yoga-options.ts';
import type { ShopAccess, ShopCaller } from './shop-caller.ts';
import { createShopExecution } from './shop-execution.ts';

export interface ShopEngineDependencies {
  readonly access: ShopAccess;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly links: FileLinks;
  readonly log: Log;
  readonly mediaLinks: MediaLinks;
  readonly modules: readonly DomainModule[];
  readonly rowCounts?: RowCounter | undefined;
}

/** One request to a shop, as the API and the engine know it. */
export interface ShopRequestState extends ShopSchema {
  readonly requestId: string;
  readonly caller: ShopCaller;
  /** Scope that the parameters of the URL state. */
  readonly asked: ShopScopeInput;
  /** True if the caller may see content that is not live yet. */
  readonly mayPreview: boolean;
  /** Scope of the response; null until it is known, and for a document that never ran. */
  scope: ShopScope | null;
  hasErrors: boolean;
}

interface EngineContext {
  readonly exchange: ShopRequestState;
}

export type ShopEngine = YogaServerInstance<EngineContext, object>;

/** Parses, validates and runs GraphQL of shops. The API decides which paths it serves. */
export function createShopEngine(dependencies: ShopEngineDependencies): ShopEngine {
  return createYoga<EngineContext>({
    schema: ({ exchange }) => exchange.schema as GraphQLSchema,
    graphqlEndpoint: '/shop/*',
    ...yogaOptions(),
    plugins: [
      limitJsonBody(),
      limitDocument(),
      rejectUnstorableText,
      persistedQueries(),
      runShopDocuments(dependencies),
      presentErrors(dependencies),
    ] as Plugin<EngineContext, EngineContext>[],
  });
}

function runShopDocuments(dependencies: ShopEngineDependencies): Plugin<EngineContext, EngineContext> {
  const run = createShopExecution();
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(async (args) => {
        const { exchange } = args.contextValue as EngineContext;
        const result = await execute(dependencies, exchange, run, args).catch((error: unknown) => ({
          errors: errorsOf(error),
        }));
        const presentResult = (executionResult: ExecutionResult) =>
          present(executionResult, exchange, dependencies);
        return limitedResult(presentResult(result), presentResult);
      });
    },
  };
}

async function execute(
  { access, clock, cursors, mediaLinks, modules, rowCounts }: ShopEngineDependencies,
  exchange: ShopRequestState,
  run: ReturnType<typeof createShopExecution>,
  args: ExecutionArgs,
): Promise<ExecutionResult> {
  const { schema, document } = args;
  const operation = getOperationAST(document, args.operationName);
  if (operation == null) throw new GraphQLError('Name one of the operations of the document.');
  const variables = withoutTypenames(args.variableValues ?? {});
  const { errors, coerced } = await readVariables(schema, operation, variables);
  if (errors !== undefined) return { errors };
  // The cost covers the operation that runs, with its variables as they were sent: the plugin reads them again.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const measured = { ...document, definitions: [operation, ...fragments] };
  const { complexity, depth } = complexityFromQuery(measured, { schema, variables: { ...variables } });
  const cost = { nodes: complexity, maximumNodes: DOCUMENT_LIMITS.nodes, depth };
  const budget = new OperationBudget();
  spendFixedPrice(cost, fixedPrice(document, operation), budget);
  const { caller, catalogue, asked, mayPreview } = exchange;
  const { locale, currency, preview } = (getDirectiveValues(IN_CONTEXT, operation, coerced) ??
    {}) as ShopScopeInput;
  const localization = {
    locale: locale ?? asked.locale,
    currency: currency ?? asked.currency,
    preview: preview === true || asked.preview,
  };
  const { storefront, session, structure } = caller;
  const scope = resolveScope(storefront, localization, mayPreview);
  exchange.scope = scope;
  const context = createShopContext({
    ...scope,
    transaction: access.connect(caller, scope),
    budget,
    session,
    modules,
    rowCounts,
    now: clock.now(),
    cursors: cursors.of(session.organizationId),
    storefront,
    catalogue,
    structure,
    mediaLinks,
  });
  const shopOperation = { schema, document, operation, variables, coerced, context };
  const result = isIntrospectionOnly(rootFieldsOf(document, operation))
    ? await introspectOnce(args, () => run(shopOperation))
    : await run(shopOperation);
  // The extensions leave out the cost: it can differ where the response is the same, which caches identify by its text.
  return { ...withinBudget(result, budget), extensions: { ...result.extensions, context: { ...scope } } };
}

/** Returns the result with errors as clients may see them. */
function present(
  { errors: rawErrors, ...result }: ExecutionResult,
  exchange: ShopRequestState,
  { log, links }: ShopEngineDependencies,
): ExecutionResult {
  if (rawErrors === undefined || rawErrors.length === 0) return result;
  exchange.hasErrors = true;
  const { requestId, scope, asked } = exchange;
  const origin = { requestId, language: languageOf(scope?.locale ?? asked.locale ?? ''), log, links };
  return { ...result, errors: deduplicateErrors(rawErrors).map((error) => toPublicError(error, origin)) };
}

/** Errors from before the document ran; those of the run have been through it already. */
function presentErrors(dependencies: ShopEngineDependencies): Plugin<EngineContext, EngineContext> {
  return {
    onResultProcess({ result, setResult, serverContext: { exchange } }) {
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
      setResult(present(result as ExecutionResult, exchange, dependencies));
    },
  };
}
