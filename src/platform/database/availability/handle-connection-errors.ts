import type pg from 'pg';

/**
 * Keeps a lost connection from ending the process. A pool listens to its idle connections only: one that is lost
 * while it is in use would be an uncaught exception, beside the error that its statement returns anyway.
 */
export function handleConnectionErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
}
