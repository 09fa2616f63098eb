// Risk: fields of identity that answer what their operation would refuse, or leak what must be told once.
import { type ExecutionResult, execute, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { RequestContext } from '../../../src/graphql/context.ts';
import type { Session } from '../../../src/kernel/session.ts';
import '../../../src/modules/access-token/access-token.graphql.ts';
import '../../../src/modules/organization/organization.graphql.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';

const schema = guardedSchema();
let identity: TestIdentity;
let owner: Session;
beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
});
afterAll(() => identity.close());

async function run(
  document: string,
  session: Session | null = owner,
  variables: Record<string, unknown> = {},
): Promise<ExecutionResult> {
  const parsed = parse(document);
  expect(validate(schema, parsed)).toEqual([]);
  const context = new RequestContext(identity, session, null);
  const result = await execute({
    schema,
    document: parsed,
    contextValue: context,
    variableValues: variables,
  });
  await context.endDryRun();
  return JSON.parse(JSON.stringify(result)) as ExecutionResult;
}

const codesOf = ({ errors }: ExecutionResult) => (errors ?? []).map(({ message }) => message);

const ISSUE = `mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) {
  __typename
  ... on IssuedAccessTokenPayload { token accessToken { id name scopes prefix revokedAt user { email } } }
  ... on ValidationFailed { errors { path code suggestions } }
} }`;
const issue = async (session = owner, input: object = { name: 'Shop', scopes: ['products:read'] }) => {
  const { data } = await run(ISSUE, session, { input });
  return (data as { createAccessToken: { token: string; accessToken: { id: string } } }).createAccessToken;
};

describe('createAccessToken', () => {
  it('answers the token and what is stored of it', async () => {
    const issued = await issue();
    expect(issued).toEqual({
      __typename: 'IssuedAccessTokenPayload',
      token: expect.stringMatching(/^pim_[0-9A-Za-z]{42}$/),
      accessToken: {
        id: expect.stringMatching(/^tok_[0-9a-f]{32}$/),
        name: 'Shop',
        scopes: ['products:read'],
        prefix: `${issued.token.slice(0, 8)}…`,
        revokedAt: null,
        user: { email: 'owner@acme.test' },
      },
    });
  });

  it('answers what is wrong as a typed refusal', async () => {
    const refused = await issue(owner, { name: 'Shop', scopes: ['product:read'] });
    expect(refused).toEqual({
      __typename: 'ValidationFailed',
      errors: [{ path: ['scopes', '0'], code: 'value-not-allowed', suggestions: expect.any(Array) }],
    });
  });

  it('has neither a dry run nor an idempotency key', () => {
    const field = schema.getMutationType()?.getFields().createAccessToken;
    expect(field?.args.map(({ name }) => name)).toEqual(['input']);
  });
});

describe('me', () => {
  const ME = '{ me { user { name } token { name prefix } organization { name } role scopes } }';

  it('is the token, its user, organization, role and scopes', async () => {
    const { token } = await issue();
    const request = new Request('http://x/graphql', { headers: { authorization: `Bearer ${token}` } });
    const session = await identity.authenticator.authenticate(request, 'graphql');
    expect((await run(ME, session)).data).toEqual({
      me: {
        user: { name: 'Owner of Acme' },
        token: { name: 'Shop', prefix: `${token.slice(0, 8)}…` },
        organization: { name: 'Acme' },
        role: 'OWNER',
        scopes: ['products:read'],
      },
    });
  });

  it('is a person without a token when signed in, and nobody when not', async () => {
    const signedIn = await run(ME);
    expect(signedIn.data?.me).toMatchObject({ user: { name: 'Owner of Acme' }, token: null });
    expect(codesOf(await run(ME, null))).toEqual(['Send a token: Authorization: Bearer pim_…']);
  });
});

describe('what is for signed-in owners and admins', () => {
  it.each([
    '{ accessTokens { nodes { id } } }',
    '{ members { nodes { role } } }',
    'mutation { revokeAccessToken(id: "x") { __typename } }',
    'mutation { rotateAccessToken(id: "x") { __typename } }',
    'mutation { createAccessToken(input: { name: "x", scopes: ["media:read"] }) { __typename } }',
    'mutation { setMemberRole(userId: "x", role: OWNER) { __typename } }',
    'mutation { removeMember(userId: "x") { __typename } }',
  ])('is refused to an editor and to a token: %s', async (document) => {
    const token: Session = { ...owner, credential: 'token' };
    const editor: Session = { ...owner, role: 'editor' };
    for (const session of [token, editor]) {
      const { data, errors } = await run(document, session);
      expect(Object.values(data ?? {})).toEqual([null]);
      expect(errors).toHaveLength(1);
    }
  });

  it('is refused as a node too', async () => {
    const { accessToken } = await issue();
    const node = `{ node(id: "${accessToken.id}") { id } }`;
    expect((await run(node)).data).toEqual({ node: { id: accessToken.id } });
    expect((await run(node, { ...owner, credential: 'token' })).data).toEqual({ node: null });
    const other = await identity.provision('Other');
    expect(await run(node, other)).toEqual({ data: { node: null } });
  });
});

