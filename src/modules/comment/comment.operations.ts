import { NotFound, ValidationFailed, VersionMismatch } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { ROLES, type ScopeExpression } from '../../kernel/scopes.ts';
import { newId } from '../../platform/new-id.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { findMembersByUser } from '../organization/index.ts';
import { findProducts, findReferred, productNotFoundError } from '../product/index.ts';
import { readStructure } from '../structure/index.ts';
import {
  countOpenThreads,
  findMentionedUserIds,
  insertReply,
  insertThread,
  lockComment,
  removeComment,
  setMentions,
  updateBody,
  updateResolved,
} from './comment.store.ts';
import type { Comment } from './comment.ts';
import { checkBody, MAX_OPEN_THREADS, MAX_REPLIES, mentionedUserIds, resolveCell } from './comment-rules.ts';

/** Everybody who signs in may comment on what they may read; a token that may only read does not. */
export const COMMENT_SCOPE: ScopeExpression = {
  anyOf: ['products:write', { allOf: ['products:read', { sessionRole: ROLES }] }],
};
/** Roles that may delete the comments of others. */
const MODERATE: ScopeExpression = { sessionRole: ['owner', 'admin'] };

type Maybe<Value> = Value | null | undefined;

export interface CreateCommentInput {
  /** SKU, id or external id. */
  readonly product?: Maybe<string>;
  /** `cmt_…` of any comment in a thread. */
  readonly thread?: Maybe<string>;
  readonly attribute?: Maybe<string>;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  readonly body: string;
}

/** Result of a write. */
export interface CommentResult {
  /** `cmt_…` */
  readonly id: string;
}

export interface CommentIdInput {
  readonly id: string;
  readonly ifVersion?: Maybe<number>;
}

export interface CommentPatch {
  readonly body?: Maybe<string>;
  readonly resolved?: Maybe<boolean>;
}

/** Starts a thread on a product or one of its cells, or replies in one. A reply opens its thread again. */
export const createComment = defineWrite({
  name: 'createComment',
  scope: COMMENT_SCOPE,
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(context: WriteContext, input: CreateCommentInput): Promise<CommentResult> {
    const id = newId();
    const body = input.body.trim();
    const mentioned = mentionedUserIds(body);
    const problems = [...checkBody(body), ...(await strangers(context, mentioned))];
    if (typeof input.thread === 'string') await reply(context, { ...input, id, body }, problems);
    else await startThread(context, { ...input, id, body }, problems);
    await setMentions(context, id, mentioned);
    return { id: encodeId('Comment', id) };
  },
});

/** Changes one's own text, or resolves a thread or opens it again. */
export const updateComment = defineWrite({
  name: 'updateComment',
  scope: COMMENT_SCOPE,
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { id, ifVersion, patch }: CommentIdInput & { readonly patch: CommentPatch },
  ): Promise<CommentResult> {
    const comment = await requireComment(context, { id, ifVersion });
    const problems: FieldProblem[] = [];
    const body = patch.body === undefined ? comment.body : (patch.body ?? '').trim();
    const resolved = patch.resolved ?? comment.resolved;
    if (body !== comment.body && body !== null) problems.push(...(await checkEdit(context, comment, body)));
    if (resolved !== comment.resolved) problems.push(...(await checkResolved(context, comment, resolved)));
    if (problems.length > 0) throw ValidationFailed.of(problems);
    if (body !== comment.body && body !== null) {
      await updateBody(context, comment.id, body);
      await setMentions(context, comment.id, mentionedUserIds(body));
    }
    if (resolved !== comment.resolved) await updateResolved(context, comment.id, resolved);
    return { id };
  },
});

/**
 * Deletes a comment: one's own, or as an owner or admin any. The first one of a thread with replies keeps its position.
 */
export const deleteComment = defineWrite({
  name: 'deleteComment',
  scope: COMMENT_SCOPE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  async handler(context: WriteContext, choice: CommentIdInput): Promise<CommentResult> {
    const comment = await requireComment(context, choice);
    const { organizationId } = context.session;
    if (!isOwn(context, comment)) authorize(context.session, MODERATE, 'Deleting a comment of somebody else');
    const isStart = comment.id === comment.threadId;
    if (isStart && comment.replies > 0) {
      if (comment.body !== null) await updateBody(context, comment.id, null);
      await setMentions(context, comment.id, []);
    } else {
      // A deleted first comment is removed together with its last reply.
      const removableId = comment.isStartGone && comment.replies === 1 ? comment.threadId : comment.id;
      await removeComment(context, organizationId, removableId);
    }
    return { id: choice.id };
  },
});

type NewComment = CreateCommentInput & { readonly id: string };

