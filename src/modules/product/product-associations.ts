import { foldKey } from '../../kernel/codes.ts';
import type { RequestLoads } from '../../platform/loader.ts';
import { linksLoader } from './product.loaders.ts';
import type { ProductView } from './product-view.ts';
import { compareCodes } from './values/cells.ts';

/** One effective link of a product. */
export interface ProductLink {
  readonly targetId: string;
  readonly quantity: number | null;
  readonly source: 'own' | 'inherited';
}

/** The effective links of one type: own ones first, then those of the models above that are not own. */
export interface Association {
  /** Code of the association type. */
  readonly type: string;
  readonly products: readonly ProductLink[];
}

/** The effective links of a product, by type. */
export async function associationsIn(
  { row, ancestors }: ProductView,
  type: string | null,
  context: RequestLoads,
): Promise<Association[]> {
  const family = [row, ...ancestors];
  const linked = await Promise.all(family.map(({ id }) => context.load(linksLoader, id)));
  const byType = new Map<string, Map<string, ProductLink>>();
  for (const [index, links] of linked.entries()) {
    for (const link of links ?? []) {
      if (type !== null && foldKey(type) !== foldKey(link.type)) continue;
      const known = byType.get(link.type) ?? new Map<string, ProductLink>();
      byType.set(link.type, known);
      const source = index === 0 ? 'own' : 'inherited';
      if (!known.has(link.targetId))
        known.set(link.targetId, { targetId: link.targetId, quantity: link.quantity, source });
    }
  }
  return [...byType]
    .sort(([a], [b]) => compareCodes(a, b))
    .map(([code, links]) => ({ type: code, products: [...links.values()] }));
}
