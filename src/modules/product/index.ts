import './structure-consequences.ts';

export { createProduct } from './create-product.ts';
export { deleteProduct } from './delete-product.ts';
export { getProduct } from './get-product.ts';
export { listProducts } from './list-products.ts';
export type { ProductItem, ProductItemResult, UpsertProductsInput } from './product-input.ts';
export { restoreProduct } from './restore-product.ts';
export { setProductStatus } from './set-product-status.ts';
export { updateProduct } from './update-product.ts';
export { upsertProducts } from './upsert-products.ts';
export type { CellWrite } from './values/cells.ts';
