// Risk: somebody reads or changes what their role, their token or their organization does not allow.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ROLES,
  type Role,
  SCOPES,
  type Scope,
  type ScopeExpression,
  scopesIn,
} from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import {
  type Answer,
  type AuthorizationWorld,
  createAuthorizationWorld,
} from './support/authorization-world.ts';
import { lacksScopesOfItems } from './support/item-scopes.ts';
import { type RootField, rootFields } from './support/root-fields.ts';

let world: AuthorizationWorld;
beforeAll(async () => {
  world = await createAuthorizationWorld();
});
afterAll(() => world.close());

interface Caller {
  readonly who: string;
  readonly session: Session | null;
}

const session = (role: Role): Caller => ({
  who: `session of the ${role}`,
  session: { ...world.owner, role },
});
function token(role: Role, scopes: readonly Scope[]): Caller {
  const id = world.specimens.AccessToken?.kept ?? '';
  const uuid = id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const actor = { type: 'token', id, name: 'Program' } as const;
  const credentials = { credential: 'token', scopes: new Set(scopes), tokenId: uuid, actor } as const;
  return {
    who: `token of the ${role} for ${scopes.join()}`,
    session: { ...world.owner, role, ...credentials },
  };
}
const REFUSALS: ReadonlySet<string> = new Set(['missing-token', 'insufficient-scope', 'role-forbidden']);
const nobody: Caller = { who: 'nobody', session: null };

/** Every kind of caller that matters for a scope: all roles, tokens with just enough and with one thing too few. */
function callersFor(scope: ScopeExpression): Caller[] {
  const needed = scopesIn(scope);
  return [
    ...ROLES.map(session),
    token('owner', needed),
    ...needed.map((one) =>
      token(
        'owner',
        SCOPES.filter((other) => other !== one),
      ),
    ),
    token('viewer', needed),
    token('viewer', SCOPES),
    nobody,
  ];
}

const EDITED = /^(products|entities|media|import-export):/;
/** What each role may do, by the words of the contract. */
const MAY: Readonly<Record<Role, (scope: Scope) => boolean>> = {
  owner: () => true,
  admin: () => true,
  manager: (scope) => EDITED.test(scope) || /^(attributes|settings):/.test(scope),
  editor: (scope) => EDITED.test(scope) || scope === 'attributes:read' || scope === 'settings:read',
  reviewer: (scope) => scope.endsWith(':read'),
  viewer: (scope) => scope.endsWith(':read'),
};

/** What has to become of a request: `allowed`, or the code of its refusal. */
function expected(scope: ScopeExpression, { session: caller }: Caller): string {
  if (caller === null) return 'missing-token';
  if (allows(scope, caller)) return 'allowed';
  return scopesIn(scope).every((needed) => caller.scopes.has(needed))
    ? 'role-forbidden'
    : 'insufficient-scope';
}

function allows(scope: ScopeExpression, caller: Session): boolean {
  if (scope === 'authenticated') return true;
  if (scope === 'product-status') return caller.scopes.has('products:write') && caller.role !== 'viewer';
  if (typeof scope === 'string') return caller.scopes.has(scope) && MAY[caller.role](scope);
  if ('sessionRole' in scope)
    return caller.credential === 'session' && scope.sessionRole.includes(caller.role);
  if ('anyOf' in scope) return scope.anyOf.some((part) => allows(part, caller));
  return scope.allOf.every((part) => allows(part, caller));
}

/** `allowed`, the code of what stopped the request as a whole, or the problem that a mutation answered. */
function outcomeOf({ data, errors }: Answer, name: string): string {
  const codes = errors?.map(({ extensions }) => String(extensions.code)) ?? [];
  if (codes.length > 0) return [...new Set(codes)].join();
  const answered = data?.[name] as {
    __typename?: string;
    code?: string;
    status?: number | string;
    errors?: unknown;
  } | null;
  if (answered === null || answered === undefined) return 'nothing found';
  // Who may call it learns by a typed problem which items need another scope.
  if (lacksScopesOfItems(answered.errors)) return 'allowed';
  // Who may call it hears that it is not there yet.
  if (answered.code === 'not-available-yet') return 'allowed';
  return typeof answered.status === 'number' ? `${answered.__typename} ${answered.code}` : 'allowed';
}

interface Observation {
  readonly field: RootField;
  readonly caller: Caller;
  readonly answer: Answer;
  readonly outcome: string;
  /** Whether anything of the organization is stored otherwise than before. */
  readonly hasWritten: boolean;
}

