import { openProductSearch } from '../../search/index.ts';
import type { DeliveryContext } from '../delivery-context.ts';

const counts = new WeakMap<DeliveryContext, Map<string, Promise<number>>>();

/** Returns the number of visible products in a category and below it, a family as one; asked once per request. */
export function countInCategory(code: string, context: DeliveryContext): Promise<number> {
  const known = counts.get(context) ?? new Map<string, Promise<number>>();
  counts.set(context, known);
  const count = known.get(code) ?? countBelow(code, context);
  known.set(code, count);
  return count;
}

async function countBelow(code: string, context: DeliveryContext): Promise<number> {
  const { structure, visibility } = context;
  const query = { filter: { categories: { any: [code] } }, show: 'family' } as const;
  return (await openProductSearch(context, query, { structure, visibility })).count();
}
