import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionError } from './connection-loss.ts';

const RETRY_MS = 500;

/**
 * Runs a task again, every half second, for as long as the database is away; returns null once `signal` is aborted.
 * For work that outlives a restart of the database; a request rather fails.
 */
export async function retryWhileUnavailable<Result>(
  task: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  while (!signal.aborted) {
    try {
      return await task();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
  return null;
}
