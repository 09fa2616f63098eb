// Risk: an endpoint is given up that works, or tried for ever that is gone, or comes back in a wrong state.
import { expect, test } from 'vitest';
import {
  afterFailure,
  afterGone,
  afterSuccess,
  afterSwitch,
  type EndpointRow,
} from '../../../../src/modules/webhook/endpoint/endpoint-state.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const endpoint = (more: Partial<EndpointRow> = {}): EndpointRow => ({
  id: 'x',
  url: 'https://x.example/',
  description: null,
  events: ['*'],
  changedAttributes: [],
  payload: 'changes',
  headerNames: [],
  sealedHeaders: null,
  sealedSecret: '\\x',
  version: 1,
  sealedPreviousSecret: null,
  previousSecretUntil: null,
  consecutiveFailures: 0,
  fromSequence: 0,
  state: 'active',
  stateReason: null,
  stateSince: NOW.toISOString(),
  ...more,
});
const details = ({ state, stateReason, stateSince, consecutiveFailures }: EndpointRow) => [
  state,
  stateReason,
  stateSince,
  consecutiveFailures,
];

test('is failing from the twentieth failure in a row on, and not before', () => {
  const nineteen = endpoint({ consecutiveFailures: 18 });
  expect(details(afterFailure(nineteen, hours(1)))).toEqual(['active', null, NOW.toISOString(), 19]);
  const twenty = endpoint({ consecutiveFailures: 19 });
  expect(details(afterFailure(twenty, hours(1)))).toEqual(['failing', null, hours(1).toISOString(), 20]);
});

test('is paused by a failure 24 hours after it was found failing, and not before', () => {
  const failing = endpoint({ state: 'failing', consecutiveFailures: 20 });
  expect(details(afterFailure(failing, new Date(hours(24).getTime() - 1)))).toEqual([
    'failing',
    null,
    NOW.toISOString(),
    21,
  ]);
  expect(details(afterFailure(failing, hours(24)))).toEqual([
    'paused',
    'failing',
    hours(24).toISOString(),
    21,
  ]);
});

test('is active again with the first success', () => {
  const failing = endpoint({ state: 'failing', consecutiveFailures: 40 });
  expect(details(afterSuccess(failing, hours(2)))).toEqual(['active', null, hours(2).toISOString(), 0]);
  const stumbling = endpoint({ consecutiveFailures: 3 });
  expect(details(afterSuccess(stumbling, hours(2)))).toEqual(['active', null, NOW.toISOString(), 0]);
  const well = endpoint();
  expect(afterSuccess(well, hours(2))).toBe(well);
});

test('stays paused whatever becomes of what was under way, but for its count', () => {
  const paused = endpoint({ state: 'paused', stateReason: 'by_hand', consecutiveFailures: 3 });
  expect(details(afterSuccess(paused, hours(1)))).toEqual(['paused', 'by_hand', NOW.toISOString(), 0]);
  expect(details(afterFailure(paused, hours(30)))).toEqual(['paused', 'by_hand', NOW.toISOString(), 4]);
});

test('is disabled when its receiver is gone', () => {
  expect(details(afterGone(endpoint(), hours(1)))).toEqual(['disabled', 'gone', hours(1).toISOString(), 0]);
});

test.each([
  { from: 'active', active: false, to: ['paused', 'by_hand'] },
  { from: 'failing', active: false, to: ['paused', 'by_hand'] },
  { from: 'paused', active: true, to: ['active', null] },
  { from: 'disabled', active: true, to: ['active', null] },
] as const)(
  'switched to active: $active, a $from one is $to.0 and begins to count anew',
  ({ from, active, to }) => {
    const next = afterSwitch(
      endpoint({ state: from, consecutiveFailures: active ? 50 : 5 }),
      active,
      hours(1),
    );
    expect(details(next)).toEqual([...to, hours(1).toISOString(), active ? 0 : 5]);
  },
);

test.each([
  { state: 'active', active: true },
  { state: 'failing', active: true },
  { state: 'paused', active: false },
  { state: 'disabled', active: false },
] as const)('a $state one is not touched by active: $active', ({ state, active }) => {
  const row = endpoint({ state });
  expect(afterSwitch(row, active, hours(1))).toBe(row);
});
