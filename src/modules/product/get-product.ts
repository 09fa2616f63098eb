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
    const where = { organizationId: session.organizationId, deletedAt: null, ...which(ref) };
    return prisma.product.findFirst({ ...query, where });
  },
});

/** Whether a product of this SKU or id is deleted. */
export const isProductDeleted = defineRead({
  name: 'isProductDeleted',
  scope: 'products:read',
  errors: [],
  async work({ prisma, session }: PrismaReadWork, { ref }: { readonly ref: string }) {
    const where = { organizationId: session.organizationId, deletedAt: { not: null }, ...which(ref) };
    return (await prisma.product.findFirst({ select: { id: true }, where })) !== null;
  },
});

function which(ref: string) {
  const id = decodeIdOf('Product', ref);
  return id === null ? { skuKey: foldKey(ref) } : { id };
}
