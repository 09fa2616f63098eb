import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { EFFECTS, type Effects } from '../effects.tsx';

export const LOCALES = graphql(`
  query Locales($after: String, $enabled: Boolean) {
    locales(first: 100, after: $after, enabled: $enabled) {
      nodes { id code label enabled version fallback { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Locale = ResultOf<typeof LOCALES>['locales']['nodes'][number];

/** Loads the enabled locales. */
export const enabledLocalesQuery = queryOptions({
  queryKey: ['locales', 'enabled'],
  queryFn: async ({ signal }) => (await request(LOCALES, { enabled: true }, signal)).locales.nodes,
});

const ENABLE_LOCALE = graphql(
  `
  mutation EnableLocale($item: CreateLocaleInput!) {
    upsertLocales(items: [$item]) {
      __typename
      ... on UpsertPayload { results { code problem { ...ProblemParts } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Creates a locale, or enables one that the catalogue knows already. Resolves to its code. */
export async function enableLocale(item: VariablesOf<typeof ENABLE_LOCALE>['item']): Promise<string> {
  const [result] = unwrapPayload((await request(ENABLE_LOCALE, { item })).upsertLocales).results;
  if (result?.problem != null) unwrapPayload(result.problem);
  return result?.code ?? item.code;
}

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
  [PROBLEM_FRAGMENT],
);

const PREVIEW_LOCALE = graphql(
  `
  mutation LocaleEffects($code: String!, $input: UpdateLocaleInput!) {
    updateLocale(code: $code, input: $input, dryRun: true) {
      __typename
      ... on LocalePayload { locale { effects { ...EffectParts } } }
      ...ProblemParts
    }
  }
`,
  [EFFECTS, PROBLEM_FRAGMENT],
);

/** Returns the effects of settings that are not saved. Nothing is stored. */
export async function previewLocale(
  code: string,
  input: VariablesOf<typeof PREVIEW_LOCALE>['input'],
  signal: AbortSignal,
): Promise<Effects> {
  const { updateLocale } = await request(PREVIEW_LOCALE, { code, input }, signal);
  return unwrapPayload(updateLocale).locale.effects as Effects;
}
