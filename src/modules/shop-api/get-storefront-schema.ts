import { printSchema } from 'graphql';
import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { findSchemaRecords, type SchemaRecord, type Storefront } from '../storefront/index.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { buildShopSchema } from './build-schema.ts';
import { type ExposureSettings, exposedCatalogue } from './exposed-catalogue.ts';
import { deprecatedSince } from './schema-history.ts';

/** The columns of a storefront that its schema is made of. */
export const SCHEMA_COLUMNS = {
  id: true,
  attributes: true,
  entityTypes: true,
  associationTypes: true,
  externalSystems: true,
  facets: true,
} as const;

/** Returns the schema of a storefront as SDL. */
export async function printShopSchema(
  structure: CatalogueStructure,
  exposure: ExposureSettings,
  record: SchemaRecord | null,
  now: Date,
): Promise<string> {
  const catalogue = exposedCatalogue(structure, exposure);
  return printSchema(await buildShopSchema(catalogue, deprecatedSince(record, catalogue, now)));
}

export interface StorefrontSchemaInput {
  /** Code of the storefront. */
  readonly code: string;
}

export interface StorefrontSchema {
  readonly sdl: string;
}

/** Returns the schema of the Shop API for the keys of a storefront; null if there is no such storefront. */
export const getStorefrontSchema = defineRead({
  name: 'getStorefrontSchema',
  scope: 'settings:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { code }: StorefrontSchemaInput,
  ): Promise<StorefrontSchema | null> {
    const { organizationId } = context.session;
    const key = { organizationId_codeKey: { organizationId, codeKey: foldKey(code) } };
    const storefront: (ExposureSettings & Pick<Storefront, 'id'>) | null =
      await context.prisma.storefront.findUnique({
        where: key,
        select: SCHEMA_COLUMNS,
      });
    if (storefront === null) return null;
    const { id } = storefront;
    const record = (await findSchemaRecords(context, organizationId, [id])).get(id) ?? null;
    return { sdl: await printShopSchema(await readStructure(context), storefront, record, context.now) };
  },
});
