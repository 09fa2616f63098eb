import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';

export interface DeletedEntityListInput extends PageRequest {
  readonly entityType?: string | null | undefined;
  /** A part of the code or of a label, in any case. */
  readonly search?: string | null | undefined;
  readonly query: object;
}

/** Lists the deleted entities that are not purged yet, the last deleted first. */
export const listDeletedEntities = defineRead({
  name: 'listDeletedEntities',
  scope: 'entities:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { query, entityType, search, ...page }: DeletedEntityListInput,
  ): Promise<Page<Entity>> {
    const text = foldKey(search?.trim() ?? '');
    const price = text === '' ? PRICES.list : PRICES.search;
    context.budget?.spend(price);
    const listed = await keysetPage(
      context.cursors,
      context.prisma.entity,
      {
        name: 'deletedEntities',
        where: {
          organizationId: context.session.organizationId,
          deletedAt: { not: null },
          ...(entityType == null ? {} : { type: { is: { codeKey: foldKey(entityType) } } }),
          // PostgreSQL reads `%`, `_` and the backslash as patterns.
          ...(text === '' ? {} : { searchText: { contains: text.replaceAll(/[\\%_]/gu, '\\$&') } }),
        },
        sort: [
          { field: 'deletedAt', descending: true },
          { field: 'id', descending: true },
        ],
        query,
      },
      page,
    );
    return { ...listed, count: () => countWithin(context.budget, price, async () => listed.count()) };
  },
});
