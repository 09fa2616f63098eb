// Risk: what is moved in a tree lands beside the place that people see, or numbers of siblings change that nobody touched.
import { describe, expect, test } from 'vitest';
import {
  destinationOf,
  destinationOfDrop,
  isPossible,
  sortOrdersAfterMove,
  sortOrdersOf,
} from '../../../src/console/ui/tree/tree-moves.ts';
import {
  type Branches,
  parentsOf,
  type TreeNode,
  visibleRows,
  withoutDescendants,
} from '../../../src/console/ui/tree/tree-rows.ts';

const node = (key: string, hasChildren = false): TreeNode => ({ key, label: key.toUpperCase(), hasChildren });

// a (a1, a2, a3), b (more of it to load), c
const branches: Branches<TreeNode> = new Map([
  [null, { nodes: [node('a', true), node('b', true), node('c')], hasMore: false }],
  ['a', { nodes: [node('a1'), node('a2'), node('a3')], hasMore: false }],
  ['b', { nodes: [node('b1')], hasMore: true }],
]);
const parents = parentsOf(branches);

describe('rows of a tree', () => {
  test('children follow expanded items; a row stands for children that are not loaded', () => {
    const rows = visibleRows(branches, new Set(['b', 'c']));
    expect(rows.map(({ key, level }) => [key, level])).toEqual([
      ['a', 1],
      ['b', 1],
      ['b1', 2],
      ['b …', 2],
      ['c', 1],
    ]);
    expect(rows[2]).toMatchObject({ parent: 'b', position: 1, size: -1 });
    expect(rows[4]).toMatchObject({ parent: null, position: 3, size: 3 });
    expect(visibleRows(new Map(), new Set())).toHaveLength(1);
  });

  test('items below selected ones go with them', () => {
    expect(withoutDescendants(['a', 'a2', 'b1', 'c'], parents)).toEqual(['a', 'b1', 'c']);
  });
});

describe('a drop of items', () => {
  const drop = (
    keys: readonly string[],
    row: string,
    side: 'before' | 'after' | 'into',
    open: readonly string[] = [],
  ) => destinationOfDrop(branches, new Set(open), keys, { row, side });

  test('goes before an item, after it, into it, and to its first child where it is open', () => {
    expect(drop(['a3'], 'a1', 'before')).toEqual({ parent: 'a', before: 'a1' });
    expect(drop(['c'], 'a1', 'after')).toEqual({ parent: 'a', before: 'a2' });
    expect(drop(['a1'], 'a3', 'after')).toEqual({ parent: 'a', before: null });
    expect(drop(['a1', 'a3'], 'b', 'into')).toEqual({ parent: 'b', before: null });
    expect(drop(['c'], 'a', 'after')).toEqual({ parent: null, before: 'b' });
    expect(drop(['c'], 'a', 'after', ['a'])).toEqual({ parent: 'a', before: 'a1' });
    expect(drop(['a1'], 'a', 'after', ['a'])).toBeNull();
  });

  test('is impossible where they stand, in themselves, below themselves, and where the next item is not loaded', () => {
    expect(drop(['a2'], 'a1', 'after')).toBeNull();
    expect(drop(['a2'], 'a3', 'before')).toBeNull();
    expect(drop(['a3'], 'a', 'into')).toBeNull();
    expect(drop(['a'], 'a', 'into')).toBeNull();
    expect(drop(['a'], 'a2', 'before')).toBeNull();
    expect(drop(['c'], 'b1', 'after')).toBeNull();
  });
});

describe('a step of items', () => {
  test('goes among their siblings, into the one before, and out beside their parent', () => {
    expect(destinationOf(branches, ['a2'], 'up')).toEqual({ parent: 'a', before: 'a1' });
    expect(destinationOf(branches, ['a1'], 'down')).toEqual({ parent: 'a', before: 'a3' });
    expect(destinationOf(branches, ['a1', 'a2'], 'down')).toEqual({ parent: 'a', before: null });
    expect(destinationOf(branches, ['a2', 'a3'], 'in')).toEqual({ parent: 'a1', before: null });
    expect(destinationOf(branches, ['a1'], 'out')).toEqual({ parent: null, before: 'b' });
    expect(destinationOf(branches, ['b'], 'in')).toEqual({ parent: 'a', before: null });
  });

  test('is impossible at the ends of a branch, out of the top, and for items of several branches', () => {
    expect(destinationOf(branches, ['a1'], 'up')).toBeNull();
    expect(destinationOf(branches, ['a1'], 'in')).toBeNull();
    expect(destinationOf(branches, ['a3'], 'down')).toBeNull();
    expect(destinationOf(branches, ['a'], 'out')).toBeNull();
    expect(destinationOf(branches, ['a1', 'b1'], 'out')).toBeNull();
    expect(destinationOf(branches, [], 'up')).toBeNull();
  });

  test('never leads below the items themselves', () => {
    expect(isPossible(['a'], { parent: 'a2', before: null }, parents)).toBe(false);
    expect(isPossible(['a'], { parent: 'a', before: null }, parents)).toBe(false);
    expect(isPossible(['a2'], { parent: 'a', before: 'a2' }, parents)).toBe(false);
    expect(isPossible(['a2'], { parent: 'b', before: null }, parents)).toBe(true);
  });
});

describe('numbers of siblings', () => {
  const siblings = ['a', 'b', 'c', 'd'].map((key, index) => ({ key, sortOrder: index + 1 }));
  /** Returns the keys as they are sorted once the numbers are stored. */
  const sorted = (all: typeof siblings, changes: ReadonlyMap<string, number>) => {
    const orders = new Map([...all.map(({ key, sortOrder }) => [key, sortOrder] as const), ...changes]);
    return [...orders]
      .toSorted(([one, first], [other, second]) => first - second || one.localeCompare(other))
      .map(([key]) => key);
  };

  test('only those change that have to make room', () => {
    expect([...sortOrdersAfterMove(siblings, ['x'], null)]).toEqual([['x', 5]]);
    expect([...sortOrdersAfterMove(siblings, ['x'], 'a')]).toEqual([['x', 0]]);
    const spaced = siblings.map(({ key, sortOrder }) => ({ key, sortOrder: sortOrder * 10 }));
    expect([...sortOrdersAfterMove(spaced, ['x', 'y'], 'c')]).toEqual([
      ['x', 21],
      ['y', 22],
    ]);
  });

  test.each([
    ['d', 'a', 'd a b c'],
    ['a', null, 'b c d a'],
    ['a', 'c', 'b a c d'],
    ['x', 'b', 'a x b c d'],
  ])('%s before %s is sorted as %s, whatever the numbers were', (moved, before, expected) => {
    for (const numbers of [
      [1, 2, 3, 4],
      [0, 0, 0, 0],
      [-2, -2, 5, 5],
      [1, 1, 2, 9],
    ]) {
      const all = siblings.map(({ key }, index) => ({ key, sortOrder: numbers[index] ?? 0 }));
      expect(sorted(all, sortOrdersAfterMove(all, [moved], before)).join(' ')).toBe(expected);
    }
  });

  test('items that take the place of another keep their order', () => {
    const order = [
      { key: 'a', sortOrder: 1 },
      { key: 'x', sortOrder: null },
      { key: 'y', sortOrder: null },
      { key: 'c', sortOrder: 3 },
    ];
    expect([...sortOrdersOf(order)]).toEqual([
      ['x', 2],
      ['y', 3],
      ['c', 4],
    ]);
    expect(sortOrdersOf([]).size).toBe(0);
  });
});
