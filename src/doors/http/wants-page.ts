import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { DoorEnvironment } from './door-environment.ts';

/** Whether a page is the answer: by the client's own order, else as is usual at this path. Browsers name HTML first. */
export function wantsPage(
  context: Context<DoorEnvironment>,
  usual: 'text/html' | 'application/json',
): boolean {
  const supports = ['text/html', 'application/json', 'application/problem+json'];
  return accepts(context, { header: 'Accept', supports, default: usual }) === 'text/html';
}
