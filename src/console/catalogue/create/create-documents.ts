import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const CREATE_CHOICES = graphql(`
  query CreateChoices($words: String, $after: String) {
    attributeSets(first: 100, after: $after) {
      nodes {
        code label(locale: $words)
        attributeAsLabel { code type localizable scopable }
        variantLayouts { code label(locale: $words) }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type AttributeSetOption = ResultOf<typeof CREATE_CHOICES>['attributeSets']['nodes'][number];

export const createOptionsQuery = (locale: string) =>
  queryOptions({
    queryKey: ['create choices', locale],
    queryFn: ({ signal }) =>
      fetchAllPages(async (after) => (await request(CREATE_CHOICES, { after }, signal)).attributeSets),
    staleTime: 60_000,
  });

export const CREATE_PRODUCT = graphql(
  `
  mutation CreateProduct($input: CreateProductInput!) {
    createProduct(input: $input) {
      __typename
      ... on ProductPayload { product { sku } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const DUPLICATE = graphql(
  `
  mutation DuplicateProduct($ref: ID!, $sku: String!) {
    duplicateProduct(ref: $ref, input: { sku: $sku }) {
      __typename
      ... on ProductPayload { product { sku } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Creates a draft from a product, and returns its SKU. */
export async function duplicateProduct(ref: string, sku: string): Promise<string> {
  const { product } = unwrapPayload((await request(DUPLICATE, { ref, sku })).duplicateProduct);
  return product?.sku ?? sku;
}
