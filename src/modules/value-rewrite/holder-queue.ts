import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import { loadHolderIds, type NamedObjects } from './holders.store.ts';

/** Products and entities of one step of a job, and so of one transaction. */
export const STEP_HOLDERS = 250;

/**
 * UUIDs that are read at once. Entries of the index that holders have left are read again until PostgreSQL removes
 * them, so reading it for each step would take a time that grows with the square of the number of holders.
 */
const HOLDERS_READ = 50_000;

const listHolderIds = defineRead({
  name: 'listHolderIds',
  scope: { allOf: ['products:write', 'entities:write'] },
  errors: [],
  handler: (
    context: ReadContext,
    { objects, after }: { readonly objects: NamedObjects; readonly after: string | null },
  ) => loadHolderIds(context, objects, after, HOLDERS_READ),
});

/** Hands out the holders of objects to the steps of one attempt at a job. */
export interface HolderQueue {
  /** Returns the UUIDs of the next holders. None: the last one was handed out, and the next call begins anew. */
  next(): Promise<readonly string[]>;
}

export function openHolderQueue(
  runner: OperationRunner,
  session: Session,
  objects: NamedObjects,
): HolderQueue {
  let ids: readonly string[] = [];
  let position = 0;
  return {
    async next() {
      if (position >= ids.length) {
        ids = await runner.read(session, listHolderIds, { objects, after: ids.at(-1) ?? null });
        position = 0;
      }
      const next = ids.slice(position, position + STEP_HOLDERS);
      position += STEP_HOLDERS;
      return next;
    },
  };
}
