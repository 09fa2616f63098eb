// Risk: a request that is taken for somebody else's, or for somebody's though another site sent it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/adapters/authentication/authenticator.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { createAccessToken, revokeAccessToken } from '../../../src/modules/access-token/index.ts';
import { BASE_URL, createTestIdentity, PASSWORD, type TestIdentity } from '../../support/identity.ts';

let identity: TestIdentity;
let owner: Session;
let cookie: string;
let token: string;
beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
  const other = await identity.provision('Other');
  token = (await identity.runner.write(other, createAccessToken, { name: 'Shop', scopes: ['products:read'] }))
    .output.token;
  const response = await identity.authentication.handle(
    new Request(`${BASE_URL}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@acme.test', password: PASSWORD }),
    }),
    { address: '203.0.113.1', requestId: 'r' },
  );
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterAll(() => identity.close());

const authenticate = (headers: Record<string, string>, method = 'GET') =>
  identity.authenticator.authenticate(new Request(`${BASE_URL}/graphql`, { method, headers }), 'rest', 'r');

describe('a request with a token', () => {
  it('is made by the token, with its scopes and the role of its user', async () => {
    const session = await authenticate({ authorization: `Bearer ${token}` }, 'POST');
    expect(session).toMatchObject({
      credential: 'token',
      role: 'owner',
      actor: { type: 'token', name: 'Shop' },
      door: 'rest',
      requestId: 'r',
    });
    expect(session?.actor.id).toBe(`tok_${session?.tokenId?.replaceAll('-', '')}`);
    expect(session?.scopes).toEqual(new Set(['products:read']));
  });

  it('takes the scheme in any case and spaces around the token', async () => {
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}  `]) {
      expect((await authenticate({ authorization }))?.credential).toBe('token');
    }
  });

  it('is the token even when a cookie came along', async () => {
    const session = await authenticate({ authorization: `Bearer ${token}`, cookie });
    expect(session?.credential).toBe('token');
    expect(session?.organizationId).not.toBe(owner.organizationId);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer pim_', 'Bearer x y', `Bearer ${'a'.repeat(9_000)}`])(
    'that is no token is refused, cookie or not: %s',
    async (authorization) => {
      for (const headers of [{ authorization }, { authorization, cookie }]) {
        await expect(authenticate(headers)).rejects.toMatchObject({ code: 'invalid-token', status: 401 });
      }
    },
  );

  it('has its token looked up once, whoever asks', async () => {
    const asked: string[] = [];
    const tokens = {
      ...identity.tokens,
      find: (text: string) => {
        asked.push(text);
        return identity.tokens.find(text);
      },
    };
    const authenticator = createAuthenticator({ tokens, authentication: identity.authentication });
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`${BASE_URL}/graphql`, { headers });
    const holder = await authenticator.resolveToken(request);
    const sessions = await Promise.all([
      authenticator.authenticate(request, 'rest'),
      authenticator.authenticate(request, 'mcp'),
    ]);
    expect(sessions.map((session) => [session?.tokenId, session?.door])).toEqual([
      [holder?.tokenId, 'rest'],
      [holder?.tokenId, 'mcp'],
    ]);
    expect(asked).toEqual([token]);
    const wrong = new Request(`${BASE_URL}/graphql`, { headers: { authorization: 'Bearer pim_' } });
    await expect(authenticator.resolveToken(wrong)).rejects.toMatchObject({ code: 'invalid-token' });
    await expect(authenticator.authenticate(wrong, 'rest')).rejects.toMatchObject({ code: 'invalid-token' });
    expect(asked).toEqual([token, 'pim_']);
  });

  it('that was revoked is told so', async () => {
    const { output } = await identity.runner.write(owner, createAccessToken, {
      name: 'Old',
      scopes: ['products:read'],
    });
    await identity.runner.write(owner, revokeAccessToken, { id: output.id });
    await expect(authenticate({ authorization: `Bearer ${output.token}` })).rejects.toMatchObject({
      code: 'revoked-token',
      status: 401,
    });
  });
});

describe('a request with a cookie', () => {
  it('reads from anywhere', async () => {
    expect(await authenticate({ cookie })).toEqual({ ...owner, door: 'rest', requestId: 'r' });
    expect((await authenticate({ cookie, origin: 'https://evil.example' }, 'HEAD'))?.role).toBe('owner');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('changes (%s) only from our own pages', async (method) => {
    expect((await authenticate({ cookie, origin: BASE_URL }, method))?.role).toBe('owner');
    expect((await authenticate({ cookie, 'sec-fetch-site': 'same-origin' }, method))?.role).toBe('owner');
    for (const from of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect(await authenticate({ cookie, ...from }, method)).toBeNull();
    }
  });

  it('counts beside the password of a proxy', async () => {
    expect((await authenticate({ cookie, authorization: 'Basic dXNlcjpwYXNz' }))?.role).toBe('owner');
  });
});

it('a request with neither is nobody', async () => {
  expect(await authenticate({})).toBeNull();
  expect(await authenticate({ cookie: 'theme=dark' })).toBeNull();
});
