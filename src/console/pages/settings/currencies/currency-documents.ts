import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { EFFECTS, type Effects } from '../effects.tsx';

export const CURRENCIES = graphql(`
  query Currencies($after: String, $enabled: Boolean) {
    currencies(first: 100, after: $after, enabled: $enabled) {
      nodes { id code label enabled version }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Currency = ResultOf<typeof CURRENCIES>['currencies']['nodes'][number];

/** Loads the enabled currencies. */
export const enabledCurrenciesQuery = queryOptions({
  queryKey: ['currencies', 'enabled'],
  queryFn: async ({ signal }) => (await request(CURRENCIES, { enabled: true }, signal)).currencies.nodes,
});

const ADD_CURRENCY = graphql(
  `
  mutation AddCurrency($code: String!) {
    upsertCurrencies(items: [{ code: $code, enabled: true }]) {
      __typename
      ... on UpsertPayload { results { code problem { ...ProblemParts } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Creates a currency, or enables one that the catalogue knows already. Resolves to its code. */
export async function addCurrency(code: string): Promise<string> {
  const [result] = unwrapPayload((await request(ADD_CURRENCY, { code })).upsertCurrencies).results;
  if (result?.problem != null) unwrapPayload(result.problem);
  return result?.code ?? code;
}

export const ENABLE_CURRENCY = graphql(
  `
  mutation EnableCurrency($code: String!, $version: Int, $enabled: Boolean!) {
    updateCurrency(code: $code, ifVersion: $version, input: { enabled: $enabled }) {
      __typename
      ... on CurrencyPayload { currency { code enabled } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const PREVIEW_DISABLED = graphql(
  `
  mutation CurrencyEffects($code: String!) {
    updateCurrency(code: $code, input: { enabled: false }, dryRun: true) {
      __typename
      ... on CurrencyPayload { currency { effects { ...EffectParts } } }
      ...ProblemParts
    }
  }
`,
  [EFFECTS, PROBLEM_FRAGMENT],
);

/** Returns the effects of disabling a currency; nothing is stored. */
export async function previewDisabled(code: string): Promise<Effects> {
  const { updateCurrency } = await request(PREVIEW_DISABLED, { code });
  return unwrapPayload(updateCurrency).currency.effects as Effects;
}
