import { useQueries } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const LABEL = graphql(`
  query EffectAttribute($code: String!, $words: String) {
    attribute(code: $code) { label(locale: $words) }
  }
`);

/** Maximum number of attributes whose labels are read; others keep their codes. */
const MAX_LABELS = 20;

/** Returns a function with the label of an attribute; the code until it is loaded. */
export function useAttributeLabels(codes: ReadonlySet<string>): (code: string) => string {
  const attributes = [...codes].slice(0, MAX_LABELS);
  const queries = useQueries({
    queries: attributes.map((code) => ({
      queryKey: ['ATTRIBUTE', 'label', code],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await request(LABEL, { code }, signal)).attribute?.label ?? null,
    })),
  });
  return (code) => queries[attributes.indexOf(code)]?.data ?? code;
}
