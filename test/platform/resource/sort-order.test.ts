// Risk: a new order is not the one that was requested, or objects that need not move are written.
import { expect, test } from 'vitest';
import { type Sibling, sortOrdersOf } from '../../../src/platform/resource/sort-order.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const inOrder = (siblings: readonly Sibling[]) =>
  siblings.toSorted((one, other) => one.sortOrder - other.sortOrder || (one.code < other.code ? -1 : 1));

test('any new order is reached, and what stands before the first moved one keeps its number', () => {
  const random = seededRandom();
  for (let round = 0; round < 500; round += 1) {
    const count = random.integer(1, 12);
    const siblings = inOrder(
      Array.from({ length: count }, (_, index) => ({
        code: `c${index}`,
        sortOrder: random.integer(-3, count),
      })),
    );
    const moved = new Set(siblings.filter(() => random.integer(0, 3) === 0));
    const order = siblings.filter((sibling) => !moved.has(sibling));
    for (const sibling of moved) order.splice(random.integer(0, order.length), 0, sibling);
    const changes = sortOrdersOf(order.map((one) => (moved.has(one) ? { ...one, sortOrder: null } : one)));
    const renumbered = order.map(({ code, sortOrder }) => ({
      code,
      sortOrder: changes.get(code) ?? sortOrder,
    }));
    expect(inOrder(renumbered)).toEqual(renumbered);
    const firstMoved = order.findIndex((sibling) => moved.has(sibling));
    const before = firstMoved === -1 ? order : order.slice(0, firstMoved);
    expect(before.filter(({ code }) => changes.has(code))).toEqual([]);
  }
});

test('numbers that would leave 32 bits begin anew from 0', () => {
  const last = { code: 'a', sortOrder: 2 ** 31 - 1 };
  expect([...sortOrdersOf([last, { code: 'b', sortOrder: null }])]).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  const first = { code: 'a', sortOrder: -(2 ** 31) };
  expect([...sortOrdersOf([{ code: 'b', sortOrder: null }, first])]).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
});
