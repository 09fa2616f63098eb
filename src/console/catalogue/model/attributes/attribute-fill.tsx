import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { FillBar } from '../../../ui/fill-bar.tsx';

const FILLS = graphql(`
  query AttributeFills($after: String, $set: String, $channel: String, $locale: String) {
    attributes(first: 100, after: $after, attributeSet: $set) {
      nodes { code fill(channel: $channel, locale: $locale, attributeSet: $set) { products filled } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Maximum number of pages of attributes whose values are counted. */
const MAX_PAGES = 10;

/**
 * Shows the share of products that have a value of an attribute, in the channel and locale of the page; nothing until it
 * is counted.
 *
 * @param attributeSet code of the set whose products are counted; by default all products
 */
export function AttributeFill({
  code,
  attributeSet = null,
}: {
  readonly code: string;
  readonly attributeSet?: string | null;
}) {
  const { channel, locale } = useViewScope();
  const scope = { set: attributeSet, channel: channel?.code ?? null, locale: locale?.code ?? null };
  // All rows share one query; the list does not wait for it.
  const { data } = useQuery({
    queryKey: ['ATTRIBUTE', 'fill', scope],
    queryFn: async ({ signal }) => {
      const attributes = await fetchAllPages(
        async (after) => (await request(FILLS, { ...scope, after }, signal)).attributes,
        MAX_PAGES,
      );
      return new Map(attributes.map((attribute) => [attribute.code, attribute.fill]));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const fill = data?.get(code);
  return fill == null ? null : <FillBar count={fill.filled} total={fill.products} />;
}
