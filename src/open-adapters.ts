import { createAuthenticationApp } from './adapters/authentication/authentication-app.ts';
import { createAuthenticator } from './adapters/authentication/authenticator.ts';
import { createConsoleApp } from './adapters/console/console-app.ts';
import { createFilesApp, FILE_ROUTES } from './adapters/files/files-app.ts';
import { createGraphqlEngine } from './adapters/graphql/engine.ts';
import { graphqlErrorResponse } from './adapters/graphql/errors/graphql-error-response.ts';
import { createGraphqlApp } from './adapters/graphql/graphql-app.ts';
import { guardedSchema, unguardedSchema } from './adapters/graphql/schema.ts';
import { createOpenSubscriptions } from './adapters/graphql/subscriptions/open-subscriptions.ts';
import { compressResponses } from './adapters/http/compress-responses.ts';
import type { RequestHandler } from './adapters/http/http-server.ts';
import { clientAddress } from './adapters/http/limits/client-address.ts';
import { limitBodies } from './adapters/http/limits/limit-bodies.ts';
import { limitRequests } from './adapters/http/limits/limit-requests.ts';
import { rejectWhileUnavailable } from './adapters/http/reject-while-unavailable.ts';
import { createRouter } from './adapters/http/router.ts';
import { traceRequests } from './adapters/http/trace-requests.ts';
import { readManifest } from './adapters/manifest/read-manifest.ts';
import { createDocumentRunner } from './adapters/manifest/run-exposed.ts';
import { createMcpApp } from './adapters/mcp/mcp-app.ts';
import { createOpsApp } from './adapters/monitoring/ops-app.ts';
import { createQueueBoardApp } from './adapters/monitoring/queue-board.ts';
import { createReadinessProbe } from './adapters/monitoring/readiness.ts';
import { requestLog } from './adapters/monitoring/request-log.ts';
import { createProblemsApp } from './adapters/problem-pages/problems-app.ts';
import { createReferenceApp, REFERENCE_ROUTES } from './adapters/rest/api-reference/reference-app.ts';
import { readExamples } from './adapters/rest/openapi/examples.ts';
import { openApiDocument } from './adapters/rest/openapi/openapi-document.ts';
import { createRestApp } from './adapters/rest/rest-app.ts';
import { createShopAccess } from './adapters/shop/shop-access.ts';
import { createShopApp } from './adapters/shop/shop-app.ts';
import { createShopRateLimit } from './adapters/shop/shop-rate-limit.ts';
import { type AppContext, openMediaStorage } from './app.ts';
import type { Config } from './config.ts';
import { once } from './kernel/once.ts';
import { openTokenDirectory } from './modules/access-token/index.ts';
import { createRenditions } from './modules/media/index.ts';
import { findOrganizations } from './modules/organization/index.ts';
import { createMediaLinks, createShopSchemas } from './modules/shop-api/index.ts';
import { openStorefrontKeyDirectory } from './modules/storefront-key/index.ts';
import { MODULES } from './modules.ts';
import { createAccessDeniedRecorder } from './platform/audit/access-denied-recorder.ts';
import { createAuthentication } from './platform/authentication/authentication.ts';
import { monitorDatabase } from './platform/database/availability/watch-database.ts';
import { pgTransaction } from './platform/database/transaction.ts';
import { createImageRenderer, RENDERER_DEFAULTS } from './platform/image/image-renderer.ts';
import { createLedgerFollower } from './platform/ledger/ledger-follower.ts';
import { openDownloadClient } from './platform/outbound/downloads.ts';
import { traceDownloads } from './platform/outbound/traced-downloads.ts';
import { openRateLimit, WINDOW_SECONDS } from './platform/rate-limit/open-rate-limit.ts';
import { deriveKey } from './platform/secret/derive-key.ts';
import { createFileLinks } from './platform/storage/file-links.ts';
import { NO_TRACING } from './platform/tracing/tracing.ts';

/** Time that fetching a file by its URL may take, redirects included. */
const FETCH_WITHIN_MS = 60_000;

