import type { FreshCheckout, StartedServer } from './fresh-checkout.ts';

const QUERY =
  '{ products(first: 3) { nodes { sku label completeness(channel: "webshop") { locale { code } ratio } } } }';

export interface TimeToFirstQuery {
  readonly installSeconds: number;
  /** Seconds from the end of `npm ci` to the response. */
  readonly answerSeconds: number;
  /** Server that still runs; the caller uses and stops it. */
  readonly server: StartedServer;
}

/**
 * Measures how long somebody waits between cloning and the first response: `npm ci`, then `npm start`, then one
 * query.
 */
export async function measureFirstQuery(checkout: FreshCheckout): Promise<TimeToFirstQuery> {
  const began = performance.now();
  await checkout.npm(['ci', '--no-fund', '--no-audit']);
  const installed = performance.now();
  const server = await checkout.start();
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
  });
  const answer = await response.text();
  const answered = performance.now();
  if (!answer.includes('"nodes":[{"sku"')) throw new Error(`The first query was answered: ${answer}`);
  return { installSeconds: seconds(began, installed), answerSeconds: seconds(installed, answered), server };
}

/** Returns the time in seconds between two readings of `performance.now()`. */
export function seconds(from: number, to: number): number {
  return (to - from) / 1000;
}
