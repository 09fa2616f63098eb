/** Returns the text of a document. Relay's compiler reads the same texts. */
const graphql = ([text = '']: TemplateStringsArray): string => text;

export const ListDocument = graphql`
  query documentsListQuery(
    $show: Show!
    $refine: [Refinement!]
    $sort: ProductSort
    $first: Int!
    $after: String
  ) {
    products(show: $show, refine: $refine, sort: $sort, first: $first, after: $after) {
      totalCount
      edges {
        node {
          id
          label
          slug
          price {
            amount
            currency
          }
          image {
            url(width: 640)
          }
          priceRange {
            min {
              amount
            }
            max {
              amount
            }
          }
        }
        variant {
          id
          sku
          label
          slug
          price {
            amount
            currency
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      facets {
        code
        refined
        ... on ListFacet {
          values {
            code
            count
            selected
            refine {
              facet
              values
              min
              max
              below
            }
          }
        }
      }
    }
  }
`;

export const ProductDocument = graphql`
  query documentsProductQuery($slug: String!) {
    product(by: { slug: $slug }) {
      id
      sku
      label
      slug
      price {
        amount
        currency
      }
      family {
        id
        label
        slug
        price {
          amount
          currency
        }
      }
    }
  }
`;

export const BothDocument = graphql`
  query documentsBothQuery($refine: [Refinement!]) {
    families: products(show: FAMILY, first: 24) {
      edges {
        node {
          id
          label
          price {
            amount
          }
        }
        variant {
          id
          sku
        }
      }
    }
    refined: products(show: FAMILY, refine: $refine, sort: { price: DESC }, first: 24) {
      edges {
        node {
          id
          label
          price {
            amount
          }
        }
        variant {
          id
          sku
        }
      }
    }
  }
`;

export const SearchDocument = graphql`
  query documentsSearchQuery($q: String!) {
    search(q: $q) {
      totalCount
      notice
      edges {
        node {
          id
        }
      }
    }
  }
`;
