import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { defineRead, defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Conflict, Fault, NotFound, ValidationFailed, VersionMismatch } from '../../kernel/refusal.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { type AuditKind, recordAudit } from '../../platform/audit/record-audit.ts';
import { newId } from '../../platform/new-id.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { endToken, insertToken, lockToken, type StoredToken } from './access-token.store.ts';
import { TOKEN_FORMAT } from './token-format.ts';
import {
  checkTokenRequest,
  overlapProblems,
  type TokenGrant,
  type TokenRequest,
  tokenStateAt,
} from './token-rules.ts';

/** Scope of a signed-in owner or admin: a token can never create, extend or see tokens. */
const SCOPE: ScopeExpression = { sessionRole: ['owner', 'admin'] };

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
  // Never with a key: remembering the answer would store the token.
  retry: 'unsafe',
  errors: ['invalid'],
  async handler(context: WriteContext, request: TokenRequest): Promise<IssuedToken> {
    const { grant, problems } = checkTokenRequest(request, context.now);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const { userId } = context.session;
    if (userId === null) throw new Error('A token acts for a person; this session has none.');
    const issued = await issue(context, grant, userId);
    await audit(context, 'token.created', issued.id, grant, {
      scopes: grant.scopes,
      expires_at: grant.expiresAt?.toISOString() ?? null,
    });
    return issued;
  },
});

export interface TokenChoice {
  /** `tok_…` */
  readonly id: string;
}

export interface RevokeAccessTokenInput extends TokenChoice {
  readonly ifVersion?: number | null | undefined;
}

/** Ends a token now, in all processes within a second. Revoking a revoked one changes nothing. */
export const revokeAccessToken = defineWrite({
  name: 'revokeAccessToken',
  scope: SCOPE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  async handler(context: WriteContext, { id, ifVersion }: RevokeAccessTokenInput): Promise<TokenChoice> {
    const token = await requireToken(context, id);
    // Nothing that a revocation writes can have been written by somebody else.
    if (ifVersion !== undefined && ifVersion !== null && ifVersion !== token.version)
      throw new VersionMismatch(ifVersion, token.version, []);
    if (token.revokedAt === null) {
      await endToken(
        context,
        context.session.organizationId,
        token.id,
        { revokedAt: context.now },
        context.now,
      );
      await audit(context, 'token.revoked', id, token, {});
    }
    return { id };
  },
});

export interface RotateAccessTokenInput extends TokenChoice {
  /** Seconds for which the old token still works: 0 to 86,400; 0 by default. */
  readonly overlapSeconds?: number | null | undefined;
}

/**
 * Replaces a token by a new one with the same user, name, scopes and end. The answer is a secret that acts for that user,
 * so nobody else gets it, whatever their role.
 *
 * @throws Fault `role-forbidden` for the token of another person
 */
export const rotateAccessToken = defineWrite({
  name: 'rotateAccessToken',
  scope: SCOPE,
  effect: 'write',
  retry: 'unsafe',
  errors: ['invalid', 'not-found', 'conflict'],
  async handler(context: WriteContext, input: RotateAccessTokenInput): Promise<IssuedToken> {
    const overlapSeconds = input.overlapSeconds ?? 0;
    const problems = overlapProblems(overlapSeconds);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const token = await requireToken(context, input.id);
    if (token.userId !== context.session.userId)
      throw new Fault('role-forbidden', localized('token-of-another-person'), {
        required_scopes: [],
        role: context.session.role,
      });
    const state = tokenStateAt(token, context.now);
    if (state !== 'valid')
      throw new Conflict('invalid-transition', `The token is ${state}; make a new one instead.`);
    const issued = await issue(context, token, token.userId);
    const end =
      overlapSeconds === 0
        ? { revokedAt: context.now }
        : { expiresAt: new Date(context.now.getTime() + overlapSeconds * 1_000) };
    await endToken(context, context.session.organizationId, token.id, end, context.now);
    await audit(context, 'token.rotated', input.id, token, {
      successor_id: issued.id,
      overlap_seconds: overlapSeconds,
    });
    return issued;
  },
});

/** The token that the caller came with, or null for a signed-in person. */
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

export interface AccessTokenListInput extends PageRequest {
  readonly query: object;
}

/** The organization's tokens, revoked ones included, newest first. */
export const listAccessTokens = defineRead({
  name: 'listAccessTokens',
  scope: SCOPE,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: AccessTokenListInput) =>
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

async function issue(context: WriteContext, grant: TokenGrant, userId: string): Promise<IssuedToken> {
  const { token, digest, prefix } = TOKEN_FORMAT.mint();
  const id = newId();
  const { organizationId } = context.session;
  const { name, scopes, expiresAt } = grant;
  await insertToken(context, {
    organizationId,
    id,
    userId,
    name,
    scopes,
    expiresAt,
    prefix,
    digest,
    now: context.now,
  });
  return { id: encodeId('AccessToken', id), token };
}

async function requireToken(context: WriteContext, id: string): Promise<StoredToken> {
  const uuid = decodeIdOf('AccessToken', id);
  const found = uuid === null ? null : await lockToken(context, context.session.organizationId, uuid);
  if (found === null) throw NotFound.of('token', id);
  return found;
}

function audit(
  context: WriteContext,
  kind: AuditKind,
  tokenId: string,
  token: { readonly name: string },
  data: JsonObject,
): Promise<void> {
  const { organizationId, actor, requestId } = context.session;
  const details = { token_id: tokenId, name: token.name, ...data };
  return recordAudit(context, { organizationId, kind, at: context.now, actor, data: details, requestId });
}
