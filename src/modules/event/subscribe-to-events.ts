import { RequestError } from '../../kernel/errors.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import type { LedgerFollower, LedgerReader } from '../../platform/ledger/ledger-follower.ts';
import { type EventBody, eventBody } from './event-body.ts';
import { resolveStart } from './event-start.ts';
import { expandPatterns, readableTypes, selectReadableTypes } from './event-type-patterns.ts';
import { type EventType, READ_EVENTS_SCOPE } from './event-types.ts';

export interface SubscribeToEventsInput {
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
 * @throws RequestError `epoch-changed`; `events-expired`, also later to who has fallen behind the oldest event that is stored.
 */
export const subscribeToEvents = defineRead({
  name: 'followEvents',
  scope: READ_EVENTS_SCOPE,
  errors: [],
  async handler(context: ReadContext, input: SubscribeToEventsInput): Promise<AsyncIterable<EventBody>> {
    const requestedTypes = expandPatterns(input.types);
    selectReadableTypes(context.session, requestedTypes);
    const { organizationId } = context.session;
    const value = input.afterSequence ?? null;
    const startParameter = value === null ? null : { value, parameter: 'afterSequence' };
    const { epoch = null } = input;
    const startPosition =
      startParameter === null && epoch === null ? null : await resolveStart(context, startParameter, epoch);
    const reader = await input.follower.open(organizationId, startParameter === null ? null : startPosition);
    const close = () => reader.close();
    input.signal.addEventListener('abort', close, { once: true });
    // It may have been aborted meanwhile.
    if (input.signal.aborted) close();
    return { [Symbol.asyncIterator]: () => readEvents(reader, organizationId, requestedTypes, input) };
  },
});

async function* readEvents(
  reader: LedgerReader,
  organizationId: string,
  requestedTypes: readonly EventType[],
  { caller, signal }: SubscribeToEventsInput,
): AsyncGenerator<EventBody> {
  let session = caller();
  let readable = new Set(readableTypes(session, requestedTypes));
  for (let rows = await reader.next(); !signal.aborted; rows = await reader.next()) {
    if (rows.length === 0) throw new RequestError('events-expired', localized('events-gone'));
    for (const row of rows) {
      if (caller() !== session) {
        session = caller();
        readable = new Set(readableTypes(session, requestedTypes));
      }
      if (readable.has(`${row.resource}.${row.verb}`)) yield eventBody(row, organizationId);
    }
  }
}
