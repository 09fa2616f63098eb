import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import type { Clock } from './kernel/clock.ts';
import { type Cursors, createCursors } from './kernel/page.ts';
import { type OpenRowCounts, openRowCounts, saveFieldUses } from './modules/search/index.ts';
import { MODULES } from './modules.ts';
import { systemClock } from './platform/clock.ts';
import { checkDatabaseServer, DatabaseServerError } from './platform/database/availability/check-server.ts';
import { monitorDatabase } from './platform/database/availability/watch-database.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { applyMigrations, pendingMigrations } from './platform/database/migrate.ts';
import { pgTransaction } from './platform/database/transaction.ts';
import type { EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { createLedgerNotifier, type LedgerNotifier } from './platform/ledger/ledger-notifier.ts';
import type { Log } from './platform/log.ts';
import { type Metrics, NO_METRICS } from './platform/metrics/metrics.ts';
import type { MetricsExporter } from './platform/metrics/prometheus.ts';
import { registerReplicaMetrics } from './platform/metrics/replica-metrics.ts';
import { registerSegmentMetrics } from './platform/metrics/segment-metrics.ts';
import {
  type NotificationListener,
  openNotificationListener,
} from './platform/notification/notification-listener.ts';
import { acquireProcessLock } from './platform/notification/process-lock.ts';
import { createOperationRunner, type OperationRunner } from './platform/operation/run-operation.ts';
import { type DownloadClient, openDownloadClient } from './platform/outbound/downloads.ts';
import { openOutboundClient } from './platform/outbound/outbound.ts';
import { traceDownloads } from './platform/outbound/traced-downloads.ts';
import { checkRedisServer } from './platform/queue/check-redis.ts';
import { openQueueBackend, type QueueBackend } from './platform/queue/queue-backend.ts';
import { areQueuesMigrated, migrateQueues } from './platform/queue/queue-schema.ts';
import { createQueueSender, type QueueSender } from './platform/queue/queue-sender.ts';
import { startQueueWorkers } from './platform/queue/queue-workers.ts';
import { rateLimitConnections } from './platform/rate-limit/open-rate-limit.ts';
import { deriveKey } from './platform/secret/derive-key.ts';
import { openSecret } from './platform/secret/open-secret.ts';
import { createVault, type Vault } from './platform/secret/vault.ts';
import type { ObjectStorage } from './platform/storage/object-storage.ts';
import { openStorage, type StorageSettings } from './platform/storage/open-storage.ts';
import { tracedLog } from './platform/tracing/traced-log.ts';
import { NO_TRACING, type Tracing } from './platform/tracing/tracing.ts';
import type { TracingSettings } from './platform/tracing/tracing-settings.ts';
import { startDatabase } from './start-database.ts';
import { createFanOut } from './worker/fan-out.ts';
import { registerInstallationMetrics } from './worker/installation-metrics.ts';
import { createJobHandlers } from './worker/job-handlers.ts';
import { schedulePurge } from './worker/purge.ts';
import { runEvery } from './worker/repeating-task.ts';
import { scheduleSearchTerms } from './worker/search-terms/collect-search-terms.ts';
import { scheduleJobSweep } from './worker/sweep.ts';
import { scheduleProfileRuns } from './worker/sweep-schedules.ts';
import { scheduleWebhookSweep } from './worker/sweep-webhooks.ts';
import { createWebhookHandlers } from './worker/webhook-handlers.ts';

/** Version of this program. */
export const VERSION: string = createRequire(import.meta.url)('../package.json').version;

/** Time that fetching a file by the URL in an import may take, redirects included. */
const FETCH_TIMEOUT_MS = 30_000;

/** Interval at which a process stores by which fields it has sorted and filtered. */
const FIELD_USAGE_SAVE_INTERVAL_MS = 60_000;

/** The catalogue without its APIs: commands and workers work with it. */
export interface AppContext {
  readonly connectionString: string;
  readonly secret: string;
  /** Keeps secrets that have to be read again. */
  readonly vault: Vault;
  readonly database: Database;
  readonly runner: OperationRunner;
  /** Counts without statements; absent where counting in memory is switched off. */
  readonly rowCounts?: OpenRowCounts | undefined;
  readonly queues: QueueBackend;
  readonly queue: QueueSender;
  readonly cursors: Cursors;
  /** Announces committed events. */
  readonly signal: LedgerNotifier;
  /** Returns the one LISTEN connection of the process, opened on the first call; `signal` receives by it, too. */
  listener(): Promise<NotificationListener>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Shows the metrics; null unless METRICS_PORT is set. */
  readonly monitor: MetricsExporter | null;
  /** Closes the pools and leaves the embedded server, which ends with its last user. */
  close(): Promise<void>;
}

export interface AppContextOptions {
  /** Makes this process bring the embedded database back when it ends by itself; called when that fails. */
  readonly onLost?: (problem: Error) => void;
  /** The embedded server, where it is starting already; the catalogue stops it. */
  readonly embedded?: Promise<EmbeddedPostgres | null>;
  /** Takes a secret that the database does not know. */
  readonly isSecretLost?: boolean;
}

/**
 * Opens the database: the one of DATABASE_URL, else the embedded one, started when it is not running yet.
 *
 * @param migrations `apply` brings the database up to date; `require` rejects one that is behind.
 * @throws DatabaseServerError, DataFolderError, EmbeddedPostgresError, MigrationError, SecretError: sentences for the
 * person who started this
 */
export async function openAppContext(
  config: Config,
  plainLog: Log,
  migrations: 'apply' | 'require',
  { onLost, isSecretLost = false, embedded: starting }: AppContextOptions = {},
): Promise<AppContext> {
  await using opened = new AsyncDisposableStack();
  const tracing = config.tracing === null ? NO_TRACING : await openTraces(config.tracing, plainLog);
  opened.defer(() => tracing.close());
  const log = tracedLog(plainLog, tracing);
  const dataDir = resolve(config.dataDir);
  const embedded = await (starting ?? startDatabase(config, log, onLost));
  if (embedded !== null) opened.defer(() => embedded.stop());
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  // The connections besides the pools: one to listen, one to probe, one to migrate, one to be seen using the embedded
  // server, two for segments.
  const { applicationPoolSize, shopPoolSize, ownerPoolSize, authenticationPoolSize, statementTimeoutMs } =
    config;
  const queuePoolSize = config.redisUrl === null ? config.queuePoolSize : 0;
  const connectionsNeeded =
    applicationPoolSize +
    shopPoolSize +
    ownerPoolSize +
    authenticationPoolSize +
    queuePoolSize +
    rateLimitConnections(config) +
    (config.searchMemoryMb === 0 ? 4 : 6);
  await checkDatabaseServer({ connectionString, connectionsNeeded });
  if (migrations === 'apply') {
    await applyMigrations({ connectionString, log });
    if (config.redisUrl === null) await migrateQueues(connectionString);
  }

  const database = openDatabase({
    connectionString,
    applicationPoolSize,
    shopPoolSize,
    ownerPoolSize,
    statementTimeoutMs,
    replicas: {
      connectionStrings: config.databaseReplicaUrls,
      lagLimitMs: config.replicaLagLimitMs,
      onChange(replica, reason) {
        if (reason === null) log.info({ replica }, 'a replica can be asked');
        else log.warn({ replica, reason }, 'a replica cannot be asked');
      },
    },
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  opened.defer(() => database.close());
  if (migrations === 'require') await assertMigrated(database, config);
  const { redisUrl } = config;
  const queues = openQueueBackend({ connectionString, redisUrl, poolSize: config.queuePoolSize, log });
  opened.defer(() => queues.close());
  const queue = createQueueSender(queues, log);
  opened.defer(() => queue.close());
  const { previousSecrets } = config;
  const secret = await openSecret({
    owner: pgTransaction(database.owner),
    secret: config.secret,
    previousSecrets,
    dataDir,
    isLost: isSecretLost,
  });
  const vault = createVault([secret, ...previousSecrets]);
  const cursors = createCursors(deriveKey(secret, 'cursor'));
  const clock = systemClock;
  const signal = createLedgerNotifier({ owner: database.owner, log });
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
  const monitor = config.metricsPort === null ? null : await openMonitor();
  monitor?.watchPools(() => database.connections());
  if (monitor !== null && database.hasReplicas) registerReplicaMetrics(monitor, database);
  const metrics = monitor?.metrics ?? NO_METRICS;
  const memoryBytes = config.searchMemoryMb * 2 ** 20;
  const rowCounts = memoryBytes === 0 ? null : openRowCounts({ connectionString, memoryBytes, metrics, log });
  if (rowCounts !== null) {
    opened.defer(() => rowCounts.close());
    if (monitor !== null) registerSegmentMetrics(monitor, () => rowCounts.stats);
  }
  const runner = createOperationRunner({
    database,
    clock,
    cursors,
    modules: MODULES,
    signal,
    queue,
    tracing,
    ...(rowCounts !== null && { rowCounts }),
  });
  const saveUses = () => saveFieldUses(pgTransaction(database.owner), clock.now());
  const saving = runEvery(
    'saving what is sorted by',
    { intervalMs: FIELD_USAGE_SAVE_INTERVAL_MS, log },
    saveUses,
  );
  opened.defer(() => saving.close());
  const everything = opened.move();
  const close = () => everything.disposeAsync();
  return {
    connectionString,
    secret,
    vault,
    database,
    runner,
    rowCounts: rowCounts ?? undefined,
    queues,
    queue,
    cursors,
    signal,
    listener,
    clock,
    log,
    metrics,
    tracing,
    monitor,
    close,
  };
}

/** Opens tracing; the module is loaded only where traces are collected. */
async function openTraces(settings: TracingSettings, log: Log): Promise<Tracing> {
  const { openTracing } = await import('./platform/tracing/open-tracing.ts');
  return openTracing(settings, VERSION, log);
}

/** Opens the monitor; the module is loaded only where metrics are read. */
async function openMonitor(): Promise<MetricsExporter> {
  const { openMetricsExporter: open } = await import('./platform/metrics/prometheus.ts');
  return open(VERSION);
}

async function assertMigrated(database: Database, { redisUrl }: Config): Promise<void> {
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

/**
 * Opens the storage for the bytes of media, imports and exports: all processes of an installation need the same one.
 *
 * @throws StorageError when it cannot be used
 */
export function openMediaStorage(settings: StorageSettings): Promise<ObjectStorage> {
  return openStorage(settings);
}

/** Fetches the media that imports name by URL. */
export function openImportDownloadClient(config: Config): DownloadClient {
  return openDownloadClient(
    { allowPrivateAddresses: config.outboundAllowPrivateAddresses },
    { maximumBytes: config.uploadLimitBytes, timeoutMs: FETCH_TIMEOUT_MS },
  );
}

/** The workers that process jobs in one process. */
export interface Workers {
  /** Begins to give back what is under way, and waits for it; may be called again. */
  close(): Promise<void>;
}

/**
 * Starts to work on jobs, to look for those that were abandoned, and to purge what is over.
 *
 * @throws DatabaseServerError when REDIS_URL leads nowhere
 */
export async function startWorkers(catalogue: AppContext, config: Config): Promise<Workers> {
  const { queues, queue, database, runner, vault, signal, clock, log, metrics, tracing, monitor } = catalogue;
  const { owner } = database;
  if (config.redisUrl !== null) await checkRedisServer(config.redisUrl);
  const concurrentJobs = config.workerConcurrentJobs;
  await using opened = new AsyncDisposableStack();
  const outboundPolicy = { allowPrivateAddresses: config.outboundAllowPrivateAddresses };
  const outbound = openOutboundClient(outboundPolicy);
  opened.defer(() => outbound.close());
  const storage = await openMediaStorage(config);
  const downloads = traceDownloads(openImportDownloadClient(config), tracing);
  opened.defer(() => downloads.close());
  const limits = { maximumMediaBytes: config.uploadLimitBytes };
  const listener = await catalogue.listener();
  const worker = await acquireProcessLock(listener);
  const handlers = createJobHandlers({
    runner,
    worker,
    database,
    log,
    storage,
    metrics,
    tracing,
    downloads,
    outboundPolicy,
    ...limits,
  });
  const workers = await startQueueWorkers(queues, handlers, { concurrentJobs });
  opened.defer(() => workers.close());
  const deliveries = createWebhookHandlers({ runner, outbound, vault, worker, log, metrics, tracing });
  const senders = await startQueueWorkers(queues, deliveries, {
    concurrentJobs: config.webhookConcurrentDeliveries,
  });
  const queueNames = [...new Set([...handlers, ...deliveries].map((handler) => handler.queue))];
  const countQueues = () => queue.counts(queueNames);
  if (monitor !== null)
    registerInstallationMetrics(monitor, { owner: pgTransaction(owner), countQueues, clock, log });
  const watch = monitorDatabase(database, log);
  opened.defer(() => watch.close());
  const fanOut = createFanOut({ runner, log });
  const forget = signal.listen(
    (organizationId) => fanOut.wake(organizationId),
    () => undefined,
  );
  const sweeping = scheduleJobSweep({ owner, queue, clock, log });
  const sweepingWebhooks = scheduleWebhookSweep({ owner, runner, queue, fanOut, clock, log });
  const scheduling = scheduleProfileRuns({ owner, runner, storage, clock, log });
  const purging = schedulePurge({ owner: pgTransaction(owner), runner, clock, log });
  const collecting = scheduleSearchTerms({ owner: pgTransaction(owner), runner, clock, log });
  const everything = opened.move();
  return {
    async close() {
      forget();
      const tasks = [senders, fanOut, sweeping, sweepingWebhooks, scheduling, purging, collecting, workers];
      await Promise.all(tasks.map((task) => task.close()));
      await everything.disposeAsync();
    },
  };
}
