// Risk: somebody saves a change of a channel without being told that products leave it.
import { expect, test } from 'vitest';
import { effectLines } from '../../../src/console/settings/channels/effect-lines.ts';

const change = (locale: string, entering: number, leaving: number) => ({ locale, entering, leaving });

test('a locale that is added has the products that are not live in it, and those that are', () => {
  const effect = { changes: [change('fr_FR', 3, 0)], isComplete: true, live: 25 };
  expect(effectLines(effect, ['de_DE'], ['de_DE', 'fr_FR'])).toEqual([
    { kind: 'misses', locale: 'fr_FR', count: 22 },
    { kind: 'enters', locale: 'fr_FR', count: 3 },
  ]);
});

test('a locale that is removed is named even if nothing leaves it, and losses come first', () => {
  const effect = { changes: [change('de_DE', 1, 2)], isComplete: true, live: 5 };
  expect(effectLines(effect, ['de_DE', 'de_AT'], ['de_DE'])).toEqual([
    { kind: 'leaves', locale: 'de_DE', count: 2 },
    { kind: 'leaves', locale: 'de_AT', count: 0 },
    { kind: 'enters', locale: 'de_DE', count: 1 },
  ]);
});

test('a new channel has what becomes live in it; a change that moves nothing says so', () => {
  const none = { changes: [], isComplete: true, live: 4 };
  expect(effectLines({ ...none, changes: [change('de_DE', 7, 0)] }, [], ['de_DE'])).toEqual([
    { kind: 'enters', locale: 'de_DE', count: 7 },
  ]);
  expect(effectLines(none, ['de_DE'], ['de_DE'])).toEqual([{ kind: 'none', locale: '', count: 0 }]);
});
