import { Conflict, RequestError, ValidationFailed } from '../../kernel/errors.ts';
import { defineRead, defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import {
  defineCredential,
  type RevokeCredentialInput,
  type RotateCredentialInput,
} from '../../platform/credential/define-credential.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { insertToken, lockToken, revokeTokenAt, type StoredToken } from './access-token.store.ts';
import { TOKEN_FORMAT } from './token-format.ts';
import { checkTokenRequest, type TokenGrant, type TokenRequest, tokenStateAt } from './token-rules.ts';

/** Scope of a signed-in owner or admin: a token can never create, extend or see tokens. */
const SCOPE: ScopeExpression = { sessionRole: ['owner', 'admin'] };

const credential = defineCredential<TokenGrant & { readonly userId: string }, StoredToken>({
  type: 'AccessToken',
  noun: 'token',
  audited: 'token',
  auditedId: 'token_id',
  mint: () => TOKEN_FORMAT.mint(),
  insert: (context, id, { userId, name, scopes, expiresAt }, { digest, prefix }) => {
    const { organizationId } = context.session;
    const { now } = context;
    return insertToken(context, { organizationId, id, userId, name, scopes, expiresAt, prefix, digest, now });
  },
  lock: lockToken,
  isRevoked: ({ revokedAt }) => revokedAt !== null,
  end: (context, id, afterSeconds) => {
    const { now } = context;
    const end =
      afterSeconds === 0 ? { revokedAt: now } : { expiresAt: new Date(now.getTime() + afterSeconds * 1_000) };
    return revokeTokenAt(context, context.session.organizationId, id, end, now);
  },
  checkRotation({ session, now }, token) {
    if (token.userId !== session.userId)
      throw new RequestError('role-forbidden', localized('token-of-another-person'), {
        required_scopes: [],
        role: session.role,
      });
    const state = tokenStateAt(token, now);
    if (state !== 'valid') throw new Conflict('invalid-transition', localized('token-not-valid', { state }));
  },
});

/** The answer to making a token: the only time that the token itself is told. */
export interface IssuedToken {
  readonly id: string;
  readonly token: string;
}

/** Makes a token that acts for the caller in this organization, with the scopes named and no more than their role. */
export const createAccessToken = defineWrite({
  name: 'createAccessToken',
  scope: SCOPE,
  effect: 'write',
  // Never with a key: remembering the response would store the token.
  retry: 'unsafe',
  errors: ['invalid'],
  async handler(context: WriteContext, request: TokenRequest): Promise<IssuedToken> {
    const { grant, problems } = checkTokenRequest(request, context.now);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const { userId } = context.session;
    if (userId === null) throw new Error('A token acts for a person; this session has none.');
    const { id, secret } = await credential.create(
      context,
      { ...grant, userId },
      { scopes: grant.scopes, expires_at: grant.expiresAt?.toISOString() ?? null },
    );
    return { id, token: secret };
  },
});

export interface TokenIdInput {
  /** `tok_…` */
  readonly id: string;
}

/** Ends a token now, in all processes within a second. Revoking a revoked one changes nothing. */
export const revokeAccessToken = defineWrite({
  name: 'revokeAccessToken',
  scope: SCOPE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  handler: (context: WriteContext, input: RevokeCredentialInput): Promise<TokenIdInput> =>
    credential.revoke(context, input),
});

/**
 * Replaces a token by a new one with the same user, name, scopes and end. The response is a secret that acts for that
 * user, so nobody else gets it, whatever their role.
 *
 * @throws RequestError `role-forbidden` for the token of another person
 */
export const rotateAccessToken = defineWrite({
  name: 'rotateAccessToken',
  scope: SCOPE,
  effect: 'write',
  retry: 'unsafe',
  errors: ['invalid', 'not-found', 'conflict'],
  async handler(context: WriteContext, input: RotateCredentialInput): Promise<IssuedToken> {
    const { id, secret } = await credential.rotate(context, input);
    return { id, token: secret };
  },
});

/** Returns the token that the caller came with, or null for a signed-in person. */
export const getMyToken = defineRead({
  name: 'getMyToken',
  scope: 'authenticated',
  errors: [],
  handler: async ({ prisma, session }: PrismaReadContext, { query }: { readonly query: object }) => {
    const { organizationId, tokenId } = session;
    if (tokenId === null) return null;
    return prisma.accessToken.findUnique({
      ...query,
      where: { organizationId_id: { organizationId, id: tokenId } },
    });
  },
});

export interface ListAccessTokensInput extends PageRequest {
  readonly query: object;
}

/** Returns the organization's tokens, revoked ones included, newest first. */
export const listAccessTokens = defineRead({
  name: 'listAccessTokens',
  scope: SCOPE,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: ListAccessTokensInput) =>
    keysetPage(
      cursors,
      prisma.accessToken,
      {
        name: 'access-tokens',
        where: { organizationId: session.organizationId },
        sort: [
          { field: 'createdAt', descending: true },
          { field: 'id', descending: true },
        ],
        query,
      },
      page,
    ),
});
