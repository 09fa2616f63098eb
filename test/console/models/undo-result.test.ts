// Risk: an undo that a rule rejects, or that others' changes stop, claims success or hides the reason.
import { expect, test } from 'vitest';
import { formatConflicts, type UndoConflict } from '../../../src/console/catalogue/undo/undo-result.ts';

const conflict = (code: string, message: string, changedBy: string | null = null): UndoConflict => ({
  ref: 'LO-1',
  path: 'status',
  code,
  message,
  changedBy: changedBy === null ? null : { name: changedBy },
});
const incomplete = conflict('value-not-allowed', "'LO-1' is not complete for web in fr_FR.");

test('nothing is left where all of it was undone', () => {
  expect(formatConflicts([])).toBeNull();
});

test('a rule is named with its reason, and not as a change by others', () => {
  expect(formatConflicts([incomplete])).toBe(
    "1 not changed, because a rule does not allow it. 'LO-1' is not complete for web in fr_FR.",
  );
});

test('changes by others are told apart from rules, each reason once', () => {
  const since = conflict('changed-since', 'It was changed since.', 'Ida');
  expect(formatConflicts([since, incomplete, incomplete])).toBe(
    "1 kept, changed since by Ida. 2 not changed, because a rule does not allow it. 'LO-1' is not complete for web in fr_FR.",
  );
  expect(formatConflicts([conflict('changed-since', 'It was changed since.')])).toBe(
    '1 kept, changed since by others.',
  );
});

test('of many conflicts the first reasons are named, and all are counted', () => {
  const many = ['a', 'b', 'c', 'd'].map((reason) => conflict('value-not-allowed', `Reason ${reason}.`));
  expect(formatConflicts(many, 120)).toBe(
    '120 not changed, because a rule does not allow it. Reason a. Reason b. Reason c. …',
  );
});
