import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';

export const optionSetModule: CatalogueModule = {
  usedBy: {
    media: rowsNaming('Option', "option.swatch ->> 'media' = wanted.code"),
  },
};
