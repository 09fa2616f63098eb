import { type EventType, typesOfPattern } from '../../event/index.ts';
import type { EndpointRow } from '../endpoint/endpoint-state.ts';

/** Fields of an event that decide whether it goes to an endpoint. */
export interface EventMetadata {
  readonly sequence: number;
  readonly type: string;
  /** The places that changed: `status`, `values.name`; `live` where it became live or is no longer. */
  readonly paths: readonly string[];
  /** False when the import that made it keeps its events from webhooks. */
  readonly toWebhooks: boolean;
}

/** Reasons why an event does not go to an endpoint. */
export const MISMATCHES = ['type', 'attributes', 'before-endpoint', 'kept-by-import'] as const;
export type Mismatch = (typeof MISMATCHES)[number];

/** Fields of an endpoint that select its events. */
export type EventFilter = Pick<EndpointRow, 'events' | 'changedAttributes' | 'fromSequence'>;

/** An endpoint's choice, ready to be asked of many events. */
export interface EventMatcher {
  /** Returns null when the event goes to the endpoint. */
  mismatch(event: EventMetadata): Mismatch | null;
  /** Returns the same, whatever is too old for it or kept by an import: for what somebody requests. */
  mismatchOfContent(event: Pick<EventMetadata, 'type' | 'paths'>): Mismatch | null;
}

const VALUES = 'values.';

/**
 * Changed attributes choose among updates of products that change values and nothing else: a status, a category or
 * another resource is news whatever values there are.
 */
export function createMatcher({ events, changedAttributes, fromSequence }: EventFilter): EventMatcher {
  const types = new Set<string>(events.flatMap((pattern): readonly EventType[] => typesOfPattern(pattern)));
  const paths = new Set(changedAttributes.map((code) => `${VALUES}${code}`));
  const mismatchOfContent = (event: Pick<EventMetadata, 'type' | 'paths'>): Mismatch | null => {
    if (!types.has(event.type)) return 'type';
    const isNarrowed = paths.size > 0 && event.type === 'product.updated';
    const isChosen = (path: string) => paths.has(path) || !path.startsWith(VALUES);
    return isNarrowed && !event.paths.some(isChosen) ? 'attributes' : null;
  };
  return {
    mismatchOfContent,
    mismatch(event) {
      const contentMismatch = mismatchOfContent(event);
      if (contentMismatch !== null) return contentMismatch;
      if (!event.toWebhooks) return 'kept-by-import';
      return event.sequence <= fromSequence ? 'before-endpoint' : null;
    },
  };
}
