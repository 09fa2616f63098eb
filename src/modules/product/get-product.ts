import { foldKey } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';

/** One product by SKU or id, or null; deleted ones are not found. */
export const getProduct = defineRead({
  name: 'getProduct',
  scope: 'products:read',
  errors: [],
  work: (
    { prisma, session }: PrismaReadWork,
    { ref, query }: { readonly ref: string; readonly query: object },
  ) => {
    const id = decodeIdOf('Product', ref);
    const which = id === null ? { skuKey: foldKey(ref) } : { id };
    return prisma.product.findFirst({
      ...query,
      where: { organizationId: session.organizationId, deletedAt: null, ...which },
    });
  },
});
