// Risk: a job ends in a state from which nobody takes it any more, or its counters do not add up.

import { expect, test } from 'vitest';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import { type JobRow, type JobType, jobFailure } from '../../../src/modules/job/job-state.ts';
import * as transitions from '../../../src/modules/job/job-transitions.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const FAILURE = jobFailure('internal-error', verbatim('It broke.'));

function row(more: Partial<JobRow> = {}): JobRow {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    type: 'recompute',
    subject: 'lamps',
    dryRun: false,
    status: 'queued',
    input: {},
    checkpoint: null,
    total: null,
    processed: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    skipped: 0,
    failed: 0,
    errorSummary: [],
    attempts: 0,
    fruitlessAttempts: 0,
    failure: null,
    supersededBy: null,
    queuedAt: NOW.toISOString(),
    dueAt: NOW.toISOString(),
    enqueuedAt: null,
    leaseUntil: null,
    startedAt: null,
    finishedAt: null,
    version: 1,
    ...more,
  } as JobRow;
}
const taken = (more: Partial<JobRow> = {}): JobRow => {
  const next = transitions.afterClaim(row(more), NOW);
  if (next === null) throw new Error('It cannot be taken.');
  return next;
};

test.each<[JobType, string]>([
  ['import', 'validating'],
  ['bulk', 'validating'],
  ['export', 'running'],
  ['recompute', 'running'],
])('begins %s by %s, and goes on by running', (type, status) => {
  expect(taken({ type })).toMatchObject({
    status,
    attempts: 1,
    fruitlessAttempts: 1,
    leaseUntil: '2026-03-01T12:01:00.000Z',
    startedAt: '2026-03-01T12:00:00.000Z',
  });
  const startedAt = '2026-02-28T00:00:00.000Z';
  expect(taken({ type, checkpoint: {}, startedAt, attempts: 3 })).toMatchObject({
    status: 'running',
    attempts: 4,
    startedAt,
  });
});

test('is not taken before it is due, nor from another worker, nor once it is over', () => {
  expect(transitions.afterClaim(row({ dueAt: after(1).toISOString() }), NOW)).toBeNull();
  for (const status of ['validating', 'running', 'completed', 'failed', 'cancelled'] as const)
    expect(transitions.afterClaim(row({ status }), NOW)).toBeNull();
});

test('adds the outcomes of its steps up, and takes what came of them for the number of rows', () => {
  const first = transitions.afterStep(
    taken({ type: 'import' }),
    { checkpoint: { row: 5 }, total: 10, phase: 'running', counts: { created: 2, updated: 1, failed: 2 } },
    after(5),
  );
  expect(first).toMatchObject({
    status: 'running',
    processed: 5,
    created: 2,
    updated: 1,
    failed: 2,
    total: 10,
    checkpoint: { row: 5 },
    fruitlessAttempts: 0,
    leaseUntil: '2026-03-01T12:01:05.000Z',
  });
  const last = transitions.afterStep(
    first,
    { phase: 'done', counts: { unchanged: 3, skipped: 1 } },
    after(9),
  );
  expect(last).toMatchObject({
    status: 'completed_with_errors',
    processed: 9,
    total: 9,
    unchanged: 3,
    skipped: 1,
    failed: 2,
    checkpoint: { row: 5 },
    leaseUntil: null,
    finishedAt: '2026-03-01T12:00:09.000Z',
  });
  expect(transitions.afterStep(taken(), { phase: 'done' }, NOW)).toMatchObject({
    status: 'completed',
    total: 0,
  });
});

test('waits longer after each fruitless attempt and gives up after the fifth', () => {
  const waits = [1, 2, 3, 4].map((fruitlessAttempts) => {
    const next = transitions.afterFailedAttempt(
      taken({ fruitlessAttempts: fruitlessAttempts - 1 }),
      FAILURE,
      NOW,
      false,
    );
    expect(next).toMatchObject({ status: 'queued', failure: FAILURE, leaseUntil: null, enqueuedAt: null });
    return (new Date(next.dueAt).getTime() - NOW.getTime()) / 1_000;
  });
  expect(waits).toEqual([1, 10, 60, 300]);
  const end = { status: 'failed', failure: FAILURE, finishedAt: NOW.toISOString(), leaseUntil: null };
  expect(transitions.afterFailedAttempt(taken({ fruitlessAttempts: 4 }), FAILURE, NOW, false)).toMatchObject(
    end,
  );
  expect(transitions.afterFailedAttempt(taken(), FAILURE, NOW, true)).toMatchObject(end);
});

test('begins to count anew once a step was done', () => {
  const moved = transitions.afterStep(taken({ fruitlessAttempts: 4 }), { counts: { updated: 1 } }, NOW);
  const next = transitions.afterFailedAttempt(moved, FAILURE, NOW, false);
  expect(next).toMatchObject({ status: 'queued', dueAt: after(1).toISOString() });
});

test('is given back without counting the attempt, and is due at once', () => {
  expect(transitions.afterRelease(taken({ fruitlessAttempts: 2 }), after(5))).toMatchObject({
    status: 'queued',
    fruitlessAttempts: 2,
    attempts: 1,
    leaseUntil: null,
    dueAt: after(5).toISOString(),
  });
});

test('is taken from a worker that is lost, and failed when workers die of it', () => {
  expect(transitions.lost(row(), after(999))).toBeNull();
  expect(transitions.lost(taken(), after(61))).toMatchObject({
    status: 'queued',
    attempts: 1,
    fruitlessAttempts: 1,
    leaseUntil: null,
    worker: null,
    dueAt: after(61).toISOString(),
  });
  expect(transitions.lost(taken({ fruitlessAttempts: 4 }), after(61))).toMatchObject({
    status: 'failed',
    failure: { code: 'internal-error', detail: 'The worker ended 5 times at the same place.' },
  });
});

test('can be cancelled while it is open, and tried again unless it was done or another does its work', () => {
  const cancelled = transitions.afterCancel(taken(), after(1), null);
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    leaseUntil: null,
    finishedAt: after(1).toISOString(),
  });
  for (const status of ['completed', 'completed_with_errors', 'failed', 'cancelled'] as const)
    expect(transitions.afterCancel(row({ status }), NOW, null)).toBeNull();
  const failed = row({
    status: 'failed',
    failure: FAILURE,
    fruitlessAttempts: 5,
    attempts: 7,
    checkpoint: {},
  });
  expect(transitions.afterRetry(failed, after(2))).toMatchObject({
    status: 'queued',
    failure: null,
    finishedAt: null,
    fruitlessAttempts: 0,
    attempts: 7,
    checkpoint: {},
    queuedAt: after(2).toISOString(),
  });
  expect(transitions.afterRetry(row({ status: 'cancelled' }), NOW)).toMatchObject({ status: 'queued' });
  expect(transitions.afterRetry(row({ status: 'cancelled', supersededBy: 'another' }), NOW)).toBeNull();
  for (const status of ['queued', 'running', 'completed', 'completed_with_errors'] as const)
    expect(transitions.afterRetry(row({ status }), NOW)).toBeNull();
});
