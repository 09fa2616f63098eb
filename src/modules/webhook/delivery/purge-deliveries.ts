import type { Transaction } from '../../../kernel/operation.ts';
import { purgeFinished } from './delivery.store.ts';

const KEPT_DAYS = 30;

/** Deletes up to `limit` deliveries of all organizations that were over 30 days ago or earlier; answers how many. */
export function purgeDeliveries(owner: Transaction, now: Date, limit: number): Promise<number> {
  return purgeFinished(owner, new Date(now.getTime() - KEPT_DAYS * 86_400_000), limit);
}
