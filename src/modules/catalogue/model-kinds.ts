import type { ResourceOperations } from '../../platform/resource/resource-operations.ts';
import { associationTypeResource } from '../association-type/index.ts';
import { attributeResource } from '../attribute/index.ts';
import { attributeGroupResource } from '../attribute-group/index.ts';
import { attributeSetResource } from '../attribute-set/index.ts';
import { categoryResource } from '../category/index.ts';
import { channelResource } from '../channel/index.ts';
import type { ConfigurationKind } from '../configuration/index.ts';
import { currencyResource } from '../currency/index.ts';
import { entityTypeResource } from '../entity-type/index.ts';
import { localeResource } from '../locale/index.ts';
import { measurementFamilyResource } from '../measurement/index.ts';
import { deleteOptions, optionSetResource, upsertOptions } from '../option-set/index.ts';

/** Kinds of objects that model a catalogue or are settings of its products. */
export type ModelKind = Exclude<ConfigurationKind, 'storefront' | 'import_export_profile'>;

/** Operations that write and delete the objects of one kind. */
type ModelResource = Pick<ResourceOperations, 'upsert' | 'deleteMany'>;

export const MODEL_RESOURCES: Readonly<Record<ModelKind, ModelResource>> = {
  association_type: associationTypeResource,
  attribute: attributeResource,
  attribute_group: attributeGroupResource,
  attribute_set: attributeSetResource,
  category: categoryResource,
  channel: channelResource,
  currency: currencyResource,
  entity_type: entityTypeResource,
  locale: localeResource,
  measurement_family: measurementFamilyResource,
  option: { upsert: upsertOptions, deleteMany: deleteOptions },
  option_set: optionSetResource,
};

/** Kinds of objects that each field of an input refers to. */
export const REFERENCED_KINDS: Readonly<Record<string, readonly ModelKind[]>> = {
  addAttributes: ['attribute', 'attribute_group'],
  addRequiredAttributes: ['attribute', 'channel'],
  attributeAsImage: ['attribute'],
  attributeAsLabel: ['attribute'],
  attributes: ['attribute', 'attribute_group'],
  availableLocales: ['locale'],
  categoryRoot: ['category'],
  conversionUnits: ['attribute'],
  currencies: ['currency'],
  entityType: ['entity_type'],
  fallback: ['locale'],
  group: ['attribute_group'],
  locales: ['locale'],
  measurementFamily: ['measurement_family'],
  moveAttributes: ['attribute', 'attribute_group'],
  optionSet: ['option_set'],
  parent: ['category'],
  requiredAttributes: ['attribute', 'channel'],
  roles: ['attribute'],
  variantLayouts: ['attribute'],
};
