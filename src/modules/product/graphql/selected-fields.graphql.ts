import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../../graphql/selected-fields.ts';
import { PRODUCT_PROPERTIES, PRODUCT_PROPERTY_KEYS } from '../../property/index.ts';
import { ALL_FIELDS, FAMILY_FIELDS, type ListedField } from '../read/listed-product.ts';

/** Parts that a property of a product needs: with those above the product where it can be inherited. */
const PARTS_OF_PROPERTY = Object.fromEntries(
  PRODUCT_PROPERTY_KEYS.map((property): [string, readonly ListedField[]] => [
    property,
    PRODUCT_PROPERTIES[property].below === 'inherited' ? [...FAMILY_FIELDS, property] : [property],
  ]),
);

/** Parts of the row that the fields of a product read; a field that is not listed here gets everything. */
const PARTS_OF_FIELD: Readonly<Record<string, readonly ListedField[]>> = {
  ...PARTS_OF_PROPERTY,
  __typename: [],
  id: [],
  version: ['version'],
  asOf: [],
  label: ['sku', ...FAMILY_FIELDS, 'values'],
  image: [...FAMILY_FIELDS, 'values'],
  value: [...FAMILY_FIELDS, 'values'],
  values: [...FAMILY_FIELDS, 'values'],
  data: [...FAMILY_FIELDS, 'values'],
  completeness: ['type', ...FAMILY_FIELDS, 'values', 'completeness'],
  live: ['live'],
  visibility: [
    'type',
    'status',
    'channels',
    'categories',
    ...FAMILY_FIELDS,
    'values',
    'completeness',
    'live',
  ],
  slugs: ['slugs'],
  revisions: [],
  revision: [],
  comparison: [],
  children: [],
  variants: [],
  createdAt: ['createdAt'],
  updatedAt: ['updatedAt'],
  effectiveUpdatedAt: ['effectiveUpdatedAt'],
  createdBy: ['createdBy'],
  updatedBy: ['updatedBy'],
};

/** Returns the parts that a connection has to read of its products for the selected fields. */
export function partsOf(info: GraphQLResolveInfo): ReadonlySet<ListedField> {
  const parts = new Set<ListedField>();
  for (const field of selectedFields(info, [['nodes'], ['edges', 'node']])) {
    for (const part of PARTS_OF_FIELD[field] ?? ALL_FIELDS) parts.add(part);
  }
  return parts;
}
