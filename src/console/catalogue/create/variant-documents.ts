import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { rememberAttributeLabels } from '../../i18n/labels.ts';
import { optionsQuery } from '../values/options-query.ts';
import { toAxisValue } from './axis-value.ts';
import type { ExistingProduct } from './plan-variants.ts';

const FAMILY = graphql(`
  query Family($id: ID!, $channel: String, $locale: String, $words: String) {
    product(ref: $id) {
      id sku type label(channel: $channel, locale: $locale)
      parent { id }
      variantLayout {
        levels {
          axes {
            code label(locale: $words) type readOnly defaultUnit
            optionSet { code label(locale: $words) }
            measurementFamily { units { code symbol } }
          }
        }
      }
    }
  }
`);

const AXIS_VALUES = graphql(`
  fragment AxisValues on Product {
    sku type
    values(attributes: $axes, fallback: false) { attribute { code } json display(locale: $locale) }
  }
`);

const EXISTING = graphql(
  `
  query ExistingVariants($id: ID!, $axes: [String!], $locale: String) {
    product(ref: $id) {
      children(first: 100) { nodes { ...AxisValues } }
      variants(first: 100) { nodes { ...AxisValues } }
    }
  }
`,
  [AXIS_VALUES],
);

export type Family = NonNullable<ResultOf<typeof FAMILY>['product']> & {
  /** The models of the level below, which have variants of their own, and the first variants. */
  readonly existing: readonly ExistingProduct[];
};

export type Axis = NonNullable<Family['variantLayout']>['levels'][number]['axes'][number];

export const familyQuery = (id: string, page: { readonly channel: string; readonly locale: string }) =>
  queryOptions({
    queryKey: ['product', 'family', id, page],
    queryFn: async ({ signal, client }) => {
      const { product } = await request(FAMILY, { id, ...page }, signal);
      const axes = rememberAttributeLabels(
        (product?.variantLayout?.levels ?? []).flatMap((level) => level.axes),
      );
      const sets = new Set(axes.flatMap(({ optionSet }) => optionSet?.code ?? []));
      // The options are loaded first: Enter would not choose a text that is typed before they are there.
      await Promise.all([...sets].map((set) => client.ensureQueryData(optionsQuery(set, page.locale))));
      if (product === null) return null;
      const codes = axes.map(({ code }) => code);
      const below = await request(EXISTING, { id, axes: codes, locale: page.locale }, signal);
      const models = (below.product?.children.nodes ?? []).filter(({ type }) => type === 'MODEL');
      const existing = [...models, ...(below.product?.variants.nodes ?? [])].map(
        ({ sku, type, values }): ExistingProduct => ({
          sku,
          type: type === 'MODEL' ? 'MODEL' : 'VARIANT',
          values: new Map(
            values.flatMap(({ attribute: { code }, json, display }) => {
              const axis = axes.find((one) => one.code === code);
              return axis === undefined ? [] : [[code, toAxisValue(axis, json, display)] as const];
            }),
          ),
        }),
      );
      return { ...product, existing };
    },
  });

export const CREATE_VARIANTS = graphql(
  `
  mutation CreateVariants($items: [UpsertProductInput!]!, $dryRun: Boolean!) {
    upsertProducts(mode: CREATE, items: $items, dryRun: $dryRun) {
      __typename
      ... on UpsertProductsPayload {
        created
        results { sku problem { code detail errors { code message messageKey params attribute } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
