// Risk: a new release of better-auth that expects columns our migration does not have.

import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthenticationPool } from '../../../src/platform/authentication/authentication.ts';
import { createBetterAuth } from '../../../src/platform/authentication/better-auth.ts';
import { createTestDatabase } from '../../support/postgres-server.ts';
import { silentLog } from '../../support/silent-log.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof openAuthenticationPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  pool = openAuthenticationPool({ connectionString, size: 2, onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('schema auth', () => {
  it('has every table and column that better-auth looks for', async () => {
    const auth = createBetterAuth({
      pool,
      baseUrl: 'http://catalograph.test',
      secret: 'a secret for tests, forty characters long',
      trustedOrigins: [],
      log: silentLog,
      beforeSession: async () => ({ activeOrganizationId: null }),
    });
    const { toBeCreated, toBeAdded } = await getMigrations(auth.options);
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  it('is all the sign-in role can reach, and members it can only read', async () => {
    for (const sql of [
      'SELECT * FROM public.product',
      'SELECT * FROM public.access_token',
      'SELECT * FROM public.audit_entry',
      'DELETE FROM auth."member"',
      `UPDATE auth."member" SET "role" = 'owner'`,
      'DELETE FROM auth."user"',
      'DELETE FROM auth."organization"',
    ]) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
    const { rows } = await pool.query(
      'SELECT current_user::text AS role, count(*)::int AS members FROM "member"',
    );
    expect(rows).toEqual([{ role: 'catalograph_auth', members: 0 }]);
  });
});
