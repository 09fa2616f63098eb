import type { LedgerResource } from '../../kernel/event.ts';
import type { IdentifiedType } from '../../kernel/ids.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import {
  type ResourceDocument,
  type ResourcePatch,
  type ResourceStore,
  storedKeyOf,
} from '../../platform/resource/resource.ts';
import type { ResourceOperations } from '../../platform/resource/resource-operations.ts';
import { associationTypeResource } from '../association-type/index.ts';
import { attributeResource } from '../attribute/index.ts';
import { attributeGroupResource } from '../attribute-group/index.ts';
import { attributeSetResource } from '../attribute-set/index.ts';
import { categoryResource } from '../category/index.ts';
import { channelResource } from '../channel/index.ts';
import { currencyResource } from '../currency/index.ts';
import { entityTypeResource } from '../entity-type/index.ts';
import { localeResource } from '../locale/index.ts';
import { measurementFamilyResource } from '../measurement/index.ts';
import {
  createOption,
  deleteOption,
  deleteOptions,
  optionResource,
  optionSetResource,
  updateOption,
  upsertOptions,
} from '../option-set/index.ts';
import { profileResource } from '../profile/index.ts';
import { storefrontResource } from '../storefront/index.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';

/** One kind of configuration: its rules and the operations that write it. */
export interface ConfigurationResource extends ResourceOperations {
  readonly type: IdentifiedType;
  readonly scopes: { readonly read: ScopeExpression; readonly write: ScopeExpression };
  readonly store: Pick<ResourceStore<ResourceDocument>, 'load' | 'loadAll'>;
  readonly localized: readonly string[];
  readonly merged?: readonly string[];
  readonly worded?: readonly string[];
  readonly immutable: readonly string[];
  /** Field that names another object of the kind. */
  readonly ownReference?: string;
  readonly keyOf?: (document: ResourcePatch) => string;
}

/** All kinds of configuration that have codes. */
export const CONFIGURATION_RESOURCES: Readonly<Record<ConfigurationKind, ConfigurationResource>> = {
  locale: localeResource,
  currency: currencyResource,
  measurement_family: measurementFamilyResource,
  category: categoryResource,
  attribute_group: attributeGroupResource,
  option_set: optionSetResource,
  option: {
    ...optionResource,
    create: createOption,
    update: updateOption,
    upsert: upsertOptions,
    delete: deleteOption,
    deleteMany: deleteOptions,
  },
  attribute: attributeResource,
  channel: channelResource,
  entity_type: entityTypeResource,
  association_type: associationTypeResource,
  attribute_set: attributeSetResource,
  storefront: storefrontResource,
  import_export_profile: profileResource,
};

/** Returns true if a kind of objects of the ledger is configuration that has codes. */
export const isConfigurationKind = (resource: LedgerResource): resource is ConfigurationKind =>
  Object.hasOwn(CONFIGURATION_RESOURCES, resource);

/** Returns the key under which the store of a kind has an object. */
export const keyOfObject = (kind: ConfigurationKind, key: ResourcePatch): string =>
  storedKeyOf(CONFIGURATION_RESOURCES[kind], key);
