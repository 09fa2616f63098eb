import { foldKey } from '../../../kernel/codes.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import { type EntityReference, entityKey, entityNameLoader } from '../../entity-reference/index.ts';
import { compareCodes } from '../../values/index.ts';
import { type AsOfState, productStateLoader } from '../history/product-as-of.ts';
import { entityLinksLoader, linksLoader } from './product.loaders.ts';
import type { ProductView } from './product-view.ts';

/** One effective link of a product to another. */
export interface ProductLink {
  readonly targetId: string;
  readonly quantity: number | null;
  readonly source: 'own' | 'inherited';
  /** Sequence as of which the link is returned; null for the present. */
  readonly asOf: number | null;
}

/** One effective link of a product to an entity; codes in their stored case. */
export interface EntityLink extends EntityReference {
  /** UUID. */
  readonly entityId: string;
  readonly source: 'own' | 'inherited';
  /** Sequence as of which the link is returned; null for the present. */
  readonly asOf: number | null;
}

/** The effective links of one type: own ones first, then those of the models above that are not own. */
export interface Association {
  /** Code of the association type. */
  readonly type: string;
  readonly products: readonly ProductLink[];
  readonly entities: readonly EntityLink[];
}

/** Returns the effective links of a product, by type. */
export async function effectiveAssociations(
  view: ProductView,
  type: string | null,
  context: RequestLoaders,
): Promise<Association[]> {
  const [links, entityLinks] =
    view.past === null ? await presentLinks(view, context) : await pastLinks(view, view.past, context);
  const products = effectiveLinks(links, ({ targetId }) => targetId);
  const entities = effectiveLinks(entityLinks, entityKey);
  return [...new Set([...products.keys(), ...entities.keys()])]
    .filter((code) => type === null || foldKey(type) === foldKey(code))
    .sort(compareCodes)
    .map((code) => ({ type: code, products: products.get(code) ?? [], entities: entities.get(code) ?? [] }));
}

type FamilyLinks = readonly [
  products: readonly (readonly Omit<ProductLink & TypedLink, 'source'>[])[],
  entities: readonly (readonly Omit<EntityLink & TypedLink, 'source'>[])[],
];
type TypedLink = { readonly type: string };

async function presentLinks({ row, ancestors }: ProductView, context: RequestLoaders): Promise<FamilyLinks> {
  const family = [row, ...ancestors];
  const [links, entityLinks] = await Promise.all([
    Promise.all(family.map(({ id }) => context.load(linksLoader, id))),
    Promise.all(family.map(({ id }) => context.load(entityLinksLoader, id))),
  ]);
  return [inPresent(links), inPresent(entityLinks)];
}

const inPresent = <Link extends object>(family: readonly (readonly Link[] | null)[]) =>
  family.map((links) => (links ?? []).map((link) => ({ ...link, asOf: null })));

/** Returns the links of types that still exist, to products that lived then. */
async function pastLinks(
  { structure }: ProductView,
  { sequence, links, entityLinks }: AsOfState,
  context: RequestLoaders,
): Promise<FamilyLinks> {
  const isKnown = ([type]: readonly [string, unknown]) => structure.associationTypes.has(foldKey(type));
  const products = links.map(async (lists) => {
    const all = [...lists].filter(isKnown).flatMap(([type, list]) => list.map((link) => ({ ...link, type })));
    const targets = await Promise.all(
      all.map(({ targetId }) => context.load(productStateLoader, { id: targetId, sequence })),
    );
    return all.flatMap((link, index) =>
      targets[index]?.isDeleted === false ? [{ ...link, asOf: sequence }] : [],
    );
  });
  const entities = entityLinks.map(async (lists) => {
    const all = [...lists].filter(isKnown).flatMap(([type, ids]) => ids.map((id) => ({ type, id })));
    const targetNames = await Promise.all(all.map(({ id }) => context.load(entityNameLoader, id)));
    return all.flatMap(({ type, id }, index) => {
      const name = targetNames[index];
      return name ? [{ ...name, type, entityId: id, asOf: sequence }] : [];
    });
  });
  return [await Promise.all(products), await Promise.all(entities)];
}

/** Returns the links by type, of a family's links (own first) each target once. */
function effectiveLinks<Link extends { readonly type: string }>(
  family: readonly (readonly Link[] | null)[],
  targetOf: (link: Link) => string,
): ReadonlyMap<string, (Link & { readonly source: 'own' | 'inherited' })[]> {
  const byType = new Map<string, Map<string, Link & { readonly source: 'own' | 'inherited' }>>();
  for (const [index, links] of family.entries()) {
    for (const link of links ?? []) {
      const linksByTarget = byType.get(link.type) ?? new Map();
      byType.set(link.type, linksByTarget);
      const target = targetOf(link);
      if (!linksByTarget.has(target))
        linksByTarget.set(target, { ...link, source: index === 0 ? 'own' : 'inherited' });
    }
  }
  return new Map([...byType].map(([type, links]) => [type, [...links.values()]]));
}
