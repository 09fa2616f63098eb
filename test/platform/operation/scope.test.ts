// Risk: something runs, is read or is remembered before the caller's rights were checked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestError } from '../../../src/kernel/errors.ts';
import { defineRead, defineWrite } from '../../../src/kernel/operation.ts';
import type { ScopeExpression } from '../../../src/kernel/scopes.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { createLocale } from '../../../src/modules/locale/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const details = { name: 'doSomething', errors: [] } as const;
let worked = 0;
const handler = async () => {
  worked += 1;
  return { done: true };
};
const readOf = (scope: ScopeExpression) => defineRead({ ...details, scope, handler });
const writeOf = (scope: ScopeExpression) =>
  defineWrite({ ...details, scope, effect: 'write', retry: 'with-key', handler });

/** All ways to run an operation of a scope. */
const ways: Readonly<Record<string, (session: Session, scope: ScopeExpression) => Promise<unknown>>> = {
  read: (session, scope) => catalogue.runner.read(session, readOf(scope), {}),
  write: (session, scope) => catalogue.runner.write(session, writeOf(scope), {}),
  'dry run': async (session, scope) => (await catalogue.runner.dryRun(session, writeOf(scope), {})).end(),
};

async function faultOf(running: Promise<unknown>): Promise<RequestError> {
  const error = await running.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RequestError) return error;
  throw new Error(`Not refused by a fault: ${error}`);
}

test.each(Object.entries(ways))(
  '%s: a token without the scope is refused before anything runs',
  async (_way, run) => {
    const token = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read', 'settings:read']);
    worked = 0;
    catalogue.takeStatements();
    const { code, status, detail, parameters } = await faultOf(run(token, 'settings:write'));
    expect({ code, status, detail, parameters }).toEqual({
      code: 'insufficient-scope',
      status: 403,
      detail: 'doSomething needs the scope settings:write.',
      parameters: {
        required_scopes: ['settings:write'],
        token_scopes: ['products:read', 'settings:read'],
        role: 'owner',
      },
    });
    expect({ worked, statements: catalogue.takeStatements() }).toEqual({ worked: 0, statements: [] });
  },
);

test.each(Object.entries(ways))(
  '%s: a role that may not is told so, whatever its token says',
  async (_way, run) => {
    for (const viewer of [
      sessionOf(catalogue.owner.organizationId, 'viewer'),
      sessionOf(catalogue.owner.organizationId, 'viewer', ['settings:write']),
    ]) {
      worked = 0;
      catalogue.takeStatements();
      const { code, status, parameters } = await faultOf(run(viewer, 'settings:write'));
      expect({ code, status, role: parameters.role }).toEqual({
        code: 'role-forbidden',
        status: 403,
        role: 'viewer',
      });
      expect({ worked, statements: catalogue.takeStatements() }).toEqual({ worked: 0, statements: [] });
    }
  },
);

test.each(Object.entries(ways))('%s: runs for one who holds the scope', async (_way, run) => {
  worked = 0;
  await run(sessionOf(catalogue.owner.organizationId, 'editor', ['products:write']), 'products:write');
  await run(sessionOf(catalogue.owner.organizationId, 'admin'), { sessionRole: ['owner', 'admin'] });
  expect(worked).toBe(2);
});

test.each<[string, ScopeExpression, Session['role'], Parameters<typeof sessionOf>[2], string | null]>([
  [
    'all of two scopes, one missing',
    { allOf: ['media:write', 'products:write'] },
    'owner',
    ['media:write'],
    'insufficient-scope',
  ],
  [
    'any of two scopes, one held',
    { anyOf: ['media:write', 'products:write'] },
    'owner',
    ['media:write'],
    null,
  ],
  [
    'any of two scopes, none held',
    { anyOf: ['media:write', 'products:write'] },
    'owner',
    ['media:read'],
    'insufficient-scope',
  ],
  [
    'a session of owners, by a token of one',
    { sessionRole: ['owner'] },
    'owner',
    ['settings:write'],
    'role-forbidden',
  ],
  [
    'a session of owners, by a session of an editor',
    { sessionRole: ['owner'] },
    'editor',
    undefined,
    'role-forbidden',
  ],
  ['the status of products, by a reviewer', 'product-status', 'reviewer', undefined, null],
  ['the status of products, by a viewer', 'product-status', 'viewer', undefined, 'role-forbidden'],
  ['writing products, by a reviewer', 'products:write', 'reviewer', undefined, 'role-forbidden'],
  ['writing settings, by an editor', 'settings:write', 'editor', undefined, 'role-forbidden'],
  ['anybody who is known, by a token without scopes', 'authenticated', 'viewer', [], null],
])('%s', async (_what, scope, role, scopes, refusal) => {
  const running = catalogue.runner.read(
    sessionOf(catalogue.owner.organizationId, role, scopes),
    readOf(scope),
    {},
  );
  if (refusal === null) await expect(running).resolves.toEqual({ done: true });
  else expect((await faultOf(running)).code).toBe(refusal);
});

test('a repeated request is refused once its caller has lost the scope', async () => {
  const { owner, runner } = catalogue;
  const input = { code: 'de_DE' };
  await runner.write(owner, createLocale, input, { idempotencyKey: 'before' });
  const demoted = { ...owner, role: 'viewer' } as const;
  const repeated = runner.write(demoted, createLocale, input, { idempotencyKey: 'before' });
  expect((await faultOf(repeated)).code).toBe('role-forbidden');
});
