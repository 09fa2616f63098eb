import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../../graphql/selected-fields.ts';
import { type ListedPart, WHOLE } from '../read/listed-product.ts';

/** What the fields of a product read of its row; a field that is not named here gets everything. */
const PARTS_OF_FIELD: Readonly<Record<string, readonly ListedPart[]>> = {
  __typename: [],
  id: [],
  sku: ['sku'],
  type: ['type'],
  status: ['status'],
  version: ['version'],
  label: ['sku', 'family', 'values'],
  image: ['family', 'values'],
  value: ['family', 'values'],
  values: ['family', 'values'],
  data: ['family', 'values'],
  attributeSet: ['family'],
  variantLayout: ['family'],
  parent: ['family'],
  channels: ['family', 'channels'],
  categories: ['family', 'categories'],
  completeness: ['type', 'family', 'values', 'completeness'],
  revisions: [],
  revision: [],
  externalRefs: ['externalRefs'],
  children: [],
  variants: [],
  createdAt: ['createdAt'],
  updatedAt: ['updatedAt'],
  effectiveUpdatedAt: ['effectiveUpdatedAt'],
  createdBy: ['createdBy'],
  updatedBy: ['updatedBy'],
};

/** What a connection has to read of its products for the fields that are selected of them. */
export function partsOf(info: GraphQLResolveInfo): ReadonlySet<ListedPart> {
  const parts = new Set<ListedPart>();
  for (const field of selectedFields(info, [['nodes'], ['edges', 'node']])) {
    for (const part of PARTS_OF_FIELD[field] ?? WHOLE) parts.add(part);
  }
  return parts;
}
