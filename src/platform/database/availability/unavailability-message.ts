import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { sqlStateOf } from '../sql-state.ts';
import { isConnectionError } from './connection-loss.ts';

/** "Disk full" (PostgreSQL error codes). */
const DISK_FULL = '53100';

/** Returns the message for clients when the database cannot do anything at present; null for any other error. */
export function unavailabilityMessage(error: unknown): Message | null {
  if (sqlStateOf(error) === DISK_FULL) return localized('database-disk-full');
  if (isConnectionError(error)) return localized('database-unavailable');
  return null;
}
