import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './schema.d.ts';

/** Makes a typed document of a GraphQL text. Its result and variables have the types of schema.graphql. */
const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    ID: string;
    Date: string;
    DateTime: string;
    Decimal: string;
    HTML: string;
    RangeValue: string;
    URL: string;
  };
}>();

// Everything the shop reads, a document for each page.

/** What every page shows around its content. */
const Frame = graphql(`
  fragment Frame on Query {
    navigation(depth: 2) { ...Link children { ...Link } }
  }
  fragment Link on Category { label slug }
`);

/**
 * Products in a list. A node is a family, the same wherever it is read; what the list found of it, the page to link and the
 * picture and price to show, is its variant.
 */
export const Cards = graphql(`
  fragment Cards on ProductConnection {
    edges {
      node {
        label
        priceRange { min { amount formatted } max { amount } }
        options { values { label option { swatch { color } } } }
      }
      variant { slug image { url(width: 640) srcset(widths: [320, 640, 960]) alt } price { formatted } }
    }
  }
`);

export const Listing = graphql(
  `
    fragment Listing on ProductConnection {
      totalCount
      notice
      ...Cards
      facets {
        __typename
        code
        label
        refined
        clear { ...Refined }
        ... on ListFacet {
          display
          values { code label count selected swatch { color } refine { ...Refined } }
        }
        ... on RangeFacet { min max unit currency buckets { min below count selected refine { ...Refined } } }
      }
    }
    fragment Refined on SelectedRefinement { facet values min max below }
  `,
  [Cards],
);

export const ChannelDocument = graphql(`
  query Channel { channel { locales { code label } } }
`);

export const HomeDocument = graphql(
  `
    query Home {
      ...Frame
      categories: navigation(depth: 2) {
        image { url(width: 1280) srcset(widths: [640, 960, 1280]) alt }
        children { label slug image { url(width: 640) srcset(widths: [320, 640, 960]) alt } }
      }
      latest: products(sort: { newest: DESC }, first: 8) { ...Cards }
    }
  `,
  [Frame, Cards],
);

export const CategoryDocument = graphql(
  `
    query Category($slug: String!) {
      ...Frame
      category(by: { slug: $slug }) {
        id
        label
        slug
        description
        seo { title description }
        alternates { locale slug }
        ancestors { label slug }
        children { label slug }
      }
    }
  `,
  [Frame],
);

export const CategoryProductsDocument = graphql(
  `
    query CategoryProducts($category: ID!, $refine: [Refinement!], $sort: ProductSort, $first: Int!, $offset: Int!) {
      products(category: $category, refine: $refine, sort: $sort, first: $first, offset: $offset) { ...Listing }
    }
  `,
  [Listing],
);

export const SearchDocument = graphql(
  `
    query Search($q: String!, $refine: [Refinement!], $first: Int!, $offset: Int!) {
      ...Frame
      search(q: $q, refine: $refine, first: $first, offset: $offset) { ...Listing }
      suggest(q: $q, first: 6) { terms categories { label slug } }
    }
  `,
  [Frame, Listing],
);

export const SuggestDocument = graphql(`
  query Suggest($q: String!) {
    suggest(q: $q, first: 6) { terms categories { label slug } products { label slug } }
  }
`);

export const ProductDocument = graphql(
  `
    query Product($slug: String!) {
      ...Frame
      product(by: { slug: $slug }) {
        __typename
        breadcrumbs { label slug }
        alternates { locale slug }
        family { label alternates { locale slug } }
        seo { title description }
        selectedVariant { ...Item }
        ...Item
        ... on Lamp { story designer accessories(first: 4) { ...Cards } }
      }
    }
    fragment Item on Product {
      sku
      slug
      label
      summary
      price { amount currency formatted }
      gallery(first: 6) { url(width: 1280) srcset(widths: [480, 800, 1280]) alt }
      options {
        code
        label
        values { code label selected exists option { swatch { color } } variant { slug } }
      }
      specifications { label items { code label text } }
    }
  `,
  [Frame, Cards],
);

export const RedirectDocument = graphql(`
  query Redirect($path: String!) { redirect(path: $path) { path } }
`);

export const UrlsDocument = graphql(`
  query Urls($kind: UrlKind!, $after: String) {
    urls(kind: $kind, after: $after) {
      nodes { slug updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
