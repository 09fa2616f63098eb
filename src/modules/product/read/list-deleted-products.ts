import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../../platform/operation/keyset-page.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { countDeleted, findDeletedIds, pageOfDeleted } from '../model/product.store.ts';

export interface DeletedProductListInput extends PageRequest {
  /** First characters of the SKU, in any case. */
  readonly sku?: string | null | undefined;
  /** A part of the SKU or of the label, in any case. */
  readonly search?: string | null | undefined;
  readonly query: object;
}

/**
 * Lists the deleted products that are not purged yet, the last deleted first. Products that were deleted below a model
 * come back with the model, so only the model is listed.
 */
export const listDeletedProducts = defineRead({
  name: 'listDeletedProducts',
  scope: 'products:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { query, sku, search, first, after }: DeletedProductListInput,
  ): Promise<Page<Product>> {
    const { organizationId } = context.session;
    const text = search?.trim() ?? '';
    const prefix = foldKey(sku ?? '');
    const price = text === '' ? PRICES.list : PRICES.search;
    context.budget?.spend(price);
    const selection = {
      sku: prefix,
      ids: text === '' ? null : await findDeletedIds(context, organizationId, text),
    };
    const identity = ['deletedProducts', text, prefix];
    const size = pageSize(first);
    const position = after === null || after === undefined ? null : context.cursors.decode(after, identity);
    const listed = await pageOfDeleted(
      context,
      organizationId,
      selection,
      position === null ? null : { deletedAt: String(position[0]), id: String(position[1]) },
      size + 1,
    );
    const ids = listed.slice(0, size).map(({ id }) => id);
    const rows = await context.prisma.product.findMany({
      ...query,
      where: { organizationId, id: { in: ids } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      items: ids.flatMap((id) => byId.get(id) ?? []),
      cursorAt: (index) =>
        context.cursors.encode([listed[index]?.deletedAt ?? '', ids[index] ?? ''], identity),
      hasNextPage: listed.length > size,
      count: () => countWithin(context.budget, price, () => countDeleted(context, organizationId, selection)),
    };
  },
});
