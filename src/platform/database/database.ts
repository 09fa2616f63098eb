import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { PoolUse } from '../metrics/metrics.ts';
import { PrismaClient } from '../prisma/generated/client/client.ts';
import { poolForOrganization } from './organization-pool.ts';
import { outliveConnections } from './outlive-connections.ts';
import { poolUse } from './pool-use.ts';
import { createProbe, type ProbeAnswer } from './probe.ts';
import type { StatementListener } from './statement-listener.ts';

/** Everything one organization's operations need of PostgreSQL. */
export interface OrganizationDatabase {
  /** Connections that see this organization only. */
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
}

export interface Database {
  /** The view of one organization; made on first use, kept for those used last. */
  of(organizationId: string): OrganizationDatabase;
  /** System work across organizations: token look-up, set-up, relay. Row-level security does not bind it. */
  readonly owner: pg.Pool;
  /** How much of its pools is in use. */
  connections(): readonly PoolUse[];
  /** True when the database answers within `timeoutMs`. */
  isReachable(timeoutMs: number): Promise<boolean>;
  /** What becomes of a question to the database. */
  probe(timeoutMs: number): Promise<ProbeAnswer>;
  /** Cuts all connections of the pools, so that whoever waits for an answer is told; new ones are made when needed. */
  dropConnections(): void;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  readonly connectionString: string;
  readonly applicationPoolSize: number;
  readonly ownerPoolSize: number;
  readonly statementTimeoutMs: number;
  readonly listener?: StatementListener;
  readonly onError: (error: Error) => void;
}

/** How many organizations' views are kept open. */
const KEPT_ORGANIZATIONS = 50;

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase(settings: DatabaseSettings): Database {
  const { connectionString, onError } = settings;
  const application = new pg.Pool({
    connectionString,
    max: settings.applicationPoolSize,
    application_name: 'catalograph',
    // Statements that do not wait for each other travel together.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
  });
  const owner = new pg.Pool({
    connectionString,
    max: settings.ownerPoolSize,
    application_name: 'catalograph-owner',
    connectionTimeoutMillis: 5_000,
  });
  // Each view listens for errors of the pool they share; so many listeners are no leak.
  application.setMaxListeners(KEPT_ORGANIZATIONS + application.getMaxListeners());
  outliveConnections(application, onError);
  outliveConnections(owner, onError);
  const probe = createProbe(connectionString);
  const clients = new Set<pg.PoolClient>();
  for (const pool of [application, owner]) {
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
  }

  const organizations = new LRUCache<string, OrganizationDatabase>({
    max: KEPT_ORGANIZATIONS,
    dispose: (database) => void database.prisma.$disconnect(),
  });
  return {
    owner,
    of(organizationId) {
      const known = organizations.get(organizationId);
      if (known !== undefined) return known;
      const pool = poolForOrganization(application, organizationId, {
        statementTimeoutMs: settings.statementTimeoutMs,
        listener: settings.listener ?? null,
      });
      const opened = { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
      organizations.set(organizationId, opened);
      return opened;
    },
    connections: () => [poolUse('application', application), poolUse('owner', owner)],
    probe: (timeoutMs) => probe.ask(timeoutMs),
    dropConnections() {
      for (const client of clients) client.connection.stream.destroy();
    },
    async isReachable(timeoutMs) {
      return (await probe.ask(timeoutMs)) === 'answered';
    },
    async close() {
      organizations.clear();
      await Promise.all([application.end(), owner.end(), probe.close()]);
    },
  };
}
