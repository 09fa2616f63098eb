import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';

export const categoryModule: CatalogueModule = {
  usedBy: {
    category: rowsNaming('Category', 'category.parent = wanted.code'),
    media: rowsNaming('Category', 'category.image = wanted.code'),
  },
};
