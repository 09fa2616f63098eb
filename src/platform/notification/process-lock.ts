import { randomInt } from 'node:crypto';
import type { NotificationListener } from './notification-listener.ts';

/** The first number of all locks by which processes show that they live; for ever, and used for nothing else. */
export const PROCESS_LOCK_CLASS = 1_667_331_938;
const MAXIMUM = 2 ** 31 - 1;
/** Time after a start of the database in which every process that lives has connected again. */
const BACK_WITHIN = '3 seconds';

/**
 * Shows the other processes of the installation that this one lives, for as long as it does; returns the number by
 * which they identify it. The system frees the connection of a process that dies, whatever it died of, and with it
 * the lock.
 */
export async function acquireProcessLock(listener: Pick<NotificationListener, 'holdLock'>): Promise<number> {
  const number = randomInt(1, MAXIMUM);
  await listener.holdLock([PROCESS_LOCK_CLASS, number]);
  return number;
}

/**
 * Returns a condition of SQL: the process whose number stands in a column has died. Not true where there is no
 * number. A process that lives but lost its connection counts as dead until it has a new one, so let this cost no
 * more than a repetition.
 */
export const isProcessDeadSql = (
  column: string,
): string => `(${column} IS NOT NULL AND ${column} <> ALL (ARRAY(
  SELECT objid::int8::int4 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = ${PROCESS_LOCK_CLASS} AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
  AND pg_postmaster_start_time() < clock_timestamp() - interval '${BACK_WITHIN}')`;
