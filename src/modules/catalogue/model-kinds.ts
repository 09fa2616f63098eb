import type { ConfigurationKind } from '../configuration/index.ts';

/** Kinds of objects that model a catalogue or are settings of its products. */
export type ModelKind = Exclude<ConfigurationKind, 'storefront' | 'import_export_profile'>;

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
