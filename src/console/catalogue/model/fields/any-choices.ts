import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { currencyName } from '../../../i18n/currency-name.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { localeTag } from '../../../i18n/translate.ts';
import type { Choice } from './choices.ts';
import { enabledCurrenciesQuery, enabledLocalesQuery } from './enabled-objects.ts';
import { usualCurrencies, usualLocales } from './usual-codes.ts';

const LOCALE_CODES = graphql(`
  query LocaleCodes($after: String) {
    locales(first: 100, after: $after) { nodes { code } pageInfo { hasNextPage endCursor } }
  }
`);

const CURRENCY_CODES = graphql(`
  query CurrencyCodes($after: String) {
    currencies(first: 100, after: $after) { nodes { code } pageInfo { hasNextPage endCursor } }
  }
`);

const localeCodesQuery = queryOptions({
  queryKey: ['locales', 'codes'],
  queryFn: async ({ signal }) =>
    rank(
      await fetchAllPages(async (after) => (await request(LOCALE_CODES, { after }, signal)).locales),
      localeName,
      isOfMainRegion,
    ),
  staleTime: Number.POSITIVE_INFINITY,
});

const currencyCodesQuery = queryOptions({
  queryKey: ['currencies', 'codes'],
  queryFn: async ({ signal }) =>
    rank(
      await fetchAllPages(async (after) => (await request(CURRENCY_CODES, { after }, signal)).currencies),
      currencyName,
    ),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the codes by name, the common ones first: the first match of a search is the likeliest. */
function rank(
  items: readonly { readonly code: string }[],
  nameOf: (code: string) => string,
  isCommon: (code: string) => boolean = () => false,
): readonly string[] {
  return items
    .map(({ code }) => code)
    .toSorted(
      (one, other) =>
        Number(isCommon(other)) - Number(isCommon(one)) ||
        nameOf(one).localeCompare(nameOf(other), localeTag),
    );
}

/** Returns true for the locale of the region in which most people speak its language: `fr_FR`. */
function isOfMainRegion(code: string): boolean {
  const [language = '', region] = code.split('_');
  try {
    return new Intl.Locale(language).maximize().region === region;
  } catch {
    return false;
  }
}

/**
 * Returns all locales of which a channel can have some: those of a field and the enabled ones first, then those that a
 * save enables.
 *
 * @param isOpen whether somebody selects some: the list of all is long, and few people need it
 */
export function useAnyLocaleChoices(isOpen: boolean, selected: readonly string[]): readonly Choice[] {
  const enabled = useQuery(enabledLocalesQuery).data ?? [];
  const all = useQuery({ ...localeCodesQuery, enabled: isOpen }).data ?? [];
  const usual = usualLocales(all, hintsOf(enabled));
  return unique(selected, enabled, [...usual, ...all]).map((code) => ({
    value: code,
    label: localeName(code),
  }));
}

/** Returns all currencies of which a channel can have some, like {@link useAnyLocaleChoices}. */
export function useAnyCurrencyChoices(isOpen: boolean, selected: readonly string[]): readonly Choice[] {
  const enabled = useQuery(enabledCurrenciesQuery).data ?? [];
  const locales = useQuery(enabledLocalesQuery).data ?? [];
  const all = useQuery({ ...currencyCodesQuery, enabled: isOpen }).data ?? [];
  const usual = usualCurrencies(all, hintsOf(locales));
  return unique(selected, enabled, [...usual, ...all]).map((code) => ({
    value: code,
    label: `${code} · ${currencyName(code)}`,
  }));
}

/** Returns the hints of the browser and the enabled locales. */
const hintsOf = (locales: readonly { readonly code: string }[]) => ({
  languages: navigator.languages,
  locales: locales.map(({ code }) => code),
});

const unique = (
  selected: readonly string[],
  enabled: readonly { readonly code: string }[],
  all: readonly string[],
): readonly string[] => [...new Set([...selected, ...enabled.map(({ code }) => code), ...all])];
