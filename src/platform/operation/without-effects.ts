import type { WriteContext } from '../../kernel/operation.ts';

/** Returns the same transaction without events and jobs, which a rollback to a savepoint would not undo. */
export function withoutEventsAndJobs(context: WriteContext): WriteContext {
  const nothing = { value: () => undefined };
  // The context is not spread: a part of some transactions may only be read by operations that have it.
  return Object.create(context, { emit: nothing, afterCommit: nothing, enqueue: nothing }) as WriteContext;
}
