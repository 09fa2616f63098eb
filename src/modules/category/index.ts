export { categoryChildrenLoader, categoryRowLoader, topCategoriesLoader } from './category.loaders.ts';
export { categoryModule } from './category.module.ts';
export {
  type CategoryDocument,
  categoryLoader,
  categoryResource,
  categoryStore,
  deleteCategory,
  upsertCategories,
} from './category.resource.ts';
export {
  type CategoryPosition,
  findAncestry as findCategoryAncestry,
  findCategoryPositions,
  loadCategoriesBelow,
  loadCategoryCodes,
  type PlacedCategory,
} from './category.store.ts';
export { loadCategoryTree, loadSubtrees } from './category-subtree.store.ts';
export { labelCategories, resolveCategoryWords } from './category-words.ts';
export { moveCategory } from './move-category.ts';
