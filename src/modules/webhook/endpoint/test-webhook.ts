import { defineRead } from '../../../kernel/operation.ts';
import { readLastSequences } from '../../../platform/ledger/read-ledger.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { pageSize } from '../../../platform/operation/keyset-page.ts';
import { type EventType, readableTypes } from '../../event/index.ts';
import { type LedgerEvent, readEvents } from '../fan-out/fan-out.store.ts';
import { createMatcher, type EventFilter, MISMATCHES, type Mismatch } from '../fan-out/match-event.ts';

/** Number of the newest events that a selection is tested with. */
export const TESTED_EVENTS = 1_000;

export interface TestWebhookInput {
  readonly choice: EventFilter;
  /** Number of events to return, newest first; 25 when left out. */
  readonly first?: number | null | undefined;
  /** Only those that match, or only those that do not. */
  readonly matching?: boolean | null | undefined;
}

/** One event and whether an endpoint would get it. */
export interface TestedEvent extends LedgerEvent {
  /** Null when it would. */
  readonly mismatch: Mismatch | null;
}

/** Result of testing an endpoint's selection with the newest events. */
export interface WebhookTest {
  readonly examined: number;
  readonly matching: number;
  /** Number of events that each reason excluded; reasons that did not occur are left out. */
  readonly mismatches: readonly { readonly reason: Mismatch; readonly count: number }[];
  readonly events: readonly TestedEvent[];
}

/** Tries an endpoint's choice on the last 1,000 events that the caller may read. */
export const testWebhook = defineRead({
  name: 'testWebhook',
  scope: 'settings:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { choice, first, matching }: TestWebhookInput,
  ): Promise<WebhookTest> {
    const { organizationId } = context.session;
    const last = (await readLastSequences(context, [organizationId])).get(organizationId) ?? 0;
    const events = await readEvents(context, { organizationId, after: last - TESTED_EVENTS, upTo: last });
    const types = [...new Set(events.map(({ type }) => type as EventType))];
    const readable = new Set<string>(readableTypes(context.session, types));
    const matcher = createMatcher(choice);
    const tried = events
      .filter(({ type }) => readable.has(type))
      .map((event): TestedEvent => ({ ...event, mismatch: matcher.mismatch(event) }))
      .reverse();
    const count = (reason: Mismatch | null) => tried.filter(({ mismatch }) => mismatch === reason).length;
    const filteredEvents = tried.filter(
      ({ mismatch }) => matching === null || matching === undefined || (mismatch === null) === matching,
    );
    return {
      examined: tried.length,
      matching: count(null),
      mismatches: MISMATCHES.map((reason) => ({ reason, count: count(reason) })).filter(
        (one) => one.count > 0,
      ),
      events: filteredEvents.slice(0, pageSize(first)),
    };
  },
});
