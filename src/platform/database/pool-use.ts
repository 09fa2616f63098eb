import type pg from 'pg';
import type { PoolUse } from '../metrics/metrics.ts';

/** How much of a pool is in use at the moment. */
export function poolUse(name: string, pool: pg.Pool): PoolUse {
  const { totalCount, idleCount, waitingCount, options } = pool;
  return {
    pool: name,
    limit: options.max,
    active: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
