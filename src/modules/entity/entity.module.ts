import type { CatalogueModule } from '../../kernel/operation.ts';
import { entitySearchSource } from './entity-search-rows.ts';

export const entityModule: CatalogueModule = { searchSource: entitySearchSource };
