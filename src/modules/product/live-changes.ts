import type { NewEvent } from '../../kernel/event.ts';
import { type LiveMove, readLiveScope } from './live.ts';

/** How many products would become live in a channel and locale, and how many would be no longer. */
export interface LiveChange {
  readonly channel: string;
  readonly locale: string;
  readonly entering: number;
  readonly leaving: number;
}

export interface LiveChanges {
  readonly changes: readonly LiveChange[];
  /** False when there are more products than a dry run looks at. */
  readonly isComplete: boolean;
}

/** Counts the moves that the events of a dry run say. */
export function countLiveChanges(events: readonly NewEvent[]): LiveChanges {
  const counts = new Map<string, { entering: number; leaving: number }>();
  const count = (scope: string, key: 'entering' | 'leaving') => {
    const known = counts.get(scope) ?? { entering: 0, leaving: 0 };
    known[key] += 1;
    counts.set(scope, known);
  };
  for (const { resource, data } of events) {
    if (resource !== 'product' || data?.live === undefined) continue;
    const { published, unpublished } = data.live as LiveMove;
    for (const scope of published) count(scope, 'entering');
    for (const scope of unpublished) count(scope, 'leaving');
  }
  const changes = [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([scope, numbers]) => ({ ...readLiveScope(scope), ...numbers }));
  return { changes, isComplete: !events.some(({ data }) => data?.uncounted === true) };
}
