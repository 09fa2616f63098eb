import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Channel, type Workspace, workspaceQuery } from './workspace.ts';

/** The scope that the pages show values of, as the address has it. */
export interface ViewScope {
  readonly channel?: string | undefined;
  readonly locale?: string | undefined;
  /** A second locale, shown beside the first: `de_DE`, of another channel `de_DE~print`. */
  readonly compare?: string | undefined;
}

/** A channel and one of its locales. */
export interface ChannelLocale {
  readonly channel: Channel;
  readonly locale: Channel['locales'][number];
}

/** Returns a context as the address names it beside a channel, see {@link ViewScope.compare}. */
export const toCompareParam = ({ channel, locale }: ChannelLocale, beside: string | undefined): string =>
  channel.code === beside ? locale.code : `${locale.code}~${channel.code}`;

/** Returns the context that a comparison means; null if it does not exist or is the one beside it. */
function findComparedLocale(
  channels: readonly Channel[],
  { channel, locale, compare = '' }: ViewScope,
): ChannelLocale | null {
  const [localeCode, channelCode = channel] = compare.split('~');
  const matchingChannel = channels.find(({ code }) => code === channelCode);
  const matchingLocale = matchingChannel?.locales.find(({ code }) => code === localeCode);
  if (matchingChannel === undefined || matchingLocale === undefined) return null;
  return matchingChannel.code === channel && matchingLocale.code === locale
    ? null
    : { channel: matchingChannel, locale: matchingLocale };
}

const KEYS = ['channel', 'locale', 'compare'] as const;

/** Reads the scope of an address. */
export const parseViewScope = (search: Readonly<Record<string, unknown>>): ViewScope =>
  Object.fromEntries(KEYS.map((key) => [key, search[key]]).filter(([, code]) => typeof code === 'string'));

const storageKey = (organizationId: string) => `catalograph-scope-${organizationId}`;

function readStoredScope(organizationId: string): ViewScope {
  try {
    return parseViewScope(JSON.parse(localStorage.getItem(storageKey(organizationId)) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Returns the scope of a page: that of its address, otherwise the last one, otherwise the default of the organization.
 * Codes that do not exist, or not in the channel, are replaced.
 */
export function resolveViewScope(requested: ViewScope, { me, channels }: Workspace): ViewScope {
  const { id, defaultChannel, defaultLocale } = me.organization;
  const last = readStoredScope(id);
  const find = <Item extends { readonly code: string }>(items: readonly Item[], codes: readonly unknown[]) =>
    codes.map((code) => items.find((item) => item.code === code)).find((item) => item !== undefined) ??
    items[0];
  const channel = find(channels.nodes, [requested.channel, last.channel, defaultChannel]);
  const locale = find(channel?.locales ?? [], [requested.locale, last.locale, defaultLocale]);
  if (channel === undefined || locale === undefined) return {};
  const compare = requested.channel === undefined ? (requested.compare ?? last.compare) : requested.compare;
  const scope = { channel: channel.code, locale: locale.code };
  const compared = findComparedLocale(channels.nodes, { ...scope, compare });
  return compared === null ? scope : { ...scope, compare: toCompareParam(compared, channel.code) };
}

export const isSameScope = (one: ViewScope, other: ViewScope): boolean =>
  KEYS.every((key) => one[key] === other[key]);

/** Returns the scope of this page, the choices, and the functions to choose. */
export function useViewScope() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/authenticated' });
  const { data: workspace } = useQuery(workspaceQuery);
  const channels: readonly Channel[] = workspace?.channels.nodes ?? [];
  const channel = channels.find(({ code }) => code === search.channel) ?? null;
  const localeIn = (code: string | undefined) =>
    channel?.locales.find((locale) => locale.code === code) ?? null;
  return {
    channels,
    channel,
    locale: localeIn(search.locale),
    compare: findComparedLocale(channels, search),
    choose: (change: ViewScope) => {
      if (workspace === undefined) return;
      const nextScope = resolveViewScope({ ...parseViewScope(search), ...change }, workspace);
      localStorage.setItem(storageKey(workspace.me.organization.id), JSON.stringify(nextScope));
      void navigate({ to: '.', search: (old) => ({ ...old, compare: undefined, ...nextScope }) });
    },
  };
}
