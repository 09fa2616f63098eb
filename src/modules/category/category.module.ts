import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const categoryModule: DomainModule = {
  usedBy: {
    category: rowsReferencing('Category', 'category.parent = wanted.code'),
    media: rowsReferencing('Category', 'category.image = wanted.code'),
  },
};
