/** A change that can be taken back, by its message or by Ctrl-Z. */
export interface Undoable {
  /**
   * Takes the change back and reports it; rejects if that failed and can be tried again.
   *
   * @returns the change that makes it again; null where there is none
   */
  readonly undo: () => Promise<Undoable | null>;
}

/** Person whose changes these are. */
export interface UndoOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/** Changes that a person made in this tab, and those that were taken back; the last ones are at the end. */
interface UndoStacks {
  readonly done: Undoable[];
  readonly undone: Undoable[];
  /** Resolves when nothing is being taken back: one change is at a time. */
  turn: Promise<unknown>;
}

const STACKS = new Map<string, UndoStacks>();

/** Returns the stacks of a person; another page does not end them. */
function stacksOf({ organizationId, userId }: UndoOwner): UndoStacks {
  const key = `${organizationId} ${userId}`;
  const stacks = STACKS.get(key) ?? { done: [], undone: [], turn: Promise.resolve() };
  STACKS.set(key, stacks);
  return stacks;
}

/**
 * Takes a change back, which stays where it is if that fails.
 *
 * @param change the last one, if it is not given
 * @returns false if it is not there
 */
function undoFrom(stacks: UndoStacks, from: 'done' | 'undone', change?: Undoable): Promise<boolean> {
  const moved = stacks.turn.then(async () => {
    const at = change === undefined ? stacks[from].length - 1 : stacks[from].lastIndexOf(change);
    const [taken] = at === -1 ? [] : stacks[from].splice(at, 1);
    if (taken === undefined) return false;
    try {
      const inverse = await taken.undo();
      if (inverse !== null) stacks[from === 'done' ? 'undone' : 'done'].push(inverse);
    } catch {
      stacks[from].push(taken);
    }
    return true;
  });
  stacks.turn = moved;
  return moved;
}

/**
 * Remembers a change; changes that were undone before it cannot be redone. The result takes it back, unless Ctrl-Z has
 * done so already.
 */
export function pushUndo(owner: UndoOwner, change: Undoable): () => void {
  const stacks = stacksOf(owner);
  stacks.done.push(change);
  stacks.undone.length = 0;
  return () => void undoFrom(stacks, 'done', change);
}

/** Takes the last change back; false if there is none. */
export const undoLast = (owner: UndoOwner): Promise<boolean> => undoFrom(stacksOf(owner), 'done');

/** Makes again what was taken back last; false if there is nothing. */
export const redoLast = (owner: UndoOwner): Promise<boolean> => undoFrom(stacksOf(owner), 'undone');

/** Forgets the changes that can be redone, as each edit does. */
export function clearRedo(owner: UndoOwner): void {
  stacksOf(owner).undone.length = 0;
}
