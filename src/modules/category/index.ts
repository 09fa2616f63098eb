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
  type CategoryWithPath as PlacedCategory,
  findAncestry as findCategoryAncestry,
  findCategoryPositions,
  loadCategoryCodes,
  loadCategorySubtrees as loadCategoriesBelow,
} from './category.store.ts';
export { labelCategories, resolveCategoryLabels as resolveCategoryWords } from './category-labels.ts';
export { loadCategoryTree, loadSubtrees } from './category-subtree.store.ts';
export { moveCategory } from './move-category.ts';
