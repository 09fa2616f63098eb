import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';
import type { Session } from '../../kernel/session.ts';
import type { LedgerFollower, LedgerReader } from '../../platform/ledger/ledger-follower.ts';
import { type EventBody, eventBody } from './event-body.ts';
import { type EventType, READ_EVENTS_SCOPE } from './event-types.ts';
import { findPlace } from './event-window.ts';
import { expandPatterns, readableTypes, selectReadableTypes } from './select-types.ts';

export interface FollowEventsInput {
  /** `*`, `product.*`, `product.created`; all types when left out. */
  readonly types?: readonly string[] | null | undefined;
  /** The last sequence number that the caller has seen; only what happens from now on when left out. */
  readonly afterSequence?: string | null | undefined;
  /** The epoch that the caller has seen it in. */
  readonly epoch?: string | null | undefined;
  readonly follower: LedgerFollower;
  /** Returns the present session of the caller; its rights can change while it follows. */
  readonly caller: () => Session;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Yields events as they happen, first those after `afterSequence`: each once, in the order of their sequence. Types
 * that the caller may not read at present are left out. It lasts until `signal` is aborted, which has to happen some
 * time.
 *
 * @throws Fault `epoch-changed`; `events-expired`, also later to who has fallen behind the oldest event that is stored.
 */
export const followEvents = defineRead({
  name: 'followEvents',
  scope: READ_EVENTS_SCOPE,
  errors: [],
  async handler(context: ReadContext, input: FollowEventsInput): Promise<AsyncIterable<EventBody>> {
    const asked = expandPatterns(input.types);
    selectReadableTypes(context.session, asked);
    const { organizationId } = context.session;
    const value = input.afterSequence ?? null;
    const given = value === null ? null : { value, parameter: 'afterSequence' };
    const { epoch = null } = input;
    const place = given === null && epoch === null ? null : await findPlace(context, given, epoch);
    const reader = await input.follower.open(organizationId, given === null ? null : place);
    const close = () => reader.close();
    input.signal.addEventListener('abort', close, { once: true });
    // It may have been aborted meanwhile.
    if (input.signal.aborted) close();
    return { [Symbol.asyncIterator]: () => readEvents(reader, organizationId, asked, input) };
  },
});

async function* readEvents(
  reader: LedgerReader,
  organizationId: string,
  asked: readonly EventType[],
  { caller, signal }: FollowEventsInput,
): AsyncGenerator<EventBody> {
  let session = caller();
  let readable = new Set(readableTypes(session, asked));
  for (let rows = await reader.next(); !signal.aborted; rows = await reader.next()) {
    if (rows.length === 0) throw new Fault('events-expired', localized('events-gone'));
    for (const row of rows) {
      if (caller() !== session) {
        session = caller();
        readable = new Set(readableTypes(session, asked));
      }
      if (readable.has(`${row.resource}.${row.verb}`)) yield eventBody(row, organizationId);
    }
  }
}
