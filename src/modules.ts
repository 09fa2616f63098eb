import type { DomainModule } from './kernel/operation.ts';
import { attributeModule } from './modules/attribute/index.ts';
import { attributeSetModule } from './modules/attribute-set/index.ts';
import { categoryModule } from './modules/category/index.ts';
import { categorySlugModule } from './modules/category-slug/index.ts';
import { channelModule } from './modules/channel/index.ts';
import { currencyModule } from './modules/currency/index.ts';
import { entityModule } from './modules/entity/index.ts';
import { entityTypeModule } from './modules/entity-type/index.ts';
import { localeModule } from './modules/locale/index.ts';
import { measurementModule } from './modules/measurement/index.ts';
import { optionSetModule } from './modules/option-set/index.ts';
import { organizationModule } from './modules/organization/index.ts';
import { productModule } from './modules/product/index.ts';
import { profileModule } from './modules/profile/index.ts';
import { savedViewModule } from './modules/saved-view/index.ts';
import { searchModule } from './modules/search/index.ts';
import { shopApiModule } from './modules/shop-api/index.ts';
import { storefrontModule } from './modules/storefront/index.ts';
import { storefrontKeyModule } from './modules/storefront-key/index.ts';
import { valuesModule } from './modules/values/index.ts';
import { webhookModule } from './modules/webhook/index.ts';

/**
 * Declarations of modules for each other. A module stands after those that it builds on: followers run in this order.
 */
export const MODULES: readonly DomainModule[] = [
  organizationModule,
  localeModule,
  currencyModule,
  channelModule,
  categoryModule,
  measurementModule,
  optionSetModule,
  attributeModule,
  attributeSetModule,
  entityTypeModule,
  categorySlugModule,
  valuesModule,
  searchModule,
  entityModule,
  productModule,
  profileModule,
  storefrontModule,
  storefrontKeyModule,
  shopApiModule,
  savedViewModule,
  webhookModule,
];
