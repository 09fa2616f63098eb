import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { currencyName } from '../../../i18n/currency-name.ts';

const ENABLED_LOCALES = graphql(`
  query EnabledLocales {
    locales(first: 100, enabled: true) { nodes { code } }
  }
`);

/** Loads the locales in which values and labels are written. */
export const enabledLocalesQuery = queryOptions({
  queryKey: ['locales', 'enabled'],
  queryFn: async ({ signal }) => (await request(ENABLED_LOCALES, {}, signal)).locales.nodes,
  staleTime: 60_000,
});

const ENABLED_CURRENCIES = graphql(`
  query EnabledCurrencies {
    currencies(first: 100, enabled: true) { nodes { code } }
  }
`);

/** Loads the currencies of prices. */
export const enabledCurrenciesQuery = queryOptions({
  queryKey: ['currencies', 'enabled'],
  queryFn: async ({ signal }) =>
    (await request(ENABLED_CURRENCIES, {}, signal)).currencies.nodes.map(({ code }) => ({
      code,
      label: currencyName(code),
    })),
  staleTime: 60_000,
});
