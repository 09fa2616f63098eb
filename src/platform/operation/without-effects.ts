import type { WriteContext } from '../../kernel/operation.ts';

/** The same transaction without events and jobs, which a rollback to a savepoint would not undo. */
export function withoutEffects(context: WriteContext): WriteContext {
  const nothing = { value: () => undefined };
  // Not spread: of some transactions a part may only be asked for by those that have it.
  return Object.create(context, { emit: nothing, afterCommit: nothing, enqueue: nothing }) as WriteContext;
}
