import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

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

/** The first variants of a family, the same for all of its members. */
export const familyMembersQuery = (
  root: string,
  channel: string | null,
  locale: string | null,
  axes: readonly string[],
) =>
  queryOptions({
    queryKey: ['product', root, 'family members', channel, locale],
    queryFn: async ({ signal }) => {
      const inOne = (code: string | null) => (code === null ? null : [code]);
      const scope = { channel, locale, channels: inOne(channel), locales: inOne(locale) };
      const variables = { ref: root, axes: [...axes], ...scope };
      return (await request(FAMILY_MEMBERS, variables, signal)).product?.variants;
    },
  });
