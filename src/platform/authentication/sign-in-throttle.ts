import { createHash } from 'node:crypto';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';

/** Maximum number of attempts within a fixed window that begins with the first. */
export interface ThrottleRule {
  readonly windowSeconds: number;
  readonly maximum: number;
}

/** Attempts from one address, whatever the account. */
export const IP_ADDRESS_RULE: ThrottleRule = { windowSeconds: 60, maximum: 10 };
/**
 * Limit of failed attempts at one account, from any address; the same for existing and unknown accounts, so that
 * nothing is revealed of them.
 */
export const ACCOUNT_RULE: ThrottleRule = { windowSeconds: 900, maximum: 20 };

export interface SignInThrottle {
  /** Counts one attempt. `retryAfterSeconds` is null when it is allowed. */
  consume(key: string, rule: ThrottleRule): Promise<{ readonly retryAfterSeconds: number | null }>;
  /** Forgets the attempts counted under a key. */
  reset(key: string): Promise<void>;
}

/** Returns the key of an account's attempts; a digest, because a text typed as an address may be a password. */
export function accountKey(email: string): string {
  return `account|${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`;
}

const CONSUME = defineStatement({
  name: 'throttle.consume',
  kind: 'write',
  row: { count: 'int', seconds_left: 'int' },
  sql: `INSERT INTO auth.throttle AS throttle (key, count, ends_at)
        VALUES ($1, 1, now() + make_interval(secs => $2::int))
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN throttle.ends_at <= now() THEN 1 ELSE least(throttle.count + 1, $3::int + 1) END,
          ends_at = CASE WHEN throttle.ends_at <= now() THEN excluded.ends_at ELSE throttle.ends_at END
        RETURNING count, greatest(1, ceil(extract(epoch FROM ends_at - now())))::int AS seconds_left`,
});

const SWEEP = defineStatement({
  name: 'throttle.sweep',
  kind: 'write',
  sql: `DELETE FROM auth.throttle WHERE ends_at < now() - interval '1 hour'`,
});

const RESET = defineStatement({
  name: 'throttle.reset',
  kind: 'write',
  sql: 'DELETE FROM auth.throttle WHERE key = $1',
});

/** Counts in the database, one statement an attempt, so that parallel attempts and other processes all count. */
export function createThrottle(database: Transaction): SignInThrottle {
  return {
    async consume(key, rule) {
      const [row] = await database.execute(CONSUME, [key, rule.windowSeconds, rule.maximum]);
      if (row === undefined) throw new Error('Counting a sign-in attempt gave no row.');
      // A new window is a good time to delete the ones that are over.
      if (row.count === 1) {
        await database.execute(SWEEP);
      }
      return { retryAfterSeconds: row.count > rule.maximum ? row.seconds_left : null };
    },
    async reset(key) {
      await database.execute(RESET, [key]);
    },
  };
}
