import { foldKey } from '../../../kernel/codes.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';

export interface DeletedProductListInput extends PageRequest {
  /** First characters of the SKU, in any case. */
  readonly sku?: string | null | undefined;
  readonly query: object;
}

/** Prisma leaves the wildcards of LIKE in a text that something starts with. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/**
 * Deleted products that are not purged yet, the last deleted first. What was deleted below a model comes back with the
 * model, so only the model is listed.
 */
export const listDeletedProducts = defineRead({
  name: 'listDeletedProducts',
  scope: 'products:read',
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { query, sku, ...page }: DeletedProductListInput,
  ) =>
    keysetPage(
      cursors,
      prisma.product,
      {
        name: 'deletedProducts',
        where: {
          organizationId: session.organizationId,
          deletedAt: { not: null },
          OR: [{ parentId: null }, { parent: { deletedAt: null } }],
          ...(typeof sku === 'string' ? { skuKey: { startsWith: literal(foldKey(sku)) } } : {}),
        },
        sort: [
          { field: 'deletedAt', descending: true },
          { field: 'id', descending: true },
        ],
        query,
      },
      page,
    ),
});
