import type { Clock } from '../kernel/clock.ts';
import type { Transaction } from '../kernel/operation.ts';
import { entityRows, purgeEntities } from '../modules/entity/index.ts';
import { productRows, purgeProducts } from '../modules/product/index.ts';
import { purgeDeliveries } from '../modules/webhook/index.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import { restoreWindowStart } from '../platform/operation/restore-window.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { purgeExpiredSessions } from './maintenance.store.ts';
import { type RepeatingTask, runEvery } from './repeating-task.ts';

const INTERVAL_MS = 3_600_000;
/** Number of rows of one statement. */
const BATCH = 1_000;
/** Number of products or entities of one transaction. */
const OBJECTS = 100;

export interface PurgeDependencies {
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly runner: OperationRunner;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes for good what nobody can get back: products and entities deleted more than 30 days ago, and sign-ins that
 * are over; and deliveries of webhooks that were over 30 days ago. Events stay. Safe to run at any time and in several
 * processes at once.
 */
export async function purgeDeleted({ owner, runner, clock, log }: PurgeDependencies): Promise<void> {
  const now = clock.now();
  const before = restoreWindowStart(now);
  // The order matters, because products name entities.
  let products = 0;
  for (const organizationId of await productRows.findOrganizationsWithDeleted(owner, before)) {
    for (let hasMore = true; hasMore; ) {
      const { output } = await runner.write(sessionOf(organizationId), purgeProducts, { limit: OBJECTS });
      products += output.purged;
      hasMore = output.hasMore;
    }
  }
  let entities = 0;
  for (const organizationId of await entityRows.findOrganizationsWithDeleted(owner, before)) {
    entities += await inBatches(async () => {
      const { output } = await runner.write(sessionOf(organizationId), purgeEntities, { limit: OBJECTS });
      return output.purged;
    });
  }
  const sessions = await inBatches((limit) => purgeExpiredSessions(owner, now, limit));
  const deliveries = await inBatches((limit) => purgeDeliveries(owner, now, limit));
  log.debug({ products, entities, sessions, deliveries }, 'purged');
}

const sessionOf = (organizationId: string) =>
  systemSession(organizationId, { door: 'system', requestId: newId() });

async function inBatches(purgeSome: (limit: number) => Promise<number>): Promise<number> {
  let purged = 0;
  for (let count = 1; count > 0; purged += count) count = await purgeSome(BATCH);
  return purged;
}

/** Purges now, without making anybody wait, and then every hour until closed. */
export function schedulePurge(dependencies: PurgeDependencies): RepeatingTask {
  return runEvery('the purge', { intervalMs: INTERVAL_MS, atOnce: true, log: dependencies.log }, () =>
    purgeDeleted(dependencies),
  );
}
