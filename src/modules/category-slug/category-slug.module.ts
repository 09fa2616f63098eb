import type { CatalogueModule } from '../../kernel/operation.ts';
import { followCategories } from './follow-categories.ts';

export const categorySlugModule: CatalogueModule = { onConfigurationChanged: followCategories };
