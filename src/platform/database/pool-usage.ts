import type pg from 'pg';
import type { PoolUsage } from '../metrics/metrics.ts';

/** Returns the present use of a pool. */
export function poolUsage(name: string, pool: pg.Pool): PoolUsage {
  const { totalCount, idleCount, waitingCount, options } = pool;
  return {
    pool: name,
    limit: options.max,
    active: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