describe('the organization', () => {
  it('is changed by name, and in a dry run answered as it would be', async () => {
    const session = await identity.provision('Before');
    const update = `mutation ($dryRun: Boolean!) { updateOrganization(input: { name: "After" }, dryRun: $dryRun) {
      ... on OrganizationPayload { outcome dryRun organization { name version } }
    } }`;
    const after = { outcome: 'UPDATED', organization: { name: 'After', version: 2 } };
    const tried = await run(update, session, { dryRun: true });
    expect(tried.data?.updateOrganization).toEqual({ ...after, dryRun: true });
    const stored = await run('{ organization { name version } }', session);
    expect(stored.data).toEqual({ organization: { name: 'Before', version: 1 } });
    const done = await run(update, session, { dryRun: false });
    expect(done.data?.updateOrganization).toEqual({ ...after, dryRun: false });
  });

  it('of others is no node', async () => {
    const other = await identity.provision('Stranger');
    const id = `org_${other.organizationId.replaceAll('-', '')}`;
    expect((await run(`{ node(id: "${id}") { id } }`)).data).toEqual({ node: null });
    expect((await run(`{ node(id: "${id}") { id } }`, other)).data).toEqual({ node: { id } });
  });

  it('lists members and changes their roles', async () => {
    const session = await identity.provision('People');
    const editor = await identity.enrol(session.organizationId, 'editor', 'e@people.test');
    const change = `mutation { setMemberRole(userId: "${editor.actor.id}", role: REVIEWER) {
      ... on SetMemberRolePayload { member { role user { id email } } }
    } }`;
    expect((await run(change, session)).data?.setMemberRole).toEqual({
      member: { role: 'REVIEWER', user: { id: editor.actor.id, email: 'e@people.test' } },
    });
    const list = await run(
      '{ members(first: 1) { totalCount nodes { user { email } } pageInfo { hasNextPage } } }',
      session,
    );
    expect(list.data?.members).toEqual({
      totalCount: 2,
      nodes: [{ user: { email: 'e@people.test' } }],
      pageInfo: { hasNextPage: true },
    });
    const demote = `mutation { setMemberRole(userId: "${session.actor.id}", role: VIEWER) {
      ... on Conflict { code status }
    } }`;
    expect((await run(demote, session)).data?.setMemberRole).toEqual({ code: 'last-owner', status: 409 });
    const remove = `mutation { removeMember(userId: "${editor.actor.id}") { ... on RemoveMemberPayload { userId } } }`;
    expect((await run(remove, session)).data?.removeMember).toEqual({ userId: editor.actor.id });
  });

  it('shows its audit, filtered, and refuses a kind that is none', async () => {
    const session = await identity.provision('Audit');
    const { accessToken } = await issue(session);
    const list = await run(
      '{ auditEntries(kind: "token.created") { nodes { kind actor { type id name } data } } }',
      session,
    );
    expect(list.data?.auditEntries).toEqual({
      nodes: [
        {
          kind: 'token.created',
          actor: { type: 'user', id: session.actor.id, name: 'Owner of Audit' },
          data: { token_id: accessToken.id, name: 'Shop', scopes: ['products:read'], expires_at: null },
        },
      ],
    });
    const wrong = await run('{ auditEntries(kind: "token.create") { nodes { kind } } }', session);
    expect(wrong.errors?.[0]?.message).toMatch(
      /^There is no audit kind 'token.create'. Did you mean 'token.created' or/,
    );
  });
});

describe('a token', () => {
  it('is rotated and revoked, and refuses a stale version', async () => {
    const session = await identity.provision('Tokens');
    const { accessToken } = await issue(session);
    const rotate = `mutation { rotateAccessToken(id: "${accessToken.id}", overlapSeconds: 60) {
      ... on IssuedAccessTokenPayload { accessToken { id name } }
    } }`;
    const rotated = (await run(rotate, session)).data?.rotateAccessToken as typeof accessToken & {
      accessToken: { id: string };
    };
    const { id } = rotated.accessToken;
    const revoke = (
      ifVersion: number,
    ) => `mutation { revokeAccessToken(id: "${id}", ifVersion: ${ifVersion}) {
      ... on RevokeAccessTokenPayload { accessToken { revokedAt version } }
      ... on VersionMismatch { currentVersion }
    } }`;
    expect((await run(revoke(7), session)).data?.revokeAccessToken).toEqual({ currentVersion: 1 });
    expect((await run(revoke(1), session)).data?.revokeAccessToken).toEqual({
      accessToken: { revokedAt: identity.clock.now().toISOString(), version: 2 },
    });
    const list = await run('{ accessTokens { totalCount nodes { name } } }', session);
    expect(list.data?.accessTokens).toEqual({ totalCount: 2, nodes: [{ name: 'Shop' }, { name: 'Shop' }] });
  });
});
