// Risk: an undo takes back another change than the one that its message or Ctrl-Z names, or loses a change that it could not take back.
import { expect, test } from 'vitest';
import { rememberChange, undoLast } from '../../../src/console/products/values/undo-stack.ts';

const keep = () => undefined;
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Changes of a person, with the names of those that were taken back. */
function changesOf(userId: string) {
  const owner = { organizationId: 'org', userId };
  const undone: string[] = [];
  const change = (name: string) => rememberChange(owner, { undo: async () => void undone.push(name) });
  return { owner, undone, change };
}

test('a message takes back its own change, and Ctrl-Z the last that is left', async () => {
  const { owner, undone, change } = changesOf('ada');
  const undoFirst = change('first');
  change('second');
  undoFirst();
  undoFirst();
  await settled();
  expect(undone).toEqual(['first']);
  expect(await undoLast(owner, keep)).toBe(true);
  expect(await undoLast(owner, keep)).toBe(false);
  expect(undone).toEqual(['first', 'second']);
});

test('a change that could not be taken back can be tried again', async () => {
  const { owner, undone } = changesOf('ben');
  let isAway = true;
  rememberChange(owner, {
    undo: async () => {
      if (isAway) throw new Error('no connection');
      undone.push('cells');
    },
  });
  await undoLast(owner, keep);
  isAway = false;
  expect(await undoLast(owner, keep)).toBe(true);
  expect(undone).toEqual(['cells']);
});

test('nobody takes back what somebody else changed in this tab', async () => {
  changesOf('eve').change('hers');
  expect(await undoLast(changesOf('finn').owner, keep)).toBe(false);
});