async function startThread(
  context: WriteContext,
  { id, body, ...input }: NewComment,
  textProblems: readonly FieldProblem[],
): Promise<void> {
  const problems = [...textProblems];
  if (typeof input.product !== 'string') {
    problems.push(
      fieldProblem('required', ['product'], localized('set-either', { one: 'product', other: 'thread' })),
    );
    throw ValidationFailed.of(problems);
  }
  const productId = await requireProduct(context, input.product);
  const { attribute = null, channel = null, locale = null } = input;
  const resolved = resolveCell({ attribute, channel, locale }, await readStructure(context));
  problems.push(...resolved.problems);
  if (problems.length === 0) problems.push(...(await tooManyThreads(context, productId, ['product'])));
  if (problems.length > 0) throw ValidationFailed.of(problems);
  await insertThread(context, { id, productId, cell: resolved.cell, body });
}

async function reply(
  context: WriteContext,
  { id, body, thread: ref, ...input }: NewComment,
  textProblems: readonly FieldProblem[],
): Promise<void> {
  const problems = [...textProblems];
  for (const field of ['product', 'attribute', 'channel', 'locale'] as const) {
    if (typeof input[field] !== 'string') continue;
    const message = localized('reply-follows-thread');
    problems.push(fieldProblem('value-not-allowed', [field], message, { value: input[field] }));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const thread = await requireComment(context, { id: ref ?? '' });
  const limits = [
    ...(thread.replies < MAX_REPLIES ? [] : [fullThread()]),
    ...(thread.resolved ? await tooManyThreads(context, thread.productId, ['thread']) : []),
  ];
  if (limits.length > 0) throw ValidationFailed.of(limits);
  await insertReply(context, { id, threadId: thread.threadId, body });
  if (thread.resolved) await updateResolved(context, thread.threadId, false);
}

function fullThread(): FieldProblem {
  const message = localized('too-many-replies', { max: MAX_REPLIES });
  return fieldProblem('too-many-items', ['thread'], message);
}

async function tooManyThreads(
  context: WriteContext,
  productId: string,
  path: readonly string[],
): Promise<FieldProblem[]> {
  if ((await countOpenThreads(context, productId)) < MAX_OPEN_THREADS) return [];
  const message = localized('too-many-threads', { max: MAX_OPEN_THREADS });
  return [fieldProblem('too-many-items', path, message)];
}

async function checkEdit(context: WriteContext, comment: Comment, body: string): Promise<FieldProblem[]> {
  const toProblems = (message: Message) => [fieldProblem('immutable-property', ['body'], message)];
  if (!isOwn(context, comment)) return toProblems(localized('comment-not-own'));
  if (comment.body === null) return toProblems(localized('comment-deleted'));
  const before = new Set(await findMentionedUserIds(context, comment.id));
  // Users who have left since stay mentioned.
  const added = mentionedUserIds(body).filter((id) => !before.has(id));
  return [...checkBody(body), ...(await strangers(context, added))];
}

async function checkResolved(
  context: WriteContext,
  { id, threadId, productId }: Comment,
  resolved: boolean,
): Promise<FieldProblem[]> {
  if (id !== threadId) {
    const message = localized('reply-not-resolvable', { thread: encodeId('Comment', threadId) });
    return [fieldProblem('value-not-allowed', ['resolved'], message, { value: resolved })];
  }
  return resolved ? [] : tooManyThreads(context, productId, ['resolved']);
}

/** Returns a problem for each of those mentioned who is no member. */
async function strangers(context: WriteContext, userIds: readonly string[]): Promise<FieldProblem[]> {
  if (userIds.length === 0) return [];
  const members = new Set((await findMembersByUser(context, userIds)).map(({ userId }) => userId));
  return userIds
    .filter((id) => !members.has(id))
    .map((userId) => {
      const id = encodeId('User', userId);
      const message = localized('mention-not-found', { ref: id });
      return fieldProblem('reference-not-found', ['body'], message, { value: id });
    });
}

const isOwn = ({ session }: WriteContext, { userId }: Comment): boolean =>
  userId !== null && userId === session.userId;

async function requireProduct(context: WriteContext, ref: string): Promise<string> {
  const [found] = (await findReferred(context, context.session.organizationId, [ref])).values();
  if (found === undefined) throw await productNotFoundError(context, ref);
  return found.id;
}

async function requireComment(context: WriteContext, { id, ifVersion }: CommentIdInput): Promise<Comment> {
  const uuid = decodeIdOf('Comment', id);
  const lockedComment = uuid === null ? null : await lockComment(context, uuid);
  if (lockedComment === null || !(await productExists(context, lockedComment)))
    throw NotFound.of('comment', id);
  if (ifVersion !== undefined && ifVersion !== null && ifVersion !== lockedComment.version)
    throw new VersionMismatch(ifVersion, lockedComment.version, []);
  return lockedComment;
}

const productExists = async (context: WriteContext, { productId }: Comment): Promise<boolean> =>
  (await findProducts(context, context.session.organizationId, [], [productId])).length > 0;
