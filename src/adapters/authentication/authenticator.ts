import { encodeId } from '../../kernel/ids.ts';
import type { RequestOrigin, Session } from '../../kernel/session.ts';
import type { TokenDirectory, TokenPrincipal } from '../../modules/access-token/index.ts';
import { userSession } from '../../modules/organization/index.ts';
import type { Authentication } from '../../platform/authentication/authentication.ts';
import { isTrustedOrigin } from '../../platform/authentication/trusted-origins.ts';
import { newId } from '../../platform/new-id.ts';

/** Tells every API who asks. */
export interface Authenticator {
  /**
   * Returns the session behind a request: that of its Bearer token, else that of a signed-in person's cookie; null for
   * neither, which the API answers with `missingTokenError()` where a caller is needed. A cookie counts for reading (GET,
   * HEAD) from anywhere and for anything else only from our own pages.
   *
   * @throws RequestError `invalid-token`, `expired-token`, `revoked-token`
   */
  authenticate(request: Request, origin: RequestOrigin, requestId?: string): Promise<Session | null>;
}

/** Tells whose token a request brings, before any API is asked. */
export interface TokenResolver {
  /**
   * Returns the holder of the Bearer token of a request; null without one. A request's token is looked up once, however
   * many callers request it.
   *
   * @throws RequestError `invalid-token`, `expired-token`, `revoked-token`
   */
  resolveToken(request: Request): Promise<TokenPrincipal | null>;
  /**
   * Returns true if reading the token of a request queries the database for a token that this process has never found.
   */
  isUnknownToken(request: Request): boolean;
}

export function createAuthenticator(dependencies: {
  readonly tokens: TokenDirectory;
  readonly authentication: Authentication;
}): Authenticator & TokenResolver {
  const { tokens, authentication } = dependencies;
  const read = new WeakMap<Request, Promise<TokenPrincipal>>();
  const resolveToken = async (request: Request): Promise<TokenPrincipal | null> => {
    const cachedToken = read.get(request);
    if (cachedToken !== undefined) return cachedToken;
    const token = bearerToken(request.headers);
    if (token === null) return null;
    const holder = tokens.find(token);
    read.set(request, holder);
    return holder;
  };
  return {
    resolveToken,
    isUnknownToken(request) {
      const token = bearerToken(request.headers);
      return token !== null && !tokens.isKnown(token);
    },
    async authenticate(request, origin, requestId = newId()) {
      const holder = await resolveToken(request);
      // A second read in the same request, as by a stream that runs for hours, must see the present state.
      read.delete(request);
      if (holder !== null) return tokenSession(holder, { door: origin, requestId });
      const harmless = request.method === 'GET' || request.method === 'HEAD';
      if (!harmless && !isTrustedOrigin(request.headers, authentication.trustedOrigins)) return null;
      const signIn = await authentication.findSignIn(request.headers);
      return signIn === null ? null : userSession(signIn, { door: origin, requestId });
    },
  };
}

/**
 * Returns the token after `Authorization: Bearer` (RFC 6750, 2.1; the scheme in any case), or null for another scheme.
 */
function bearerToken(headers: Headers): string | null {
  const match = /^bearer(?:\s+(.*))?$/i.exec(headers.get('authorization')?.trim() ?? '');
  return match === null ? null : (match[1] ?? '').trim();
}

function tokenSession(
  holder: TokenPrincipal,
  { door: origin, requestId }: { readonly door: RequestOrigin; readonly requestId: string },
): Session {
  const { tokenId, name, organizationId, userId, role, scopes } = holder;
  return {
    organizationId,
    actor: { type: 'token', id: encodeId('AccessToken', tokenId), name },
    role,
    credential: 'token',
    scopes,
    userId,
    tokenId,
    door: origin,
    requestId,
    jobId: null,
  };
}
