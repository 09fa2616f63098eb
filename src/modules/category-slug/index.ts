export { categorySlugModule } from './category-slug.module.ts';
