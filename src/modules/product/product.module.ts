import type { CatalogueModule } from '../../kernel/operation.ts';
import { productSearchSource } from './search-products.ts';
import { followConfiguration } from './structure-consequences.ts';

export const productModule: CatalogueModule = {
  onConfigurationChanged: followConfiguration,
  searchSource: productSearchSource,
};
