import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { whereProduct } from '../../product-reference/index.ts';
import { hasDeletedProduct } from '../model/product.store.ts';

/** Returns one product by SKU, id or external id, or null; deleted ones are not found. */
export const getProduct = defineRead({
  name: 'getProduct',
  scope: 'products:read',
  errors: [],
  handler: (
    { prisma, session }: PrismaReadContext,
    { ref, query }: { readonly ref: string; readonly query: object },
  ) => {
    const where = { organizationId: session.organizationId, ...whereProduct(ref) };
    return prisma.product.findFirst({ ...query, where });
  },
});

/** Returns whether a product of this SKU or id is deleted. */
export const isProductDeleted = defineRead({
  name: 'isProductDeleted',
  scope: 'products:read',
  errors: [],
  handler: (context: PrismaReadContext, { ref }: { readonly ref: string }) =>
    hasDeletedProduct(context, context.session.organizationId, ref),
});
