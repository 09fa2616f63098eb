import type { GraphQLEnumType, GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import type { DeliveredEntity } from '../delivered-entity.ts';
import type { DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedCatalogue } from '../exposed-catalogue.ts';
import type { ShopFields } from '../types/fields.ts';
import type { DeliveredPage } from './delivered-page.ts';

/** The types of a storefront's schema that lists refer to; by stored code. */
export interface ListedTypes {
  readonly product: GraphQLInterfaceType;
  readonly productConnection: GraphQLObjectType<DeliveredPage, DeliveryContext>;
  readonly sets: ReadonlyMap<string, GraphQLObjectType<DeliveredProduct, DeliveryContext>>;
  readonly entityTypes: ReadonlyMap<string, GraphQLObjectType<DeliveredEntity, DeliveryContext>>;
  /** Units by measurement family. */
  readonly units: ReadonlyMap<string, GraphQLEnumType>;
}

/** Fields that lists add to the schema of a storefront. */
export interface ListFields {
  /** Root fields: `products`, `lampProducts`, `search` … */
  readonly query: ShopFields<unknown>;
}

/** The lists of a storefront. */
export function listFields(_catalogue: ExposedCatalogue, _types: ListedTypes): ListFields {
  return { query: {} };
}
