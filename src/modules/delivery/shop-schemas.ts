import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Storefront } from '../storefront/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { type ExposedCatalogue, exposedCatalogue } from './exposed-catalogue.ts';
import { buildShopSchema } from './shop-schema.ts';

/** The schema of a storefront and what it was made of. */
export interface ShopSchema {
  readonly schema: GraphQLSchema;
  readonly catalogue: ExposedCatalogue;
}

/** The schemas of storefronts, each built when it is first asked for. */
export interface ShopSchemas {
  of(structure: CatalogueStructure, storefront: Storefront): Promise<ShopSchema>;
}

/** Memory for schemas in one process: some hundred of usual size. */
const MOST_BYTES = 100_000_000;
/** What a type and a field take, measured with 300 sets of 60 attributes. */
const TYPE_BYTES = 2_000;
const FIELD_BYTES = 450;

/** Keeps those that were asked for last. Two storefronts that expose the same share one. */
export function createShopSchemas(maximumBytes = MOST_BYTES): ShopSchemas {
  const catalogues = new WeakMap<CatalogueStructure, Map<string, ExposedCatalogue>>();
  const schemas = new LRUCache<string, ShopSchema>({
    maxSize: maximumBytes,
    sizeCalculation: ({ schema }) => Math.min(maximumBytes, sizeOf(schema)),
  });
  const building = new Map<string, Promise<ShopSchema>>();
  const catalogueOf = (structure: CatalogueStructure, storefront: Storefront) => {
    const known = catalogues.get(structure) ?? new Map<string, ExposedCatalogue>();
    catalogues.set(structure, known);
    const key = `${storefront.id} ${storefront.version}`;
    const made = known.get(key) ?? exposedCatalogue(structure, storefront);
    known.set(key, made);
    return made;
  };
  const build = async (catalogue: ExposedCatalogue): Promise<ShopSchema> => {
    const made = { schema: await buildShopSchema(catalogue), catalogue };
    schemas.set(catalogue.digest, made);
    return made;
  };
  return {
    async of(structure, storefront) {
      const catalogue = catalogueOf(structure, storefront);
      const known = schemas.get(catalogue.digest) ?? building.get(catalogue.digest);
      if (known !== undefined) return known;
      const made = build(catalogue).finally(() => building.delete(catalogue.digest));
      building.set(catalogue.digest, made);
      return made;
    },
  };
}

/** About how many bytes a schema takes. */
function sizeOf(schema: GraphQLSchema): number {
  let bytes = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    bytes += TYPE_BYTES + (hasFields ? Object.keys(type.getFields()).length * FIELD_BYTES : 0);
  }
  return bytes;
}
