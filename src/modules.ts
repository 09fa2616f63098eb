import type { CatalogueModule } from './kernel/operation.ts';
import { currencyModule } from './modules/currency/index.ts';
import { entityModule } from './modules/entity/index.ts';
import { localeModule } from './modules/locale/index.ts';
import { measurementModule } from './modules/measurement/index.ts';
import { productModule } from './modules/product/index.ts';
import { profileModule } from './modules/profile/index.ts';
import { searchModule } from './modules/search/index.ts';

/** What modules do for each other. A module stands after those that it builds on: followers run in this order. */
export const MODULES: readonly CatalogueModule[] = [
  localeModule,
  currencyModule,
  measurementModule,
  searchModule,
  entityModule,
  productModule,
  profileModule,
];
