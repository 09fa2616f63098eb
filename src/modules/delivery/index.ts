export { createDeliveryContext, type DeliveryContext, type ShopScope } from './delivery-context.ts';
export { type ExposedCatalogue, exposedCatalogue } from './exposed-catalogue.ts';
export { createMediaLinks, MEDIA_PATH, type MediaLinks } from './media-links.ts';
export { buildShopSchema, IN_CONTEXT } from './shop-schema.ts';
export type { Storefront } from './storefront.ts';
