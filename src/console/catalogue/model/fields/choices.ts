import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { workspaceQuery } from '../../../api/workspace.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { enabledCurrenciesQuery, enabledLocalesQuery } from './enabled-objects.ts';

/** A code that can be selected, with its label. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the enabled locales, with their names in the language of the page. */
export const useLocaleChoices = (): readonly Choice[] =>
  (useQuery(enabledLocalesQuery).data ?? []).map(({ code }) => ({ value: code, label: localeName(code) }));

/** Returns the enabled currencies. */
export const useCurrencyChoices = (): readonly Choice[] =>
  (useQuery(enabledCurrenciesQuery).data ?? []).map(({ code, label }) => ({
    value: code,
    label: `${code} · ${label}`,
  }));

/** Returns the active channels. */
export const useChannelChoices = (): readonly Choice[] =>
  (useQuery(workspaceQuery).data?.channels.nodes ?? []).map(({ code, label }) => ({ value: code, label }));

const CATEGORY_ROOTS = graphql(`
  query CategoryRoots($words: String) {
    categories(first: 100, roots: true) { nodes { code label(locale: $words) } }
  }
`);

/** Returns the roots of the category trees. */
export const useCategoryRootChoices = (): readonly Choice[] =>
  (
    useQuery({
      queryKey: ['CATEGORY', 'roots'],
      queryFn: async ({ signal }) => (await request(CATEGORY_ROOTS, {}, signal)).categories.nodes,
    }).data ?? []
  ).map(({ code, label }) => ({ value: code, label }));
