import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import type { Show } from '../../search/index.ts';
import { type DeliveredProduct, defaultVariantOf } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { about, listOf, required, type ShopFields } from '../types/fields.ts';
import { SwatchType } from '../types/values.ts';
import type { DeliveredItem, DeliveredPage } from './delivered-page.ts';
import type { ListedFacet, ListedValue, ListFacet, RangeBucket, RangeFacet } from './facets.ts';
import type { Refinement } from './refinements.ts';
import type { Direction, SortChoice } from './sorts.ts';

/** A decimal, a date or a time: what ranges are reported in, by their facet. */
const RangeValueType = new GraphQLScalarType<string, string>({
  name: 'RangeValue',
  description:
    'A bound of a range, by the type of its facet: a decimal ("19.90"), a day ("2026-03-01") or a date and time (RFC 3339).',
  parseValue(value) {
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value === 'string' && value.length <= 50) return value;
    throw new GraphQLError('RangeValue must be a decimal, a day or a date and time.');
  },
  serialize: String,
});

export const DirectionType = new GraphQLEnumType({
  name: 'Direction',
  values: { ASC: { value: 'asc' satisfies Direction }, DESC: { value: 'desc' satisfies Direction } },
});

export const ShowType = new GraphQLEnumType({
  name: 'Show',
  description: 'What one item of a list is.',
  values: {
    FAMILY: { value: 'family' satisfies Show, description: 'A product with all of its variants.' },
    FIRST_AXIS: {
      value: 'first_axis' satisfies Show,
      description: 'The variants that have one value of the first axis: one item per color.',
    },
    VARIANT: { value: 'variant' satisfies Show, description: 'Each product that can be sold.' },
  },
});

const RANGE = {
  min: { type: RangeValueType, description: 'At least.' },
  max: { type: RangeValueType, description: 'At most.' },
  below: { type: RangeValueType, description: 'Less than.' },
};

export const RefinementType = new GraphQLInputObjectType({
  name: 'Refinement',
  description:
    'What a shopper selected of a facet: values, of which one must hold, or a range. Send back what facets return in `refine` and `clear`.',
  fields: {
    facet: { type: required(GraphQLString), description: 'Code of the facet.' },
    values: { type: new GraphQLList(required(GraphQLString)) },
    ...RANGE,
  },
});

const SelectedRefinementType = new GraphQLObjectType<Refinement, DeliveryContext>({
  name: 'SelectedRefinement',
  description: 'A refinement to send back.',
  fields: {
    facet: { type: required(GraphQLString) },
    values: { type: new GraphQLList(required(GraphQLString)) },
    ...RANGE,
  } satisfies ShopFields<Refinement>,
});

const facetFields = {
  code: { type: required(GraphQLString) },
  label: { type: required(GraphQLString) },
  refined: { type: required(GraphQLBoolean), description: 'Whether something of it is selected.' },
  clear: {
    type: listOf(SelectedRefinementType),
    extensions: about(1),
    description: 'The refinements of the list without those of this facet.',
  },
} satisfies ShopFields<ListedFacet>;

const FacetType = new GraphQLInterfaceType({
  name: 'Facet',
  description:
    'What the products of a list have in common or differ in. Selections of the facet itself are left out of its counts.',
  fields: facetFields,
  resolveType: ({ kind }: ListedFacet) => (kind === 'list' ? 'ListFacet' : 'RangeFacet'),
});

const FacetDisplayType = new GraphQLEnumType({
  name: 'FacetDisplay',
  values: { LIST: { value: 'list' }, SWATCH: { value: 'swatch' }, TREE: { value: 'tree' } },
});

const FacetValueType: GraphQLObjectType<ListedValue, DeliveryContext> = new GraphQLObjectType<
  ListedValue,
  DeliveryContext
>({
  name: 'FacetValue',
  fields: (): ShopFields<ListedValue> => ({
    code: { type: required(GraphQLString) },
    label: { type: required(GraphQLString) },
    count: {
      type: required(GraphQLInt),
      description: 'How many items the list would have if it were the only one selected of the facet.',
    },
    selected: { type: required(GraphQLBoolean) },
    swatch: { type: SwatchType },
    refine: {
      type: listOf(SelectedRefinementType),
      extensions: about(1),
      description: 'The refinements of the list with this value selected, or no longer selected if it is.',
    },
    children: {
      type: listOf(FacetValueType),
      extensions: about(1),
      description: 'Of categories: those below it.',
    },
  }),
});

const ListFacetType = new GraphQLObjectType<ListFacet, DeliveryContext>({
  name: 'ListFacet',
  interfaces: [FacetType],
  fields: {
    ...facetFields,
    display: { type: required(FacetDisplayType) },
    values: {
      type: listOf(FacetValueType),
      extensions: about(2),
      description: 'Up to 100 values and those that are selected.',
    },
    hiddenCount: { type: required(GraphQLInt), description: 'Number of further values.' },
  } satisfies ShopFields<ListFacet>,
});

