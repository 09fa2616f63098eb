import { foldKey } from '../../../kernel/codes.ts';
import type { RequestLoads } from '../../../platform/loader.ts';
import { type EntityReference, entityKey } from '../../entity-reference/index.ts';
import { compareCodes } from '../../values/index.ts';
import { entityLinksLoader, linksLoader } from '../read/product.loaders.ts';
import type { ProductView } from '../read/product-view.ts';

/** One effective link of a product to another. */
export interface ProductLink {
  readonly targetId: string;
  readonly quantity: number | null;
  readonly source: 'own' | 'inherited';
}

/** One effective link of a product to an entity; codes in their stored case. */
export interface EntityLink extends EntityReference {
  readonly source: 'own' | 'inherited';
}

/** The effective links of one type: own ones first, then those of the models above that are not own. */
export interface Association {
  /** Code of the association type. */
  readonly type: string;
  readonly products: readonly ProductLink[];
  readonly entities: readonly EntityLink[];
}

/** The effective links of a product, by type. */
export async function associationsIn(
  { row, ancestors }: ProductView,
  type: string | null,
  context: RequestLoads,
): Promise<Association[]> {
  const family = [row, ...ancestors];
  const [links, entityLinks] = await Promise.all([
    Promise.all(family.map(({ id }) => context.load(linksLoader, id))),
    Promise.all(family.map(({ id }) => context.load(entityLinksLoader, id))),
  ]);
  const products = effectiveLinks(links, ({ targetId }) => targetId);
  const entities = effectiveLinks(entityLinks, entityKey);
  return [...new Set([...products.keys(), ...entities.keys()])]
    .filter((code) => type === null || foldKey(type) === foldKey(code))
    .sort(compareCodes)
    .map((code) => ({ type: code, products: products.get(code) ?? [], entities: entities.get(code) ?? [] }));
}

/** By type, of a family's links (own first) each target once. */
function effectiveLinks<Link extends { readonly type: string }>(
  family: readonly (readonly Link[] | null)[],
  targetOf: (link: Link) => string,
): ReadonlyMap<string, (Link & { readonly source: 'own' | 'inherited' })[]> {
  const byType = new Map<string, Map<string, Link & { readonly source: 'own' | 'inherited' }>>();
  for (const [index, links] of family.entries()) {
    for (const link of links ?? []) {
      const known = byType.get(link.type) ?? new Map();
      byType.set(link.type, known);
      const target = targetOf(link);
      if (!known.has(target)) known.set(target, { ...link, source: index === 0 ? 'own' : 'inherited' });
    }
  }
  return new Map([...byType].map(([type, links]) => [type, [...links.values()]]));
}
