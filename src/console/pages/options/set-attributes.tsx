import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import type { SetRow } from './option-documents.ts';

const CHOICES = graphql(`
  query AttributesWithOptions($words: String) {
    attributes(first: 100, types: [SELECT, MULTI_SELECT]) { nodes { code label(locale: $words) } }
  }
`);

/** Shows the first attributes that choose from a set, by their labels, which all rows load together. */
export function SetAttributes({ usage }: { readonly usage: SetRow['usage']['types'][number] | undefined }) {
  const { data } = useQuery({
    queryKey: ['ATTRIBUTE', 'with options'],
    queryFn: async ({ signal }) => (await request(CHOICES, {}, signal)).attributes.nodes,
    staleTime: 60_000,
  });
  if (usage === undefined) return null;
  const labelOf = (code: string) => data?.find((one) => one.code === code)?.label ?? code;
  return (
    <span className="quiet">
      {usage.users.map(({ code }) => labelOf(code)).join(', ')}
      {usage.count > usage.users.length ? ' …' : ''}
    </span>
  );
}
