import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { categoryResource } from './category.resource.ts';
import { findCategoryPositions } from './category.store.ts';

export interface CategoryListInput extends PageRequest {
  /** Only the children of this category. */
  readonly parent?: string | null | undefined;
  /** Only this category and everything below it. */
  readonly root?: string | null | undefined;
  /** Only roots (true) or only categories that have a parent (false). */
  readonly roots?: boolean | null | undefined;
  /** Only so many levels below `root`, or below the roots when there is none. */
  readonly depth?: number | null | undefined;
  readonly query: object;
}

/**
 * Returns categories level by level, siblings in their order, so that parents come before their children. A `parent` or
 * `root` that does not exist gives an empty list.
 */
export const listCategories = defineRead({
  name: 'listCategories',
  scope: categoryResource.scopes.read,
  errors: [],
  async handler(
    context: PrismaReadContext,
    { parent, root, roots, depth, query, ...page }: CategoryListInput,
  ) {
    const { prisma, session, cursors } = context;
    const referencedCodes = [parent, root].flatMap((code) => code ?? []);
    const positions = await findCategoryPositions(context, session.organizationId, referencedCodes);
    const codeOf = (code: string) => positions.get(foldKey(code))?.code ?? '';
    const top =
      root === undefined || root === null ? 0 : (positions.get(foldKey(root))?.path.length ?? 1) - 1;
    const where = {
      organizationId: session.organizationId,
      AND: [
        parent === undefined || parent === null ? {} : { parent: codeOf(parent) },
        root === undefined || root === null ? {} : { path: { has: codeOf(root) } },
        roots === undefined || roots === null ? {} : { parent: roots ? null : { not: null } },
        depth === undefined || depth === null ? {} : { level: { lte: top + depth } },
      ],
    };
    const sort = [{ field: 'level' }, { field: 'sortOrder' }, { field: 'code' }];
    return keysetPage(cursors, prisma.category, { name: 'categories', where, sort, query }, page);
  },
});
