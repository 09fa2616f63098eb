export { IN_CONTEXT } from './build-schema.ts';
export { createMediaLinks, MEDIA_PATH, type MediaLinks } from './media-links.ts';
export { createShopSchemas, type ShopSchema, type ShopSchemaCache } from './schema-cache.ts';
export {
  createShopContext,
  type ShopContext,
  type ShopScope,
} from './shop-context.ts';
export { resolveScope, type ShopScopeInput } from './shop-scope.ts';
export { shopApiModule } from './storefront-effects.ts';
