// Risk: a revoked token that goes on working, or a look-up that asks the database at every request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { createAccessToken, revokeAccessToken } from '../../../src/modules/access-token/index.ts';
import { TOKEN_FORMAT } from '../../../src/modules/access-token/token-format.ts';
import { removeMember, setMemberRole } from '../../../src/modules/organization/index.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';

let identity: TestIdentity;
let owner: Session;
beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
});
afterAll(() => identity.close());

const create = async (session = owner, expiresAt: string | null = null) => {
  const request = { name: 'ERP sync', scopes: ['products:read', 'settings:read'], expiresAt };
  return (await identity.runner.write(session, createAccessToken, request)).output;
};

describe('looking a token up', () => {
  it('answers whom it stands for, with one question however often it is used', async () => {
    const { tokens, takeQuestions } = await identity.openProcess();
    const { token } = await create();
    const atOnce = await Promise.all(Array.from({ length: 50 }, () => tokens.find(token)));
    const later = await tokens.find(token);
    expect(takeQuestions()).toBe(1);
    expect(new Set([...atOnce, later].map(({ organizationId }) => organizationId))).toEqual(
      new Set([owner.organizationId]),
    );
    expect(later).toMatchObject({ role: 'owner', userId: owner.userId, name: 'ERP sync' });
    expect(later.scopes).toEqual(new Set(['products:read', 'settings:read']));
  });

  it('refuses a wrong checksum without a question', async () => {
    const { tokens, takeQuestions } = await identity.openProcess();
    const { token } = TOKEN_FORMAT.mint();
    const mistyped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    await expect(tokens.find(mistyped)).rejects.toMatchObject({ code: 'invalid-token' });
    expect(takeQuestions()).toBe(0);
  });

  it('asks once for a token nobody has', async () => {
    const { tokens, takeQuestions } = await identity.openProcess();
    const { token } = TOKEN_FORMAT.mint();
    for (let time = 0; time < 3; time += 1) {
      await expect(tokens.find(token)).rejects.toMatchObject({ code: 'invalid-token' });
    }
    expect(takeQuestions()).toBe(1);
  });

  it('says "expired" from the moment named, though the answer is cached', async () => {
    const expiresAt = new Date(identity.clock.now().getTime() + 1_000).toISOString();
    const { token } = await create(owner, expiresAt);
    await expect(identity.tokens.find(token)).resolves.toMatchObject({ role: 'owner' });
    identity.advance(1);
    await expect(identity.tokens.find(token)).rejects.toMatchObject({
      code: 'expired-token',
      status: 401,
      parameters: { expired_at: expiresAt },
    });
  });
});

describe('a change in another process', () => {
  it('ends a cached token as soon as its revocation is heard', async () => {
    const { tokens, heardChange, takeQuestions } = await identity.openProcess();
    const { id, token } = await create();
    await tokens.find(token);
    const heard = heardChange();
    await identity.runner.write(owner, revokeAccessToken, { id });
    await heard;
    await expect(tokens.find(token)).rejects.toMatchObject({ code: 'revoked-token' });
    expect(takeQuestions()).toBe(2);
  });

  it('leaves other cached tokens alone', async () => {
    const { tokens, heardChange, takeQuestions } = await identity.openProcess();
    const [kept, revoked] = [await create(), await create()];
    await tokens.find(kept.token);
    const heard = heardChange();
    await identity.runner.write(owner, revokeAccessToken, { id: revoked.id });
    await heard;
    await tokens.find(kept.token);
    expect(takeQuestions()).toBe(1);
  });

  it('gives a cached token the new role of its user', async () => {
    const admin = await identity.enrol(owner.organizationId, 'admin', 'admin@acme.test');
    const { tokens, heardChange } = await identity.openProcess();
    const { token } = await create(admin);
    expect((await tokens.find(token)).role).toBe('admin');
    const heard = heardChange();
    await identity.runner.write(owner, setMemberRole, { userId: admin.actor.id, role: 'viewer' });
    await heard;
    expect((await tokens.find(token)).role).toBe('viewer');
  });

  it('kills the tokens of a removed member for good, even when they come back', async () => {
    const leaver = await identity.enrol(owner.organizationId, 'admin', 'leaver@acme.test');
    const { tokens, heardChange } = await identity.openProcess();
    const { token } = await create(leaver);
    await tokens.find(token);
    const heard = heardChange();
    await identity.runner.write(owner, removeMember, { userId: leaver.actor.id });
    await heard;
    await expect(tokens.find(token)).rejects.toMatchObject({ code: 'revoked-token' });
    await identity.rows(
      `INSERT INTO auth."member" ("id", "organizationId", "userId", "role", "createdAt")
       VALUES (gen_random_uuid(), $1, $2, 'owner', now())`,
      [owner.organizationId, leaver.userId],
    );
    await expect(tokens.find(token)).rejects.toMatchObject({ code: 'revoked-token' });
  });

  it('is not missed while the connection that hears it is broken', async () => {
    const { tokens, listener, heardChange } = await identity.openProcess();
    const { id, token } = await create();
    await tokens.find(token);
    const lost = heardChange();
    await identity.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'catalograph-listen' AND datname = current_database()`,
    );
    await lost;
    expect(listener.isListening()).toBe(false);
    await identity.runner.write(owner, revokeAccessToken, { id });
    await expect(tokens.find(token)).rejects.toMatchObject({ code: 'revoked-token' });
  });
});

describe('the last use of a token', () => {
  const lastUse = async (id: string) => {
    const [row] = await identity.rows<{ last_used_at: Date | null }>(
      `SELECT last_used_at FROM public.access_token WHERE replace(id::text, '-', '') = $1`,
      [id.slice(4)],
    );
    return row?.last_used_at ?? null;
  };

  it('is noted in one statement for all tokens, and once a minute at most', async () => {
    const { tokens, takeQuestions } = await identity.openProcess();
    const [one, two] = [await create(), await create()];
    const first = identity.clock.now();
    await tokens.find(one.token);
    await tokens.find(two.token);
    expect(await lastUse(one.id)).toBeNull();
    takeQuestions();
    await tokens.flushLastUse();
    expect(takeQuestions()).toBe(1);
    expect([await lastUse(one.id), await lastUse(two.id)]).toEqual([first, first]);

    identity.advance(59);
    await tokens.find(one.token);
    await tokens.flushLastUse();
    expect(await lastUse(one.id)).toEqual(first);
    identity.advance(1);
    await tokens.find(one.token);
    await tokens.flushLastUse();
    expect(await lastUse(one.id)).toEqual(identity.clock.now());
    expect(await lastUse(two.id)).toEqual(first);
  });

  it('is not noted for a token that was refused', async () => {
    const { tokens } = await identity.openProcess();
    const { id, token } = await create();
    await identity.runner.write(owner, revokeAccessToken, { id });
    await expect(tokens.find(token)).rejects.toMatchObject({ code: 'revoked-token' });
    await tokens.flushLastUse();
    expect(await lastUse(id)).toBeNull();
  });
});
