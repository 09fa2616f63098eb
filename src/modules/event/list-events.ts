import { RequestError } from '../../kernel/errors.ts';
import type { LedgerResource } from '../../kernel/event.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { type LedgerRow, readLedger } from '../../platform/ledger/read-ledger.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import { countEvents, type EventSummary, summarizeEvents } from './event.store.ts';
import { type EventBody, eventBody } from './event-body.ts';
import { resolveStart } from './event-start.ts';
import { expandPatterns, selectReadableTypes } from './event-type-patterns.ts';
import { READ_EVENTS_SCOPE } from './event-types.ts';

/**
 * Number of events that one request scans for those of its types. A page can end there with few items or none; its
 * cursor continues after all scanned events.
 */
const EVENTS_PER_PAGE_SCAN = 10_000;

export interface ListEventsInput extends PageRequest {
  /** `*`, `product.*`, `product.created`; all types when left out. */
  readonly types?: readonly string[] | null | undefined;
  /** The last sequence number that the caller has seen; the oldest kept event comes first when left out. */
  readonly afterSequence?: string | null | undefined;
  /** The epoch that the caller has seen it in. */
  readonly epoch?: string | null | undefined;
}

/** An object of whose own state the time is known. */
export interface StateRef {
  readonly resource: LedgerResource;
  /** UUID. */
  readonly objectId: string;
  readonly sequence: number;
}

/** An event on a page. */
export type ListedEvent = EventBody & {
  /** The end of the page; null where a later event of the page is about the same object. */
  readonly stateAt?: StateRef | null;
};

/** A page of the change feed. Its cursors are sequence numbers. */
export interface EventPage extends Page<ListedEvent> {
  /** Cursor of the next page, also when this page is empty or no event follows yet. */
  readonly endCursor: string;
  /** The number of the newest event there is. */
  readonly lastSequence: number;
  /** Epoch of the history that the sequence numbers belong to. */
  readonly epoch: string;
  /** Summarizes the events that the page scanned by actor, type and day, outside of jobs. */
  readonly summarize: () => Promise<readonly EventSummary[]>;
}

/** Returns all stored events in the order of their sequence; types that the caller may not read are left out. */
export const listEvents = defineRead({
  name: 'listEvents',
  scope: READ_EVENTS_SCOPE,
  errors: [],
  async handler(context: PrismaReadContext, input: ListEventsInput): Promise<EventPage> {
    const size = pageSize(input.first);
    const types = selectReadableTypes(context.session, expandPatterns(input.types));
    const { after, last, since, epoch } = await resolveStart(context, startOf(input), input.epoch);
    const { organizationId } = context.session;
    const upTo = Math.min(after + EVENTS_PER_PAGE_SCAN, last);
    const range = { organizationId, after, upTo, since, types };
    const rows = await readLedger(context, { ...range, limit: size + 1 });
    const items = rows.slice(0, size);
    const isFull = rows.length > size;
    const end = isFull ? (items.at(-1)?.sequence ?? after) : upTo;
    return {
      items: withStateRefs(items, end, organizationId),
      cursorAt: (index) => String(items[index]?.sequence),
      hasNextPage: isFull || upTo < last,
      endCursor: String(end),
      lastSequence: last,
      epoch,
      count: () => countEvents(context, { ...range, upTo: last }),
      summarize: () => summarizeEvents(context, range),
    };
  },
});

function withStateRefs(rows: readonly LedgerRow[], end: number, organizationId: string): ListedEvent[] {
  const lastOf = new Map(rows.map(({ objectId, sequence }) => [objectId, sequence]));
  return rows.map((row) => {
    const { resource, objectId, sequence } = row;
    const stateAt = lastOf.get(objectId) === sequence ? { resource, objectId, sequence: end } : null;
    return { ...eventBody(row, organizationId), stateAt };
  });
}

/** The cursor of the feed is the sequence, so both arguments say the same. */
function startOf({ after, afterSequence }: ListEventsInput): { value: string; parameter: string } | null {
  if (after === null || after === undefined) {
    if (afterSequence === null || afterSequence === undefined) return null;
    return { value: afterSequence, parameter: 'afterSequence' };
  }
  if (afterSequence === null || afterSequence === undefined || afterSequence === after)
    return { value: after, parameter: 'after' };
  throw new RequestError('invalid-parameter', localized('after-or-sequence'), {
    parameter: 'afterSequence',
  });
}
