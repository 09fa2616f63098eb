// Risk: a statement nobody waited for fails, and the operation is told to have succeeded, or fails for another reason.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';
import { testStatement } from '../../support/statement.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { owner } = catalogue.database;
  await owner.query('CREATE TABLE public.note (code text PRIMARY KEY)');
  await owner.query('GRANT ALL ON public.note TO catalograph_application');
});
afterAll(() => catalogue.close());

/** An operation that emits an event and does `body`; `attempts` counts how often. */
function operationOf(body: (context: WriteContext) => Promise<unknown>) {
  const reported = { attempts: 0 };
  const operation = defineWrite({
    name: 'writeNotes',
    scope: 'authenticated',
    effect: 'write',
    retry: 'safe',
    errors: [],
    async handler(context: WriteContext, _input: object) {
      reported.attempts += 1;
      const event = { resource: 'locale', verb: 'updated', ref: 'x', version: 1, changes: [] } as const;
      context.emit({ ...event, objectId: newId() });
      await body(context);
      return {};
    },
  });
  return { reported, operation };
}

const insert = (context: WriteContext, code: string) =>
  context.execute(testStatement('test.insert', 'INSERT INTO public.note VALUES ($1)'), [code]);
const fail = (context: WriteContext) => context.execute(testStatement('test.fail', 'SELECT 1 / 0'));

const notes = async () =>
  (
    await catalogue.database.owner.query<{ code: string }>('SELECT code FROM public.note ORDER BY code')
  ).rows.map(({ code }) => code);

test('an operation is over once the statements that it left are', async () => {
  const session = await catalogue.addOrganization('Later');
  const { operation } = operationOf(async (context) => {
    for (const code of ['a', 'b', 'c']) context.trackStatement(insert(context, `later ${code}`));
  });
  await catalogue.runner.write(session, operation, {});
  expect((await notes()).filter((code) => code.startsWith('later'))).toEqual(
    ['a', 'b', 'c'].map((code) => `later ${code}`),
  );
  expect(await lastSequenceOf(catalogue, session.organizationId)).toBe(1);
});

const endings: readonly (readonly [string, (context: WriteContext) => Promise<unknown>])[] = [
  ['is its last', async () => undefined],
  [
    'has another behind it that is left, too',
    async (context) => context.trackStatement(insert(context, 'left')),
  ],
  ['has another behind it that is waited for', (context) => insert(context, 'awaited')],
];

test.each(endings)(
  'an operation fails with the statement that it left when that one %s',
  async (_name, rest) => {
    const session = await catalogue.addOrganization('Failing');
    const { reported, operation } = operationOf(async (context) => {
      context.trackStatement(insert(context, 'never'));
      context.trackStatement(fail(context));
      await rest(context);
    });
    await expect(catalogue.runner.write(session, operation, {})).rejects.toThrow('division by zero');
    expect(reported.attempts).toBe(1);
    expect(await notes()).not.toContain('never');
    expect(await lastSequenceOf(catalogue, session.organizationId)).toBe(0);
    const dryRun = catalogue.runner.dryRun(session, operation, {});
    await expect(dryRun).rejects.toThrow('division by zero');
  },
);

test('an operation whose left statement lost a race runs again', async () => {
  const { reported, operation } = operationOf(async (context) => {
    const attempt = reported.attempts;
    const sql = `DO $$ BEGIN RAISE serialization_failure; END $$`;
    if (attempt < 3) context.trackStatement(context.execute(testStatement('test.lose', sql)));
    await insert(context, 'won');
  });
  await catalogue.runner.write(catalogue.owner, operation, {});
  expect(reported.attempts).toBe(3);
  expect(await notes()).toContain('won');
});

test('a savepoint is not gone back to over a failure that nobody has seen', async () => {
  const { operation } = operationOf(async (context) => {
    await context.execute(testStatement('test.savepoint', 'SAVEPOINT here'));
    context.trackStatement(fail(context));
    await context.awaitStatements();
    await context.execute(testStatement('test.back', 'ROLLBACK TO SAVEPOINT here'));
    await insert(context, 'behind');
  });
  await expect(catalogue.runner.write(catalogue.owner, operation, {})).rejects.toThrow('division by zero');
  expect(await notes()).not.toContain('behind');
});
