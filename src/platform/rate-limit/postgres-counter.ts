import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { handleConnectionErrors } from '../database/availability/handle-connection-errors.ts';
import { countBatched, KEY_PREFIX, type SharedCounter } from './counter.ts';
import type { RateLimitRule } from './rate-limit.ts';

/** Connections that one process counts on; counts of one token wait for each other anyway. */
export const COUNTING_CONNECTIONS = 2;

/**
 * Counts in table `ops.rate_limit`, where all processes count together; for one bucket one statement at a time,
 * however many requests come. A bucket that is used up is remembered here until its window ends, so that rejecting
 * costs the database nothing.
 *
 * @param settings.timeoutMs how long one count may take before it counts as failed
 */
export function postgresCounter(
  rule: RateLimitRule,
  settings: {
    readonly connectionString: string;
    readonly timeoutMs: number;
    readonly onError: (error: Error) => void;
  },
): SharedCounter {
  const { connectionString, timeoutMs } = settings;
  // The pool is apart from the others: neither may wait for the other.
  const pool = new pg.Pool({
    connectionString,
    max: COUNTING_CONNECTIONS,
    application_name: 'catalograph-rate-limit',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  handleConnectionErrors(pool, settings.onError);
  const limiter = new RateLimiterPostgres({
    keyPrefix: KEY_PREFIX,
    points: rule.limit,
    duration: rule.windowSeconds,
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'ops',
    tableName: 'rate_limit',
    tableCreated: true,
    inMemoryBlockOnConsumed: rule.limit,
  });
  return {
    count: countBatched(limiter, rule),
    async checkConnection() {
      const ask = () => pool.query('/* rate-limit.reach */ SELECT FROM ops.rate_limit LIMIT 0');
      // Runs as many statements at once as there are connections, so that all are open.
      await Promise.all(Array.from({ length: COUNTING_CONNECTIONS }, ask));
    },
    close: () => pool.end(),
  };
}
