import type { McpExposure } from '../../../graphql/extensions.ts';
import { COMPARISON_VIEW, REVISION_VIEW } from '../../event/revision.graphql.ts';
import { SHORT_FACET_VIEWS } from '../../search/facet/facet.graphql.ts';
import { PROPERTIES_VIEW } from './product-types.graphql.ts';

/** Links by type, in the form in which they are written. */
export const ASSOCIATIONS_VIEW =
  'associations { type { code } products { ref: product { sku } quantity } entities { ref } }';

const PLACE = 'channel: $channel, locale: $locale';
const COMPLETENESS = `completeness(${PLACE}) { channel { code } locale { code } ratio required filled missing }`;
/** Returns the fields of a product with its values in one channel and locale. */
const inOneScope = (form: 'AUTO' | 'FLAT') => `id ${PROPERTIES_VIEW} label(${PLACE}) version
  values: data(form: ${form}, attributes: $attributes, ${PLACE}) updatedAt`;

export const GET_PRODUCT_TOOL = {
  tool: 'get_product',
  description:
    'One product. Without `channel` and `locale`, returns values in the form that `update_product` accepts; with one of them, plain values. Use `search_products` if you do not know the SKU.',
  view: `{ ${inOneScope('AUTO')} asOf }`,
  expansions: {
    completeness: COMPLETENESS,
    variants: 'variants(first: 50) { skus: nodes { sku } count: totalCount }',
    associations: ASSOCIATIONS_VIEW,
    comparison: `comparison(from: $compare_from, to: $compare_to) ${COMPARISON_VIEW}`,
    history: `history: revisions(first: 10) { nodes ${REVISION_VIEW} }`,
  },
} satisfies McpExposure;

export const SEARCH_PRODUCTS_TOOL = {
  tool: 'search_products',
  description:
    'Finds products by words and by conditions on their properties and values. `describe_catalog` lists the fields for filters, sort keys and facets (`filters`). Archived products are excluded unless the filter has a condition on the status. To find the least complete products, filter and sort by `completeness` and count by `missing`. Use `get_product` for all data of one product.',
  view: `{ ${inOneScope('FLAT')} }`,
  expansions: { completeness: COMPLETENESS },
  facets: SHORT_FACET_VIEWS,
  // Programs keep copies; agents look things up.
  leavesOut: ['changedSince'],
} satisfies McpExposure;
