// Risk: a receiver that is down is hammered, or forgotten, or asked again sooner than it has asked for.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextAttemptAt, RETRY_DELAYS_MS } from '../../../../src/modules/webhook/delivery/retry-schedule.ts';
import { newId } from '../../../../src/platform/new-id.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const waitMs = (failures: number, retryAfter: string | null = null, id = newId()) => {
  const next = nextAttemptAt({ id, failures, retryAfter }, NOW);
  return next === null ? null : next.getTime() - NOW.getTime();
};

test('the waits are 10 seconds to 24 hours, and after the ninth attempt there is none', () => {
  const minutes = RETRY_DELAYS_MS.map((ms) => ms / 60_000);
  expect(minutes).toEqual([1 / 6, 1, 5, 30, 120, 360, 720, 1_440]);
  expect(waitMs(9)).toBeNull();
});

test('each wait is off by up to ten percent, the same for one delivery whenever it is asked, and spread among many', () => {
  for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
    const waits = Array.from({ length: 500 }, () => (waitMs(index + 1) ?? 0) / delayMs);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.1);
    // As likely early as late.
    expect(waits.filter((wait) => wait < 1).length).toBeGreaterThan(180);
    expect(waits.filter((wait) => wait < 0.92).length).toBeGreaterThan(10);
    expect(waits.filter((wait) => wait > 1.08).length).toBeGreaterThan(10);
  }
  const id = newId();
  expect(waitMs(3, null, id)).toBe(waitMs(3, null, id));
});

test.each([
  { asked: '3600', waits: 3_600_000 },
  { asked: ' 3600 ', waits: 3_600_000 },
  { asked: '86400', waits: 86_400_000 },
  { asked: '999999999', waits: 86_400_000 },
  { asked: 'Sun, 01 Mar 2026 13:00:00 GMT', waits: 3_600_000 },
  { asked: 'Mon, 01 Mar 2027 13:00:00 GMT', waits: 86_400_000 },
])('Retry-After: $asked moves the next attempt to $waits ms from now', ({ asked, waits }) => {
  expect(waitMs(1, asked)).toBe(waits);
});

test.each(['0', '1', '-5', 'soon', '', '1e9', 'Sun, 01 Mar 2020 13:00:00 GMT', '2026-03-01'])(
  'Retry-After: "%s" leaves the schedule as it is',
  (asked) => {
    const id = newId();
    expect(waitMs(2, asked, id)).toBe(waitMs(2, null, id));
  },
);

test('no Retry-After brings an attempt nearer, or further than a day away, or breaks', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 8 }), fc.uuid(), (asked, failures, id) => {
      const [wait, scheduled] = [waitMs(failures, asked, id) ?? 0, waitMs(failures, null, id) ?? 0];
      return wait >= scheduled && wait <= Math.max(scheduled, 86_400_000);
    }),
  );
});
