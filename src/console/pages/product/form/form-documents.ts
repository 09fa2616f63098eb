import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { FORM_ATTRIBUTE, FORM_VALUE, type FormAttribute } from '../../../catalogue/fields/field-documents.ts';
import type { ChannelLocale } from '../../../catalogue/form/form-source.ts';
import { rememberAttributeLabels } from '../../../i18n/labels.ts';

const PRODUCT_FORM = graphql(
  `
  query ProductForm(
    $ref: ID!
    $locale: String
    $channels: [String!]
    $locales: [String!]
    $channel: String!
    $otherChannel: String!
    $otherLocale: String!
  , $words: String) {
    product(ref: $ref) {
      id sku type status version
      live { channel { code label(locale: $words) } }
      attributeSet {
        attributes {
          requiredIn
          group { code label(locale: $words) }
          attribute { ...FormAttribute }
        }
      }
      variantLayout { levels { axes { code } attributes { code } } }
      parent {
        sku label(channel: $channel, locale: $locale)
        values(channels: $channels, locales: $locales, fallback: false) { ...FormValue }
        parent { sku label(channel: $channel, locale: $locale) }
      }
      values(channels: $channels, locales: $locales) { ...FormValue }
      here: completeness(channel: $channel, locale: $locale) { missing }
      there: completeness(channel: $otherChannel, locale: $otherLocale) { missing }
    }
    channels(first: 100, active: true) { nodes { code label(locale: $words) currencies { code } } }
  }
`,
  [FORM_VALUE, FORM_ATTRIBUTE],
);

const VALUED_ATTRIBUTES = graphql(
  `
  query ValuedAttributes($ref: ID!, $locale: String, $words: String) {
    product(ref: $ref) { values(fallback: false) { attribute { ...FormAttribute } } }
  }
`,
  [FORM_ATTRIBUTE],
);

type Form = ResultOf<typeof PRODUCT_FORM>;

/** Data of the form; `outside` are attributes with values that are in no set, or not in that of the product. */
export type ProductFormData = Form & { readonly outside: readonly FormAttribute[] };
export type FormProduct = NonNullable<Form['product']>;

const hasExtraValues = ({ product }: Form): boolean =>
  product !== null && (product.attributeSet === null || product.values.some(({ inSet }) => !inSet));

/**
 * Returns the attributes that a product has values of, in any channel and locale, apart from the members of its set.
 */
async function loadExtraAttributes(
  ref: string,
  locale: string | null,
  members: readonly FormAttribute[],
  signal: AbortSignal,
): Promise<readonly FormAttribute[]> {
  const { product } = await request(VALUED_ATTRIBUTES, { ref, locale }, signal);
  const valued = new Map((product?.values ?? []).map(({ attribute }) => [attribute.code, attribute]));
  for (const { code } of members) valued.delete(code);
  return [...valued.values()];
}

/** Loads the data of the form of a product in one or two contexts. */
export const formQuery = (sku: string, contexts: readonly ChannelLocale[]) => {
  const [here, there = here] = contexts;
  return queryOptions({
    queryKey: [
      'product',
      sku,
      'form',
      ...contexts.flatMap(({ channel, locale }) => [channel.code, locale.code]),
    ] as const,
    queryFn: async ({ signal }) => {
      const form = await request(
        PRODUCT_FORM,
        {
          ref: sku,
          locale: here?.locale.code ?? null,
          channels: [...new Set(contexts.map(({ channel }) => channel.code))],
          locales: [...new Set(contexts.map(({ locale }) => locale.code))],
          channel: here?.channel.code ?? '',
          otherChannel: there?.channel.code ?? '',
          otherLocale: there?.locale.code ?? '',
        },
        signal,
      );
      const members = (form.product?.attributeSet?.attributes ?? []).map(({ attribute }) => attribute);
      const locale = here?.locale.code ?? null;
      const outside = hasExtraValues(form) ? await loadExtraAttributes(sku, locale, members, signal) : [];
      rememberAttributeLabels([...members, ...outside]);
      return { ...form, outside };
    },
    enabled: here !== undefined,
    staleTime: 5_000,
  });
};

export const OWN_VALUES = graphql(`
  query OwnValues($id: ID!, $attributes: [String!], $channels: [String!], $locales: [String!]) {
    product(ref: $id) {
      version
      values(own: true, attributes: $attributes, channels: $channels, locales: $locales, fallback: false) {
        channel locale json
        attribute { code }
      }
    }
  }
`);

export const SAVE_PRODUCT = graphql(
  `
  mutation SaveProduct(
    $id: ID!
    $input: UpdateProductInput!
    $ifVersion: Int
    $dryRun: Boolean!
  ) {
    updateProduct(ref: $id, input: $input, ifVersion: $ifVersion, dryRun: $dryRun) {
      __typename
      ... on ProductPayload { outcome }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
