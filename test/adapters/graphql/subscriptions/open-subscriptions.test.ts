// Risk: one client, or all together, keep so many streams open that nobody else is served, or a stop waits for them.
import { expect, test } from 'vitest';
import { createOpenSubscriptions } from '../../../../src/adapters/graphql/subscriptions/open-subscriptions.ts';
import { RequestError } from '../../../../src/kernel/errors.ts';
import { sessionOf } from '../../../support/catalogue.ts';

const codeOf = (act: () => unknown) => {
  try {
    act();
    return 'let in';
  } catch (error) {
    return error instanceof RequestError ? error.code : String(error);
  }
};

test('lets each token open so many, and all of them no more than the process can', () => {
  const subscriptions = createOpenSubscriptions({ perCaller: 2, perProcess: 3 });
  const [first, second] = [sessionOf('org', 'owner', []), sessionOf('org', 'owner', [])];
  const opened = subscriptions.open(first);
  subscriptions.open(first);
  expect(codeOf(() => subscriptions.open(first))).toBe('too-many-subscriptions');
  expect(codeOf(() => subscriptions.open(second))).toBe('let in');
  expect(codeOf(() => subscriptions.open(second))).toBe('service-unavailable');
  opened.end();
  opened.end();
  expect([subscriptions.count, codeOf(() => subscriptions.open(second)), subscriptions.count]).toEqual([
    2,
    'let in',
    3,
  ]);
});

test('counts a person once, whichever way they signed in', () => {
  const subscriptions = createOpenSubscriptions({ perCaller: 1, perProcess: 9 });
  const person = { ...sessionOf('org'), userId: 'user' };
  subscriptions.open(person);
  expect(codeOf(() => subscriptions.open({ ...person, requestId: 'another' }))).toBe(
    'too-many-subscriptions',
  );
  expect(codeOf(() => subscriptions.open({ ...person, userId: 'other' }))).toBe('let in');
});

test('a stop ends all with a reason and lets no more in', () => {
  const subscriptions = createOpenSubscriptions();
  const opened = [sessionOf('a'), sessionOf('b')].map((session) => subscriptions.open(session));
  subscriptions.stop();
  expect(opened.map(({ signal }) => (signal.reason as RequestError).code)).toEqual([
    'service-unavailable',
    'service-unavailable',
  ]);
  expect([subscriptions.count, codeOf(() => subscriptions.open(sessionOf('a')))]).toEqual([
    0,
    'service-unavailable',
  ]);
});
