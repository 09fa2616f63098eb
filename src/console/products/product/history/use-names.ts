import { useQueries, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../app/view-scope.ts';
import { knowAttributes } from '../../../language/explain.ts';
import { optionsQuery } from '../../values/options-query.ts';
import type { Names } from './cell-text.ts';

const NAMES = graphql(`
  query AttributeNames($ref: ID!, $words: String) {
    product(ref: $ref) {
      attributeSet { attributes { attribute { code label(locale: $words) optionSet { code } } } }
    }
  }
`);

/** The words for what changes of a product name; options of the attributes that are asked for. */
export function useNames(sku: string, changed: readonly string[]): Names {
  const { channels, locale } = useViewScope();
  const code = locale?.code ?? null;
  const { data } = useQuery({
    queryKey: ['attribute names', sku, code],
    queryFn: async ({ signal }) => {
      const { product } = await request(NAMES, { ref: sku }, signal);
      return knowAttributes((product?.attributeSet?.attributes ?? []).map(({ attribute }) => attribute));
    },
    staleTime: 60_000,
  });
  const attributes = data ?? [];
  const withOptions = attributes.filter((one) => one.optionSet !== null && changed.includes(one.code));
  const loaded = useQueries({
    queries: withOptions.map(({ optionSet }) => optionsQuery(optionSet?.code ?? '', code ?? '')),
  });
  const labels = (items: readonly { readonly code: string; readonly label: string }[]) =>
    new Map(items.map((item) => [item.code, item.label]));
  return {
    attributes: labels(attributes),
    channels: labels(channels),
    locales: labels(channels.flatMap(({ locales }) => locales)),
    options: new Map(withOptions.map((one, at) => [one.code, labels(loaded[at]?.data ?? [])])),
  };
}
