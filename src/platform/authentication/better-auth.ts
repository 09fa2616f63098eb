import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { organization } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import type pg from 'pg';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { ROLES } from '../../kernel/scopes.ts';
import type { Log } from '../log.ts';
import { newId } from '../new-id.ts';
import { hashPassword, PASSWORD_LENGTH, verifyPassword } from './password.ts';

const DAY_SECONDS = 86_400;

/** Headers by which we pass better-auth data that only the server has; a client's own values under them are dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-catalograph-address';
export const REQUEST_ID_HEADER = 'x-request-id';

/** Runs for the session that is about to be stored; returns the organization that is active in it. */
export type BeforeSession = (opening: {
  readonly userId: string;
  readonly address: string;
  readonly requestId: string;
}) => Promise<{ readonly activeOrganizationId: string | null }>;

export interface BetterAuthSettings {
  readonly pool: pg.Pool;
  readonly baseUrl: string;
  readonly secret: string;
  readonly trustedOrigins: readonly string[];
  readonly log: Log;
  readonly beforeSession: BeforeSession;
}

// This uses none of better-auth's own rights: members and roles change through operations. It only needs the names of
// the roles.
const accessControl = createAccessControl({ organization: ['none'] });
const roles = Object.fromEntries(ROLES.map((role) => [role, accessControl.newRole({ organization: [] })]));

/**
 * Makes better-auth as we run it: e-mail and password over our pool and ids, no sign-up, no telemetry, our own
 * throttle.
 */
export function createBetterAuth(settings: BetterAuthSettings) {
  const { baseUrl, log } = settings;
  const options = {
    appName: 'Catalograph',
    baseURL: new URL(baseUrl).origin,
    basePath: '/auth',
    secret: settings.secret,
    trustedOrigins: [...settings.trustedOrigins],
    database: settings.pool,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.minimum,
      maxPasswordLength: PASSWORD_LENGTH.maximum,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 7 * DAY_SECONDS, updateAge: DAY_SECONDS, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'catalograph',
      useSecureCookies: baseUrl.startsWith('https://'),
      // The settings are explicit, because better-auth leaves both checks out when NODE_ENV is `test`.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    plugins: [organization({ ac: accessControl, roles, creatorRole: 'owner' })],
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const opened = await settings.beforeSession({
              userId: session.userId,
              address: session.ipAddress ?? '',
              requestId: context?.headers?.get(REQUEST_ID_HEADER) ?? '',
            });
            return { data: { ...session, ...opened } };
          },
        },
      },
    },
    onAPIError: {
      // Rejections become responses without a line in the log; the API masks and logs anything else.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    logger: {
      level: 'error',
      log: (level, message, ...details) => {
        // The response rejects it; a log line would let anybody fill the log.
        if (message.startsWith('Invalid origin')) return;
        const error = details.find((detail) => detail instanceof Error);
        log[level]({ ...(error === undefined ? {} : { err: error }) }, `better-auth: ${message}`);
      },
    },
  } satisfies BetterAuthOptions;
  return betterAuth(options);
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/**
 * Reads the session behind a cookie, or null.
 *
 * @throws RequestError `service-unavailable` when it cannot be looked up: better-auth hides the reason, and has logged it.
 */
export async function readSession(auth: BetterAuth, headers: Headers) {
  try {
    return await auth.api.getSession({ headers, query: { disableRefresh: true } });
  } catch (error) {
    throw isAPIError(error) ? authenticationUnavailable() : error;
  }
}

/** Error in place of better-auth's own 500, which means that it lost the database on the way. */
export const authenticationUnavailable = () =>
  new RequestError('service-unavailable', localized('sign-in-unavailable'));
