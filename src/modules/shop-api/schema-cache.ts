import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Storefront } from '../storefront/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { buildShopSchema } from './build-schema.ts';
import { type ExposedCatalogue, exposedCatalogue } from './exposed-catalogue.ts';
import { type DeprecatedElement, schemaDigest, utcDate } from './schema-elements.ts';
import { recordSchema } from './schema-history.ts';

/** The schema of a storefront and what it was made of. */
export interface ShopSchema {
  readonly schema: GraphQLSchema;
  readonly catalogue: ExposedCatalogue;
}

/** The schemas of storefronts, each built when it is first requested. */
export interface ShopSchemaCache {
  of(structure: CatalogueStructure, storefront: Storefront): Promise<ShopSchema>;
}

/** Memory for schemas in one process: some hundred of usual size. */
const MOST_BYTES = 100_000_000;
/** Memory of a type and of a field in bytes, measured with 300 sets of 60 attributes. */
const TYPE_BYTES = 2_000;
const FIELD_BYTES = 450;

export interface ShopSchemasSettings {
  /** Memory for schemas. */
  readonly maximumBytes?: number;
  /** Store of the parts that schemas had; if left out, parts disappear at once. */
  readonly history?: {
    readonly clock: Clock;
    /** Reads and writes rows of the organization. */
    transactionOf(organizationId: string): Transaction;
  };
}

/** Description of a storefront from which its schema is built. */
interface Described {
  readonly catalogue: ExposedCatalogue;
  readonly removed: readonly DeprecatedElement[];
  readonly digest: string;
}

/** Keeps those that were requested last. Two storefronts that expose the same share one. */
export function createShopSchemas({
  maximumBytes = MOST_BYTES,
  history,
}: ShopSchemasSettings = {}): ShopSchemaCache {
  const described = new WeakMap<CatalogueStructure, Map<string, { key: string; made: Promise<Described> }>>();
  const schemas = new LRUCache<string, ShopSchema>({
    maxSize: maximumBytes,
    sizeCalculation: ({ schema }) => Math.min(maximumBytes, sizeOf(schema)),
  });
  const building = new Map<string, Promise<ShopSchema>>();
  const describe = async (structure: CatalogueStructure, storefront: Storefront, now: Date | null) => {
    const catalogue = exposedCatalogue(structure, storefront);
    const removed =
      history === undefined || now === null
        ? []
        : await recordSchema(history.transactionOf(storefront.organizationId), {
            structure,
            storefront,
            catalogue,
            now,
          });
    return { catalogue, removed, digest: schemaDigest(catalogue, removed) };
  };
  const describedAs = (structure: CatalogueStructure, storefront: Storefront): Promise<Described> => {
    const byStorefront =
      described.get(structure) ?? new Map<string, { key: string; made: Promise<Described> }>();
    described.set(structure, byStorefront);
    const now = history?.clock.now() ?? null;
    // A deprecated part leaves the schema at the end of a day.
    const key = `${storefront.version} ${now === null ? '' : utcDate(now)}`;
    const cachedEntry = byStorefront.get(storefront.id);
    if (cachedEntry?.key === key) return cachedEntry.made;
    const description = describe(structure, storefront, now);
    byStorefront.set(storefront.id, { key, made: description });
    description.catch(() => byStorefront.delete(storefront.id));
    return description;
  };
  const build = async ({ catalogue, removed, digest }: Described): Promise<ShopSchema> => {
    const builtSchema = { schema: await buildShopSchema(catalogue, removed), catalogue };
    schemas.set(digest, builtSchema);
    return builtSchema;
  };
  return {
    async of(structure, storefront) {
      const description = await describedAs(structure, storefront);
      const cachedSchema = schemas.get(description.digest) ?? building.get(description.digest);
      if (cachedSchema !== undefined) return cachedSchema;
      const pendingSchema = build(description).finally(() => building.delete(description.digest));
      building.set(description.digest, pendingSchema);
      return pendingSchema;
    },
  };
}

/** Returns the approximate size of a schema in bytes. */
function sizeOf(schema: GraphQLSchema): number {
  let bytes = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    bytes += TYPE_BYTES + (hasFields ? Object.keys(type.getFields()).length * FIELD_BYTES : 0);
  }
  return bytes;
}
