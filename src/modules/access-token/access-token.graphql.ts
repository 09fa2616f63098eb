import { builder } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { MAX_OVERLAP_SECONDS } from '../../platform/credential/define-credential.ts';
import { getOrganization, memberLoader } from '../organization/index.ts';
import { OrganizationRef } from '../organization/organization.graphql.ts';
import { RoleType, UserType } from '../organization/user.graphql.ts';
import * as accessToken from './access-token.operations.ts';

const AccessTokenRef = builder.prismaNode('AccessToken', {
  description: 'A credential for programs. It acts for one user in one organization, within its scopes.',
  // Lists and `node` are for owners and admins; a token may read itself, as `me.token`.
  authScopes: { holds: 'authenticated' },
  extensions: {
    nodeScope: accessToken.listAccessTokens.scope,
    view: `{ id name scopes prefix user { id name email } expiresAt lastUsedAt revokedAt version createdAt
      updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  // A foreign or missing id answers null instead of an error.
  nullable: true,
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the program that uses the token.' }),
    scopes: t.exposeStringList('scopes', {
      description: 'Scopes of the token. The role of its user limits them.',
    }),
    prefix: t.string({
      select: { prefix: true },
      description: 'First characters of the token, for identification: `pim_AbC1…`.',
      resolve: ({ prefix }) => `${prefix}…`,
    }),
    user: t.field({
      type: UserType,
      nullable: true,
      select: { userId: true },
      description:
        'The user the token acts for; null when the user has left the organization, which revokes the token.',
      resolve: ({ userId }, _args, context) => context.load(memberLoader, userId),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the token expires.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked.',
    }),
    version: t.exposeInt('version', { description: 'Version number; increases by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const MeType = builder.objectRef<Session>('Me').implement({
  description: 'The authenticated caller.',
  extensions: {
    view: `{ user { id name email } token { id name prefix scopes expiresAt lastUsedAt }
      organization { id name defaultChannel defaultLocale } role scopes }`,
  } satisfies TypeExtensions,
  authScopes: { holds: 'authenticated' },
  fields: (t) => ({
    user: t.field({
      type: UserType,
      nullable: true,
      description: 'User of the request.',
      resolve: ({ userId }, _args, context) => (userId === null ? null : context.load(memberLoader, userId)),
    }),
    token: t.prismaField({
      type: AccessTokenRef,
      nullable: true,
      description: 'Access token of the request; null for a signed-in user.',
      resolve: (query, _session, _args, context) => context.read(accessToken.getMyToken, { query }),
    }),
    organization: t.prismaField({
      type: OrganizationRef,
      description: 'Organization of the caller.',
      resolve: (query, _session, _args, context) => context.read(getOrganization, { query }),
    }),
    role: t.field({ type: RoleType, description: 'Your role in it.', resolve: ({ role }) => role }),
    scopes: t.stringList({
      description: 'Scopes of the caller. The role limits them.',
      resolve: ({ scopes }) => SCOPES.filter((scope) => scopes.has(scope)),
    }),
  }),
});

const AccessTokenConnection = defineConnection('AccessToken', AccessTokenRef);

builder.queryFields((t) => ({
  me: t.field({
    type: MeType,
    description: 'The authenticated caller: user, token, organization, role and scopes.',
    authScopes: { holds: accessToken.getMyToken.scope },
    extensions: {
      ...operationExtensions(accessToken.getMyToken),
      rest: { method: 'GET', path: '/me', name: 'getMe' },
    },
    resolve: (_root, _args, context) => context.caller,
  }),
  accessTokens: t.field({
    type: AccessTokenConnection,
    description: 'The tokens of the organization, newest first. For signed-in owners and admins.',
    args: pageArguments,
    complexity: pageComplexity,
    authScopes: { holds: accessToken.listAccessTokens.scope },
    extensions: {
      ...operationExtensions(accessToken.listAccessTokens),
      rest: { method: 'GET', path: '/tokens' },
    },
    resolve: (_root, args, context, info) =>
      context.read(accessToken.listAccessTokens, { ...args, query: nodeQuery('AccessToken', context, info) }),
  }),
}));

type Issued = accessToken.IssuedToken & { readonly dryRun: boolean };

const findToken = (query: object, id: string, { prisma, caller: { organizationId } }: RequestContext) =>
  prisma.accessToken.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } });

const IssuedPayload = builder.objectRef<Issued>('IssuedAccessTokenPayload').implement({
  description: 'A new token. Store `token` now: it is never returned again.',
  extensions: { answers: 'accessToken' } satisfies TypeExtensions,
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The secret token. Returned only once.' }),
    accessToken: t.prismaField({
      type: AccessTokenRef,
      description: 'The access token without its secret.',
      resolve: (query, { id }, _args, context) =>
        findToken(query, decodeIdOf('AccessToken', id) ?? '', context),
    }),
  }),
});

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the token: `tok_…`.' }),
}));

defineMutation(accessToken.createAccessToken, {
  description:
    'Creates a token that acts for you in this organization. For signed-in owners and admins; does not accept an idempotency key.',
  payload: IssuedPayload,
  dryRun: false,
  args: builder.args((t) => ({
    input: t.field({
      type: builder.inputType('CreateAccessTokenInput', {
        description: 'A new token.',
        fields: (f) => ({
          name: f.string({
            required: true,
            description: 'Name of the program that will use the token, 1 to 100 characters.',
          }),
          scopes: f.stringList({
            required: true,
            description: `Scopes of the token, one or more of: ${SCOPES.join(', ')}.`,
          }),
          expiresAt: f.field({
            type: 'DateTime',
            description: 'Time at which the token expires; null for a token that does not expire.',
          }),
        }),
      }),
      required: true,
      description: 'The token.',
    }),
  })),
  input: ({ input: { name, scopes, expiresAt } }) => ({
    name,
    scopes,
    expiresAt: expiresAt === null || expiresAt === undefined ? null : String(expiresAt),
  }),
  exposure: { rest: { method: 'POST', path: '/tokens', status: 201 } },
});

defineMutation(accessToken.rotateAccessToken, {
  description:
    'Replaces one of your own tokens with a new one that has the same name, scopes and expiry. For signed-in owners and admins; tokens of other users can only be revoked. Does not accept an idempotency key.',
  payload: IssuedPayload,
  dryRun: false,
  args: {
    ...byId,
    ...builder.args((t) => ({
      overlapSeconds: t.int({
        required: true,
        defaultValue: 0,
        description: `Seconds for which the old token still works: 0 to ${MAX_OVERLAP_SECONDS}.`,
      }),
    })),
  },
  input: ({ id, overlapSeconds }) => ({ id: String(id), overlapSeconds }),
  exposure: { rest: { method: 'POST', path: '/tokens/{id}/rotate', status: 201 } },
});

defineMutation(accessToken.revokeAccessToken, {
  description:
    'Revokes a token. It stops working within one second on all servers. Revoking a revoked token has no effect. For signed-in owners and admins.',
  payload: defineObjectPayload<accessToken.TokenIdInput>('RevokeAccessTokenPayload', {
    type: 'AccessToken',
    noun: 'accessToken',
    words: { one: 'token' },
    node: AccessTokenRef,
    find: findToken,
  }),
  args: { ...byId, ...ifVersionArgument },
  input: ({ id, ifVersion }) => ({ id: String(id), ifVersion }),
  exposure: { rest: { method: 'DELETE', path: '/tokens/{id}', status: 204 } },
});
