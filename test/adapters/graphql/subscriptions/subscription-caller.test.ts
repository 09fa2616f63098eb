// Risk: a stream goes on for somebody whose token has expired, was revoked or lost its scope.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOpenSubscriptions } from '../../../../src/adapters/graphql/subscriptions/open-subscriptions.ts';
import { watchCaller } from '../../../../src/adapters/graphql/subscriptions/subscription-caller.ts';
import { RequestError } from '../../../../src/kernel/errors.ts';
import { verbatim } from '../../../../src/kernel/problems/messages/message.ts';
import type { Session } from '../../../../src/kernel/session.ts';
import { sessionOf } from '../../../support/catalogue.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'setTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

const SESSION = sessionOf('org', 'owner', ['products:read']);

/** Somebody who follows products, and what is answered about them from now on. */
function follower() {
  let answer: () => Promise<Session | null> = async () => SESSION;
  let questions = 0;
  let change = () => undefined as unknown;
  const unwatch = vi.fn();
  const subscription = createOpenSubscriptions().open(SESSION);
  const caller = watchCaller(SESSION, {
    authenticate: () => {
      questions += 1;
      return answer();
    },
    subscription,
    scope: 'products:read',
    watchAccess: (_session, onChange) => {
      change = onChange;
      return unwatch;
    },
  });
  return {
    caller,
    subscription,
    unwatch,
    questions: () => questions,
    willBe: (next: typeof answer) => {
      answer = next;
    },
    hearsOfChange: () => change(),
    reason: () => (subscription.signal.reason as RequestError | undefined)?.code,
  };
}
const expired = () => Promise.reject(new RequestError('expired-token', verbatim('Over.')));

test('is believed for a second, then asked again before the next message', async () => {
  const { caller, questions } = follower();
  expect([await caller.mayGoOn(), questions()]).toEqual([true, 0]);
  vi.advanceTimersByTime(1_001);
  expect([await caller.mayGoOn(), await caller.mayGoOn(), questions()]).toEqual([true, true, 1]);
});

test('gets no message after the token has expired', async () => {
  const { caller, willBe, reason } = follower();
  willBe(expired);
  vi.advanceTimersByTime(1_001);
  expect([await caller.mayGoOn(), reason()]).toEqual([false, 'expired-token']);
});

test('is asked every 15 seconds while nothing happens', async () => {
  const { willBe, reason, unwatch } = follower();
  await vi.advanceTimersByTimeAsync(14_999);
  willBe(expired);
  expect(reason()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(reason()).toBe('expired-token');
  expect(unwatch).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('is asked at once when a change is heard of, and once more when one comes meanwhile', async () => {
  const { caller, questions, willBe, hearsOfChange, reason } = follower();
  const held = Promise.withResolvers<Session>();
  willBe(() => held.promise);
  hearsOfChange();
  hearsOfChange();
  const mayGoOn = caller.mayGoOn();
  willBe(() => Promise.reject(new RequestError('revoked-token', verbatim('Revoked.'))));
  held.resolve(SESSION);
  expect([await mayGoOn, questions(), reason()]).toEqual([false, 2, 'revoked-token']);
});

test.each([
  ['has signed out', async () => null, 'missing-token'],
  ['acts for another organization', async () => ({ ...SESSION, organizationId: 'other' }), 'role-forbidden'],
  ['is another person', async () => ({ ...SESSION, userId: 'other' }), 'role-forbidden'],
  ['has lost the scope', async () => ({ ...SESSION, scopes: new Set<never>() }), 'insufficient-scope'],
])('is let go when it %s', async (_what, answer, code) => {
  const { caller, willBe, hearsOfChange, reason } = follower();
  willBe(answer);
  hearsOfChange();
  expect([await caller.mayGoOn(), reason()]).toEqual([false, code]);
});

test('is known by its present rights', async () => {
  const { caller, willBe, hearsOfChange } = follower();
  const before = caller.current();
  hearsOfChange();
  await caller.mayGoOn();
  expect(caller.current()).toBe(before);
  willBe(async () => ({ ...SESSION, role: 'viewer' }));
  hearsOfChange();
  expect([await caller.mayGoOn(), caller.current().role]).toEqual([true, 'viewer']);
});

test('waits while the database is away instead of being believed or sent away', async () => {
  const { caller, willBe, hearsOfChange, reason } = follower();
  vi.useRealTimers();
  let isAway = true;
  willBe(async () => {
    if (isAway) {
      isAway = false;
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    }
    return SESSION;
  });
  hearsOfChange();
  expect([await caller.mayGoOn(), isAway, reason()]).toEqual([true, false, undefined]);
});
