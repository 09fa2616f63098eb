import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

export const LOCALES = graphql(`
  query Locales($after: String, $enabled: Boolean) {
    locales(first: 100, after: $after, enabled: $enabled) {
      nodes { id code label enabled version fallback { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Locale = ResultOf<typeof LOCALES>['locales']['nodes'][number];

/** The enabled locales. */
export const enabledLocalesQuery = queryOptions({
  queryKey: ['locales', 'enabled'],
  queryFn: async ({ signal }) => (await request(LOCALES, { enabled: true }, signal)).locales.nodes,
});

export const CREATE_LOCALE = graphql(
  `
  mutation CreateLocale($input: CreateLocaleInput!) {
    createLocale(input: $input) {
      __typename
      ... on LocalePayload { locale { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export const UPDATE_LOCALE = graphql(
  `
  mutation UpdateLocale($code: String!, $version: Int, $input: UpdateLocaleInput!) {
    updateLocale(code: $code, ifVersion: $version, input: $input) {
      __typename
      ... on LocalePayload { locale { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);
