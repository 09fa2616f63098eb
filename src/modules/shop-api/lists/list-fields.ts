import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  type GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { encodeId } from '../../../kernel/ids.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import type { DeprecatedTypes } from '../deprecated-types.ts';
import type { ExposedAttribute, ExposedCatalogue, ExposedSet } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import type { ShopProduct } from '../shop-product.ts';
import { AlternateType, type CategoryType } from '../types/category-type.ts';
import { deprecatableField, removedReason } from '../types/deprecated-field.ts';
import {
  estimatedItems,
  nonNull,
  nonNullList,
  type ShopField,
  type ShopFields,
} from '../types/field-modifiers.ts';
import { DateTimeType } from '../types/scalars.ts';
import {
  connectionType,
  DirectionType,
  FACET_TYPES,
  PageInfoType,
  RefinementType,
  ShowType,
} from './connection-types.ts';
import { createFilterTypes } from './filter-inputs.ts';
import { commonRole } from './filterable-attribute.ts';
import { MAX_OFFSET, type ProductListQuery } from './product-list.ts';
import type { ProductListPage } from './product-page.ts';
import { type Redirect, redirectOf } from './redirect.ts';
import { searchPage } from './search-page.ts';
import { MAX_URLS, type ShopUrl, type UrlPage, type UrlsQuery, urlsOf } from './sitemap-urls.ts';
import { sortAttributes } from './sorts.ts';
import { type Suggestions, suggestFor } from './suggest.ts';

/** The types of a storefront's schema that lists refer to. */
export interface ListedTypes {
  readonly product: GraphQLInterfaceType;
  readonly connection: GraphQLObjectType<ProductListPage, ShopContext>;
  readonly category: CategoryType;
  /** Types of products by their name. */
  readonly sets: ReadonlyMap<string, GraphQLObjectType<ShopProduct, ShopContext>>;
}

/** The arguments of lists that depend on what is exposed. */
export interface ListInputs {
  /** Filter and sort fields of lists of products of any type. */
  readonly common: FilterAndSort;
  ofSet(set: ExposedSet): FilterAndSort;
}

interface FilterAndSort {
  readonly filter: { readonly type: GraphQLInputObjectType };
  readonly sort: { readonly type: GraphQLInputObjectType };
}

/** Fields that lists add to the schema of a storefront. */
export interface ListFields {
  /** Root fields: `products`, `lampProducts`, `search` … */
  readonly query: ShopFields<unknown>;
  /** Types that no field names. */
  readonly types: readonly GraphQLObjectType[];
}

const DEFAULT_SIZE = 24;

interface Paged {
  readonly first?: number | null;
}
const costOf = (first: number) => ({
  complexity: ({ first: requestedFirst }: Paged) => ({
    field: 1,
    multiplier: Math.max(1, requestedFirst ?? first),
  }),
});

const PAGING = {
  show: { type: nonNull(ShowType), defaultValue: 'family', description: 'What one item of the list is.' },
  first: {
    type: GraphQLInt,
    defaultValue: DEFAULT_SIZE,
    description: 'Up to 100; 0 for facets and counts alone.',
  },
  after: { type: GraphQLString, description: '`endCursor` of the page before.' },
  offset: {
    type: GraphQLInt,
    description: `How many items are left out, for numbered pages: up to ${MAX_OFFSET}. Not together with \`after\`.`,
  },
};
const CATEGORY = { type: GraphQLID, description: 'Only products in this category or below it.' };
const REFINE = {
  type: new GraphQLList(nonNull(RefinementType)),
  description: 'What the shopper selected. Of one facet any value must hold, and each facet.',
};

/** @param units by measurement family */
export function listInputs(
  catalogue: ExposedCatalogue,
  removed: DeprecatedTypes,
  units: ReadonlyMap<string, GraphQLEnumType>,
): ListInputs {
  const filterType = createFilterTypes([...catalogue.families, ...removed.families], units);
  const price = commonRole(catalogue, 'price');
  const inputsOf = (typeName: string, set: ExposedSet | null, attributes: readonly ExposedAttribute[]) => ({
    filter: { type: filterType(`${typeName}Filter`, attributes, removed.filtersOf(typeName)) },
    sort: {
      type: sortType(typeName, [...sortAttributes(catalogue, set).keys()], removed.sortsOf(typeName)),
    },
  });
  return {
    common: inputsOf('Product', null, price === undefined ? [] : [price]),
    ofSet: (set) => inputsOf(set.typeName, set, set.attributes),
  };
}

const sortType = (
  typeName: string,
  names: readonly string[],
  removed: ReturnType<DeprecatedTypes['sortsOf']>,
): GraphQLInputObjectType => {
  const fields = [
    ...['relevance', 'newest', ...names].map((name) => [name, { type: DirectionType }]),
    ...removed.map(({ name, removedOn }) => [
      name,
      { type: DirectionType, deprecationReason: removedReason(removedOn) },
    ]),
  ];
  return new GraphQLInputObjectType({
    name: `${typeName}Sort`,
    description: 'One way to sort. What has no value comes last.',
    isOneOf: true,
    fields: Object.fromEntries(fields),
  });
};

/** Returns the field of a category that lists its products. */
export const categoryProducts = (
  connection: ListedTypes['connection'],
  { common }: ListInputs,
): ShopField<Category> => ({
  type: nonNull(connection),
  description: 'Products in it or below it, of all types.',
  args: { filter: common.filter, refine: REFINE, sort: common.sort, ...PAGING },
  extensions: costOf(DEFAULT_SIZE),
  resolve: ({ id }, args: Omit<ProductListQuery, 'set' | 'category'>, context) =>
    searchPage({ ...args, set: null, category: encodeId('Category', id) }, context),
});