let observing: Promise<readonly Observation[]> | null = null;
/** What became of every root field for every caller; asked once for all tests. */
const observations = () => {
  observing ??= observeAll();
  return observing;
};

async function observeAll(): Promise<readonly Observation[]> {
  const found: Observation[] = [];
  let fields = rootFields(world.specimens);
  let state = await world.fingerprint();
  for (const [index, { name, scope }] of fields.entries()) {
    for (const caller of callersFor(scope)) {
      const field = fields[index] as RootField;
      const isAllowed = expected(field.scope, caller) === 'allowed';
      // What is allowed is tried where it can be, so that it works for the next caller too.
      const variables = isAllowed ? field.dryVariables : field.variables;
      const answer = await world.run(field.document, variables, caller.session);
      const after = field.kind === 'mutation' ? await world.fingerprint() : state;
      found.push({ field, caller, answer, outcome: outcomeOf(answer, name), hasWritten: after !== state });
      state = after;
      if (isAllowed && field.kind === 'mutation' && !field.canBeTried) {
        await world.renewDoomed();
        fields = rootFields(world.specimens);
        state = await world.fingerprint();
      }
    }
  }
  return found;
}

test('every root field answers those who may and refuses the others', async () => {
  const wrong = (await observations())
    .filter(({ field, caller, outcome }) => outcome !== expected(field.scope, caller))
    .map(({ field, caller, outcome }) => {
      return `${field.name} by ${caller.who}: ${outcome} instead of ${expected(field.scope, caller)}`;
    });
  expect(wrong).toEqual([]);
}, 180_000);

/** The scopes that a refusal names: those of the operation, or else what its input needs besides. */
function neededBy({ scope, ownScope }: RootField, { session: caller }: Caller): readonly Scope[] {
  const own = scopesIn(ownScope);
  if (scope === ownScope || caller === null || !allows(ownScope, caller)) return own;
  return scopesIn(scope).filter((needed) => !caller.scopes.has(needed));
}

test('a refusal writes nothing, answers nothing and names the scopes that are needed and held', async () => {
  const refused = (await observations()).filter(
    ({ field, caller }) => expected(field.scope, caller) !== 'allowed',
  );
  expect(refused.length).toBeGreaterThan(400);
  for (const { field, caller, answer, hasWritten, outcome } of refused) {
    const what = `${field.name} by ${caller.who}`;
    expect({ what, hasWritten, answered: answer.data?.[field.name] ?? null }).toEqual({
      what,
      hasWritten: false,
      answered: null,
    });
    if (outcome === 'missing-token') continue;
    // Of a subscription that is refused the headers of the whole answer are told, too.
    expect(answer.errors?.map(({ extensions: { http: _http, ...reported } }) => reported)).toEqual([
      {
        code: outcome,
        type: `http://catalograph.test/problems/${outcome}`,
        status: 403,
        requestId: 'test',
        role: caller.session?.role,
        requiredScopes: neededBy(field, caller),
        tokenScopes: [...(caller.session?.scopes ?? [])],
        messageKey: expect.any(String),
        params: expect.any(Object),
      },
    ]);
  }
}, 180_000);

