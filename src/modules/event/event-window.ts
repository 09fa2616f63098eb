import type { ReadWork } from '../../kernel/operation.ts';
import { Fault } from '../../kernel/refusal.ts';
import { readLastSequences, readOldestSequence } from '../../platform/ledger/read-ledger.ts';

/** For how long the feed serves an event. */
export const SERVED_DAYS = 30;

/** The events that are served at a moment. */
export interface EventWindow {
  /** The oldest one; one more than `last` when there is none. */
  readonly oldest: number;
  /** The newest event; 0 before the first. */
  readonly last: number;
  readonly since: Date;
}

/** What is served of the caller's organization now. */
export async function readWindow(work: ReadWork): Promise<EventWindow> {
  const { organizationId } = work.session;
  const since = new Date(work.now.getTime() - SERVED_DAYS * 86_400_000);
  const oldest = await readOldestSequence(work, organizationId, since);
  const last = (await readLastSequences(work, [organizationId])).get(organizationId) ?? 0;
  return { oldest, last, since };
}

/**
 * The sequence number to go on after, from the number that a client has seen last.
 *
 * @throws Fault `invalid-parameter` for anything but a whole number from 0 to that of the newest event;
 * `events-expired` when events behind it are not served any more, so that nobody misses them unawares.
 */
export function checkPlace(window: EventWindow, given: string, parameter: string): number {
  const { oldest, last } = window;
  const facts = { parameter, value: given, oldest_sequence: oldest, last_sequence: last };
  const sequence = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
  if (Number.isNaN(sequence)) {
    throw new Fault(
      'invalid-parameter',
      `${parameter} is the sequence of an event, or 0 for the first.`,
      facts,
    );
  }
  if (sequence > last) {
    const newest = last === 0 ? 'there are no events yet' : `the newest event has ${last}`;
    throw new Fault('invalid-parameter', `${parameter} is ${sequence}, but ${newest}.`, facts);
  }
  if (sequence + 1 < oldest) {
    throw new Fault(
      'events-expired',
      `Events after ${sequence} are older than ${SERVED_DAYS} days. Read the objects anew, then go on after ${last}.`,
      facts,
    );
  }
  return sequence;
}
