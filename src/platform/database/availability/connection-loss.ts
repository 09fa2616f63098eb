import { sqlStateOf } from '../sql-state.ts';

/** Errors of a socket that is not or no longer connected. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN']);
/** Prisma: not reachable, timed out, closed by the server, no connection free in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
/** Messages of pg for errors that have no code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/**
 * Returns true if an error means that the database is away or has no connection free, so that the same request may
 * succeed later.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || PRISMA_CODES.has(code))) return true;
  const state = sqlStateOf(error);
  // Class 08: connection exception; 53300: too many connections; 57P01–57P03: shutdown, crash, starting up.
  if (state.startsWith('08') || state === '53300' || /^57P0[1-3]$/.test(state)) return true;
  if (MESSAGES.test(error.message)) return true;
  return error.cause !== undefined && isConnectionError(error.cause);
}
