import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { categorySlugsLoader } from '../../category-slug/index.ts';
import { slugScope } from '../../slug/index.ts';
import type { ShopContext } from '../shop-context.ts';

/** Returns the slug of a category in a locale; its code where the channel has no slugs. */
export async function categorySlug(
  { id, code }: Category,
  context: ShopContext,
  locale: string = context.locale,
): Promise<string> {
  const slugs = await context.load(categorySlugsLoader, id);
  return slugs?.[slugScope(context.storefront.channel, locale)] ?? code;
}
