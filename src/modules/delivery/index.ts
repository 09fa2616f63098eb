export { createDeliveryContext, type DeliveryContext, type ShopScope } from './delivery-context.ts';
export { createMediaLinks, MEDIA_PATH, type MediaLinks } from './media-links.ts';
export { IN_CONTEXT } from './shop-schema.ts';
export { createShopSchemas, type ShopSchema, type ShopSchemas } from './shop-schemas.ts';
export { resolveScope, type ScopeAsked } from './shop-scope.ts';
