export { IN_CONTEXT } from './build-schema.ts';
export { createMediaLinks, MEDIA_PATH, type MediaLinks } from './media-links.ts';
export { createShopSchemas, type ShopSchema, type ShopSchemaCache as ShopSchemas } from './schema-cache.ts';
export {
  createShopContext as createDeliveryContext,
  type ShopContext as DeliveryContext,
  type ShopScope,
} from './shop-context.ts';
export { resolveScope, type ShopScopeInput as ScopeAsked } from './shop-scope.ts';
