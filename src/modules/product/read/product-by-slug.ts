import { foldKey } from '../../../kernel/codes.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { type SlugRequest, type Slugs, slugKey, slugScope } from '../../slug/index.ts';
import { readStructure } from '../../structure/index.ts';
import { productSlugs } from '../model/slugs.ts';

/** The product that a slug leads to, and the slug that the product has now. */
export interface ProductBySlug {
  readonly product: Product;
  readonly slug: string;
  readonly isCurrent: boolean;
}

/** Returns the living product that has a slug in a channel and locale, or had it before; null for none. */
export const getProductBySlug = defineRead({
  name: 'getProductBySlug',
  scope: 'products:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { channel, locale, slug }: SlugRequest,
  ): Promise<ProductBySlug | null> {
    const { organizationId } = context.session;
    const structure = await readStructure(context);
    const channelEntry = structure.channels.get(foldKey(channel));
    const code = structure.locales.get(foldKey(locale));
    if (!channelEntry?.document.slugsEnabled || code === undefined || !channelEntry.locales.has(code))
      return null;
    const key = { channel: channelEntry.code, locale: code, slug: slug.toLowerCase() };
    const owners = await productSlugs.loadOwners(context, organizationId, [key]);
    const id = owners.get(slugKey(key));
    if (id === undefined) return null;
    const product = await context.prisma.product.findFirst({
      where: { organizationId, id, deletedAt: null },
    });
    const current = (product?.slugs as Slugs | null | undefined)?.[slugScope(key.channel, key.locale)];
    if (product === null || current === undefined) return null;
    return { product, slug: current, isCurrent: current === slug };
  },
});
