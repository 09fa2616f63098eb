// Risk: a busy moment of the database is logged as an error, or an outage is not; what is repeated outlives its process.
import { expect, test } from 'vitest';
import { runEvery } from '../../src/worker/repeating-task.ts';
import { silentLog } from '../support/silent-log.ts';

const LOST = 'timeout exceeded when trying to connect';

/** Repeats a task whose rounds fail with these messages, or succeed; answers what was logged as errors. */
async function errorsOf(rounds: readonly (string | null)[]): Promise<readonly string[]> {
  const errors: string[] = [];
  const log = { ...silentLog, error: (fields: object) => void errors.push(messageIn(fields)) };
  const done = Promise.withResolvers<void>();
  const left = [...rounds];
  const repeated = runEvery('the task', { intervalMs: 1, log }, async () => {
    const message = left.shift();
    if (message === undefined) done.resolve();
    else if (message !== null) throw new Error(message);
  });
  await done.promise;
  await repeated.close();
  return errors;
}

const messageIn = (fields: object) => (fields as { err: Error }).err.message;

test('a round without a connection is an error when it is the third in a row, and said once', async () => {
  expect(await errorsOf([LOST, LOST, null, LOST, LOST, null])).toEqual([]);
  expect(await errorsOf([LOST, LOST, LOST, LOST, LOST])).toEqual([LOST]);
  expect(await errorsOf([LOST, LOST, LOST, null, LOST, LOST, LOST])).toEqual([LOST, LOST]);
});

test('every other failure is an error', async () => {
  expect(await errorsOf(['one', LOST, 'two', null, 'three'])).toEqual(['one', 'two', 'three']);
});

test('closing waits for the round that is under way, begins none, and a lost connection is no error then', async () => {
  const errors: string[] = [];
  const log = { ...silentLog, error: (fields: object) => void errors.push(messageIn(fields)) };
  const last = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let rounds = 0;
  const repeated = runEvery('the task', { intervalMs: 1, log }, async () => {
    rounds += 1;
    if (rounds < 3) throw new Error(LOST);
    reached.resolve();
    await last.promise;
    throw new Error(LOST);
  });
  await reached.promise;
  let isClosed = false;
  const closing = repeated.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  last.resolve();
  await closing;
  expect([rounds, errors]).toEqual([3, []]);
});
