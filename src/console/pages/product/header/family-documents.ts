import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { optionsQuery } from '../../../catalogue/values/options-query.ts';
import { inOptionOrder } from './family.ts';

const FAMILY_MEMBERS = graphql(`
  query FamilyMembers(
    $ref: ID!
    $channel: String
    $locale: String
    $axes: [String!]
    $channels: [String!]
    $locales: [String!]
    $words: String
  ) {
    product(ref: $ref) {
      variants(first: 100) {
        nodes {
          sku
          label(channel: $channel, locale: $locale)
          image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
          axes: values(attributes: $axes, channels: $channels, locales: $locales) {
            json display(locale: $locale)
            attribute { code type label(locale: $words) }
          }
          parent { sku label(channel: $channel, locale: $locale) }
        }
        pageInfo { hasNextPage }
      }
    }
  }
`);

interface Axis {
  readonly code: string;
  readonly optionSet: { readonly code: string } | null;
}

/** Loads the first variants of a family in the order of their options, the same for all of its members. */
export const familyMembersQuery = (
  root: string,
  channel: string | null,
  locale: string | null,
  axes: readonly Axis[],
) =>
  queryOptions({
    queryKey: ['product', root, 'family members', channel, locale],
    queryFn: async ({ signal, client }) => {
      const inOne = (code: string | null) => (code === null ? null : [code]);
      const scope = { channel, locale, channels: inOne(channel), locales: inOne(locale) };
      const codes = axes.map(({ code }) => code);
      // The requests run together: one that nobody waits for yet would fail unheard when the page is left.
      const [members, ...options] = await Promise.all([
        request(FAMILY_MEMBERS, { ref: root, axes: codes, ...scope }, signal),
        ...axes.map(async ({ code, optionSet }) => {
          if (optionSet === null) return null;
          return [code, await client.ensureQueryData(optionsQuery(optionSet.code, locale ?? ''))] as const;
        }),
      ]);
      const variants = members.product?.variants;
      if (variants === undefined) return undefined;
      const positions = new Map(options.filter((one) => one !== null));
      return { ...variants, nodes: inOptionOrder(variants.nodes, codes, positions) };
    },
  });
