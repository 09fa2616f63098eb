import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM, settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { knowAttributes } from '../../language/explain.ts';
import { optionsQuery } from '../values/options-query.ts';
import type { ExistingModel } from './plan-variants.ts';

const CREATE_CHOICES = graphql(`
  query CreateChoices($words: String) {
    attributeSets(first: 100) {
      nodes {
        code label(locale: $words)
        attributeAsLabel { code type localizable scopable }
        variantLayouts { code label(locale: $words) }
      }
    }
  }
`);

export type SetChoice = ResultOf<typeof CREATE_CHOICES>['attributeSets']['nodes'][number];

export const createChoicesQuery = (locale: string) =>
  queryOptions({
    queryKey: ['create choices', locale],
    queryFn: async ({ signal }) => (await request(CREATE_CHOICES, {}, signal)).attributeSets.nodes,
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
  [PROBLEM],
);

const FAMILY = graphql(`
  query Family($id: ID!, $channel: String, $locale: String, $words: String) {
    product(ref: $id) {
      id sku type label(channel: $channel, locale: $locale)
      parent { id }
      variantLayout {
        levels {
          axes {
            code label(locale: $words) type readOnly defaultUnit
            optionSet { code }
            measurementFamily { units { code symbol } }
          }
        }
      }
    }
  }
`);

const MODELS_BELOW = graphql(`
  query ModelsBelow($id: ID!, $axes: [String!]) {
    product(ref: $id) {
      children(first: 100) { nodes { sku type values(attributes: $axes) { attribute { code } json } } }
    }
  }
`);

export type Family = NonNullable<ResultOf<typeof FAMILY>['product']> & {
  /** The models of the level below, which have variants of their own. */
  readonly models: readonly ExistingModel[];
};

export const familyQuery = (id: string, page: { readonly channel: string; readonly locale: string }) =>
  queryOptions({
    queryKey: ['product', 'family', id, page],
    queryFn: async ({ signal, client }) => {
      const { product } = await request(FAMILY, { id, ...page }, signal);
      const axes = knowAttributes((product?.variantLayout?.levels ?? []).flatMap((level) => level.axes));
      const sets = new Set(axes.flatMap(({ optionSet }) => optionSet?.code ?? []));
      // What is typed before its options are there would not be chosen by Enter.
      await Promise.all([...sets].map((set) => client.ensureQueryData(optionsQuery(set, page.locale))));
      if (product === null) return null;
      const below = await request(MODELS_BELOW, { id, axes: axes.map(({ code }) => code) }, signal);
      const models = (below.product?.children.nodes ?? [])
        .filter(({ type }) => type === 'MODEL')
        .map(({ sku, values }) => ({
          sku,
          values: new Map(values.map(({ attribute, json }) => [attribute.code, json])),
        }));
      return { ...product, models };
    },
  });

export const CREATE_VARIANTS = graphql(
  `
  mutation CreateVariants($items: [UpsertProductInput!]!, $dryRun: Boolean!) {
    upsertProducts(mode: CREATE, items: $items, dryRun: $dryRun) {
      __typename
      ... on UpsertProductsPayload {
        created
        results { sku problem { code detail errors { code message attribute } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
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
  [PROBLEM],
);

/** Creates a draft from a product, and answers its SKU. */
export async function duplicateProduct(ref: string, sku: string): Promise<string> {
  const { product } = settled((await request(DUPLICATE, { ref, sku })).duplicateProduct);
  return product?.sku ?? sku;
}
