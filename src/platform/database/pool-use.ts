import type pg from 'pg';
import type { PoolUse } from '../metrics/metrics.ts';

/** Returns the present use of a pool. */
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
