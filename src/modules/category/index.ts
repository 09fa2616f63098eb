export { categoryLoader } from './category.loaders.ts';
export { categoryModule } from './category.module.ts';
export {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
  upsertCategories,
} from './category.operations.ts';
export { type CategoryDocument, categoryResource, categoryStore } from './category.resource.ts';
export {
  type CategoryPosition,
  findAncestry as findCategoryAncestry,
  findCategoryPlaces,
} from './category.store.ts';
export { loadSubtrees } from './category-subtree.store.ts';
export { moveCategory } from './move-category.ts';
