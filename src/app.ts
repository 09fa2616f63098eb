import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { createAuthenticationApp } from './doors/authentication/authentication-app.ts';
import { createAuthenticator } from './doors/authentication/authenticator.ts';
import { createFilesApp, FILE_ROUTES } from './doors/files/files-app.ts';
import { createGraphqlEngine } from './doors/graphql/engine.ts';
import { graphqlFaultAnswer } from './doors/graphql/fault-answer.ts';
import { createGraphqlApp } from './doors/graphql/graphql-app.ts';
import { createOpenSubscriptions } from './doors/graphql/open-subscriptions.ts';
import { buildSchema, unguardedSchema } from './doors/graphql/schema.ts';
import { clientAddress } from './doors/http/client-address.ts';
import type { RequestHandler } from './doors/http/http-server.ts';
import { limitRequests } from './doors/http/limit-requests.ts';
import { createRouter } from './doors/http/router.ts';
import { readManifest } from './doors/manifest/read-manifest.ts';
import { createExposedRunner } from './doors/manifest/run-exposed.ts';
import { createMcpApp } from './doors/mcp/mcp-app.ts';
import { createOpsApp } from './doors/ops/ops-app.ts';
import { createReadinessProbe } from './doors/ops/readiness.ts';
import { requestLog } from './doors/ops/request-log.ts';
import { createProblemsApp } from './doors/problems/problems-app.ts';
import { readExamples } from './doors/rest/openapi/examples.ts';
import { openApiDocument } from './doors/rest/openapi/openapi-document.ts';
import { createReferenceApp, REFERENCE_ROUTES } from './doors/rest/reference/reference-app.ts';
import { createRestApp } from './doors/rest/rest-app.ts';
import type { Clock } from './kernel/clock.ts';
import { type CursorCodec, createCursorCodec } from './kernel/page.ts';
import { openTokenDirectory } from './modules/access-token/index.ts';
import { createRefusalRecorder } from './platform/audit/refusal-recorder.ts';
import { createAuthentication } from './platform/authentication/authentication.ts';
import { systemClock } from './platform/clock.ts';
import { checkDatabaseServer, DatabaseServerError } from './platform/database/check-server.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { applyMigrations, pendingMigrations } from './platform/database/migrate.ts';
import { pgTransaction } from './platform/database/transaction.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { createLedgerFollower } from './platform/ledger/ledger-follower.ts';
import { createLedgerSignal, type LedgerSignal } from './platform/ledger/ledger-signal.ts';
import type { Log } from './platform/log.ts';
import {
  type NotificationListener,
  openNotificationListener,
} from './platform/notification/notification-listener.ts';
import { createOperationRunner, type OperationRunner } from './platform/operation/run-operation.ts';
import { openOutbound } from './platform/outbound/outbound.ts';
import { checkRedisServer } from './platform/queue/check-redis.ts';
import { openQueueBackend, type QueueBackend } from './platform/queue/queue-backend.ts';
import { areQueuesMigrated, migrateQueues } from './platform/queue/queue-schema.ts';
import { createQueueSender, type QueueSender } from './platform/queue/queue-sender.ts';
import { startQueueWorkers } from './platform/queue/queue-workers.ts';
import { countingConnections, openRateLimit, WINDOW_SECONDS } from './platform/rate-limit/open-rate-limit.ts';
import { deriveKey } from './platform/secret/derive-key.ts';
import { readOrMakeSecret } from './platform/secret/stored-secret.ts';
import { createVault, type Vault } from './platform/secret/vault.ts';
import { createFileLinks } from './platform/storage/file-links.ts';
import { openLocalStorage } from './platform/storage/local-storage.ts';
import type { ObjectStorage } from './platform/storage/object-storage.ts';
import { createFanOut } from './worker/fan-out.ts';
import { createJobCatalogue } from './worker/job-catalogue.ts';
import { schedulePurge } from './worker/purge.ts';
import { scheduleSweep } from './worker/sweep.ts';
import { scheduleWebhookSweep } from './worker/sweep-webhooks.ts';
import { createWebhookCatalogue } from './worker/webhook-catalogue.ts';

/** The catalogue without its doors: what commands and workers work with. */
export interface Catalogue {
  readonly connectionString: string;
  readonly secret: string;
  /** Keeps secrets that have to be read again. */
  readonly vault: Vault;
  readonly database: Database;
  readonly runner: OperationRunner;
  readonly queues: QueueBackend;
  readonly queue: QueueSender;
  readonly cursors: CursorCodec;
  /** Rings when events are committed. */
  readonly signal: LedgerSignal;
  /** The one LISTEN connection of the process, opened when it is first asked for; `signal` hears by it, too. */
  listener(): Promise<NotificationListener>;
  readonly clock: Clock;
  readonly log: Log;
  /** Closes the pools and leaves the embedded server, which ends with its last user. */
  close(): Promise<void>;
}

