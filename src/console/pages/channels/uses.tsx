import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { FillBar } from '../../ui/fill-bar.tsx';

const USING_CHANNELS = graphql(`
  query UsingChannels($words: String) {
    channels(first: 100) { nodes { code label(locale: $words) locales { code } currencies { code } } }
  }
`);

const LOCALE_FILLS = graphql(`
  query LocaleFills {
    completenessSummary { locale { code } products complete }
  }
`);

/** Shows the channels that have a locale or currency. */
export function UsingChannels({
  kind,
  code,
}: {
  readonly kind: 'locales' | 'currencies';
  readonly code: string;
}) {
  // The list does not wait for it.
  const channels = useQuery({
    queryKey: ['CHANNEL', 'locales and currencies'],
    queryFn: async ({ signal }) => (await request(USING_CHANNELS, {}, signal)).channels.nodes,
    staleTime: 60_000,
  }).data;
  const labels = channels
    ?.filter((one) => one[kind].some((used) => used.code === code))
    .map(({ label }) => label);
  return labels === undefined ? null : labels.length === 0 ? '–' : labels.join(', ');
}

/** Shows the share of products that are complete in a locale, in all channels that have it. */
export function LocaleFill({ code }: { readonly code: string }) {
  const { data = [] } = useQuery({
    queryKey: ['LOCALE', 'completeness'],
    queryFn: async ({ signal }) => (await request(LOCALE_FILLS, {}, signal)).completenessSummary,
    staleTime: 60_000,
  });
  const entries = data.filter(({ locale }) => locale.code === code);
  const sum = (field: 'products' | 'complete') => entries.reduce((total, entry) => total + entry[field], 0);
  return <FillBar count={sum('complete')} total={sum('products')} />;
}
