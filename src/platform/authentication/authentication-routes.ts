import { z } from 'zod';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import {
  authenticationUnavailable,
  type BetterAuth,
  CLIENT_ADDRESS_HEADER,
  REQUEST_ID_HEADER,
  readSession,
} from './better-auth.ts';
import { findMemberships } from './memberships.ts';
import type { AuditSignIn } from './sign-in-audit.ts';
import { ACCOUNT_RULE, accountKey, IP_ADDRESS_RULE, type SignInThrottle } from './sign-in-throttle.ts';

/** Metadata of a request that only the API has. */
export interface RequestMetadata {
  /** IP address of the client, proxies taken into account. */
  readonly address: string;
  readonly requestId: string;
}

type Route = (request: Request, metadata: RequestMetadata) => Promise<Response>;

interface RouteDependencies {
  readonly auth: BetterAuth;
  readonly database: Transaction;
  readonly throttle: SignInThrottle;
  readonly audit: AuditSignIn;
  readonly baseUrl: string;
}

const SIGN_IN = z.strictObject({
  email: z.string().max(320),
  password: z.string().max(1_024),
  rememberMe: z.boolean().default(true),
});
const CHANGE_PASSWORD = z.strictObject({
  currentPassword: z.string().max(1_024),
  newPassword: z.string().max(1_024),
});
const SET_ACTIVE = z.strictObject({
  organizationId: z.string().transform((id, context) => {
    const uuid = decodeIdOf('Organization', id);
    if (uuid === null) context.addIssue({ code: 'custom', message: 'Not the id of an organization: org_…' });
    return uuid ?? z.NEVER;
  }),
});

/**
 * Creates the open routes below `/auth`, a short list on purpose: better-auth has many more, which would change
 * members and organizations without audit and without our rules. Bodies are JSON, checked here, and passed on
 * rebuilt. Responses carry public ids and never the session's own token: that stays in the cookie, out of reach of
 * scripts.
 */
export function createAuthenticationRoutes(dependencies: RouteDependencies): Route {
  const routes: Readonly<Record<string, Route>> = {
    'POST /auth/sign-in/email': signIn(dependencies),
    'POST /auth/sign-out': signOut(dependencies),
    'POST /auth/change-password': changePassword(dependencies),
    'POST /auth/organization/set-active': setActive(dependencies),
    'GET /auth/organization/list': listOrganizations(dependencies),
    'GET /auth/get-session': getSession(dependencies),
  };
  return async (request, metadata) => {
    const route = routes[`${request.method} ${new URL(request.url).pathname}`];
    return route === undefined
      ? respond(404, 'NOT_FOUND', 'There is nothing here.')
      : route(request, metadata);
  };
}

function signIn(dependencies: RouteDependencies): Route {
  const { auth, throttle, audit } = dependencies;
  return async (request, metadata) => {
    // The attempt counts before the body is read: reading costs as well.
    const byAddress = await throttle.consume(`address|${metadata.address}`, IP_ADDRESS_RULE);
    if (byAddress.retryAfterSeconds !== null) return tooMany(byAddress.retryAfterSeconds);
    const body = await readBody(request, SIGN_IN);
    if (body === null) return respond(422, 'INVALID_BODY', 'Send JSON with email, password and rememberMe.');
    const account = accountKey(body.email);
    const byAccount = await throttle.consume(account, ACCOUNT_RULE);
    if (byAccount.retryAfterSeconds !== null) return tooMany(byAccount.retryAfterSeconds);

    const replaced = await currentSession(dependencies, request);
    const response = await forward(dependencies, request, metadata, body);
    if (response.status === 401) await audit('session.sign_in_failed', { email: body.email }, metadata);
    if (!response.ok) return response;
    await throttle.reset(account);
    // The session that this browser had before ends, so that its old cookie is worth nothing.
    if (replaced !== null) await (await auth.$context).internalAdapter.deleteSession(replaced.session.token);
    return present(response, ({ user }: { user: Person }) => ({ user: publicPerson(user) }));
  };
}

function signOut(dependencies: RouteDependencies): Route {
  return async (request, metadata) => {
    const current = await currentSession(dependencies, request);
    const response = await forward(dependencies, request, metadata, {});
    if (response.ok && current !== null) {
      await dependencies.audit('session.signed_out', { userId: current.user.id }, metadata);
    }
    return response;
  };
}

