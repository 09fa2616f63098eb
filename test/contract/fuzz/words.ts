import { ATTRIBUTE_SETS } from '../../../prisma/demo/attribute-sets.ts';
import { ATTRIBUTE_GROUPS, ATTRIBUTES } from '../../../prisma/demo/attributes.ts';
import { OPTION_SETS, OPTIONS } from '../../../prisma/demo/options.ts';
import { DEMO_PRODUCTS } from '../../../prisma/demo/seed-demo-catalogue.ts';
import { CATEGORIES } from '../../../prisma/demo/settings.ts';
import type { Words } from './made-json.ts';

const codes = (all: readonly { readonly code: string }[]) => all.map(({ code }) => code);

const products = [...DEMO_PRODUCTS.map(({ sku }) => sku), 'F1', 'F2', 'F3', 'F4', `prd_${'0'.repeat(32)}`];
const attributes = [...codes(ATTRIBUTES), 'f_one', 'f_two'];
const attributeSets = [...codes(ATTRIBUTE_SETS), 'f_set'];
const categories = [...codes(CATEGORIES), 'f_category'];
const optionSets = [...codes(OPTION_SETS), 'f_options'];
const channels = ['webshop', 'marketplace', 'f_channel'];
const locales = ['en_US', 'de_DE', 'de_AT', 'fr_FR'];
const currencies = ['EUR', 'USD', 'CHF'];
const media = ['f_media', 'f_other'];
const entities = ['f_entity', 'f_other'];

/** What the demo catalogue calls its things, by the keys of all doors that name them; some come and go in a run. */
export const catalogueWords: Words = {
  products,
  sku: products,
  ref: products,
  refs: products,
  parent: [...products, ...categories],
  attributes,
  attribute: attributes,
  attribute_as_label: attributes,
  attributeAsLabel: attributes,
  axes: attributes,
  key: [...attributes, ...locales, ...channels, '*'],
  'attribute-sets': attributeSets,
  attribute_set: attributeSets,
  attributeSet: attributeSets,
  'attribute-groups': codes(ATTRIBUTE_GROUPS),
  group: codes(ATTRIBUTE_GROUPS),
  categories,
  category_root: categories,
  categoryRoot: categories,
  root: categories,
  'option-sets': optionSets,
  option_set: optionSets,
  optionSet: optionSets,
  options: codes(OPTIONS),
  channels,
  channel: channels,
  locales,
  locale: locales,
  currencies,
  currency: currencies,
  media,
  photo: media,
  entities,
  'entity-types': ['f_type'],
  entity_type: ['f_type'],
  entityType: ['f_type'],
  'measurement-families': ['length', 'weight', 'f_family'],
  measurement_family: ['length', 'weight'],
  measurementFamily: ['length', 'weight'],
  unit: ['METER', 'KILOGRAM', 'WATT'],
  units: ['METER', 'GRAM'],
  'association-types': ['f_linked'],
  type: ['text', 'number', 'select', 'price', 'simple', 'model'],
  code: [...attributes, 'f_set', 'f_category', 'f_options', 'f_channel', 'f_type', 'f_entity', 'f_family'],
  fields: ['id', 'code', 'sku', 'label', 'version', 'values'],
  expand: ['completeness', 'associations', 'media'],
  sort: ['sku', '-sku', 'updated_at', '-created_at'],
  field: ['sku', 'status', 'categories'],
  scopes: ['products:read', 'settings:write'],
  types: ['product.created', 'product.updated', 'text'],
  value: ['oiled_oak', 'small', '12.5', 'Lamp', '2026-01-01', 'EUR', '4006381333931'],
  search_after: ['82', '0', 'eyJ2IjoxfQ'],
  '': ['Lamp', 'oak', 'F1', 'f_one'],
};
