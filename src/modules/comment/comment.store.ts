import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { Comment, CommentedCell } from './comment.ts';

const LOCK = defineStatement<Comment>({
  name: 'comment.lock',
  kind: 'read',
  row: {
    id: 'text',
    threadId: 'text',
    productId: 'text',
    userId: 'text | null',
    body: 'text | null',
    version: 'int',
    resolved: 'boolean',
    replies: 'int',
    isStartGone: 'boolean',
  },
  sql: `SELECT comment.id::text AS id, comment.thread_id::text AS "threadId", comment.product_id::text AS "productId",
               comment.user_id::text AS "userId", comment.body, comment.version, start.resolved_at IS NOT NULL AS resolved,
               (SELECT count(*)::int FROM public.comment AS reply
                WHERE reply.organization_id = $1::uuid AND reply.thread_id = start.id AND reply.id <> start.id) AS replies,
               start.body IS NULL AS "isStartGone"
        FROM public.comment JOIN public.comment AS start
          ON start.organization_id = comment.organization_id AND start.id = comment.thread_id
        WHERE comment.organization_id = $1::uuid AND comment.id = $2::uuid`,
});

const LOCK_THREAD = defineStatement({
  name: 'comment.lock_thread',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.comment
        WHERE organization_id = $1::uuid AND id = (SELECT thread_id FROM public.comment
                                                   WHERE organization_id = $1::uuid AND id = $2::uuid)
        FOR NO KEY UPDATE`,
});

/** Returns a comment, its thread locked until the end of the transaction. */
export async function lockComment(context: WriteContext, id: string): Promise<Comment | null> {
  const key = [context.session.organizationId, id];
  // Only a statement that begins once the thread is locked sees what others have written into it until then.
  if ((await context.execute(LOCK_THREAD, key)).length === 0) return null;
  const [row] = await context.execute(LOCK, key);
  return row ?? null;
}

const COUNT_OPEN = defineStatement({
  name: 'comment.count_open',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM public.comment
        WHERE organization_id = $1::uuid AND product_id = $2::uuid AND thread_id = id AND resolved_at IS NULL`,
});

/** Returns the number of open threads of a product. */
export async function countOpenThreads(context: WriteContext, productId: string): Promise<number> {
  const [row] = await context.execute(COUNT_OPEN, [context.session.organizationId, productId]);
  return row?.count ?? 0;
}

const INSERT = defineStatement({
  name: 'comment.insert',
  kind: 'write',
  sql: `INSERT INTO public.comment (organization_id, id, thread_id, product_id, attribute, channel, locale, author, user_id,
                                    body, created_at)
        SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6, $7, $8::jsonb, $9::uuid, $10, $11::timestamptz`,
});

const INSERT_REPLY = defineStatement({
  name: 'comment.insert_reply',
  kind: 'write',
  sql: `INSERT INTO public.comment (organization_id, id, thread_id, product_id, attribute, channel, locale, author, user_id,
                                    body, created_at)
        SELECT $1::uuid, $2::uuid, id, product_id, attribute, channel, locale, $4::jsonb, $5::uuid, $6, $7::timestamptz
        FROM public.comment WHERE organization_id = $1::uuid AND id = $3::uuid`,
});

/** Starts a thread about a product or one of its cells. */
export async function insertThread(
  context: WriteContext,
  { id, productId, cell, body }: NewComment & { readonly productId: string; readonly cell: CommentedCell },
): Promise<void> {
  const { organizationId, actor, userId } = context.session;
  await context.execute(INSERT, [
    ...[organizationId, id, id, productId, cell.attribute, cell.channel, cell.locale],
    ...[JSON.stringify(actor), userId, body, context.now.toISOString()],
  ]);
}

interface NewComment {
  readonly id: string;
  readonly body: string;
}

/** Adds a reply to a thread; it is about the same cell. */
export async function insertReply(
  context: WriteContext,
  { id, threadId, body }: NewComment & { readonly threadId: string },
): Promise<void> {
  const { organizationId, actor, userId } = context.session;
  const author = [JSON.stringify(actor), userId];
  const now = context.now.toISOString();
  await context.execute(INSERT_REPLY, [organizationId, id, threadId, ...author, body, now]);
}

