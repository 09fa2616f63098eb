import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const FAMILY_MEMBERS = graphql(`
  query FamilyMembers($ref: ID!, $channel: String, $locale: String) {
    product(ref: $ref) {
      variants(first: 100) {
        nodes {
          sku
          label(channel: $channel, locale: $locale)
          image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
          parent { sku label(channel: $channel, locale: $locale) }
        }
      }
    }
  }
`);

/** The variants of a family, the same for all of its members. */
export const familyMembersQuery = (root: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['product', root, 'family members', channel, locale],
    queryFn: async ({ signal }) =>
      (await request(FAMILY_MEMBERS, { ref: root, channel, locale }, signal)).product?.variants.nodes ?? [],
  });