/** The APIs of one process. */
export interface Adapters {
  readonly handle: RequestHandler;
  /** Makes `/readyz` report unavailable from now on, while requests are still served. */
  announceShutdown(): void;
  /** Ends what would never end by itself, subscriptions, so that the server can stop. */
  endSubscriptions(): void;
  /** Returns the number of open subscriptions. */
  openSubscriptions(): number;
  /** Method and pattern of every route; those of REST operations are in the manifest. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  close(): Promise<void>;
}

/**
 * Builds once for the process what the APIs derive from the code alone, so that a start can do it while it waits for
 * the database.
 */
export const buildSchema = once(() => {
  const schema = guardedSchema();
  unguardedSchema();
  return { schema, manifest: readManifest(schema) };
});

/**
 * Opens the APIs of a catalogue.
 *
 * @param publicUrl URL by which people reach the server
 */
export async function openAdapters(
  catalogue: AppContext,
  config: Config,
  publicUrl: string,
): Promise<Adapters> {
  const { connectionString, secret, vault, database, runner, cursors, signal, clock, log } = catalogue;
  const { tracing } = catalogue;
  await using opened = new AsyncDisposableStack();
  const listener = await catalogue.listener();
  const tokens = await openTokenDirectory({ owner: database.owner, listener, clock, log });
  opened.defer(() => tokens.close());
  const keys = await openStorefrontKeyDirectory({ owner: database.owner, listener, clock, log });
  opened.defer(() => keys.close());
  const authentication = createAuthentication({
    connectionString,
    poolSize: config.authenticationPoolSize,
    owner: database.owner,
    baseUrl: publicUrl,
    secret: deriveKey(secret, 'sign-in'),
    trustedOrigins: config.trustedOrigins,
    clock,
    log,
  });
  opened.defer(() => authentication.close());
  catalogue.monitor?.watchPools(() => [authentication.connections()]);
  const authenticator = createAuthenticator({ tokens, authentication });
  const recordRefusal = createAccessDeniedRecorder({ owner: database.owner, clock, log });
  const { rateLimitPerMinute: limit, redisUrl, databaseUrl, trustedProxyCount } = config;
  const rateLimit = await openRateLimit({ limit, windowSeconds: WINDOW_SECONDS, redisUrl, databaseUrl, log });
  opened.defer(() => rateLimit.close());
  const { schema, manifest } = buildSchema();
  const links = createFileLinks({ secret: deriveKey(secret, 'file-link'), publicUrl, clock });
  const storage = await openMediaStorage(config);
  const outboundPolicy = { allowPrivateAddresses: config.outboundAllowPrivateAddresses };
  const limits = { maximumBytes: config.uploadLimitBytes, timeoutMs: FETCH_WITHIN_MS };
  const downloads = traceDownloads(openDownloadClient(outboundPolicy, limits), tracing);
  opened.defer(() => downloads.close());
  const follower = createLedgerFollower({ database, signal, clock, log });
  opened.defer(() => follower.close());
  const openSubscriptions = createOpenSubscriptions();
  opened.defer(() => openSubscriptions.stop());
  const { watch: watchAccess } = tokens;
  const engine = createGraphqlEngine({
    schema,
    unguardedSchema,
    database,
    runner,
    cursors,
    clock,
    links,
    storage,
    log,
    recordRefusal,
    vault,
    outboundPolicy,
    downloads,
    follower,
    openSubscriptions,
    watchAccess,
    metrics: catalogue.metrics,
  });
  const exposed = createDocumentRunner({ engine, recordRefusal });
  const usesDisk = databaseUrl === null || config.s3 === null;
  const readiness = createReadinessProbe(database, usesDisk ? config.dataDir : null);

  const faultAnswer = graphqlErrorResponse({ log, links });
  const faultAnswers = new Map([['/graphql', faultAnswer]]);
  const limited = limitRequests({
    rateLimit,
    tokens: authenticator,
    trustedProxyCount,
    faultAnswers,
  });
  const watch = monitorDatabase(database, log);
  opened.defer(() => watch.close());
  const unlessAway = rejectWhileUnavailable(watch.isAway, limit, faultAnswers);
  const traced = tracing === NO_TRACING ? [] : [traceRequests(tracing)];
  const maximumUploadBytes = config.uploadLimitBytes;
  const bounded = limitBodies(maximumUploadBytes, faultAnswers);
  // People at a terminal look for the server's URL and how to sign in, not for each request.
  const requestLevel = config.logFormat === 'text' ? 'debug' : 'info';
  const logged = requestLog(log, catalogue.metrics, requestLevel);
  const around = [...traced, logged, unlessAway, limited, bounded, compressResponses()];
  const router = createRouter({ log, publicUrl, around });
  router.route('/', createOpsApp(readiness));
  router.route('/', createProblemsApp());
  router.route('/', createGraphqlApp({ schema, engine, authenticator, faultAnswer }));
  const renderer = createImageRenderer({ ...RENDERER_DEFAULTS, processes: config.renditionProcesses });
  opened.defer(() => renderer.close());
  const renditions = createRenditions({ storage, renderer });
  router.route(
    '/',
    createFilesApp({
      runner,
      storage,
      links,
      renditions,
      downloads,
      authenticator,
      recordRefusal,
      maximumUploadBytes,
    }),
  );
  router.route(
    '/',
    createShopApp({
      access: createShopAccess({ keys, database }),
      schemas: createShopSchemas({
        history: { clock, transactionOf: (id) => pgTransaction(database.of(id).pool) },
      }),
      limit: createShopRateLimit({ keys, rule: { limit, windowSeconds: WINDOW_SECONDS }, trustedProxyCount }),
      mediaLinks: createMediaLinks({ secret: deriveKey(secret, 'shop-media'), absolute: links.absolute }),
      modules: MODULES,
      rowCounts: catalogue.rowCounts,
      renditions,
      storage,
      cursors,
      clock,
      links,
      log,
    }),
  );
  router.route(
    '/',
    createReferenceApp(() => openApiDocument(manifest, readExamples())),
  );
  const foreign = [...FILE_ROUTES, ...REFERENCE_ROUTES];
  router.route('/', createRestApp({ manifest, runner: exposed, authenticator, foreign }));
  const { trustedOrigins } = authentication;
  router.route('/', createMcpApp({ manifest, runner: exposed, authenticator, trustedOrigins, log }));
  router.route(
    '/',
    createAuthenticationApp({
      authentication,
      addressOf: (context) => clientAddress(context, trustedProxyCount),
      requestIdOf: (context) => context.get('requestId'),
    }),
  );
  const { queues } = catalogue;
  const board = createQueueBoardApp({
    authenticator,
    openQueue: (name) => queues.openInspected(name),
    isOnlyOrganization: async () => (await findOrganizations(pgTransaction(database.owner))).length === 1,
  });
  opened.defer(() => board.close());
  router.route('/', board.app);
  router.route('/', createConsoleApp());
  const everything = opened.move();
  return {
    handle: (request, env) => router.fetch(request, env),
    announceShutdown: () => readiness.announceShutdown(),
    endSubscriptions: () => openSubscriptions.stop(),
    openSubscriptions: () => openSubscriptions.count,
    routes: router.routes,
    close: () => everything.disposeAsync(),
  };
}
