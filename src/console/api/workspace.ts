import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { localeName } from '../i18n/locale-name.ts';
import { isSignedOut } from './api-error.ts';
import { graphql, type ResultOf } from './graphql.ts';
import { matchesPageLanguage, setCatalogueLocales } from './label-locale.ts';
import { request } from './request.ts';
import { sessionQuery } from './session.ts';

const WORKSPACE = graphql(`
  query Workspace {
    me { role user { id name email } organization { id name defaultChannel defaultLocale } }
    channels(first: 100, active: true) { nodes { code label labels { locale text } locales { code label } } }
  }
`);

export type Workspace = ResultOf<typeof WORKSPACE>;
export type Channel = Workspace['channels']['nodes'][number];

/** Returns a channel with its locales in the language of the page. */
export const localizeChannel = <One extends { readonly locales: readonly { code: string; label: string }[] }>(
  channel: One,
): One => ({
  ...channel,
  locales: channel.locales.map((locale) => ({ ...locale, label: localeName(locale.code) })),
});

/** Loads what every page needs: the signed-in person, the organization, and its channels with their locales. */
export const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: async ({ signal }): Promise<Workspace> => {
    const { channels, ...workspace } = await request(WORKSPACE, {}, signal);
    setCatalogueLocales(channels.nodes.flatMap(({ locales }) => locales.map(({ code }) => code)));
    const nodes = channels.nodes.map((channel) => ({
      ...localizeChannel(channel),
      label: channel.labels.find(({ locale }) => matchesPageLanguage(locale))?.text ?? channel.label,
    }));
    return { ...workspace, channels: { ...channels, nodes } };
  },
  staleTime: 60_000,
});

/** Loads the signed-in person in the organization they work in. */
export const meQuery = queryOptions({ ...workspaceQuery, select: ({ me }) => me });

/**
 * Asks again who is signed in, or what they may do, after a write that failed: the session may have ended, or rights may
 * have been taken.
 */
export const refetchAccess = (queryClient: QueryClient, error: unknown): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: (isSignedOut(error) ? sessionQuery : workspaceQuery).queryKey });

/** Returns true if a role administers members, tokens and keys. */
export const isAdministrator = (role: string | undefined): boolean => role === 'OWNER' || role === 'ADMIN';

/** Returns true if a role changes the catalogue model and the settings. */
export const mayConfigure = (role: string | undefined): boolean =>
  isAdministrator(role) || role === 'MANAGER';

/** Returns true if the signed-in person may change products. The role decides: a session has all scopes. */
export function useCanEdit(): boolean {
  const role = useQuery(meQuery).data?.role;
  return mayConfigure(role) || role === 'EDITOR';
}

/** Kinds of the configuration that editors write, as they write products and imports. */
const KINDS_OF_EDITORS: readonly string[] = ['CATEGORY', 'IMPORT_EXPORT_PROFILE', 'MEDIA'];

/** Returns whether the signed-in person may change objects of a kind of the configuration. */
export function useMayChange(): (kind: string) => boolean {
  const role = useQuery(meQuery).data?.role;
  return (kind) => mayConfigure(role) || (role === 'EDITOR' && KINDS_OF_EDITORS.includes(kind));
}
