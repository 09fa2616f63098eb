// Risk: two callers that meet in the database see an internal error, or a retried operation has its effect twice.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';
import { testStatement } from '../../support/statement.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  // Deadlocks are found after a second by default; connections opened from now on look sooner.
  const { rows } = await catalogue.database.owner.query<{ name: string }>(
    'SELECT current_database() AS name',
  );
  await catalogue.database.owner.query(`ALTER DATABASE ${rows[0]?.name} SET deadlock_timeout = '20ms'`);
  await catalogue.database.owner.query(
    'CREATE TABLE public.tally (code text PRIMARY KEY, count int NOT NULL)',
  );
  await catalogue.database.owner.query('GRANT ALL ON public.tally TO catalograph_application');
});
afterAll(() => catalogue.close());

/** Starts a tally at 0 and answers how to read it. */
async function tallies(...codes: string[]) {
  const { owner } = catalogue.database;
  for (const code of codes)
    await owner.query('INSERT INTO public.tally VALUES ($1, 0) ON CONFLICT (code) DO UPDATE SET count = 0', [
      code,
    ]);
  return async () =>
    (await owner.query<{ code: string; count: number }>('SELECT * FROM public.tally ORDER BY code')).rows
      .filter(({ code }) => codes.includes(code))
      .map(({ code, count }) => `${code} ${count}`);
}

const raise = (context: WriteContext, code: string) =>
  context.execute(testStatement('test.raise', 'UPDATE public.tally SET count = count + 1 WHERE code = $1'), [
    code,
  ]);

/** An operation that emits one event, does `body`, and counts its attempts and what runs after its commit. */
function counted(body: (context: WriteContext, attempt: number) => Promise<unknown>) {
  const counts = { attempts: 0, afterCommit: 0 };
  const operation = defineWrite({
    name: 'raiseTallies',
    scope: 'authenticated',
    effect: 'write',
    retry: 'safe',
    errors: [],
    async handler(context: WriteContext, _input: object) {
      counts.attempts += 1;
      context.afterCommit(() => {
        counts.afterCommit += 1;
      });
      context.emit({
        resource: 'locale',
        verb: 'updated',
        objectId: newId(),
        ref: 'x',
        version: 1,
        changes: [],
      });
      await body(context, counts.attempts);
      return {};
    },
  });
  return { counts, operation };
}

test('two operations that lock each other out both have their effect once', async () => {
  const session = await catalogue.addOrganization('Deadlock');
  const read = await tallies('a', 'b');
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const inOrder = (first: string, second: string) =>
    counted(async (context, attempt) => {
      await raise(context, first);
      holding += 1;
      if (holding === 2) bothHoldOne.resolve();
      if (attempt === 1) await bothHoldOne.promise;
      await raise(context, second);
    });
  const one = inOrder('a', 'b');
  const other = inOrder('b', 'a');
  await Promise.all([one, other].map(({ operation }) => catalogue.runner.write(session, operation, {})));
  expect(await read()).toEqual(['a 2', 'b 2']);
  // The one that was rolled back may take its first row again before the other wakes, and then both lock each other out again.
  expect(one.counts.attempts + other.counts.attempts).toBeGreaterThanOrEqual(3);
  expect([one.counts.afterCommit, other.counts.afterCommit]).toEqual([1, 1]);
  expect(await lastSequenceOf(catalogue, session.organizationId)).toBe(2);
});

/** Reads a state, lets somebody else change it, and writes it: PostgreSQL refuses that with 40001. */
async function overtaken(context: WriteContext, isOvertaken: boolean) {
  await context.execute(testStatement('test.isolate', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'));
  await context.execute(testStatement('test.read', 'SELECT count FROM public.tally'));
  if (isOvertaken)
    await catalogue.database.owner.query(`UPDATE public.tally SET count = count + 10 WHERE code = 'a'`);
  await raise(context, 'a');
}

test('an operation that was overtaken runs again', async () => {
  const session = await catalogue.addOrganization('Overtaken');
  const read = await tallies('a');
  const { counts, operation } = counted((context, attempt) => overtaken(context, attempt < 3));
  await catalogue.runner.write(session, operation, {});
  expect(await read()).toEqual(['a 21']);
  expect(counts).toEqual({ attempts: 3, afterCommit: 1 });
  expect(await lastSequenceOf(catalogue, session.organizationId)).toBe(1);
});

test('a dry run of an operation that was overtaken runs again', async () => {
  const read = await tallies('a');
  const { counts, operation } = counted((context, attempt) => overtaken(context, attempt < 2));
  const dryRun = await catalogue.runner.dryRun(catalogue.owner, operation, {});
  await dryRun.end();
  expect(await read()).toEqual(['a 10']);
  expect(counts).toEqual({ attempts: 2, afterCommit: 0 });
});

test('an operation that is always overtaken fails after five attempts without effect', async () => {
  const session = await catalogue.addOrganization('Always overtaken');
  const read = await tallies('a');
  const { counts, operation } = counted((context) => overtaken(context, true));
  await expect(catalogue.runner.write(session, operation, {})).rejects.toThrow('could not serialize');
  expect(await read()).toEqual(['a 50']);
  expect(counts).toEqual({ attempts: 5, afterCommit: 0 });
  expect(await lastSequenceOf(catalogue, session.organizationId)).toBe(0);
});

test('an operation that fails for another reason is not tried again', async () => {
  const { counts, operation } = counted((context) =>
    context.execute(testStatement('test.fail', 'SELECT 1 / 0')),
  );
  await expect(catalogue.runner.write(catalogue.owner, operation, {})).rejects.toThrow('division by zero');
  expect(counts).toEqual({ attempts: 1, afterCommit: 0 });
});

test('a connection that fails in the middle is not used again', async () => {
  const { operation } = counted(async (context) => {
    await context.execute(testStatement('test.die', 'SELECT pg_backend_pid()'));
    const [{ pid } = { pid: 0 }] = await context.execute(
      testStatement<{ pid: number }>('test.pid', 'SELECT pg_backend_pid() AS pid'),
    );
    await catalogue.database.owner.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    await context.execute(testStatement('test.again', 'SELECT 1'));
  });
  await expect(catalogue.runner.write(catalogue.owner, operation, {})).rejects.toThrow();
  const { rows } = await catalogue.database.of(catalogue.owner.organizationId).pool.query('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
});
