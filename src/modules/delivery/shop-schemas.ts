import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Storefront } from '../storefront/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { type ExposedCatalogue, exposedCatalogue } from './exposed-catalogue.ts';
import { followSchema } from './schema-history.ts';
import { dayOf, type RemovedPart, schemaDigest } from './schema-parts.ts';
import { buildShopSchema } from './shop-schema.ts';

/** The schema of a storefront and what it was made of. */
export interface ShopSchema {
  readonly schema: GraphQLSchema;
  readonly catalogue: ExposedCatalogue;
}

/** The schemas of storefronts, each built when it is first requested. */
export interface ShopSchemas {
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
  readonly removed: readonly RemovedPart[];
  readonly digest: string;
}

/** Keeps those that were requested last. Two storefronts that expose the same share one. */
export function createShopSchemas({
  maximumBytes = MOST_BYTES,
  history,
}: ShopSchemasSettings = {}): ShopSchemas {
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
        : await followSchema(history.transactionOf(storefront.organizationId), {
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
    const key = `${storefront.version} ${now === null ? '' : dayOf(now)}`;
    const known = byStorefront.get(storefront.id);
    if (known?.key === key) return known.made;
    const made = describe(structure, storefront, now);
    byStorefront.set(storefront.id, { key, made });
    made.catch(() => byStorefront.delete(storefront.id));
    return made;
  };
  const build = async ({ catalogue, removed, digest }: Described): Promise<ShopSchema> => {
    const made = { schema: await buildShopSchema(catalogue, removed), catalogue };
    schemas.set(digest, made);
    return made;
  };
  return {
    async of(structure, storefront) {
      const asked = await describedAs(structure, storefront);
      const known = schemas.get(asked.digest) ?? building.get(asked.digest);
      if (known !== undefined) return known;
      const made = build(asked).finally(() => building.delete(asked.digest));
      building.set(asked.digest, made);
      return made;
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
