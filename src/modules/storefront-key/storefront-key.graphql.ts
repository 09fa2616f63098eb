import { builder } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { MAX_OVERLAP_SECONDS } from '../../platform/credential/define-credential.ts';
import * as storefrontKey from './storefront-key.operations.ts';
import { MAX_REQUESTS_PER_MINUTE, type StorefrontKeyKind } from './storefront-key-rules.ts';

const KindType = builder.enumType('StorefrontKeyKind', {
  description: 'Kind of a storefront key.',
  values: {
    PUBLISHABLE: {
      value: 'publishable',
      description: 'For browsers: not a secret, part of URLs. Reads what is live and exposed.',
    },
    SECRET: {
      value: 'secret',
      description: 'For servers: can also read in preview, with a limit of its own.',
    },
  } as const,
});

const StorefrontKeyRef = builder.prismaNode('StorefrontKey', {
  description:
    'A credential of a storefront for the Shop API. It belongs to the organization and does not work in other APIs.',
  authScopes: { holds: storefrontKey.listStorefrontKeys.scope },
  extensions: {
    nodeScope: storefrontKey.listStorefrontKeys.scope,
    view: `{ id storefront name kind key prefix requestsPerMinute lastUsedAt revokedAt version createdAt
      updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  // A foreign or missing id answers null instead of an error.
  nullable: true,
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    storefront: t.string({
      select: { storefront: { select: { code: true } } },
      description: 'Code of the storefront whose data it reads.',
      resolve: ({ storefront }) => storefront.code,
    }),
    name: t.exposeString('name', { description: 'Name of the program that uses the key.' }),
    kind: t.field({
      type: KindType,
      select: { kind: true },
      description: 'Kind.',
      resolve: ({ kind }) => kind as StorefrontKeyKind,
    }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'The publishable key; null for a secret key, which is never shown again.',
    }),
    prefix: t.string({
      select: { prefix: true },
      description: 'First characters of the key, for identification: `sk_AbC1…`.',
      resolve: ({ prefix }) => `${prefix}…`,
    }),
    requestsPerMinute: t.exposeInt('requestsPerMinute', {
      nullable: true,
      description: 'Requests per minute and address; null for the limit of the server.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; in the future for a rotated key that still works.',
    }),
    version: t.exposeInt('version', { description: 'Version number; increases by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const StorefrontKeyConnection = defineConnection('StorefrontKey', StorefrontKeyRef);

builder.queryField('storefrontKeys', (t) =>
  t.field({
    type: StorefrontKeyConnection,
    description: 'The keys of storefronts, newest first. For signed-in owners and admins.',
    args: {
      ...pageArguments,
      storefront: t.arg.string({ description: 'Code of a storefront: only its keys.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: storefrontKey.listStorefrontKeys.scope },
    extensions: {
      ...operationExtensions(storefrontKey.listStorefrontKeys),
      rest: { method: 'GET', path: '/storefront-keys' },
    },
    resolve: (_root, args, context, info) =>
      context.read(storefrontKey.listStorefrontKeys, {
        ...args,
        query: nodeQuery('StorefrontKey', context, info),
      }),
  }),
);

const findKey = (query: object, id: string, { prisma, caller: { organizationId } }: RequestContext) =>
  prisma.storefrontKey.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } });

const IssuedPayload = builder
  .objectRef<storefrontKey.IssuedKey & { readonly dryRun: boolean }>('IssuedStorefrontKeyPayload')
  .implement({
    description: 'A new key. Store a secret key now: it is never returned again.',
    extensions: { answers: 'storefrontKey' } satisfies TypeExtensions,
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key. A secret key is returned only once.' }),
      storefrontKey: t.prismaField({
        type: StorefrontKeyRef,
        description: 'The stored key.',
        resolve: (query, { id }, _args, context) =>
          findKey(query, decodeIdOf('StorefrontKey', id) ?? '', context),
      }),
    }),
  });

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the key: `sfk_…`.' }),
}));

defineMutation(storefrontKey.createStorefrontKey, {
  description:
    'Creates a key of a storefront. It keeps working when you leave the organization. For signed-in owners and admins; does not accept an idempotency key.',
  payload: IssuedPayload,
  dryRun: false,
  args: builder.args((t) => ({
    input: t.field({
      type: builder.inputType('CreateStorefrontKeyInput', {
        description: 'A new key.',
        fields: (f) => ({
          storefront: f.string({ required: true, description: 'Code of the storefront.' }),
          name: f.string({
            required: true,
            description: 'Name of the program that will use the key, 1 to 100 characters.',
          }),
          kind: f.field({ type: KindType, required: true, description: 'Kind.' }),
          requestsPerMinute: f.int({
            description: `Requests per minute and address, 1 to ${MAX_REQUESTS_PER_MINUTE}; null for the limit of the server.`,
          }),
        }),
      }),
      required: true,
      description: 'The key.',
    }),
  })),
  input: ({ input }) => input,
  exposure: { rest: { method: 'POST', path: '/storefront-keys', status: 201 } },
});

defineMutation(storefrontKey.rotateStorefrontKey, {
  description:
    'Replaces a key with a new one of the same storefront, name, kind and limit. For signed-in owners and admins; does not accept an idempotency key.',
  payload: IssuedPayload,
  dryRun: false,
  args: {
    ...byId,
    ...builder.args((t) => ({
      overlapSeconds: t.int({
        required: true,
        defaultValue: 0,
        description: `Seconds for which the old key still works: 0 to ${MAX_OVERLAP_SECONDS}.`,
      }),
    })),
  },
  input: ({ id, overlapSeconds }) => ({ id: String(id), overlapSeconds }),
  exposure: { rest: { method: 'POST', path: '/storefront-keys/{id}/rotate', status: 201 } },
});

defineMutation(storefrontKey.revokeStorefrontKey, {
  description:
    'Revokes a key. It stops working within one second on all servers. Revoking a revoked key has no effect. For signed-in owners and admins.',
  payload: defineObjectPayload<storefrontKey.StorefrontKeyIdInput>('RevokeStorefrontKeyPayload', {
    type: 'StorefrontKey',
    noun: 'storefrontKey',
    words: { one: 'key' },
    node: StorefrontKeyRef,
    find: findKey,
  }),
  args: { ...byId, ...ifVersionArgument },
  input: ({ id, ifVersion }) => ({ id: String(id), ifVersion }),
  exposure: { rest: { method: 'DELETE', path: '/storefront-keys/{id}', status: 204 } },
});