test('the table of who may do what is the one that was agreed on', async () => {
  const byField = Map.groupBy(await observations(), ({ field: { name, kind } }) =>
    kind === 'subscription' ? `${name} (subscription)` : name,
  );
  const rows = [...byField].map(([name, seen]) => {
    const isAllowed = (caller: Caller) => {
      const one = seen.find(({ caller: { who } }) => who === caller.who);
      return one !== undefined && !REFUSALS.has(one.outcome);
    };
    const needed = scopesIn(seen[0]?.field.scope ?? 'authenticated');
    const byToken = isAllowed(token('owner', needed)) ? needed.join(' + ') || 'any' : 'never';
    return [name, ...ROLES.map((role) => (isAllowed(session(role)) ? 'yes' : '–')), byToken];
  });
  const head = ['operation', ...ROLES, 'token with'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = `# Who may do what

What a signed-in person of each role may do, and which scopes a token needs for it beside a role that may. Tested
against every root field of the schema; \`npx vitest run test/contract/authorization.test.ts --update\` writes it anew.

${lines.join('\n')}
`;
  await expect(text).toMatchFileSnapshot('./authorization.table.md');
}, 180_000);

/** An answer without what differs from run to run. */
const settled = (answer: Answer) =>
  JSON.stringify(answer)
    .replace(/(dry_)?\b[a-z]{3}_[0-9a-f]{32}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replace(/(pim_|whsec_)[A-Za-z0-9+/=]+/g, '<secret>');

/** Keys of the same shape that nobody has. */
const NOBODYS: Readonly<Record<string, string>> = {
  de_DE: 'xx_XX',
  en_US: 'yy_YY',
  ja_JP: 'zz_ZZ',
  EUR: 'XXA',
  JPY: 'XXB',
};
const nobodys = (key: string) =>
  NOBODYS[key] ??
  (/^[a-z]{3}_[0-9a-f]{32}$/.test(key) ? `${key.slice(0, 4)}${'0'.repeat(31)}1` : `q${key.slice(1)}`);

describe('the owner of another organization', () => {
  /** Keys of the owner's objects that a field's variables name. */
  const keysIn = (variables: object) => {
    const text = JSON.stringify(variables);
    const known = [
      ...Object.values(world.specimens).flatMap(({ kept, doomed, deleted }) => [kept, doomed, deleted]),
      ...['en_US', 'd_text'],
    ];
    return [...new Set(known)].filter((key) => key !== undefined && text.includes(`"${key}"`)) as string[];
  };

  test('cannot tell an object of this one from one that is missing, and changes nothing here', async () => {
    const before = await world.fingerprint();
    const reported: string[] = [];
    for (const { name, document, dryVariables } of rootFields(world.specimens)) {
      const keys = keysIn(dryVariables);
      const ofNobody = keys.reduce(
        (text, key) =>
          text.replaceAll(`:"${key}"`, `:"${nobodys(key)}"`).replaceAll(`["${key}"`, `["${nobodys(key)}"`),
        JSON.stringify(dryVariables),
      );
      const foreign = await world.run(document, dryVariables, world.stranger);
      const missing = await world.run(document, JSON.parse(ofNobody), world.stranger);
      const asIf = keys.reduce((text, key) => text.replaceAll(nobodys(key), key), settled(missing));
      if (settled(foreign) !== asIf) reported.push(`${name}: ${settled(foreign)} instead of ${asIf}`);
    }
    expect(reported).toEqual([]);
    expect(await world.fingerprint()).toBe(before);
  });

  test('finds no product of this one by its id either', async () => {
    const before = await world.fingerprint();
    const { rows } = await world.catalogue.database.owner.query<{ id: string; sku: string }>(
      `SELECT 'prd_' || replace(id::text, '-', '') AS id, sku FROM public.product WHERE organization_id = $1`,
      [world.owner.organizationId],
    );
    const idOf = new Map(rows.map(({ id, sku }) => [sku, id]));
    const byRef = rootFields(world.specimens).filter(
      ({ name, dryVariables }) => /product/i.test(name) && 'ref' in dryVariables,
    );
    expect(byRef.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['product', 'updateProduct', 'deleteProduct']),
    );
    for (const { name, kind, document, dryVariables } of byRef) {
      const ref = idOf.get(String(dryVariables.ref)) ?? '';
      const missing = nobodys(ref);
      const foreign = await world.run(document, { ...dryVariables, ref }, world.stranger);
      const unknown = await world.run(document, { ...dryVariables, ref: missing }, world.stranger);
      const asIf = JSON.stringify(unknown).replaceAll(missing, ref);
      expect({ name, answer: JSON.stringify(foreign) }).toEqual({ name, answer: asIf });
      expect({ name, outcome: outcomeOf(foreign, name) }).toEqual({
        name,
        outcome: kind === 'query' ? 'nothing found' : 'NotFound not-found',
      });
    }
    expect(await world.fingerprint()).toBe(before);
  });

  test('gets no id, SKU or name of this one from anything they can ask', async () => {
    const { rows } = await world.catalogue.database.owner.query<{ id: string }>(
      `SELECT replace(id::text, '-', '') AS id FROM public.product WHERE organization_id = $1
       UNION SELECT replace(id::text, '-', '') FROM public.attribute WHERE organization_id = $1
       UNION SELECT replace(id::text, '-', '') FROM public.access_token WHERE organization_id = $1
       UNION SELECT replace($1::text, '-', '')`,
      [world.owner.organizationId],
    );
    const canaries = [
      ...rows.map(({ id }) => id),
      'ROBE',
      'TYPED',
      'doomed@example.test',
      'owner@example.test',
    ];
    expect(canaries.length).toBeGreaterThan(25);
    const leaks: string[] = [];
    for (const { name, document, dryVariables } of rootFields(world.specimens)) {
      const asked = JSON.stringify(dryVariables);
      const answer = JSON.stringify(await world.run(document, dryVariables, world.stranger));
      for (const canary of canaries)
        if (answer.includes(canary) && !asked.includes(canary)) leaks.push(`${name}: ${canary}`);
    }
    expect(leaks).toEqual([]);
  });
});
