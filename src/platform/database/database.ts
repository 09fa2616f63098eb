import pg from 'pg';
import type { PoolUsage } from '../metrics/metrics.ts';
import { handleConnectionErrors } from './availability/handle-connection-errors.ts';
import { createProbe, type ProbeResult } from './availability/probe.ts';
import { type DeliveryScope, poolForDelivery } from './organization-pool.ts';
import { type OrganizationDatabaseProvider, openOrganizationDatabases } from './organization-views.ts';
import { poolUsage } from './pool-usage.ts';
import { openReplicas, type ReplicaLag, type ReplicaSource } from './replicas/replicas.ts';
import type { StatementListener } from './statement-listener.ts';

export interface Database extends OrganizationDatabaseProvider {
  /**
   * Returns connections that see what a storefront of one organization may show in a channel and locale; nothing is
   * written.
   */
  delivery(organizationId: string, scope: DeliveryScope): pg.Pool;
  /** True if there are replicas, whatever their state. */
  readonly hasReplicas: boolean;
  /**
   * Returns a replica for reads that may miss what was committed after a time (performance.now()); null when there is
   * none that surely has all that was committed before it. A caller whose read fails there reads again elsewhere.
   */
  lagging(asOf: number): ReplicaSource | null;
  /** Returns the lag of each replica. */
  replicaLags(): readonly ReplicaLag[];
  /** System work across organizations: token look-up, set-up, relay. Row-level security does not bind it. */
  readonly owner: pg.Pool;
  /** Returns the use of its pools. */
  connections(): readonly PoolUsage[];
  /** Returns true if the database responds within `timeoutMs`. */
  isReachable(timeoutMs: number): Promise<boolean>;
  /** Sends a query to the database and returns the outcome. */
  probe(timeoutMs: number): Promise<ProbeResult>;
  /** Cuts all connections of the pools, so that callers that wait get an error; new ones are made when needed. */
  dropConnections(): void;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  readonly connectionString: string;
  readonly applicationPoolSize: number;
  readonly ownerPoolSize: number;
  readonly shopPoolSize: number;
  readonly statementTimeoutMs: number;
  /** Replicas; none when left out. */
  readonly replicas?: {
    readonly connectionStrings: readonly string[];
    readonly lagLimitMs: number;
    readonly onChange: (name: string, reason: string | null) => void;
  };
  readonly listener?: StatementListener;
  readonly onError: (error: Error) => void;
}

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase(settings: DatabaseSettings): Database {
  const { connectionString, onError } = settings;
  // Statements that do not wait for each other travel together.
  const shared = { connectionString, pipeline: true, connectionTimeoutMillis: 5_000 };
  const application = new pg.Pool({
    ...shared,
    max: settings.applicationPoolSize,
    application_name: 'catalograph',
  });
  // The pool is separate, so that connections need not change their role between a storefront and its products.
  const delivery = new pg.Pool({
    ...shared,
    max: settings.shopPoolSize,
    application_name: 'catalograph-shop',
  });
  const owner = new pg.Pool({
    connectionString,
    max: settings.ownerPoolSize,
    application_name: 'catalograph-owner',
    connectionTimeoutMillis: 5_000,
  });
  for (const pool of [application, delivery, owner]) handleConnectionErrors(pool, onError);
  const probe = createProbe(connectionString);
  const clients = new Set<pg.PoolClient>();
  for (const pool of [application, delivery, owner]) {
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
  }

  const { statementTimeoutMs, listener } = settings;
  const organizations = openOrganizationDatabases(application, { statementTimeoutMs, listener });
  const { connectionStrings = [] } = settings.replicas ?? {};
  const replicas =
    settings.replicas === undefined || connectionStrings.length === 0
      ? null
      : openReplicas({
          ...settings.replicas,
          owner,
          statementTimeoutMs,
          poolSize: settings.applicationPoolSize,
        });
  return {
    owner,
    of: (organizationId) => organizations.of(organizationId),
    delivery: (organizationId, scope) =>
      poolForDelivery(delivery, organizationId, scope, { statementTimeoutMs, listener: listener ?? null }),
    hasReplicas: replicas !== null,
    lagging: (asOf) => replicas?.choose(asOf) ?? null,
    replicaLags: () => replicas?.lags() ?? [],
    connections: () => [
      poolUsage('application', application),
      poolUsage('owner', owner),
      poolUsage('shop', delivery),
      ...(replicas?.connections() ?? []),
    ],
    probe: (timeoutMs) => probe.run(timeoutMs),
    dropConnections() {
      for (const client of clients) client.connection.stream.destroy();
    },
    async isReachable(timeoutMs) {
      return (await probe.run(timeoutMs)) === 'answered';
    },
    async close() {
      await replicas?.close();
      organizations.clear();
      await Promise.all([application.end(), delivery.end(), owner.end(), probe.close()]);
    },
  };
}
