import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { PrismaClient } from '../prisma/generated/client/client.ts';
import { createDryRunClients, type DryRunClients } from './dry-run-clients.ts';
import { poolForOrganization } from './organization-pool.ts';
import type { StatementListener } from './statement-listener.ts';

/** Connections of PostgreSQL that one organization's operations need. */
export interface OrganizationDatabase {
  /** Connections that see this organization only. */
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly dryRunClients: DryRunClients;
}

/** Source from which operations get their organization. */
export interface OrganizationDatabaseProvider {
  /** Returns the view of one organization; made on first use, cached for the most recent ones. */
  of(organizationId: string): OrganizationDatabase;
}

/** Number of organizations whose views stay open. */
const KEPT_ORGANIZATIONS = 50;

/** The views of one pool, each of which sees one organization only. */
export interface OrganizationDatabases {
  /** Returns the view of one organization; made on first use, cached for the most recent ones. */
  of(organizationId: string): OrganizationDatabase;
  clear(): void;
}

export function openOrganizationDatabases(
  pool: pg.Pool,
  settings: { readonly statementTimeoutMs: number; readonly listener?: StatementListener | undefined },
): OrganizationDatabases {
  const { statementTimeoutMs, listener = null } = settings;
  // Each view listens for errors of the pool they share; so many listeners are no leak.
  pool.setMaxListeners(KEPT_ORGANIZATIONS + pool.getMaxListeners());
  const organizations = new LRUCache<string, OrganizationDatabase>({
    max: KEPT_ORGANIZATIONS,
    dispose({ prisma, dryRunClients }) {
      void prisma.$disconnect();
      dryRunClients.close();
    },
  });
  return {
    of(organizationId) {
      const cachedView = organizations.get(organizationId);
      if (cachedView !== undefined) return cachedView;
      const view = poolForOrganization(pool, organizationId, { statementTimeoutMs, listener });
      const prisma = new PrismaClient({ adapter: new PrismaPg(view) });
      const opened = { pool: view, prisma, dryRunClients: createDryRunClients() };
      organizations.set(organizationId, opened);
      return opened;
    },
    clear: () => organizations.clear(),
  };
}
