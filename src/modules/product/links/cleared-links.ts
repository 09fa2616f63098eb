import type { CatalogueStructure } from '../../structure/index.ts';
import type { AssociationPatch, LinksPatch, ProductPatch } from '../model/product-input.ts';

const NO_LINKS_LEFT: LinksPatch = { set: [] };

/** Returns the links of a patch with null as what it means: `associations: null` and a null side of a type remove links. */
export function withClearedLinks(
  patches: ProductPatch['associations'],
  { associationTypes }: CatalogueStructure,
): readonly AssociationPatch[] | undefined {
  if (patches === null)
    return [...associationTypes.values()].map(({ code }) => ({
      type: code,
      products: NO_LINKS_LEFT,
      entities: NO_LINKS_LEFT,
    }));
  return patches?.map((patch) => ({
    ...patch,
    ...(patch.products === null && { products: NO_LINKS_LEFT }),
    ...(patch.entities === null && { entities: NO_LINKS_LEFT }),
  }));
}
