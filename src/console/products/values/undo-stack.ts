import type { Saved } from './undo-saved.ts';

/** What Ctrl-Z takes back: values that were saved, or another change, such as a bulk edit, that undoes itself. */
export type Undoable = Saved | { readonly undo: () => Promise<void> };

/** Whose changes these are. */
export interface UndoOwner {
  readonly organizationId: string;
  readonly userId: string;
}

const STACKS = new Map<string, Undoable[]>();

/** What a person saved in this tab, the last at the end; another page does not end it. */
export function undoStackOf({ organizationId, userId }: UndoOwner): Undoable[] {
  const key = `${organizationId} ${userId}`;
  const stack = STACKS.get(key) ?? [];
  STACKS.set(key, stack);
  return stack;
}
