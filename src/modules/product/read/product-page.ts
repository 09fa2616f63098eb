import type { ChangesRequest, FollowedPage } from '../../event/index.ts';
import type { Facet, FacetRequest, ProductFilter, SortInput } from '../../search/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { NamedByProducts } from '../links/naming-products.store.ts';
import type { ListedField, ListedProduct } from './listed-product.ts';

export interface ListProductsInput extends ChangesRequest {
  /** Words to search for, besides the filter. */
  readonly query?: string | null | undefined;
  readonly filter?: ProductFilter | null | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  /** UUID of the model whose children (`level`: next) or sellable leaves (`leaves`) are listed. */
  readonly below?: { readonly id: string; readonly which: 'children' | 'leaves' };
  /** The file or entity that they name themselves or, an entity, are linked to; with it neither filter nor order. */
  readonly naming?: NamedByProducts;
  /** The configuration, where it has been read for the same request. */
  readonly structure?: CatalogueStructure | null | undefined;
  /** Parts that are read of the products; everything when left out. */
  readonly parts?: ReadonlySet<ListedField> | undefined;
}

/** A page of products, and all that is found counted by fields. */
export interface ProductPage extends FollowedPage<ListedProduct> {
  /** The configuration it was read by, where it took one. */
  readonly structure: CatalogueStructure | null;
  readonly facets: (request: FacetRequest) => Promise<readonly Facet[]>;
  /** Words of the search as products spell them, when none has them as they were typed. */
  readonly suggestions: () => Promise<readonly string[]>;
}
