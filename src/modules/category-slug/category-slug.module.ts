import type { DomainModule } from '../../kernel/operation.ts';
import { updateCategorySlugs } from './update-category-slugs.ts';

export const categorySlugModule: DomainModule = { onConfigurationChanged: updateCategorySlugs };
