import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { whereProduct } from '../product-reference/index.ts';

export const READ_SCOPE: ScopeExpression = 'products:read';

/** The id of nothing. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

type Maybe<Value> = Value | null | undefined;

export interface CommentListInput extends PageRequest {
  /** SKU, id or external id. */
  readonly product?: Maybe<string>;
  readonly resolved?: Maybe<boolean>;
  readonly mentionsMe?: Maybe<boolean>;
  readonly query: object;
}

/**
 * Returns comments on living products, the newest thread first, within a thread in the order in which they were
 * written. Those that mention the caller come newest first, whatever their thread.
 */
export const listComments = defineRead({
  name: 'listComments',
  scope: READ_SCOPE,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { query, product, resolved, mentionsMe, ...page }: CommentListInput,
  ) => {
    const me = mentionsMe === true ? { mentions: { some: { userId: session.userId ?? NOWHERE } } } : {};
    const thread =
      typeof resolved === 'boolean' ? { thread: { resolvedAt: resolved ? { not: null } : null } } : {};
    const sort = [{ field: 'threadId', descending: true }, { field: 'id' }];
    return keysetPage(
      cursors,
      prisma.comment,
      {
        name: 'comments',
        where: { organizationId: session.organizationId, ...onProduct(product), ...me, ...thread },
        sort: mentionsMe === true ? [{ field: 'id', descending: true }] : sort,
        query,
      },
      page,
    );
  },
});

/** Returns one comment by its id, or null. */
export const getComment = defineRead({
  name: 'getComment',
  scope: READ_SCOPE,
  errors: [],
  handler: (
    { prisma, session }: PrismaReadContext,
    { id, query }: { readonly id: string; readonly query: object },
  ) => {
    const key = { organizationId: session.organizationId, id: decodeIdOf('Comment', id) ?? NOWHERE };
    return prisma.comment.findUnique({ ...query, where: { organizationId_id: key, ...onProduct(null) } });
  },
});

function onProduct(ref: Maybe<string>): object {
  return { product: typeof ref === 'string' ? whereProduct(ref) : { deletedAt: null } };
}
