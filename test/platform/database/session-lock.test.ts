// Risk: two processes do at the same time what only one may do, or all wait for one that died.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSessionLock } from '../../../src/platform/database/session-lock.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const LOCK = 1;

test('the second waits, says so, and has its turn when the first is done', async () => {
  const reported: string[] = [];
  const waits = Promise.withResolvers<void>();
  const settings = { connectionString: database.connectionString, lock: LOCK };
  const first = withSessionLock({ ...settings, onWait: () => reported.push('the first waits') }, async () => {
    reported.push('the first begins');
    await waits.promise;
    reported.push('the first ends');
    return 1;
  });
  await expect.poll(() => reported).toEqual(['the first begins']);
  const onWait = () => {
    reported.push('the second waits');
    waits.resolve();
  };
  const second = withSessionLock({ ...settings, onWait }, async () => {
    reported.push('the second begins');
    return 2;
  });
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(reported).toEqual(['the first begins', 'the second waits', 'the first ends', 'the second begins']);
});

test('one that fails gives its turn up', async () => {
  const settings = { connectionString: database.connectionString, lock: LOCK };
  const onWait = () => undefined;
  await expect(
    withSessionLock({ ...settings, onWait }, () => Promise.reject(new Error('boom'))),
  ).rejects.toThrow('boom');
  expect(await withSessionLock({ ...settings, onWait: () => expect.unreachable() }, async () => 'done')).toBe(
    'done',
  );
});
