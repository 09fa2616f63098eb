import type { NewEvent } from '../../kernel/event.ts';
import type { WriteWork } from '../../kernel/operation.ts';

/**
 * A work whose events wait until `pass`, so that an object that is written twice in one transaction has one event:
 * what is created and then changed was created. Nothing else of the work differs.
 */
export function joinEvents(work: WriteWork): { readonly work: WriteWork; pass(): void } {
  const byObject = new Map<string, NewEvent>();
  const emit = (event: NewEvent) => {
    const earlier = byObject.get(event.objectId);
    const joined =
      earlier === undefined
        ? event
        : {
            ...event,
            verb: earlier.verb,
            changes: earlier.verb === 'created' ? [] : [...earlier.changes, ...event.changes],
          };
    byObject.set(event.objectId, joined);
  };
  return {
    // Everything else stays where it is: some of it answers only to those who may ask.
    work: Object.create(work, { emit: { value: emit } }) as WriteWork,
    pass() {
      for (const event of byObject.values()) work.emit(event);
    },
  };
}