function changePassword(dependencies: RouteDependencies): Route {
  const { throttle, audit } = dependencies;
  return async (request, metadata) => {
    const current = await currentSession(dependencies, request);
    if (current === null) return respond(401, 'UNAUTHORIZED', 'Sign in first.');
    const { retryAfterSeconds } = await throttle.consume(accountKey(current.user.email), ACCOUNT_RULE);
    if (retryAfterSeconds !== null) return tooMany(retryAfterSeconds);
    const body = await readBody(request, CHANGE_PASSWORD);
    if (body === null) return respond(422, 'INVALID_BODY', 'Send JSON with currentPassword and newPassword.');
    // All sessions end and this browser gets a new one: a thief of a cookie is out.
    const response = await forward(dependencies, request, metadata, { ...body, revokeOtherSessions: true });
    if (!response.ok) return response;
    await audit('password.changed', { userId: current.user.id }, metadata);
    return present(response, ({ user }: { user: Person }) => ({ user: publicPerson(user) }));
  };
}

function setActive(dependencies: RouteDependencies): Route {
  return async (request, metadata) => {
    const body = await readBody(request, SET_ACTIVE);
    if (body === null) return respond(422, 'INVALID_BODY', 'Send JSON with organizationId: org_…');
    const response = await forward(dependencies, request, metadata, body);
    return response.ok ? present(response, publicOrganization) : response;
  };
}

function listOrganizations(dependencies: RouteDependencies): Route {
  const { database } = dependencies;
  return async (request) => {
    const current = await currentSession(dependencies, request);
    if (current === null) return respond(401, 'UNAUTHORIZED', 'Sign in first.');
    const memberships = await findMemberships(database, current.user.id);
    const organizations = memberships.map(({ organizationId, organizationName, role }) => ({
      ...publicOrganization({ id: organizationId, name: organizationName }),
      role,
    }));
    return Response.json({ organizations }, { headers: NO_STORE });
  };
}

/** Returns the session, and prolongs it once a day at most. */
function getSession(dependencies: RouteDependencies): Route {
  return async (request, metadata) => {
    const response = await forward(dependencies, request, metadata);
    if (!response.ok) return response;
    type Body = { user: Person; session: { activeOrganizationId: string | null; expiresAt: string } } | null;
    return present(response, (body: Body) => {
      if (body === null) return null;
      const { activeOrganizationId, expiresAt } = body.session;
      const organizationId =
        activeOrganizationId === null ? null : encodeId('Organization', activeOrganizationId);
      return { user: publicPerson(body.user), organizationId, expiresAt };
    });
  };
}

const currentSession = ({ auth }: RouteDependencies, { headers }: Request) => readSession(auth, headers);

/** Headers of a request that better-auth needs; all others, forwarding headers above all, are not passed on. */
const FORWARDED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];

async function forward(
  { auth, baseUrl }: RouteDependencies,
  request: Request,
  metadata: RequestMetadata,
  body?: object,
): Promise<Response> {
  const headers = new Headers({
    [CLIENT_ADDRESS_HEADER]: metadata.address,
    [REQUEST_ID_HEADER]: metadata.requestId,
  });
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body !== undefined) headers.set('content-type', 'application/json');
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const url = new URL(new URL(request.url).pathname, baseUrl);
  const response = await auth.handler(new Request(url, { method: request.method, headers, ...content }));
  if (response.status >= 500) throw authenticationUnavailable();
  return response;
}

async function readBody<Body>(request: Request, shape: z.ZodType<Body>): Promise<Body | null> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json')) return null;
  const parsed = shape.safeParse(await request.json().catch(() => null));
  return parsed.success ? parsed.data : null;
}

/** Returns the same response, cookies included, with another body. */
async function present<Body>(response: Response, map: (body: Body) => JsonValue): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('cache-control', 'no-store');
  return Response.json(map((await response.json()) as Body), { status: response.status, headers });
}

type Person = { readonly id: string; readonly name: string; readonly email: string };
const publicPerson = ({ id, name, email }: Person) => ({ id: encodeId('User', id), name, email });
const publicOrganization = ({ id, name }: { id: string; name: string }) => ({
  id: encodeId('Organization', id),
  name,
});

const NO_STORE = { 'cache-control': 'no-store' };
const respond = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers: { ...NO_STORE, ...headers } });
const tooMany = (seconds: number) =>
  respond(429, 'TOO_MANY_REQUESTS', `Too many attempts. Try again in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });
