import { prepareProductSearch } from '../../search/index.ts';
import type { ShopContext } from '../shop-context.ts';

const counts = new WeakMap<ShopContext, Map<string, Promise<number>>>();

/** Returns the number of visible products in a category and below it, a family as one; asked once per request. */
export function countInCategory(code: string, context: ShopContext): Promise<number> {
  const countsByCode = counts.get(context) ?? new Map<string, Promise<number>>();
  counts.set(context, countsByCode);
  const count = countsByCode.get(code) ?? countBelow(code, context);
  countsByCode.set(code, count);
  return count;
}

async function countBelow(code: string, context: ShopContext): Promise<number> {
  const { structure, visibility } = context;
  const query = { filter: { categories: { any: [code] } }, show: 'family' } as const;
  return (await prepareProductSearch(context, query, { structure, visibility })).count();
}