/** Returns the lists of a storefront. */
export function listFields(
  catalogue: ExposedCatalogue,
  removed: DeprecatedTypes,
  inputs: ListInputs,
  types: ListedTypes,
): ListFields {
  return { query: rootFields(catalogue, removed, inputs, types), types: FACET_TYPES };
}

function rootFields(
  catalogue: ExposedCatalogue,
  removed: DeprecatedTypes,
  inputs: ListInputs,
  { product, connection, category, sets }: ListedTypes,
): ShopFields<unknown> {
  const { common } = inputs;
  const ofSets = [...catalogue.sets, ...removed.sets].flatMap((set): [string, ShopField<unknown>][] => {
    const { typeName } = set;
    const type = sets.get(typeName);
    if (type === undefined) return [];
    const own = inputs.ofSet(set);
    const field: ShopField<unknown> = {
      type: nonNull(connectionType(typeName, type)),
      args: {
        category: CATEGORY,
        filter: own.filter,
        refine: REFINE,
        sort: own.sort,
        ...PAGING,
      },
      extensions: costOf(DEFAULT_SIZE),
      resolve: (_root, args: Omit<ProductListQuery, 'set'>, context) => searchPage({ ...args, set }, context),
    };
    return [[`${set.name}Products`, deprecatableField(field, set)]];
  });
  return {
    products: {
      type: nonNull(connection),
      description: 'Products of all types, the newest first.',
      args: {
        category: CATEGORY,
        filter: common.filter,
        refine: REFINE,
        sort: common.sort,
        ...PAGING,
      },
      extensions: costOf(DEFAULT_SIZE),
      resolve: (_root, args: Omit<ProductListQuery, 'set'>, context) =>
        searchPage({ ...args, set: null }, context),
    },
    ...Object.fromEntries(ofSets),
    search: {
      type: nonNull(connection),
      description:
        'Products that have all words in their SKU, a searchable text or the label of an option, the best matches first. If nothing has them, words that are spelled almost so.',
      args: {
        q: { type: nonNull(GraphQLString) },
        category: CATEGORY,
        filter: common.filter,
        refine: REFINE,
        sort: common.sort,
        ...PAGING,
      },
      extensions: costOf(DEFAULT_SIZE),
      resolve: (_root, args: Omit<ProductListQuery, 'set'>, context) =>
        searchPage({ ...args, set: null }, context),
    },
    suggest: {
      type: nonNull(suggestionsType(product, category)),
      description: 'What somebody may mean who is typing: the last word may be a beginning.',
      args: {
        q: { type: nonNull(GraphQLString) },
        first: { type: GraphQLInt, defaultValue: 8, description: 'Up to 50 of each kind.' },
      },
      extensions: costOf(8),
      resolve: (_root, { q, first }: { readonly q: string; readonly first?: number | null }, context) =>
        suggestFor(q, first ?? 8, context),
    },
    redirect: {
      type: RedirectType,
      description:
        'Where the page is whose slug, the last part of the path, was another one before. Null if there is none.',
      args: { path: { type: nonNull(GraphQLString) } },
      resolve: (_root, { path }: { readonly path: string }, context) => redirectOf(path, context),
    },
    urls: {
      type: nonNull(UrlConnectionType),
      description: "All pages of a kind in the context's locale, for sitemaps and static builds.",
      args: {
        kind: { type: nonNull(UrlKindType) },
        first: { type: GraphQLInt, defaultValue: MAX_URLS, description: `Up to ${MAX_URLS}.` },
        after: { type: GraphQLString, description: '`endCursor` of the page before.' },
      },
      resolve: (_root, { first, ...asked }: UrlsQuery, context) =>
        urlsOf({ ...asked, first: first ?? MAX_URLS }, context),
    },
  };
}

const suggestionsType = (product: GraphQLInterfaceType, category: CategoryType) =>
  new GraphQLObjectType<Suggestions, ShopContext>({
    name: 'Suggestions',
    fields: (): ShopFields<Suggestions> => ({
      products: { type: nonNullList(product) },
      categories: { type: nonNullList(category) },
      terms: {
        type: nonNullList(GraphQLString),
        description:
          'The query with its last word completed by names of visible products, labels of categories and short texts.',
      },
    }),
  });

const UrlKindType = new GraphQLEnumType({
  name: 'UrlKind',
  values: { PRODUCT: { value: 'product' }, CATEGORY: { value: 'category' } },
});

const RedirectType = new GraphQLObjectType<Redirect, ShopContext>({
  name: 'Redirect',
  description: 'Where a page is now.',
  fields: {
    path: { type: nonNull(GraphQLString), description: 'The path with the present slug.' },
    slug: { type: nonNull(GraphQLString) },
    locale: { type: nonNull(GraphQLString), description: 'Locale of the slug.' },
    kind: { type: nonNull(UrlKindType) },
  } satisfies ShopFields<Redirect>,
});

const UrlType = new GraphQLObjectType<ShopUrl, ShopContext>({
  name: 'Url',
  description: 'A page of the shop.',
  fields: (): ShopFields<ShopUrl> => ({
    slug: { type: nonNull(GraphQLString) },
    updatedAt: { type: nonNull(DateTimeType) },
    alternates: {
      type: nonNullList(AlternateType),
      extensions: estimatedItems(3),
      description: 'The page in all locales that show it.',
    },
  }),
});

const UrlConnectionType = new GraphQLObjectType<UrlPage, ShopContext>({
  name: 'UrlConnection',
  fields: {
    nodes: { type: nonNullList(UrlType) },
    pageInfo: { type: nonNull(PageInfoType), resolve: (page) => page },
  } satisfies ShopFields<UrlPage>,
});
