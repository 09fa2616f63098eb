// Risk: a sign-in that can be guessed, stolen, kept after its end, or that nobody sees in the audit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticationApp } from '../../../src/adapters/authentication/authentication-app.ts';
import { addMember, removeMember, setMemberRole } from '../../../src/modules/organization/index.ts';
import { BASE_URL, createTestIdentity, PASSWORD, type TestIdentity } from '../../support/identity.ts';
import { silentLog } from '../../support/silent-log.ts';

let identity: TestIdentity;
let app: ReturnType<typeof createAuthenticationApp>;
let addresses = 0;
/** Each test comes from an address of its own, so that none is throttled by another. */
const nextAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};

beforeAll(async () => {
  identity = await createTestIdentity();
  app = createApp(identity);
});
afterAll(() => identity.close());

function createApp({ authentication }: TestIdentity) {
  const made = createAuthenticationApp({
    authentication,
    addressOf: (context) => context.req.header('x-test-address') ?? '203.0.113.200',
    requestIdOf: () => 'req-1',
  });
  return made.onError((_error, context) => context.text('masked', 500));
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.request(`${BASE_URL}/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE_URL, ...headers },
    body: JSON.stringify(body),
  });
const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  post('/sign-in/email', { email, password }, { 'x-test-address': nextAddress(), ...headers });
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const whois = async (cookie: string) => {
  const request = new Request(`${BASE_URL}/graphql`, { headers: { cookie } });
  return identity.authenticator.authenticate(request, 'graphql', 'req-2');
};
const kindsOf = async (organizationId: string) =>
  (await identity.audit(organizationId)).map(({ kind }) => kind).slice(1);

describe('signing in', () => {
  it('gives a cookie that stands for the person in their only organization', async () => {
    const owner = await identity.provision('Acme');
    const response = await signIn('Owner@Acme.test');
    expect(response.status).toBe(200);
    expect(await whois(cookieOf(response))).toEqual({ ...owner, door: 'graphql', requestId: 'req-2' });
  });

  it('hides the cookie from scripts and other sites and its token from the answer', async () => {
    await identity.provision('Hidden');
    const response = await signIn('owner@hidden.test');
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
    ]);
    expect(cookie.split('=')[0]).toBe('catalograph.session_token');
    expect(await response.json()).toEqual({
      user: {
        id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
        name: 'Owner of Hidden',
        email: 'owner@hidden.test',
      },
    });
  });

  it('records success and failure with the address, for a known person only', async () => {
    const { organizationId } = await identity.provision('Recorded');
    const address = { 'x-test-address': '198.51.100.7' };
    expect((await signIn('owner@recorded.test', 'wrong password', address)).status).toBe(401);
    expect((await signIn('nobody@recorded.test', PASSWORD, address)).status).toBe(401);
    expect((await signIn('owner@recorded.test', PASSWORD, address)).status).toBe(200);
    const data = { address: '198.51.100.7' };
    const actor = 'Owner of Recorded';
    expect((await identity.audit(organizationId)).slice(1)).toEqual([
      { kind: 'session.sign_in_failed', actor, data },
      { kind: 'session.signed_in', actor, data },
    ]);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    await identity.provision('Alike');
    const wrong = await signIn('owner@alike.test', 'wrong password');
    const unknown = await signIn('nobody@alike.test', 'wrong password');
    expect([wrong.status, await wrong.text()]).toEqual([unknown.status, await unknown.text()]);
    expect([...wrong.headers].filter(([name]) => name === 'set-cookie')).toEqual([]);
  });

  it('does not happen when it cannot be recorded', async () => {
    await identity.provision('Unrecorded');
    await identity.rows('ALTER TABLE public.audit_entry RENAME TO audit_entry_away');
    const response = await signIn('owner@unrecorded.test');
    await identity.rows('ALTER TABLE public.audit_entry_away RENAME TO audit_entry');
    expect(response.status).toBe(500);
    expect(response.headers.getSetCookie()).toEqual([]);
    const sessions = await identity.rows(
      `SELECT 1 FROM auth."session" JOIN auth."user" AS person ON person."id" = "userId" WHERE "email" = $1`,
      ['owner@unrecorded.test'],
    );
    expect(sessions).toEqual([]);
  });

  it('ends the session that the browser had before', async () => {
    await identity.provision('Again');
    const first = cookieOf(await signIn('owner@again.test'));
    const second = cookieOf(await signIn('owner@again.test', PASSWORD, { cookie: first }));
    expect(second).not.toBe(first);
    expect(await whois(first)).toBeNull();
    expect(await whois(second)).toMatchObject({ actor: { name: 'Owner of Again' } });
  });

  it.each([
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['by a form', { 'content-type': 'application/x-www-form-urlencoded' }, 422],
  ])('is refused %s', async (_name, headers, status) => {
    await identity.provision(`Refused${status}`);
    const response = await signIn(`owner@refused${status}.test`, PASSWORD, headers);
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('from another site is no error in the log', async () => {
    const errors: unknown[] = [];
    const log = { ...silentLog, error: (...line: unknown[]) => void errors.push(line) };
    const logged = await createTestIdentity({ log });
    try {
      for (const headers of [{ origin: 'https://evil.example' }, { referer: 'https://evil.example/x' }]) {
        const response = await createApp(logged).request(`${BASE_URL}/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: 'a=b', ...headers },
          body: JSON.stringify({ email: 'a@b.test', password: PASSWORD }),
        });
        expect(response.status).toBe(403);
      }
    } finally {
      await logged.close();
    }
    expect(errors).toEqual([]);
  });

  it('uses Secure cookies with the __Secure- prefix behind https', async () => {
    const secure = await createTestIdentity({ baseUrl: 'https://catalograph.test' });
    try {
      await secure.provision('Acme');
      const response = await createApp(secure).request('https://catalograph.test/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://catalograph.test' },
        body: JSON.stringify({ email: 'owner@acme.test', password: PASSWORD }),
      });
      const [cookie = ''] = response.headers.getSetCookie();
      expect(cookie).toMatch(/^__Secure-catalograph\.session_token=.*; Secure/);
    } finally {
      await secure.close();
    }
  });
});

