export { createdValuesLoader } from './history/created-values.ts';
export { productStateDocument } from './history/product-state-document.ts';
export { type ProductState, productStatesAt } from './history/product-states.ts';
export { withClearedLinks } from './links/cleared-links.ts';
export type { EntityReplacement } from './model/links.ts';
export {
  findDeletedSkus,
  findProducts,
  findReferred,
  productNotFoundError,
  productRows,
  productUniqueValues,
} from './model/product.store.ts';
export { withoutObsoleteCells } from './model/product-document.ts';
export type {
  ProductBatchItem,
  ProductItem,
  ProductItemResult,
  ProductPatch,
  UpsertProductsInput,
  WrittenPublication,
} from './model/product-input.ts';
export { notLiveProblems } from './model/product-rules.ts';
export { analyzeProductTable } from './model/product-statistics.store.ts';
export { productSlugs } from './model/slugs.ts';
export { productModule } from './product.module.ts';
export { getProduct } from './read/get-product.ts';
export { listProducts } from './read/list-products.ts';
export { loadListedProducts } from './read/listed-product.store.ts';
export type { ListedProduct } from './read/listed-product.ts';
export { type EntityLink, effectiveAssociations } from './read/product-associations.ts';
export { productLabel } from './read/product-data.ts';
export {
  axesOfChildren,
  createProductView,
  effectiveCategories,
  effectiveChannelsOf,
  liveOf,
  loadAncestors,
  type ProductView,
  variantLayoutOf,
} from './read/product-view.ts';
export {
  countMatchingProducts,
  type ScanCursor,
  type ScannedMatch,
  type ScannedProduct,
  type ScanPage,
  scanMatchingProducts,
  scanProducts,
} from './read/scan-products.ts';
export {
  cellsBelowLoader,
  defaultVariantLoader,
  descendantVariantsLoader,
  listedProductLoader,
  SHOP_PRODUCT_FIELDS,
} from './read/shop-product.loaders.ts';
export type { AxisOptions } from './read/variants-below.store.ts';
export { recomputeCompleteness } from './recompute/recompute-completeness.ts';
export { restoreProduct } from './revert/restore-product.ts';
export { restoreDeleted, restoreProducts } from './revert/restore-products.ts';
export { revertProducts } from './revert/revert-products.ts';
export { exampleProduct } from './schema/example-product.ts';
export { loadListedMetadata } from './schema/load-listed-metadata.ts';
export { productSchema } from './schema/product-schema.ts';
export { createProduct } from './write/create-product.ts';
export { deleteProduct, deleteProducts } from './write/delete-product.ts';
export {
  type BulkEdit,
  checkBulkEdit,
  countMismatchMessage,
  findProductsToPreview,
} from './write/edit-by-filter.ts';
export { purgeDeletedProducts, purgeProducts } from './write/purge-products.ts';
export { setProductStatus, setProductStatuses } from './write/set-product-status.ts';
export { updateProduct } from './write/update-product.ts';
export { upsertProducts } from './write/upsert-products.ts';
export { validateProduct } from './write/validate-product.ts';
export { writeProducts } from './write/write-products.ts';
