import { localized, type Text } from '../../../kernel/problems/messages/message.ts';
import { stateOf } from '../sql-state.ts';
import { isConnectionLoss } from './connection-loss.ts';

/** "Disk full" (PostgreSQL error codes). */
const DISK_FULL = '53100';

/** What to tell a client when the database cannot do anything at the moment; null for any other error. */
export function unavailableBecause(error: unknown): Text | null {
  if (stateOf(error) === DISK_FULL)
    return 'The disk of the database is full. Nothing was stored. Try again when there is space.';
  if (isConnectionLoss(error)) return localized('database-unavailable');
  return null;
}