describe('guessing', () => {
  it('is stopped after ten attempts from one address, whatever its headers claim', async () => {
    await identity.provision('Guessed');
    const statuses: number[] = [];
    let last = new Response();
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      last = await signIn(`person${attempt}@guessed.test`, 'wrong password', {
        'x-test-address': '192.0.2.1',
        'x-forwarded-for': `10.0.0.${attempt}`,
      });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    const right = await signIn('owner@guessed.test', PASSWORD, { 'x-test-address': '192.0.2.1' });
    expect(right.status).toBe(429);
    expect((await signIn('owner@guessed.test')).status).toBe(200);
  });

  it('at one account is stopped after twenty attempts from wherever, at an unknown one too', async () => {
    await identity.provision('Target');
    for (const email of ['owner@target.test', 'nobody@target.test']) {
      const statuses: number[] = [];
      for (let attempt = 1; attempt <= 21; attempt += 1) {
        statuses.push((await signIn(email, 'wrong password')).status);
      }
      expect(statuses).toEqual([...Array(20).fill(401), 429]);
    }
  });

  it('counts parallel attempts one by one', async () => {
    const address = { 'x-test-address': '192.0.2.2' };
    const attempts = Array.from({ length: 15 }, (_, index) =>
      signIn(`p${index}@parallel.test`, 'wrong password', address),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('is forgiven by a right password', async () => {
    await identity.provision('Forgiven');
    for (let attempt = 1; attempt <= 19; attempt += 1) await signIn('owner@forgiven.test', 'wrong password');
    expect((await signIn('owner@forgiven.test')).status).toBe(200);
    expect((await signIn('owner@forgiven.test', 'wrong password')).status).toBe(401);
    expect((await signIn('owner@forgiven.test')).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session at once and is recorded', async () => {
    const { organizationId } = await identity.provision('Leaving');
    const cookie = cookieOf(await signIn('owner@leaving.test'));
    expect((await post('/sign-out', {}, { cookie })).status).toBe(200);
    expect(await whois(cookie)).toBeNull();
    expect(await kindsOf(organizationId)).toEqual(['session.signed_in', 'session.signed_out']);
  });

  it('cannot be done to somebody by another site', async () => {
    await identity.provision('Staying');
    const cookie = cookieOf(await signIn('owner@staying.test'));
    const response = await post('/sign-out', {}, { cookie, origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect(await whois(cookie)).toMatchObject({ credential: 'session' });
  });
});

describe('changing the password', () => {
  it('ends every session, gives this browser a new one and is recorded', async () => {
    const { organizationId } = await identity.provision('Changing');
    const elsewhere = cookieOf(await signIn('owner@changing.test'));
    const here = cookieOf(await signIn('owner@changing.test'));
    const change = { currentPassword: PASSWORD, newPassword: 'another long one' };
    const response = await post('/change-password', change, { cookie: here });
    expect(response.status).toBe(200);
    expect([await whois(elsewhere), await whois(here)]).toEqual([null, null]);
    expect(await whois(cookieOf(response))).toMatchObject({ organizationId });
    expect((await signIn('owner@changing.test')).status).toBe(401);
    expect((await signIn('owner@changing.test', 'another long one')).status).toBe(200);
    expect(await kindsOf(organizationId)).toContain('password.changed');
  });

  it('is refused without the present one', async () => {
    await identity.provision('Keeping');
    const cookie = cookieOf(await signIn('owner@keeping.test'));
    const change = { currentPassword: 'wrong password', newPassword: 'another long one' };
    expect((await post('/change-password', change, { cookie })).status).toBe(400);
    expect((await post('/change-password', change)).status).toBe(401);
    expect((await signIn('owner@keeping.test')).status).toBe(200);
  });
});

describe('a signed-in person', () => {
  const both = async (name: string) => {
    const first = await identity.provision(`${name}1`, `p@${name}.test`);
    const second = await identity.provision(`${name}2`, `p@${name}.test`);
    return { first, second, cookie: cookieOf(await signIn(`p@${name}.test`)) };
  };

  it('of two organizations is nobody until one is chosen', async () => {
    const { second, cookie } = await both('choosing');
    expect(await whois(cookie)).toBeNull();
    const list = await app.request(`${BASE_URL}/auth/organization/list`, { headers: { cookie } });
    const { organizations } = (await list.json()) as { organizations: { id: string; name: string }[] };
    expect(organizations.map(({ name }) => name)).toEqual(['choosing1', 'choosing2']);
    const organizationId = organizations[1]?.id;
    const chosen = await post('/organization/set-active', { organizationId }, { cookie });
    expect([chosen.status, await chosen.json()]).toEqual([200, { id: organizationId, name: 'choosing2' }]);
    expect((await whois(cookie))?.organizationId).toBe(second.organizationId);
    const session = await app.request(`${BASE_URL}/auth/get-session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ organizationId, user: { name: 'Owner of choosing1' } });
  });

  it('cannot choose an organization they do not belong to', async () => {
    const { cookie } = await both('outsider');
    const foreign = await identity.provision('Foreign');
    const organizationId = `org_${foreign.organizationId.replaceAll('-', '')}`;
    expect((await post('/organization/set-active', { organizationId }, { cookie })).status).toBe(403);
    expect(await whois(cookie)).toBeNull();
    const nonsense = { organizationId: foreign.organizationId };
    expect((await post('/organization/set-active', nonsense, { cookie })).status).toBe(422);
  });

  it('has a new role, or none, from the next request on', async () => {
    const owner = await identity.provision('Moving');
    const editor = await identity.enrol(owner.organizationId, 'editor', 'e@moving.test');
    const cookie = cookieOf(await signIn('e@moving.test'));
    const userId = editor.actor.id;
    await identity.runner.write(owner, setMemberRole, { userId, role: 'viewer' });
    expect((await whois(cookie))?.role).toBe('viewer');
    await identity.runner.write(owner, removeMember, { userId });
    expect(await whois(cookie)).toBeNull();
  });

  it('who loses the chosen organization works in the one that is left', async () => {
    const { first, second, cookie } = await both('losing');
    const organizationId = `org_${second.organizationId.replaceAll('-', '')}`;
    await post('/organization/set-active', { organizationId }, { cookie });
    const boss = await identity.enrol(second.organizationId, 'owner', 'boss@losing.test');
    await identity.runner.write(boss, removeMember, { userId: second.actor.id });
    expect((await whois(cookie))?.organizationId).toBe(first.organizationId);
  });

  it('with a tampered cookie is nobody', async () => {
    await identity.provision('Tampered');
    const cookie = cookieOf(await signIn('owner@tampered.test'));
    const [name = '', value = ''] = cookie.split('=');
    const other = `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`;
    expect(await whois(`${name}=${other}`)).toBeNull();
    expect(await whois(`${name}=${value.split('.')[0]}`)).toBeNull();
  });
});

describe('what better-auth offers besides', () => {
  it.each([
    ['POST', '/sign-up/email'],
    ['POST', '/organization/create'],
    ['POST', '/organization/update-member-role'],
    ['POST', '/organization/remove-member'],
    ['POST', '/organization/invite-member'],
    ['POST', '/organization/leave'],
    ['POST', '/organization/delete'],
    ['POST', '/update-user'],
    ['POST', '/delete-user'],
    ['GET', '/list-sessions'],
    ['GET', '/error'],
    ['POST', '/get-session'],
    ['GET', '/sign-in/email'],
    ['POST', '//sign-up/email'],
    ['POST', '/sign-in/email/../../sign-up/email'],
  ])('is closed: %s %s', async (method, path) => {
    const person = { name: 'Eve', email: 'eve@evil.example', password: PASSWORD };
    const response = await app.request(`${BASE_URL}/auth${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: BASE_URL },
      ...(method === 'POST' ? { body: JSON.stringify(person) } : {}),
    });
    expect(response.status).toBe(404);
    expect(await identity.rows(`SELECT 1 FROM auth."user" WHERE "email" = 'eve@evil.example'`)).toEqual([]);
  });
});

it('adds a member of a second organization without touching the first', async () => {
  const first = await identity.provision('First');
  const second = await identity.provision('Second');
  if (second.userId === null) throw new Error('an owner is a person');
  const member = { organizationId: first.organizationId, userId: second.userId, role: 'viewer' } as const;
  await addMember(identity.setUp, member);
  expect((await identity.sessionOf(second.organizationId, 'owner@second.test')).role).toBe('owner');
  expect((await identity.sessionOf(first.organizationId, 'owner@second.test')).role).toBe('viewer');
});
