import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import type { StorefrontDocument } from './storefront.ts';

export const storefrontStore = createTableStore<StorefrontDocument>({
  table: 'storefront',
  fields: [
    ...(['labels', 'channel', 'locales', 'currencies', 'attributes', 'entityTypes'] as const),
    ...(['associationTypes', 'externalSystems', 'facets', 'categoryFacets', 'previewUrl', 'active'] as const),
  ],
});

interface StorefrontRow extends StorefrontDocument {
  readonly version: number;
}

const BY_ID = defineStatement<StorefrontRow>({
  name: 'storefront.by_id',
  kind: 'read',
  row: {
    version: 'int',
    code: 'text',
    labels: 'json',
    channel: 'text',
    locales: 'text[]',
    currencies: 'text[]',
    attributes: 'text[]',
    entityTypes: 'text[]',
    associationTypes: 'text[]',
    externalSystems: 'text[]',
    facets: 'text[]',
    categoryFacets: 'json',
    previewUrl: 'text | null',
    active: 'boolean',
  },
  sql: `SELECT version, code, labels, channel, coalesce(locales, '{}') AS locales,
               coalesce(currencies, '{}') AS currencies, coalesce(attributes, '{}') AS attributes,
               coalesce(entity_types, '{}') AS "entityTypes",
               coalesce(association_types, '{}') AS "associationTypes",
               coalesce(external_systems, '{}') AS "externalSystems", coalesce(facets, '{}') AS facets,
               category_facets AS "categoryFacets", preview_url AS "previewUrl", active
        FROM public.storefront WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Returns a storefront as it is stored. */
export async function findStorefront(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StorefrontRow | null> {
  const [row] = await transaction.execute(BY_ID, [organizationId, id]);
  return row ?? null;
}
