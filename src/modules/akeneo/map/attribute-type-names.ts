import type { AttributeType } from '../../attribute/index.ts';

/** Maps each attribute type of Akeneo to the type of this catalogue. */
const TYPES: Readonly<Record<string, AttributeType>> = {
  pim_catalog_identifier: 'identifier',
  pim_catalog_text: 'text',
  pim_catalog_textarea: 'textarea',
  pim_catalog_number: 'number',
  pim_catalog_boolean: 'boolean',
  pim_catalog_date: 'date',
  pim_catalog_metric: 'measurement',
  pim_catalog_price_collection: 'price',
  pim_catalog_simpleselect: 'select',
  pim_catalog_multiselect: 'multi_select',
  pim_catalog_image: 'media',
  pim_catalog_file: 'media',
  pim_catalog_asset_collection: 'media_list',
  pim_assets_collection: 'media_list',
  pim_reference_data_simpleselect: 'select',
  pim_reference_data_multiselect: 'multi_select',
  akeneo_reference_entity: 'select',
  akeneo_reference_entity_collection: 'multi_select',
};

export const IDENTIFIER_TYPE = 'pim_catalog_identifier';
export const IMAGE_TYPE = 'pim_catalog_image';

/**
 * Returns true for types whose values are codes of files that are stored apart from the products, which the folder does
 * not hold.
 */
export function referencesExternalFiles(akeneoType: string): boolean {
  return attributeTypeOf(akeneoType, false) === 'media_list';
}

/** Returns true for types whose values are records of another list, which the files do not hold. */
export function referencesExternalRecords(akeneoType: string): boolean {
  return akeneoType.startsWith('pim_reference_data_') || akeneoType.startsWith('akeneo_reference_entity');
}

/** Returns the type of an attribute, or undefined for a type that has no counterpart, such as tables. */
export function attributeTypeOf(akeneoType: string, wysiwyg: boolean): AttributeType | undefined {
  const type = Object.hasOwn(TYPES, akeneoType) ? TYPES[akeneoType] : undefined;
  return type === 'textarea' && wysiwyg ? 'rich_text' : type;
}
