import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppEnv } from './app-env.ts';

/**
 * Returns true if the response is a page: the client's own order decides, or else the usual type of this path. Browsers
 * name HTML first.
 */
export function prefersHtml(context: Context<AppEnv>, usual: 'text/html' | 'application/json'): boolean {
  const supports = ['text/html', 'application/json', 'application/problem+json'];
  return accepts(context, { header: 'Accept', supports, default: usual }) === 'text/html';
}
