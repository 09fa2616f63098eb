import { RequestError } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { type Grants, hasScope, SCOPES, type Scope } from '../../kernel/scopes.ts';
import type { Principal, Session } from '../../kernel/session.ts';
import { findMemberRole, findPrincipalToken } from './principal.store.ts';

/** Returns the principal whose rights a session uses, for work that outlives it. */
export function requirePrincipal(session: Session): Principal {
  const { actor, credential, userId, tokenId, scopes, principal } = session;
  const { name } = actor;
  if (principal !== undefined) return principal;
  if (credential === 'system') return { type: 'operator', id: 'system', name, scopes: null };
  if (tokenId !== null)
    return {
      type: 'token',
      id: encodeId('AccessToken', tokenId),
      name,
      scopes: SCOPES.filter((scope) => scopes.has(scope)),
    };
  if (userId === null) throw new Error('A session without a user and a token has no principal.');
  return { type: 'user', id: encodeId('User', userId), name, scopes: null };
}

/** Present rights of a principal, in the form of a session. */
export interface PrincipalGrants extends Grants, Pick<Session, 'userId' | 'tokenId'> {}

/** Grants of nobody. */
export const NO_GRANTS: PrincipalGrants = {
  role: 'viewer',
  credential: 'token',
  scopes: new Set(),
  userId: null,
  tokenId: null,
};

export interface RequiredRights {
  readonly principal: Principal | null;
  /** All of them. */
  readonly scopes: readonly Scope[];
}

/** Returns the same, to be read by a worker. */
export const readPrincipalGrants = defineRead({
  name: 'readPrincipalGrants',
  scope: 'import-export:write',
  errors: [],
  handler: requireGrants,
});

/**
 * Reads what a principal may do now: the scopes that it had and has, cut by its present role.
 *
 * @throws RequestError `principal-lost` when it is gone, or lacks one of the scopes that are needed
 */
export async function requireGrants(context: ReadContext, needed: RequiredRights): Promise<PrincipalGrants> {
  const { principal, scopes } = needed;
  const grants = await grantsOf(context, needed);
  const lacking = scopes.find((scope) => !hasScope(grants, scope));
  if (lacking === undefined) return grants;
  const name = String(principal?.name);
  const message = grants.scopes.has(lacking)
    ? localized('role-without-scope', { role: grants.role, name, scope: lacking })
    : localized('token-without-scope', { name, scope: lacking });
  throw lost(message, scopes);
}

/** Creates the fault for a job without a principal whose rights it could use. */
const lost = (reason: Message, scopes: readonly Scope[]): RequestError =>
  new RequestError('principal-lost', reason, { required_scopes: scopes });

const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);

async function grantsOf(
  context: ReadContext,
  { principal, scopes }: RequiredRights,
): Promise<PrincipalGrants> {
  if (principal === null) throw lost(localized('principal-unknown'), scopes);
  const { type, id, name } = principal;
  if (type === 'operator')
    return { role: 'owner', credential: 'system', scopes: ALL_SCOPES, userId: null, tokenId: null };
  if (type === 'user') {
    const userId = decodeIdOf('User', id);
    const role = userId === null ? null : await findMemberRole(context, userId);
    if (role === null) throw lost(localized('member-gone', { name }), scopes);
    return { role, credential: 'session', scopes: ALL_SCOPES, userId, tokenId: null };
  }
  const tokenId = decodeIdOf('AccessToken', id);
  const token =
    tokenId === null ? null : await findPrincipalToken(context, context.session.organizationId, tokenId);
  if (token === null || token.revokedAt !== null || token.role === null)
    throw lost(localized('token-gone', { name }), scopes);
  const { role, userId, expiresAt } = token;
  if (expiresAt !== null && new Date(expiresAt) <= context.now)
    throw lost(localized('named-token-expired', { name, time: new Date(expiresAt).toISOString() }), scopes);
  const grantedScopes = token.scopes.filter((scope) => principal.scopes?.includes(scope) ?? true);
  return { role, credential: 'token', scopes: new Set(grantedScopes), userId, tokenId };
}
