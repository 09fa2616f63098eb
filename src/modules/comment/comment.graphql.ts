import { builder } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Actor } from '../../kernel/session.ts';
import { memberLoader } from '../organization/index.ts';
import { ActorType } from '../organization/user.graphql.ts';
import { ProductRef } from '../product/graphql/product.graphql.ts';
import * as comment from './comment.operations.ts';
import { MAX_BODY_LENGTH, MAX_MENTIONS, MAX_OPEN_THREADS, MAX_REPLIES } from './comment-rules.ts';
import { getComment, listComments, READ_SCOPE } from './list-comments.ts';

const MentionType = builder.objectRef<{ readonly userId: string }>('CommentMention').implement({
  description: 'A user whom a comment mentions.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the user.', resolve: ({ userId }) => encodeId('User', userId) }),
    name: t.string({
      nullable: true,
      description: 'Current name; null for a user who is no longer a member.',
      resolve: async ({ userId }, _args, context) => (await context.load(memberLoader, userId))?.name ?? null,
    }),
  }),
});

const CommentRef = builder.prismaNode('Comment', {
  description:
    'A comment on a product or one of its cells. The first one starts a thread; others reply in it. Comments are for members: no storefront shows them.',
  authScopes: { holds: READ_SCOPE },
  extensions: {
    nodeScope: READ_SCOPE,
    view: `{ id thread product { sku } attribute channel locale author { type id name } mine body
      mentions { id name } resolved resolvedAt resolvedBy { type id name } version createdAt editedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  // A foreign or missing id answers null instead of an error.
  nullable: true,
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    product: { deletedAt: null },
  }),
  fields: (t) => ({
    thread: t.id({
      select: { threadId: true },
      description: 'Id of the comment that started the thread; its own id if this one did.',
      resolve: ({ threadId }) => encodeId('Comment', threadId),
    }),
    product: t.relation('product', { type: ProductRef, description: 'The product.' }),
    attribute: t.exposeString('attribute', {
      nullable: true,
      description: 'Code of the attribute that the thread is about; null for the product as a whole.',
    }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'Code of the channel of the cell; null if no channel was named.',
    }),
    locale: t.exposeString('locale', {
      nullable: true,
      description: 'Code of the locale of the cell; null if no locale was named.',
    }),
    author: t.field({
      type: ActorType,
      select: { author: true },
      description: 'User or token that wrote it.',
      resolve: ({ author }) => author as unknown as Actor,
    }),
    mine: t.boolean({
      select: { userId: true },
      description: 'Whether you or a token of yours wrote it, and so can change it.',
      resolve: ({ userId }, _args, { caller }) => userId !== null && userId === caller.userId,
    }),
    body: t.exposeString('body', {
      nullable: true,
      description:
        'Plain text; `@usr_…` mentions a member. Null after it was deleted while it had replies, or erased.',
    }),
    mentions: t.field({
      type: [MentionType],
      select: { mentions: { select: { userId: true }, orderBy: { userId: 'asc' } } },
      description: 'The users whom the text mentions.',
      resolve: ({ mentions }) => mentions,
    }),
    resolved: t.boolean({
      select: { thread: { select: { resolvedAt: true } } },
      description: 'Whether its thread is resolved.',
      resolve: ({ thread }) => thread.resolvedAt !== null,
    }),
    resolvedAt: t.field({
      type: 'DateTime',
      nullable: true,
      select: { thread: { select: { resolvedAt: true } } },
      description: 'When its thread was resolved; null while it is open.',
      resolve: ({ thread }) => thread.resolvedAt,
    }),
    resolvedBy: t.field({
      type: ActorType,
      nullable: true,
      select: { thread: { select: { resolvedBy: true } } },
      description: 'User or token that resolved its thread; null while it is open.',
      resolve: ({ thread }) => thread.resolvedBy as unknown as Actor | null,
    }),
    version: t.exposeInt('version', { description: 'Version number; increases by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its text last changed; null if it never did.',
    }),
  }),
});

const CommentConnection = defineConnection('Comment', CommentRef);

builder.queryField('comments', (t) =>
  t.field({
    type: CommentConnection,
    description:
      'Comments on products: the newest thread first, within a thread in the order in which they were written. With `mentionsMe`, the newest comment first.',
    args: {
      ...pageArguments,
      product: t.arg.id({ description: 'Only those on this product: SKU, id or external id.' }),
      resolved: t.arg.boolean({
        description: 'Only those in resolved threads (true) or in open ones (false).',
      }),
      mentionsMe: t.arg.boolean({ description: 'If true, only those that mention you.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listComments.scope },
    extensions: { ...operationExtensions(listComments), rest: { method: 'GET', path: '/comments' } },
    resolve: (_root, { product, ...args }, context, info) =>
      context.read(listComments, {
        ...args,
        product: product === null || product === undefined ? null : String(product),
        query: nodeQuery('Comment', context, info),
      }),
  }),
);

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the comment: `cmt_…`.' }),
}));

builder.queryField('comment', (t) =>
  t.prismaField({
    type: CommentRef,
    nullable: true,
    description: 'A comment by its id, or null.',
    args: byId,
    authScopes: { holds: getComment.scope },
    extensions: { ...operationExtensions(getComment), rest: { method: 'GET', path: '/comments/{id}' } },
    resolve: (query, _root, { id }, context) => context.read(getComment, { id: String(id), query }),
  }),
);

const CommentPayload = defineObjectPayload<comment.CommentResult>('CommentPayload', {
  type: 'Comment',
  noun: 'comment',
  words: { one: 'comment' },
  node: CommentRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.comment.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
});

const TEXT = `Plain text, 1 to ${MAX_BODY_LENGTH} characters. \`@usr_…\` (see \`mentionableUsers\`) mentions a member; up to ${MAX_MENTIONS}.`;

defineMutation(comment.createComment, {
  description:
    'Comments on a product or one of its cells, or replies in a thread. A reply to a resolved thread opens it again.',
  payload: CommentPayload,
  args: builder.args((t) => ({
    input: t.field({
      type: builder.inputType('CreateCommentInput', {
        description: 'A new comment. Set either `product` or `thread`.',
        fields: (f) => ({
          product: f.id({
            description: `SKU, id or external id of the product, to start a thread. A product has up to ${MAX_OPEN_THREADS} open ones.`,
          }),
          thread: f.id({
            description: `Id of any comment in the thread to reply in: \`cmt_…\`. A thread has up to ${MAX_REPLIES} replies.`,
          }),
          attribute: f.string({
            description: 'Code of the attribute that the thread is about; null for the product as a whole.',
          }),
          channel: f.string({
            description: 'Code of the channel of the cell; only if the attribute has a value per channel.',
          }),
          locale: f.string({
            description: 'Code of the locale of the cell; only if the attribute has a value per locale.',
          }),
          body: f.string({ required: true, description: TEXT }),
        }),
      }),
      required: true,
      description: 'The comment.',
    }),
  })),
  input: ({ input: { product, thread, ...input } }) => ({
    ...input,
    product: product === null || product === undefined ? null : String(product),
    thread: thread === null || thread === undefined ? null : String(thread),
  }),
  exposure: { rest: { method: 'POST', path: '/comments', status: 201, location: '/comments/{id}' } },
});

defineMutation(comment.updateComment, {
  description:
    'Changes the text of a comment of your own, or resolves a thread or opens it again. Omitted fields keep their value.',
  payload: CommentPayload,
  args: {
    ...byId,
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('UpdateCommentInput', {
          description: 'Changes of a comment.',
          fields: (f) => ({
            body: f.string({ description: TEXT }),
            resolved: f.boolean({
              description:
                'Whether the thread is resolved. Only of the comment that started it; everybody who may comment can set it.',
            }),
          }),
        }),
        required: true,
        description: 'The changes.',
      }),
    })),
    ...ifVersionArgument,
  },
  input: ({ id, input, ifVersion: version }) => ({ id: String(id), patch: input, ifVersion: version }),
  exposure: { rest: { method: 'PATCH', path: '/comments/{id}' } },
});

defineMutation(comment.deleteComment, {
  description:
    'Permanently deletes a comment of your own; signed-in owners and admins delete any. One that started a thread with replies keeps its place without its text.',
  payload: builder
    .objectRef<comment.CommentResult & { readonly dryRun: boolean }>('DeleteCommentPayload')
    .implement({
      description: 'The deleted comment.',
      fields: (t) => ({
        id: t.exposeID('id', { description: 'Id of the deleted comment.' }),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
      }),
    }),
  args: { ...byId, ...ifVersionArgument },
  input: ({ id, ifVersion: version }) => ({ id: String(id), ifVersion: version }),
  exposure: { rest: { method: 'DELETE', path: '/comments/{id}', status: 204 } },
});
