import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { FillBar } from '../../../ui/fill-bar.tsx';

const FILLS = graphql(`
  query AttributeFills(
    $after: String, $search: String, $sort: AttributeSort, $unused: Boolean, $types: [AttributeType!], $group: String
    $attributeSet: String, $requiredIn: String, $missingLabel: String, $words: String
    $productsOf: String, $channel: String, $locale: String
  ) {
    attributes(
      first: 100, after: $after, search: $search, sort: $sort, unused: $unused, types: $types, group: $group
      attributeSet: $attributeSet, requiredIn: $requiredIn, missingLabel: $missingLabel, locale: $words
    ) {
      nodes { code fill(channel: $channel, locale: $locale, attributeSet: $productsOf) { products filled } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/**
 * Variables of a list of attributes: of one page with `after`, which is null for the first, otherwise of all.
 * `productsOf` is the code of the set whose products are counted; by default all are.
 */
type ListOfAttributes = Omit<VariablesOf<typeof FILLS>, 'words' | 'channel' | 'locale'>;

/**
 * Shows the share of products that have a value of an attribute, in the channel and locale of the page; nothing until it
 * is counted.
 *
 * @param list the list that has the attribute; its values are counted together
 */
export function AttributeFill({ code, list }: { readonly code: string; readonly list: ListOfAttributes }) {
  const { channel, locale } = useViewScope();
  const variables = { ...list, channel: channel?.code ?? null, locale: locale?.code ?? null };
  // The list does not wait for it.
  const { data } = useQuery({
    queryKey: ['ATTRIBUTE', 'fill', variables],
    queryFn: async ({ signal }) => {
      const load = async (after: string | null) =>
        (await request(FILLS, { ...variables, after }, signal)).attributes;
      const attributes =
        list.after === undefined ? await fetchAllPages(load) : (await load(list.after)).nodes;
      return new Map(attributes.map((attribute) => [attribute.code, attribute.fill]));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const fill = data?.get(code);
  return fill == null ? null : <FillBar count={fill.filled} total={fill.products} />;
}
