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
import type { ListItemKind } from '../../search/index.ts';
import type { ShopContext } from '../shop-context.ts';
import { defaultVariantOf, type ShopProduct } from '../shop-product.ts';
import { estimatedItems, nonNull, nonNullList, type ShopFields } from '../types/field-modifiers.ts';
import { SwatchType } from '../types/values.ts';
import type { ListedFacet, ListedValue, ListFacet, RangeBucket, RangeFacet } from './facets.ts';
import type { DeliveredItem, ProductListPage } from './product-page.ts';
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
    FAMILY: { value: 'family' satisfies ListItemKind, description: 'A product with all of its variants.' },
    FIRST_AXIS: {
      value: 'first_axis' satisfies ListItemKind,
      description: 'The variants that have one value of the first axis: one item per color.',
    },
    VARIANT: { value: 'variant' satisfies ListItemKind, description: 'Each product that can be sold.' },
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
    facet: { type: nonNull(GraphQLString), description: 'Code of the facet.' },
    values: { type: new GraphQLList(nonNull(GraphQLString)) },
    ...RANGE,
  },
});

const SelectedRefinementType = new GraphQLObjectType<Refinement, ShopContext>({
  name: 'SelectedRefinement',
  description: 'A refinement to send back.',
  fields: {
    facet: { type: nonNull(GraphQLString) },
    values: { type: new GraphQLList(nonNull(GraphQLString)) },
    ...RANGE,
  } satisfies ShopFields<Refinement>,
});

