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
import type { CatalogueModule } from '../../kernel/operation.ts';
import type { Cursors } from '../../kernel/page.ts';
import { languageOf } from '../../kernel/problems/messages/language.ts';
import type { RowCounts } from '../../kernel/search/row-counts.ts';
import {
  createDeliveryContext,
  IN_CONTEXT,
  type MediaLinks,
  resolveScope,
  type ScopeAsked,
  type ShopSchema,
  type ShopScope,
} from '../../modules/delivery/index.ts';
import type { Log } from '../../platform/log.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';
import { fixedPrice, spendFixedPrice, withinBudget } from '../graphql/cost.ts';
import { limitDocument, refuseUnstorable } from '../graphql/document-plugins.ts';
import { toPublicError } from '../graphql/errors/public-error.ts';
import { tellOnce } from '../graphql/errors/tell-once.ts';
import { introspectOnce } from '../graphql/introspection-results.ts';
import { limitJson } from '../graphql/limit-json.ts';
import { limitedResult } from '../graphql/limited-result.ts';
import { persistedQueries } from '../graphql/persisted-queries.ts';
import { asksForSchemaOnly, rootFieldsOf } from '../graphql/root-fields.ts';
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
  readonly modules: readonly CatalogueModule[];
  readonly rowCounts?: RowCounts | undefined;
}

/** One request to a shop, as the API and the engine know it. */
export interface ShopExchange extends ShopSchema {
  readonly requestId: string;
  readonly caller: ShopCaller;
  /** Scope that the parameters of the URL state. */
  readonly asked: ScopeAsked;
  /** True if the caller may see content that is not live yet. */
  readonly mayPreview: boolean;
  /** Scope of the response; null until it is known, and for a document that never ran. */
  scope: ShopScope | null;
  hasErrors: boolean;
}

interface EngineContext {
  readonly exchange: ShopExchange;
}

export type ShopEngine = YogaServerInstance<EngineContext, object>;

/** Parses, validates and runs GraphQL of shops. The API decides which paths it serves. */
export function createShopEngine(dependencies: ShopEngineDependencies): ShopEngine {
  return createYoga<EngineContext>({
    schema: ({ exchange }) => exchange.schema as GraphQLSchema,
    graphqlEndpoint: '/shop/*',
    ...yogaOptions(),
    plugins: [
      limitJson(),
      limitDocument(),
      refuseUnstorable,
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
        const result = await answer(dependencies, exchange, run, args).catch((error: unknown) => ({
          errors: errorsOf(error),
        }));
        const shown = (made: ExecutionResult) => present(made, exchange, dependencies);
        return limitedResult(shown(result), shown);
      });
    },
  };
}

async function answer(
  { access, clock, cursors, mediaLinks, modules, rowCounts }: ShopEngineDependencies,
  exchange: ShopExchange,
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
    {}) as ScopeAsked;
  const wanted = {
    locale: locale ?? asked.locale,
    currency: currency ?? asked.currency,
    preview: preview === true || asked.preview,
  };
  const { storefront, session, structure } = caller;
  const scope = resolveScope(storefront, wanted, mayPreview);
  exchange.scope = scope;
  const context = createDeliveryContext({
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
  const result = asksForSchemaOnly(rootFieldsOf(document, operation))
    ? await introspectOnce(args, () => run(shopOperation))
    : await run(shopOperation);
  // The extensions leave out the cost: it can differ where the response is the same, which caches identify by its text.
  return { ...withinBudget(result, budget), extensions: { ...result.extensions, context: { ...scope } } };
}

/** Returns the result with errors as clients may see them. */
function present(
  { errors: found, ...result }: ExecutionResult,
  exchange: ShopExchange,
  { log, links }: ShopEngineDependencies,
): ExecutionResult {
  if (found === undefined || found.length === 0) return result;
  exchange.hasErrors = true;
  const { requestId, scope, asked } = exchange;
  const origin = { requestId, language: languageOf(scope?.locale ?? asked.locale ?? ''), log, links };
  return { ...result, errors: tellOnce(found).map((error) => toPublicError(error, origin)) };
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
