import type { NewEvent } from '../../kernel/event.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { joinChanges } from '../values/index.ts';

/**
 * Returns a work whose events wait until `pass`, so that an object that is written twice in one transaction has one
 * event: what is created and then changed was created. Nothing else of the work differs.
 */
export function joinEvents(context: WriteContext): { readonly context: WriteContext; pass(): void } {
  const byObject = new Map<string, NewEvent>();
  const emit = (event: NewEvent) => {
    const earlier = byObject.get(event.objectId);
    const joined =
      earlier === undefined
        ? event
        : {
            ...event,
            verb: earlier.verb,
            changes: earlier.verb === 'created' ? [] : joinChanges(earlier.changes, event.changes),
          };
    byObject.set(event.objectId, joined);
  };
  return {
    // Everything else stays where it is: some of it answers only to those who may ask.
    context: Object.create(context, { emit: { value: emit } }) as WriteContext,
    pass() {
      for (const event of byObject.values()) context.emit(event);
    },
  };
}
