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
  type CategoryWithPath,
  findAncestry as findCategoryAncestry,
  findCategoryPositions,
  loadCategoryCodes,
  loadCategorySubtrees,
} from './category.store.ts';
export { labelCategories, resolveCategoryLabels } from './category-labels.ts';
export { type CategoryNode, loadBranches, loadCategoryTree, loadSubtrees } from './category-subtree.store.ts';
export { moveCategory } from './move-category.ts';