const facetFields = {
  code: { type: nonNull(GraphQLString) },
  label: { type: nonNull(GraphQLString) },
  refined: { type: nonNull(GraphQLBoolean), description: 'Whether something of it is selected.' },
  clear: {
    type: nonNullList(SelectedRefinementType),
    extensions: estimatedItems(1),
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

const FacetValueType: GraphQLObjectType<ListedValue, ShopContext> = new GraphQLObjectType<
  ListedValue,
  ShopContext
>({
  name: 'FacetValue',
  fields: (): ShopFields<ListedValue> => ({
    code: { type: nonNull(GraphQLString) },
    label: { type: nonNull(GraphQLString) },
    count: {
      type: nonNull(GraphQLInt),
      description: 'How many items the list would have if it were the only one selected of the facet.',
    },
    selected: { type: nonNull(GraphQLBoolean) },
    swatch: { type: SwatchType },
    refine: {
      type: nonNullList(SelectedRefinementType),
      extensions: estimatedItems(1),
      description: 'The refinements of the list with this value selected, or no longer selected if it is.',
    },
    children: {
      type: nonNullList(FacetValueType),
      extensions: estimatedItems(1),
      description: 'Of categories: those below it.',
    },
  }),
});

const ListFacetType = new GraphQLObjectType<ListFacet, ShopContext>({
  name: 'ListFacet',
  interfaces: [FacetType],
  fields: {
    ...facetFields,
    display: { type: nonNull(FacetDisplayType) },
    values: {
      type: nonNullList(FacetValueType),
      extensions: estimatedItems(2),
      description: 'Up to 100 values and those that are selected.',
    },
    hiddenCount: { type: nonNull(GraphQLInt), description: 'Number of further values.' },
  } satisfies ShopFields<ListFacet>,
});

const RangeBucketType = new GraphQLObjectType<RangeBucket, ShopContext>({
  name: 'RangeBucket',
  fields: {
    min: { type: nonNull(RangeValueType), description: 'At least.' },
    below: { type: nonNull(RangeValueType), description: 'Less than.' },
    count: { type: nonNull(GraphQLInt) },
    selected: { type: nonNull(GraphQLBoolean) },
    refine: {
      type: nonNullList(SelectedRefinementType),
      extensions: estimatedItems(1),
      description: 'The refinements of the list with this range selected, or no longer selected if it is.',
    },
  } satisfies ShopFields<RangeBucket>,
});

const RangeFacetType = new GraphQLObjectType<RangeFacet, ShopContext>({
  name: 'RangeFacet',
  interfaces: [FacetType],
  fields: {
    ...facetFields,
    min: { type: nonNull(RangeValueType), description: 'The smallest.' },
    max: { type: nonNull(RangeValueType), description: 'The largest.' },
    unit: { type: GraphQLString, description: 'Of measurements: the unit of `min` and `max`.' },
    currency: { type: GraphQLString, description: 'Of prices.' },
    buckets: {
      type: nonNullList(RangeBucketType),
      extensions: estimatedItems(2),
      description: 'Up to 12 parts of the range that are not empty.',
    },
  } satisfies ShopFields<RangeFacet>,
});

const SortChoiceType = new GraphQLObjectType<SortChoice, ShopContext>({
  name: 'SortChoice',
  description: 'A way to sort a list.',
  fields: {
    field: { type: nonNull(GraphQLString), description: 'The field of the argument `sort`.' },
    direction: { type: nonNull(DirectionType) },
    label: { type: nonNull(GraphQLString) },
    selected: { type: nonNull(GraphQLBoolean) },
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

export const PageInfoType = new GraphQLObjectType<PageInfo, ShopContext>({
  name: 'PageInfo',
  fields: {
    hasNextPage: { type: nonNull(GraphQLBoolean) },
    hasPreviousPage: { type: nonNull(GraphQLBoolean) },
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
  node: GraphQLObjectType<ShopProduct, ShopContext> | GraphQLInterfaceType,
): GraphQLObjectType<ProductListPage, ShopContext> {
  const edge = new GraphQLObjectType<Edge, ShopContext>({
    name: `${prefix}Edge`,
    fields: (): ShopFields<Edge> => ({
      node: { type: nonNull(node), resolve: ({ product }) => product },
      variant: {
        type: nonNull(node),
        description:
          'The first variant that the list found the item by, in the order of the list: link it and show its price and image. A product without variants is its own; of a family that was not searched for by its variants, as in `related`, the default variant.',
        resolve: async ({ product, match }, _args, context) =>
          match ?? (await defaultVariantOf(product, context)) ?? product,
      },
      cursor: { type: nonNull(GraphQLString) },
    }),
  });
  return new GraphQLObjectType<ProductListPage, ShopContext>({
    name: `${prefix}Connection`,
    description: 'A page of products.',
    fields: (): ShopFields<ProductListPage> => ({
      nodes: {
        type: nonNullList(node),
        extensions: estimatedItems(1),
        resolve: ({ items }) => items.map(({ product }) => product),
      },
      edges: {
        type: nonNullList(edge),
        extensions: estimatedItems(1),
        resolve: ({ items, cursorAt }) => items.map((item, index) => ({ ...item, cursor: cursorAt(index) })),
      },
      pageInfo: { type: nonNull(PageInfoType), resolve: pageInfoOf },
      totalCount: {
        type: nonNull(GraphQLInt),
        description: 'Number of all items of the list, whatever the page.',
        resolve: ({ count }) => count(),
      },
      facets: {
        type: nonNullList(FacetType),
        description:
          'What the list can be refined by, as the storefront is configured. Facets without values are left out.',
        args: {
          only: { type: new GraphQLList(nonNull(GraphQLString)), description: 'Codes of facets.' },
        },
        extensions: estimatedItems(1),
        resolve: ({ facets }, { only }: { readonly only?: readonly string[] | null }) =>
          facets?.(only ?? null) ?? [],
      },
      sorts: {
        type: nonNullList(SortChoiceType),
        extensions: estimatedItems(1),
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

function pageInfoOf({ items, cursorAt, hasNextPage, hasPreviousPage }: ProductListPage): PageInfo {
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: items.length === 0 ? null : cursorAt(0),
    endCursor: items.length === 0 ? null : cursorAt(items.length - 1),
  };
}
