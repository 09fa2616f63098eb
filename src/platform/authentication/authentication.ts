import pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { Role } from '../../kernel/scopes.ts';
import { handleConnectionErrors } from '../database/availability/handle-connection-errors.ts';
import { poolUsage } from '../database/pool-usage.ts';
import { pgTransaction } from '../database/transaction.ts';
import type { Log } from '../log.ts';
import type { PoolUsage } from '../metrics/metrics.ts';
import type { RequestMetadata } from './authentication-routes.ts';
import { chooseMembership, findMemberships } from './memberships.ts';
import { type AuditSignIn, recordSignIn } from './sign-in-audit.ts';
import { createThrottle } from './sign-in-throttle.ts';
import { trustedOriginsOf } from './trusted-origins.ts';

export interface AuthenticationSettings {
  /** Direct or session-pooled; its user is a member of the role `catalograph_auth`. */
  readonly connectionString: string;
  readonly poolSize: number;
  /** Writes audit entries of sign-ins, which belong to no organization's connection. */
  readonly owner: pg.Pool;
  /** URL by which people reach the server; cookies are `Secure` when it is https. */
  readonly baseUrl: string;
  /** Signs the cookies; 32 characters or more. Another secret signs everybody out. */
  readonly secret: string;
  /** Other origins whose pages may act for a signed-in person. */
  readonly trustedOrigins: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/** A signed-in person in their organization. */
export interface SignIn {
  readonly userId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly role: Role;
}

/** Sign-in with e-mail and password, and the cookie that proves it afterwards. */
export interface Authentication {
  readonly trustedOrigins: readonly string[];
  /** Responds to the routes below `/auth`; anything but the few that are open is 404. */
  handle(request: Request, metadata: RequestMetadata): Promise<Response>;
  /**
   * Returns the user of the cookie in these headers; null without a valid one and while several organizations are
   * open.
   */
  findSignIn(headers: Headers): Promise<SignIn | null>;
  /** Returns the use of its pool. */
  connections(): PoolUsage;
  close(): Promise<void>;
}

export function createAuthentication(settings: AuthenticationSettings): Authentication {
  const { clock, log } = settings;
  const pool = openAuthenticationPool({
    connectionString: settings.connectionString,
    size: settings.poolSize,
    onError: (error) => log.warn({ err: error }, 'a sign-in connection was lost'),
  });
  const database = pgTransaction(pool);
  const owner = pgTransaction(settings.owner);
  const trustedOrigins = trustedOriginsOf(settings.baseUrl, settings.trustedOrigins);
  const audit: AuditSignIn = (kind, person, origin) =>
    recordSignIn(owner, {
      kind,
      person,
      address: origin.address,
      requestId: origin.requestId,
      at: clock.now(),
    });
  // The module is loaded at the first sign-in: it is a fifth of everything that a process with APIs loads, and
  // callers with a token never need it.
  const load = async () => {
    const [{ createBetterAuth, readSession }, { createAuthenticationRoutes }] = await Promise.all([
      import('./better-auth.ts'),
      import('./authentication-routes.ts'),
    ]);
    const auth = createBetterAuth({
      ...settings,
      pool,
      trustedOrigins,
      // The entry is written before the session exists: there is no sign-in without it, not even after a crash.
      beforeSession: async ({ userId, ...origin }) => {
        const memberships = await findMemberships(database, userId);
        await audit('session.signed_in', { userId }, origin);
        return { activeOrganizationId: chooseMembership(memberships, null)?.organizationId ?? null };
      },
    });
    const throttle = createThrottle(database);
    const routes = createAuthenticationRoutes({ auth, database, throttle, audit, baseUrl: settings.baseUrl });
    return { routes, readSession: (headers: Headers) => readSession(auth, headers) };
  };
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    trustedOrigins,
    handle: async (request, metadata) => (await loaded()).routes(request, metadata),
    async findSignIn(headers) {
      if (!headers.has('cookie')) return null;
      const sessionRecord = await (await loaded()).readSession(headers);
      if (sessionRecord === null) return null;
      const { user, session } = sessionRecord;
      const memberships = await findMemberships(database, user.id);
      const membership = chooseMembership(memberships, session.activeOrganizationId ?? null);
      if (membership === null) return null;
      const { organizationId, role } = membership;
      return { userId: user.id, name: user.name, organizationId, role };
    },
    connections: () => poolUsage('sign-in', pool),
    close: () => pool.end(),
  };
}

/** Role that sign-in works as; nothing outside schema `auth` is open to it. */
const AUTHENTICATION_ROLE = 'catalograph_auth';

const STATEMENT_TIMEOUT_MS = 5_000;

/** Connections that work as {@link AUTHENTICATION_ROLE} and find their tables in schema `auth`. */
export function openAuthenticationPool(settings: {
  readonly connectionString: string;
  readonly size: number;
  readonly onError: (error: Error) => void;
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: settings.size,
    application_name: 'catalograph-auth',
    connectionTimeoutMillis: 5_000,
    onConnect: async (client) => {
      await client.query({
        text: `SELECT set_config('role', $1, false), set_config('search_path', 'auth', false),
                      set_config('statement_timeout', $2, false)`,
        values: [AUTHENTICATION_ROLE, String(STATEMENT_TIMEOUT_MS)],
      });
    },
  });
  handleConnectionErrors(pool, settings.onError);
  return pool;
}