/**
 * Opens the database: the one of DATABASE_URL, else the embedded one, started when it is not running yet.
 *
 * @param migrations `apply` brings the database up to date; `require` refuses one that is behind.
 * @throws DatabaseServerError, EmbeddedPostgresError, MigrationError: sentences for the person who started this
 */
export async function openCatalogue(
  config: Config,
  log: Log,
  migrations: 'apply' | 'require',
): Promise<Catalogue> {
  await using opened = new AsyncDisposableStack();
  const dataDir = resolve(config.dataDir);
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
      : null;
  if (embedded !== null) opened.defer(() => embedded.stop());
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  // Besides the pools: one to listen, one to migrate, one to be seen using the embedded server.
  const { applicationPoolSize, ownerPoolSize, authenticationPoolSize, statementTimeoutMs } = config;
  const queuePoolSize = config.redisUrl === null ? config.queuePoolSize : 0;
  const connectionsNeeded =
    applicationPoolSize +
    ownerPoolSize +
    authenticationPoolSize +
    queuePoolSize +
    countingConnections(config) +
    3;
  await checkDatabaseServer({ connectionString, connectionsNeeded });
  if (migrations === 'apply') {
    await applyMigrations({ connectionString, log });
    if (config.redisUrl === null) await migrateQueues(connectionString);
  }

  const database = openDatabase({
    ...{ connectionString, applicationPoolSize, ownerPoolSize, statementTimeoutMs },
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  opened.defer(() => database.close());
  if (migrations === 'require') await refusePending(database, config);
  const { redisUrl } = config;
  const queues = openQueueBackend({ connectionString, redisUrl, poolSize: config.queuePoolSize, log });
  opened.defer(() => queues.close());
  const queue = createQueueSender(queues, log);
  opened.defer(() => queue.close());
  const secret = config.secret ?? (await readOrMakeSecret(dataDir));
  const vault = createVault([secret, ...config.previousSecrets]);
  const cursors = createCursorCodec(deriveKey(secret, 'cursor'));
  const clock = systemClock;
  const signal = createLedgerSignal({ owner: database.owner, log });
  opened.defer(() => signal.close());
  let listening: Promise<NotificationListener> | null = null;
  const listener = () => {
    listening ??= openNotificationListener({ connectionString, log }).then(async (open) => {
      await signal.connect(open);
      return open;
    });
    return listening;
  };
  opened.defer(async () => (await listening?.catch(() => null))?.close());
  const runner = createOperationRunner({ database, clock, cursors, signal, queue });
  const everything = opened.move();
  const close = () => everything.disposeAsync();
  return {
    ...{ connectionString, secret, vault, database, runner, queues, queue, cursors, signal, listener },
    ...{ clock, log, close },
  };
}

async function refusePending(database: Database, { redisUrl }: Config): Promise<void> {
  const pending = await pendingMigrations({ database: database.owner });
  if (pending.length === 0 && redisUrl === null && !(await areQueuesMigrated(database.owner))) {
    throw new DatabaseServerError(
      'The database lacks the tables of the queues: run the command migrate first.',
    );
  }
  if (pending.length === 0) return;
  throw new DatabaseServerError(
    `The database lacks ${pending.length} migrations of this release (${pending[0]} …): run the command migrate first.`,
  );
}

/** Where the bytes of media lie: all processes of an installation need the same place. */
export function openMediaStorage({ dataDir }: Pick<Config, 'dataDir'>): Promise<ObjectStorage> {
  return openLocalStorage(join(resolve(dataDir), 'media'));
}

/** What works on jobs in one process. */
export interface Workers {
  /** Begins to give back what is under way, and waits for it; may be called again. */
  close(): Promise<void>;
}

/**
 * Begins to work on jobs, to look for those that were left lying, and to purge what is over.
 *
 * @throws DatabaseServerError when REDIS_URL leads nowhere
 */
export async function startWorkers(catalogue: Catalogue, config: Config): Promise<Workers> {
  const { queues, queue, database, runner, vault, signal, clock, log } = catalogue;
  const { owner } = database;
  if (config.redisUrl !== null) await checkRedisServer(config.redisUrl);
  const concurrentJobs = config.workerConcurrentJobs;
  await using opened = new AsyncDisposableStack();
  const outbound = openOutbound({ allowPrivateAddresses: config.outboundAllowPrivateAddresses });
  opened.defer(() => outbound.close());
  const workers = await startQueueWorkers(queues, createJobCatalogue({ runner, log }), { concurrentJobs });
  opened.defer(() => workers.close());
  const senders = await startQueueWorkers(queues, createWebhookCatalogue({ runner, outbound, vault, log }), {
    concurrentJobs: config.webhookConcurrentDeliveries,
  });
  const fanOut = createFanOut({ runner, log });
  const forget = signal.listen(
    (organizationId) => fanOut.wake(organizationId),
    () => undefined,
  );
  await catalogue.listener();
  const sweeping = scheduleSweep({ owner, queue, clock, log });
  const sweepingWebhooks = scheduleWebhookSweep({ owner, runner, queue, fanOut, clock, log });
  const purging = schedulePurge({ owner: pgTransaction(owner), clock, log });
  const everything = opened.move();
  return {
    async close() {
      forget();
      const tasks = [senders, fanOut, sweeping, sweepingWebhooks, purging, workers];
      await Promise.all(tasks.map((task) => task.close()));
      await everything.disposeAsync();
    },
  };
}

/** Everything that answers requests of one process. */
export interface Doors {
  readonly handle: RequestHandler;
  /** From now on `/readyz` says no, while requests are still answered. */
  announceShutdown(): void;
  /** Ends what would never end by itself, subscriptions, so that the server can stop. */
  endSubscriptions(): void;
  /** How many there are. */
  openSubscriptions(): number;
  close(): Promise<void>;
}

/** @param publicUrl where people reach the server */
export async function openDoors(catalogue: Catalogue, config: Config, publicUrl: string): Promise<Doors> {
  const { connectionString, secret, vault, database, runner, cursors, signal, clock, log } = catalogue;
  await using opened = new AsyncDisposableStack();
  const listener = await catalogue.listener();
  const tokens = await openTokenDirectory({ owner: database.owner, listener, clock, log });
  opened.defer(() => tokens.close());
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
  const authenticator = createAuthenticator({ tokens, authentication });
  const recordRefusal = createRefusalRecorder({ owner: database.owner, clock, log });
  const { rateLimitPerMinute: limit, redisUrl, databaseUrl, trustedProxyCount } = config;
  const rateLimit = await openRateLimit({ limit, windowSeconds: WINDOW_SECONDS, redisUrl, databaseUrl, log });
  opened.defer(() => rateLimit.close());
  const schema = buildSchema();
  const links = createFileLinks({ secret: deriveKey(secret, 'file-link'), publicUrl, clock });
  const storage = await openMediaStorage(config);
  const outboundPolicy = { allowPrivateAddresses: config.outboundAllowPrivateAddresses };
  const follower = createLedgerFollower({ database, signal, clock, log });
  opened.defer(() => follower.close());
  const openSubscriptions = createOpenSubscriptions();
  opened.defer(() => openSubscriptions.stop());
  const { watch: watchAccess } = tokens;
  const engine = createGraphqlEngine({
    ...{ schema, unguardedSchema, database, runner, cursors, clock, links, storage, log, recordRefusal },
    ...{ vault, outboundPolicy },
    ...{ follower, openSubscriptions, watchAccess },
  });
  const manifest = readManifest(schema);
  const exposed = createExposedRunner({ engine, recordRefusal });
  const readiness = createReadinessProbe(database);

  const faultAnswer = graphqlFaultAnswer({ log, links });
  const faultAnswers = new Map([['/graphql', faultAnswer]]);
  const limited = limitRequests({ rateLimit, tokens: authenticator, trustedProxyCount, faultAnswers });
  const router = createRouter({ log, publicUrl, around: [requestLog(log), limited] });
  router.route('/', createOpsApp(readiness));
  router.route('/', createProblemsApp());
  router.route('/', createGraphqlApp({ engine, authenticator, faultAnswer }));
  const maximumUploadBytes = config.uploadLimitBytes;
  router.route(
    '/',
    createFilesApp({ runner, storage, links, authenticator, recordRefusal, maximumUploadBytes }),
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
  const everything = opened.move();
  return {
    handle: (request, env) => router.fetch(request, env),
    announceShutdown: () => readiness.announceShutdown(),
    endSubscriptions: () => openSubscriptions.stop(),
    openSubscriptions: () => openSubscriptions.count,
    close: () => everything.disposeAsync(),
  };
}