const SET_BODY = defineStatement({
  name: 'comment.set_body',
  kind: 'write',
  sql: `UPDATE public.comment SET body = $3, edited_at = $4::timestamptz, version = version + 1
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Changes a text; null where it is deleted and has replies. */
export async function updateBody(context: WriteContext, id: string, body: string | null): Promise<void> {
  const { organizationId } = context.session;
  await context.execute(SET_BODY, [organizationId, id, body, context.now.toISOString()]);
}

const SET_RESOLVED = defineStatement({
  name: 'comment.set_resolved',
  kind: 'write',
  sql: `UPDATE public.comment SET resolved_at = CASE WHEN $3::boolean THEN $4::timestamptz END,
               resolved_by = CASE WHEN $3::boolean THEN $5::jsonb END, version = version + 1
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Resolves a thread, or opens it again. */
export async function updateResolved(
  context: WriteContext,
  threadId: string,
  resolved: boolean,
): Promise<void> {
  const { organizationId, actor } = context.session;
  const now = context.now.toISOString();
  await context.execute(SET_RESOLVED, [organizationId, threadId, resolved, now, JSON.stringify(actor)]);
}

const CLEAR_MENTIONS = defineStatement({
  name: 'comment.clear_mentions',
  kind: 'write',
  sql: `DELETE FROM public.comment_mention
        WHERE organization_id = $1::uuid AND comment_id = $2::uuid AND user_id <> ALL ($3::uuid[])`,
});

const ADD_MENTIONS = defineStatement({
  name: 'comment.add_mentions',
  kind: 'write',
  sql: `INSERT INTO public.comment_mention (organization_id, user_id, comment_id)
        SELECT $1::uuid, mentioned.id, $2::uuid FROM unnest($3::uuid[]) AS mentioned (id)
        ON CONFLICT DO NOTHING`,
});

/** Replaces those whom a comment mentions. */
export async function setMentions(
  context: WriteContext,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  const parameters = [context.session.organizationId, id, [...userIds]];
  await context.execute(CLEAR_MENTIONS, parameters);
  if (userIds.length > 0) await context.execute(ADD_MENTIONS, parameters);
}

const MENTIONED = defineStatement({
  name: 'comment.mentioned',
  kind: 'read',
  row: { userId: 'text' },
  sql: `SELECT user_id::text AS "userId" FROM public.comment_mention
        WHERE organization_id = $1::uuid AND comment_id = $2::uuid`,
});

/** Returns the UUIDs of those whom a comment mentions. */
export async function findMentionedUserIds(context: WriteContext, id: string): Promise<readonly string[]> {
  const rows = await context.execute(MENTIONED, [context.session.organizationId, id]);
  return rows.map(({ userId }) => userId);
}

const DELETE = defineStatement({
  name: 'comment.delete',
  kind: 'write',
  sql: 'DELETE FROM public.comment WHERE organization_id = $1::uuid AND id = $2::uuid',
});

export async function removeComment(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<void> {
  await transaction.execute(DELETE, [organizationId, id]);
}

interface ErasedComments {
  readonly erased: number;
  /** Null after the last comment. */
  readonly lastKey: string | null;
}

// The comments of others name somebody by id alone, so the id stays.
const ERASE = defineStatement<ErasedComments>({
  name: 'comment.erase',
  kind: 'write',
  row: { erased: 'int', lastKey: 'text | null' },
  sql: `WITH chunk AS (
          SELECT id, (author ->> 'id' = $2 AND (author ->> 'name' <> 'Erased user' OR ($3::boolean AND body IS NOT NULL)))
                   OR coalesce(resolved_by ->> 'id' = $2 AND resolved_by ->> 'name' <> 'Erased user', false) AS named
          FROM public.comment
          WHERE organization_id = $1::uuid AND id > coalesce($4::uuid, '00000000-0000-0000-0000-000000000000')
          ORDER BY id LIMIT $5::int
        ), done AS (
          UPDATE public.comment
          SET author = CASE WHEN author ->> 'id' = $2 THEN author || '{"name": "Erased user"}' ELSE author END,
              resolved_by = CASE WHEN resolved_by ->> 'id' = $2
                THEN resolved_by || '{"name": "Erased user"}' ELSE resolved_by END,
              body = CASE WHEN $3::boolean AND author ->> 'id' = $2 THEN NULL ELSE body END
          WHERE organization_id = $1::uuid AND NOT $6::boolean AND id IN (SELECT id FROM chunk WHERE named)
          RETURNING id, author ->> 'id' = $2 AND body IS NULL AS emptied
        ), forgotten AS (
          DELETE FROM public.comment_mention
          WHERE organization_id = $1::uuid AND comment_id IN (SELECT id FROM done WHERE emptied)
        )
        SELECT (SELECT count(*)::int FROM chunk WHERE named) AS erased,
               CASE WHEN (SELECT count(*) FROM chunk) = $5::int
                 THEN (SELECT id::text FROM chunk ORDER BY id DESC LIMIT 1) END AS "lastKey"`,
});

/** Erases the name of an actor, and the texts they wrote where requested, from the next comments; or counts those. */
export async function eraseComments(
  transaction: Transaction,
  organizationId: string,
  chunk: {
    /** Public id of the user or token. */
    readonly actor: string;
    readonly comments: boolean;
    readonly after: string | null;
    readonly size: number;
    readonly dryRun: boolean;
  },
): Promise<ErasedComments> {
  const { actor, comments, after, size, dryRun } = chunk;
  const [row] = await transaction.execute(ERASE, [organizationId, actor, comments, after, size, dryRun]);
  if (row === undefined) throw new Error('An erasure gave no row.');
  return row;
}
