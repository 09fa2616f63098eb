import type { IncomingMessage } from 'node:http';

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Calls back when the body of a request has not arrived whole in time. */
export function setBodyDeadline(incoming: IncomingMessage, timeoutMs: number, onLate: () => void): void {
  const { headers } = incoming;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const timer = setTimeout(onLate, timeoutMs).unref();
  deadlines.set(incoming, timer);
  incoming.once('close', () => clearTimeout(timer));
  incoming.once('end', () => clearTimeout(timer));
}

/**
 * Lets the body of a request take as long as it needs, as long as bytes keep coming; for uploads, once it is known that
 * the caller may send one. Without a port there is nothing to wait for.
 */
export function extendBodyDeadline(incoming: IncomingMessage | undefined): void {
  if (incoming !== undefined) clearTimeout(deadlines.get(incoming));
}
