import { createAuthenticator } from '../../src/adapters/authentication/authenticator.ts';
import { createCursors } from '../../src/kernel/page.ts';
import type { Role } from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { openTokenDirectory } from '../../src/modules/access-token/token-directory.ts';
import {
  addMember,
  createUser,
  openUserSession,
  provisionOrganization,
} from '../../src/modules/organization/index.ts';
import { MODULES } from '../../src/modules.ts';
import { createAuthentication } from '../../src/platform/authentication/authentication.ts';
import { ACCESS_CHANNEL } from '../../src/platform/credential/credential-directory.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Log } from '../../src/platform/log.ts';
import { openNotificationListener } from '../../src/platform/notification/notification-listener.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { createFileLinks } from '../../src/platform/storage/file-links.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { createTestDatabase } from './postgres-server.ts';
import { silentLog } from './silent-log.ts';
import { WEBHOOK_TOOLS } from './webhook-tools.ts';

export const PASSWORD = 'correct horse battery';
export const BASE_URL = 'http://catalograph.test:4000';

/** A database with people, organizations, tokens and sign-in, at a moment that only `advance` moves on. */
export type TestIdentity = Awaited<ReturnType<typeof createTestIdentity>>;

export async function createTestIdentity(settings: { readonly baseUrl?: string; readonly log?: Log } = {}) {
  const { log = silentLog } = settings;
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase({
    connectionString,
    applicationPoolSize: 6,
    shopPoolSize: 1,
    ownerPoolSize: 3,
    statementTimeoutMs: 10_000,
    onError: () => undefined,
  });
  let nowMs = Date.now();
  const clock = { now: () => new Date(nowMs) };
  const cursors = createCursors('test');
  const runner = createOperationRunner({ database, clock, cursors, modules: MODULES });
  const setUp = { owner: database.owner, clock, requestId: 'set-up' };
  const authentication = createAuthentication({
    connectionString,
    poolSize: 3,
    owner: database.owner,
    baseUrl: settings.baseUrl ?? BASE_URL,
    secret: 'a secret for tests, forty characters long',
    trustedOrigins: [],
    clock,
    log,
  });
  const closers: (() => Promise<void>)[] = [];
  /** A directory with a listener of its own, as another process has them. */
  const openProcess = async () => {
    const listener = await openNotificationListener({ connectionString, log: silentLog });
    const owner = openCountedPool();
    const tokens = await openTokenDirectory({ owner: owner.pool, listener, clock, log: silentLog });
    closers.push(
      () => tokens.close(),
      () => listener.close(),
    );
    /** Resolves when the directory, subscribed before, has heard of the next change. */
    const heardChange = async () => {
      const heard = Promise.withResolvers<void>();
      await listener.subscribe(ACCESS_CHANNEL, {
        onMessage: () => heard.resolve(),
        onGap: () => heard.resolve(),
      });
      return heard.promise;
    };
    return { tokens, listener, heardChange, takeQuestions: owner.take };
  };
  const openCountedPool = () => {
    let questions = 0;
    const query = (...parameters: Parameters<typeof database.owner.query>) => {
      questions += 1;
      return database.owner.query(...parameters);
    };
    const pool = Object.create(database.owner, { query: { value: query } }) as typeof database.owner;
    const take = () => {
      const count = questions;
      questions = 0;
      return count;
    };
    return { pool, take };
  };
  const { tokens } = await openProcess();

  const provision = async (name: string, email = `owner@${name.toLowerCase()}.test`) => {
    const person = { name: `Owner of ${name}`, email, password: PASSWORD };
    const { organizationId } = await provisionOrganization(setUp, { name, owner: person }, []);
    return sessionOf(organizationId, email);
  };
  const sessionOf = async (organizationId: string, email: string): Promise<Session> => {
    const origin = { door: 'console', requestId: 'test' } as const;
    const session = await openUserSession(database.owner, organizationId, email, origin);
    if (session === null) throw new Error(`${email} is no member`);
    return session;
  };
  const enrol = async (organizationId: string, role: Role, email: string) => {
    const userId = await createUser(setUp, { name: `The ${role}`, email, password: PASSWORD });
    await addMember(setUp, { organizationId, userId, role });
    return sessionOf(organizationId, email);
  };
  return {
    connectionString,
    database,
    runner,
    cursors,
    clock,
    ...WEBHOOK_TOOLS,
    links: createFileLinks({ secret: 'test', publicUrl: BASE_URL, clock }),
    storage: createMemoryStorage(),
    setUp,
    authentication,
    tokens,
    authenticator: createAuthenticator({ tokens, authentication }),
    openProcess,
    provision,
    enrol,
    sessionOf,
    advance: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
    /** Rows of a statement of the owner. */
    async rows<Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
      return (await database.owner.query<Row>(sql, parameters)).rows;
    },
    /** The audit of an organization in the order of writing, without what differs from run to run. */
    async audit(organizationId: string) {
      const { rows } = await database.owner.query<{
        kind: string;
        data: object;
        actor: { name: string };
      }>('SELECT kind, data, actor FROM public.audit_entry WHERE organization_id = $1 ORDER BY at, ctid', [
        organizationId,
      ]);
      return rows.map(({ kind, data, actor }) => ({ kind, actor: actor.name, data }));
    },
    async close() {
      for (const close of closers) await close();
      await authentication.close();
      await database.close();
      await drop();
    },
  };
}
