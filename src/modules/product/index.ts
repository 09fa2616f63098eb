import './search-products.ts';
import './structure-consequences.ts';

export { createProduct } from './create-product.ts';
export { deleteProduct, deleteProducts } from './delete-product.ts';
export { checkFoundEdit, type FoundEdit, mismatch } from './edit-found-products.ts';
export { entityImage, entityLabel, entityView } from './entity-label.ts';
export { getProduct } from './get-product.ts';
export { listProducts } from './list-products.ts';
export { type NamedCode, namesCode } from './names-code.ts';
export { openValueContext, toValueContext } from './open-value-context.ts';
export { findDeletedSkus } from './product.store.ts';
export type { EntityLink } from './product-associations.ts';
export { shownValues } from './product-document.ts';
export type { ProductItem, ProductItemResult, ProductPatch, UpsertProductsInput } from './product-input.ts';
export { analyzeProducts } from './product-statistics.store.ts';
export { purgeDeletedProducts } from './purge-products.store.ts';
export { recomputeCompleteness } from './recompute-completeness.ts';
export { restoreProduct } from './restore-product.ts';
export { exampleProduct } from './schema/example-product.ts';
export { loadListedMetadata } from './schema/load-listed-metadata.ts';
export { productSchema } from './schema/product-schema.ts';
export { setProductStatus } from './set-product-status.ts';
export { setProductStatuses } from './set-product-statuses.ts';
export { uniqueValueStore } from './unique-value.store.ts';
export {
  changedUniqueValues,
  moveUniqueValues,
  noLongerFree,
  placesOfWrites,
  takenValues,
  uniqueValuesOf,
} from './unique-values.ts';
export { updateProduct } from './update-product.ts';
export { upsertProducts } from './upsert-products.ts';
export { validateProduct } from './validate-product.ts';
export { isCellChange, joinChanges, namesCell, valueChanges } from './values/cell-changes.ts';
export { type CellWrite, NO_VALUES, type Values } from './values/cells.ts';
export { defaultWrites } from './values/default-writes.ts';
export { mergeCells } from './values/merge-cells.ts';
export { readCellWrites } from './values/read-cell-writes.ts';
export { cellsData } from './values-view.ts';
export {
  countFoundProducts,
  type FoundInWalk,
  type WalkCursor,
  type WalkedPage,
  type WalkedProduct,
  walkFoundProducts,
  walkProducts,
} from './walk-products.ts';
