import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { FORM_ATTRIBUTE } from './field-documents.ts';

const FIELD_ATTRIBUTE = graphql(
  `
  query FieldAttribute($code: String!, $locale: String, $words: String) {
    attribute(code: $code) { ...FormAttribute }
  }
`,
  [FORM_ATTRIBUTE],
);

/** Loads an attribute as the field of a value needs it; null if none has the code. */
export const fieldAttributeQuery = (code: string, locale: string) =>
  queryOptions({
    queryKey: ['ATTRIBUTE', 'field', code, locale],
    queryFn: async ({ signal }) => (await request(FIELD_ATTRIBUTE, { code, locale }, signal)).attribute,
    staleTime: 60_000,
  });
