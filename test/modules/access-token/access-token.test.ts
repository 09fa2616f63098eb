// Risk: a token that is stored, shown twice, made by somebody who may not, or not recorded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/kernel/scopes.ts';
import type { Session } from '../../../src/kernel/session.ts';
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  rotateAccessToken,
} from '../../../src/modules/access-token/index.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';

let identity: TestIdentity;
let owner: Session;
beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
});
afterAll(() => identity.close());

const create = async (session = owner, name = 'ERP sync') => {
  const { output } = await identity.runner.write(session, createAccessToken, {
    name,
    scopes: ['products:read'],
  });
  return output;
};

describe('creating a token', () => {
  it('answers the token once and stores nothing of it but its digest and first characters', async () => {
    const { id, token } = await create();
    expect(id).toMatch(/^tok_[0-9a-f]{32}$/);
    const tables = await identity.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('public', 'ledger', 'auth')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await identity.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${name} AS stored WHERE stored::text ~ ANY($1::text[])`,
        [[token.slice(8), Buffer.from(token.slice(8)).toString('hex')]],
      );
      if (row?.count !== 0) found.push(name);
    }
    expect(found).toEqual([]);
  });

  it('records it in the audit with its scopes', async () => {
    const fresh = await identity.provision('Audited');
    const { id } = await create(fresh, 'Shop');
    expect((await identity.audit(fresh.organizationId)).at(-1)).toEqual({
      kind: 'token.created',
      actor: 'Owner of Audited',
      data: { token_id: id, name: 'Shop', scopes: ['products:read'], expires_at: null },
    });
  });

  it('is refused to a token, whatever its scopes, and to an editor', async () => {
    const byToken: Session = { ...owner, credential: 'token', scopes: new Set(SCOPES) };
    const editor = await identity.enrol(owner.organizationId, 'editor', 'editor@acme.test');
    const before = await identity.rows('SELECT id FROM public.access_token');
    for (const session of [byToken, editor]) {
      await expect(create(session)).rejects.toMatchObject({ code: 'role-forbidden' });
    }
    expect(await identity.rows('SELECT id FROM public.access_token')).toHaveLength(before.length);
  });

  it('takes no idempotency key, because remembering its answer would store the token', async () => {
    const request = { name: 'x', scopes: ['products:read'] };
    await expect(
      identity.runner.write(owner, createAccessToken, request, { idempotencyKey: 'once' }),
    ).rejects.toMatchObject({ code: 'invalid-parameter' });
    expect(await identity.rows('SELECT key FROM ledger.idempotency_record')).toEqual([]);
  });

  it('refuses an unknown scope and stores nothing', async () => {
    const fresh = await identity.provision('Strict');
    const request = { name: 'x', scopes: ['everything'] };
    await expect(identity.runner.write(fresh, createAccessToken, request)).rejects.toMatchObject({
      code: 'validation-failed',
    });
    expect(await listOf(fresh)).toEqual([]);
    expect((await identity.audit(fresh.organizationId)).map(({ kind }) => kind)).toEqual(['member.added']);
  });
});

describe('revoking a token', () => {
  it('ends it once; a second time changes and records nothing', async () => {
    const fresh = await identity.provision('Twice');
    const { id, token } = await create(fresh);
    await identity.runner.write(fresh, revokeAccessToken, { id });
    const first = await listOf(fresh);
    identity.advance(1);
    await identity.runner.write(fresh, revokeAccessToken, { id });
    expect(await listOf(fresh)).toEqual(first);
    expect((await identity.audit(fresh.organizationId)).map(({ kind }) => kind)).toEqual([
      'member.added',
      'token.created',
      'token.revoked',
    ]);
    await expect(identity.tokens.find(token)).rejects.toMatchObject({ code: 'revoked-token' });
  });

  it('answers a token of another organization like one that never was', async () => {
    const other = await identity.provision('Other');
    const { id } = await create(other);
    const missing = 'tok_0190aaaaaaaa7aaa8aaaaaaaaaaaaaaa';
    for (const foreign of [id, missing, 'tok_x', id.replace('tok', 'prd')]) {
      await expect(identity.runner.write(owner, revokeAccessToken, { id: foreign })).rejects.toMatchObject({
        code: 'not-found',
        detail: `There is no token '${foreign}'.`,
      });
    }
  });
});

describe('rotating a token', () => {
  it('gives a successor with the same name, scopes and user, and ends the old one at once', async () => {
    const fresh = await identity.provision('Rotating');
    const old = await create(fresh, 'Shop');
    const { output: next } = await identity.runner.write(fresh, rotateAccessToken, { id: old.id });
    const holder = await identity.tokens.find(next.token);
    expect({ ...holder, tokenId: null }).toEqual({
      tokenId: null,
      name: 'Shop',
      organizationId: fresh.organizationId,
      userId: fresh.userId,
      role: 'owner',
      scopes: new Set(['products:read']),
    });
    await expect(identity.tokens.find(old.token)).rejects.toMatchObject({ code: 'revoked-token' });
    expect((await identity.audit(fresh.organizationId)).at(-1)).toEqual({
      kind: 'token.rotated',
      actor: 'Owner of Rotating',
      data: { token_id: old.id, name: 'Shop', successor_id: next.id, overlap_seconds: 0 },
    });
  });

  it('lets both work during the overlap and only the new one after it', async () => {
    const fresh = await identity.provision('Overlapping');
    const old = await create(fresh);
    const { output: next } = await identity.runner.write(fresh, rotateAccessToken, {
      id: old.id,
      overlapSeconds: 60,
    });
    identity.advance(59);
    const { organizationId } = fresh;
    await expect(identity.tokens.find(old.token)).resolves.toMatchObject({ organizationId });
    identity.advance(1);
    await expect(identity.tokens.find(old.token)).rejects.toMatchObject({ code: 'expired-token' });
    await expect(identity.tokens.find(next.token)).resolves.toMatchObject({ organizationId });
  });

  it('never lets the old one live longer than it would have anyway', async () => {
    const fresh = await identity.provision('Ending');
    const expiresAt = new Date(identity.clock.now().getTime() + 10_000).toISOString();
    const { output: old } = await identity.runner.write(fresh, createAccessToken, {
      name: 'x',
      scopes: ['products:read'],
      expiresAt,
    });
    await identity.runner.write(fresh, rotateAccessToken, { id: old.id, overlapSeconds: 60 });
    identity.advance(10);
    await expect(identity.tokens.find(old.token)).rejects.toMatchObject({
      code: 'expired-token',
      parameters: { expired_at: expiresAt },
    });
  });

  it('is for the person it acts for alone; others may revoke it, and a trial tells them nothing either', async () => {
    const fresh = await identity.provision('Persons');
    const admin = await identity.enrol(fresh.organizationId, 'admin', 'admin@persons.test');
    const ofOwner = await create(fresh, 'Shop');
    const ofAdmin = await create(admin, 'ERP');
    for (const [session, id] of [
      [admin, ofOwner.id],
      [fresh, ofAdmin.id],
    ] as const) {
      const refusal = { code: 'role-forbidden', status: 403 };
      const rotate = identity.runner.write(session, rotateAccessToken, { id, overlapSeconds: 60 });
      await expect(rotate).rejects.toMatchObject(refusal);
      await expect(identity.runner.dryRun(session, rotateAccessToken, { id })).rejects.toMatchObject(refusal);
    }
    expect((await listOf(fresh)).length).toBe(2);
    await identity.runner.write(admin, rotateAccessToken, { id: ofAdmin.id });
    await identity.runner.write(admin, revokeAccessToken, { id: ofOwner.id });
    await expect(identity.tokens.find(ofOwner.token)).rejects.toMatchObject({ code: 'revoked-token' });
  });

  it('is refused for a token that has ended', async () => {
    const { id } = await create();
    await identity.runner.write(owner, revokeAccessToken, { id });
    await expect(identity.runner.write(owner, rotateAccessToken, { id })).rejects.toMatchObject({
      code: 'invalid-transition',
    });
  });
});

describe('listing tokens', () => {
  it('pages newest first, own organization only, without digests', async () => {
    const fresh = await identity.provision('Listing');
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      identity.advance(1);
      ids.push((await create(fresh, name)).id);
    }
    const query = { select: { name: true, createdAt: true, id: true } };
    const page = await identity.runner.read(fresh, listAccessTokens, { first: 2, query });
    expect(page.items.map(({ name }) => name)).toEqual(['three', 'two']);
    expect(page.hasNextPage).toBe(true);
    expect(await page.count()).toBe(3);
    const after = page.items.length === 0 ? null : page.cursorAt(page.items.length - 1);
    const rest = await identity.runner.read(fresh, listAccessTokens, { first: 2, after, query });
    expect(rest.items.map(({ name }) => name)).toEqual(['one']);
    expect(rest.hasNextPage).toBe(false);
  });
});

const listOf = async (session: Session) =>
  (await identity.runner.read(session, listAccessTokens, { query: {} })).items;