const RangeBucketType = new GraphQLObjectType<RangeBucket, DeliveryContext>({
  name: 'RangeBucket',
  fields: {
    min: { type: required(RangeValueType), description: 'At least.' },
    below: { type: required(RangeValueType), description: 'Less than.' },
    count: { type: required(GraphQLInt) },
    selected: { type: required(GraphQLBoolean) },
    refine: {
      type: listOf(SelectedRefinementType),
      extensions: about(1),
      description: 'The refinements of the list with this range selected, or no longer selected if it is.',
    },
  } satisfies ShopFields<RangeBucket>,
});

const RangeFacetType = new GraphQLObjectType<RangeFacet, DeliveryContext>({
  name: 'RangeFacet',
  interfaces: [FacetType],
  fields: {
    ...facetFields,
    min: { type: required(RangeValueType), description: 'The smallest.' },
    max: { type: required(RangeValueType), description: 'The largest.' },
    unit: { type: GraphQLString, description: 'Of measurements: the unit of `min` and `max`.' },
    currency: { type: GraphQLString, description: 'Of prices.' },
    buckets: {
      type: listOf(RangeBucketType),
      extensions: about(2),
      description: 'Up to 12 parts of the range that are not empty.',
    },
  } satisfies ShopFields<RangeFacet>,
});

const SortChoiceType = new GraphQLObjectType<SortChoice, DeliveryContext>({
  name: 'SortChoice',
  description: 'A way to sort a list.',
  fields: {
    field: { type: required(GraphQLString), description: 'The field of the argument `sort`.' },
    direction: { type: required(DirectionType) },
    label: { type: required(GraphQLString) },
    selected: { type: required(GraphQLBoolean) },
  } satisfies ShopFields<SortChoice>,
});

/** Types that no field names, but answers can be of. */
export const FACET_TYPES = [ListFacetType, RangeFacetType];

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export const PageInfoType = new GraphQLObjectType<PageInfo, DeliveryContext>({
  name: 'PageInfo',
  fields: {
    hasNextPage: { type: required(GraphQLBoolean) },
    hasPreviousPage: { type: required(GraphQLBoolean) },
    startCursor: { type: GraphQLString },
    endCursor: { type: GraphQLString, description: 'For `after`, to read the next page.' },
  } satisfies ShopFields<PageInfo>,
});

interface Edge extends DeliveredItem {
  readonly cursor: string;
}

/** Returns the connection of a type of products: `LampConnection`. */
export function connectionType(
  prefix: string,
  node: GraphQLObjectType<DeliveredProduct, DeliveryContext> | GraphQLInterfaceType,
): GraphQLObjectType<DeliveredPage, DeliveryContext> {
  const edge = new GraphQLObjectType<Edge, DeliveryContext>({
    name: `${prefix}Edge`,
    fields: (): ShopFields<Edge> => ({
      node: { type: required(node), resolve: ({ product }) => product },
      variant: {
        type: required(node),
        description:
          'The first variant that the list found the item by, in the order of the list: link it and show its price and image. A product without variants is its own; of a family that was not searched for by its variants, as in `related`, the default variant.',
        resolve: async ({ product, match }, _args, context) =>
          match ?? (await defaultVariantOf(product, context)) ?? product,
      },
      cursor: { type: required(GraphQLString) },
    }),
  });
  return new GraphQLObjectType<DeliveredPage, DeliveryContext>({
    name: `${prefix}Connection`,
    description: 'A page of products.',
    fields: (): ShopFields<DeliveredPage> => ({
      nodes: {
        type: listOf(node),
        extensions: about(1),
        resolve: ({ items }) => items.map(({ product }) => product),
      },
      edges: {
        type: listOf(edge),
        extensions: about(1),
        resolve: ({ items, cursorAt }) => items.map((item, index) => ({ ...item, cursor: cursorAt(index) })),
      },
      pageInfo: { type: required(PageInfoType), resolve: pageInfoOf },
      totalCount: {
        type: required(GraphQLInt),
        description: 'Number of all items of the list, whatever the page.',
        resolve: ({ count }) => count(),
      },
      facets: {
        type: listOf(FacetType),
        description:
          'What the list can be refined by, as the storefront is configured. Facets without values are left out.',
        args: {
          only: { type: new GraphQLList(required(GraphQLString)), description: 'Codes of facets.' },
        },
        extensions: about(1),
        resolve: ({ facets }, { only }: { readonly only?: readonly string[] | null }) =>
          facets?.(only ?? null) ?? [],
      },
      sorts: {
        type: listOf(SortChoiceType),
        extensions: about(1),
        description: 'The ways to sort the list.',
        resolve: ({ sorts }) => sorts ?? [],
      },
      notice: {
        type: GraphQLString,
        description:
          'For shoppers, in the language of the context: why nothing was searched for, as for `q: "a"`. Else null.',
      },
    }),
  });
}

function pageInfoOf({ items, cursorAt, hasNextPage, hasPreviousPage }: DeliveredPage): PageInfo {
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: items.length === 0 ? null : cursorAt(0),
    endCursor: items.length === 0 ? null : cursorAt(items.length - 1),
  };
}
