// Risk: an undo takes back another change than the one that its message or Ctrl-Z names, or loses a change that it could not take back.
import { expect, test } from 'vitest';
import {
  clearRedo,
  pushUndo,
  redoLast,
  type Undoable,
  undoLast,
} from '../../../src/console/catalogue/undo/undo-stack.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Changes of a person, with the names of those that were taken back. */
function changesOf(userId: string) {
  const owner = { organizationId: 'org', userId };
  const undone: string[] = [];
  const undoable = (name: string, inverse: Undoable | null = null): Undoable => ({
    undo: async () => {
      undone.push(name);
      return inverse;
    },
  });
  const change = (name: string, inverse?: Undoable) => pushUndo(owner, undoable(name, inverse));
  return { owner, undone, undoable, change };
}

test('a message takes back its own change, and Ctrl-Z the last that is left', async () => {
  const { owner, undone, change } = changesOf('ada');
  const undoFirst = change('first');
  change('second');
  undoFirst();
  undoFirst();
  await settled();
  expect(undone).toEqual(['first']);
  expect(await undoLast(owner)).toBe(true);
  expect(await undoLast(owner)).toBe(false);
  expect(undone).toEqual(['first', 'second']);
});

test('a change that could not be taken back can be tried again', async () => {
  const { owner, undone } = changesOf('ben');
  let isAway = true;
  pushUndo(owner, {
    undo: async () => {
      if (isAway) throw new Error('no connection');
      undone.push('cells');
      return null;
    },
  });
  await undoLast(owner);
  isAway = false;
  expect(await undoLast(owner)).toBe(true);
  expect(undone).toEqual(['cells']);
});

test('nobody takes back what somebody else changed in this tab', async () => {
  changesOf('eve').change('hers');
  expect(await undoLast(changesOf('finn').owner)).toBe(false);
});

test('what was undone is redone in turn, and undone again, until there is a new change', async () => {
  const { owner, undone, undoable, change } = changesOf('gil');
  change('undo first', undoable('redo first', undoable('undo first again')));
  change('undo second', undoable('redo second'));
  await undoLast(owner);
  await undoLast(owner);
  await redoLast(owner);
  await redoLast(owner);
  expect(await redoLast(owner)).toBe(false);
  expect(undone).toEqual(['undo second', 'undo first', 'redo first', 'redo second']);
  await undoLast(owner);
  expect(undone.at(-1)).toBe('undo first again');
  change('undo third', undoable('redo third'));
  await undoLast(owner);
  change('fourth');
  expect(await redoLast(owner)).toBe(false);
  change('undo fifth', undoable('redo fifth'));
  await undoLast(owner);
  clearRedo(owner);
  expect(await redoLast(owner)).toBe(false);
});
