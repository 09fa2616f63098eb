import { foldKey } from '../../../kernel/codes.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';
import { findDeletedIds } from '../product.store.ts';

export interface DeletedProductListInput extends PageRequest {
  /** First characters of the SKU, in any case. */
  readonly sku?: string | null | undefined;
  /** A part of the SKU or of the label, in any case. */
  readonly search?: string | null | undefined;
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
  async handler(context: PrismaReadContext, { query, sku, search, ...page }: DeletedProductListInput) {
    const { prisma, session, cursors } = context;
    const words = search?.trim() ?? '';
    const found = words === '' ? null : await findDeletedIds(context, session.organizationId, words);
    return keysetPage(
      cursors,
      prisma.product,
      {
        name: `deletedProducts ${words}`,
        where: {
          organizationId: session.organizationId,
          deletedAt: { not: null },
          OR: [{ parentId: null }, { parent: { deletedAt: null } }],
          ...(typeof sku === 'string' ? { skuKey: { startsWith: literal(foldKey(sku)) } } : {}),
        },
        ...(found === null ? {} : { narrowed: { id: { in: [...found] } } }),
        sort: [
          { field: 'deletedAt', descending: true },
          { field: 'id', descending: true },
        ],
        query,
      },
      page,
    );
  },
});
