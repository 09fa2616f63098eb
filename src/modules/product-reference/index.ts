// References of other modules to products: by SKU, by id, or by their id in another system.
export { externalRefOf, productKey } from './product-key.ts';
export { findDeletedByExternalRef, findProductIds } from './product-reference.store.ts';
export { whereProduct } from './where-product.ts';
