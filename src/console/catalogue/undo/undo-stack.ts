/** A change that can be taken back, by its message or by Ctrl-Z. */
export interface Undoable {
  /**
   * Takes the change back and says so; rejects if that failed and can be tried again.
   *
   * @returns what makes it again; null where nothing does
   */
  readonly undo: () => Promise<Undoable | null>;
}

/** Whose changes these are. */
export interface UndoOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/** What a person changed in this tab, and what of it was taken back, the last at the end. */
interface Stacks {
  readonly done: Undoable[];
  readonly undone: Undoable[];
  /** Ends when nothing is being taken back: one thing is at a time. */
  turn: Promise<unknown>;
}

const STACKS = new Map<string, Stacks>();

/** The stacks of a person; another page does not end them. */
function stacksOf({ organizationId, userId }: UndoOwner): Stacks {
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
function move(stacks: Stacks, from: 'done' | 'undone', change?: Undoable): Promise<boolean> {
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

/** Remembers a change; what was undone before it cannot be redone. The answer takes it back, unless Ctrl-Z has done so already. */
export function rememberChange(owner: UndoOwner, change: Undoable): () => void {
  const stacks = stacksOf(owner);
  stacks.done.push(change);
  stacks.undone.length = 0;
  return () => void move(stacks, 'done', change);
}

/** Takes the last change back; false if there is none. */
export const undoLast = (owner: UndoOwner): Promise<boolean> => move(stacksOf(owner), 'done');

/** Makes again what was taken back last; false if there is nothing. */
export const redoLast = (owner: UndoOwner): Promise<boolean> => move(stacksOf(owner), 'undone');

/** Ends what can be redone, as each edit does. */
export function forgetUndone(owner: UndoOwner): void {
  stacksOf(owner).undone.length = 0;
}
