// Risk: two ids are the same, or one made later sorts before, so that pages of a walk repeat or leave out.
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/platform/new-id.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.restoreAllMocks());

const isAscending = (ids: readonly string[]) =>
  ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''));

test('ids are UUIDs of the present, each greater than the one before', () => {
  const before = Date.now();
  const ids = Array.from({ length: 100_000 }, newId);
  expect(ids.every((id) => UUID_V7.test(id))).toBe(true);
  expect(isAscending(ids)).toBe(true);
  const madeAt = Number.parseInt((ids.at(-1) ?? '').replace('-', '').slice(0, 12), 16);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
});

test('a clock that is set back changes nothing about that', () => {
  const ids = [newId()];
  const now = vi.spyOn(Date, 'now');
  for (const ms of [Date.now() - 3_600_000, Date.now() - 1, 0]) {
    now.mockReturnValue(ms);
    ids.push(newId(), newId());
  }
  now.mockRestore();
  ids.push(newId());
  expect(isAscending(ids)).toBe(true);
});

test('nor does one that stands still for longer than two bytes can count', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const ids = Array.from({ length: 200_000 }, newId);
  expect(ids.every((id) => UUID_V7.test(id))).toBe(true);
  expect(isAscending(ids)).toBe(true);
});
