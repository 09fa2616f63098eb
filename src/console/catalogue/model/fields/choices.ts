import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { workspaceQuery } from '../../../api/workspace.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { enabledLocalesQuery } from './enabled-objects.ts';

/** A code that can be selected, with its label. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the codes of which a field can have several, when its list is open, and with those that it has. */
export type CodeChoices = (isOpen: boolean, selected: readonly string[]) => readonly Choice[];

/** Returns the enabled locales, with their names in the language of the page. */
export const useLocaleChoices = (): readonly Choice[] =>
  (useQuery(enabledLocalesQuery).data ?? []).map(({ code }) => ({ value: code, label: localeName(code) }));

/** Returns the active channels. */
export const useChannelChoices = (): readonly Choice[] => useQuery(CHANNEL_CHOICES).data ?? NO_CHOICES;

const CHANNEL_CHOICES = queryOptions({
  ...workspaceQuery,
  select: ({ channels }) => channels.nodes.map(({ code, label }): Choice => ({ value: code, label })),
});

const NO_CHOICES: readonly Choice[] = [];

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
