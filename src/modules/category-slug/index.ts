export { slugsLoader as categorySlugsLoader } from './category-by-slug.ts';
export { categorySlugModule } from './category-slug.module.ts';
export { categorySlugs } from './category-slug.store.ts';
