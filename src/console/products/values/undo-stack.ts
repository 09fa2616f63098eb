/** Is given what makes an undone change again. */
type OnUndone = (redo: () => Promise<void>) => void;

/** A change that can be taken back, by its message or by Ctrl-Z. */
export interface Undoable {
  /** Takes the change back and says so; rejects if that failed and can be tried again. */
  readonly undo: (onUndone: OnUndone) => Promise<void>;
}

/** Whose changes these are. */
export interface UndoOwner {
  readonly organizationId: string;
  readonly userId: string;
}

const STACKS = new Map<string, Undoable[]>();

/** What a person changed in this tab, the last at the end; another page does not end it. */
function stackOf({ organizationId, userId }: UndoOwner): Undoable[] {
  const key = `${organizationId} ${userId}`;
  const stack = STACKS.get(key) ?? [];
  STACKS.set(key, stack);
  return stack;
}

/** Takes a change back, which stays there if that fails. */
async function undoFrom(stack: Undoable[], change: Undoable, onUndone: OnUndone): Promise<void> {
  stack.splice(stack.lastIndexOf(change), 1);
  try {
    await change.undo(onUndone);
  } catch {
    stack.push(change);
  }
}

/** Remembers a change. The answer takes it back, unless Ctrl-Z has done so already. */
export function rememberChange(
  owner: UndoOwner,
  change: Undoable,
  onUndone: OnUndone = () => undefined,
): () => void {
  const stack = stackOf(owner);
  stack.push(change);
  return () => {
    if (stack.includes(change)) void undoFrom(stack, change, onUndone);
  };
}

/** Takes the last change back; false if there is none. */
export async function undoLast(owner: UndoOwner, onUndone: OnUndone): Promise<boolean> {
  const stack = stackOf(owner);
  const last = stack.at(-1);
  if (last === undefined) return false;
  await undoFrom(stack, last, onUndone);
  return true;
}
