export { loadStorefront } from './load-storefront.ts';
export { readPreviewToken } from './preview-link.ts';
export { storefrontModule } from './storefront.module.ts';
export { storefrontResource, upsertStorefronts } from './storefront.resource.ts';
export { storefrontStore } from './storefront.store.ts';
export {
  CATEGORIES_FACET,
  type Storefront,
  type StorefrontDocument,
} from './storefront.ts';
export { findSchemaRecords, type SchemaRecord, saveSchemaRecord } from './storefront-schema.store.ts';
