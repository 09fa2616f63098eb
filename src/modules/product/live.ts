import { foldKey } from '../../kernel/codes.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { ProductRow } from './product-row.ts';

/** Where a product is live: `channel/locale`, sorted. Codes have no slash. */
export type LiveScopes = readonly string[];
export const NOWHERE: LiveScopes = [];

const SEPARATOR = '/';
export const liveScope = (channel: string, locale: string): string => `${channel}${SEPARATOR}${locale}`;
export function readLiveScope(scope: string): { readonly channel: string; readonly locale: string } {
  const [channel = '', locale = ''] = scope.split(SEPARATOR);
  return { channel, locale };
}

/** What decides where a product is live, besides the models above it; `completeness` of the present structure. */
type LiveBasis = Pick<ProductRow, 'status' | 'attributeSet' | 'channels' | 'completeness'>;

/**
 * The channels and locales in which a product is to be live: it and all models above it are published, it is sold in the
 * channel, and where the channel has a publishing rule it is complete for the locale. `ancestors`: nearest first.
 */
export function liveScopes(
  structure: CatalogueStructure,
  row: LiveBasis,
  ancestors: readonly LiveBasis[],
): LiveScopes {
  if (row.status !== 'published' || row.attributeSet === null) return NOWHERE;
  if (ancestors.some(({ status }) => status !== 'published')) return NOWHERE;
  const scopes: string[] = [];
  for (const code of effectiveChannels(structure, row, ancestors)) {
    const channel = structure.channels.get(foldKey(code));
    if (channel === undefined || !channel.document.active) continue;
    const isGuarded = channel.document.publishGuard === 'complete';
    const lacks = (locale: string) =>
      row.completeness.some(
        (entry) => entry.channel === channel.code && entry.locale === locale && entry.ratio < 100,
      );
    for (const locale of channel.locales)
      if (!isGuarded || !lacks(locale)) scopes.push(liveScope(channel.code, locale));
  }
  return scopes.sort();
}

/** The channels a product is sold in, by its own list or the nearest one above it; all when none says otherwise. */
export function effectiveChannels(
  structure: CatalogueStructure,
  row: Pick<ProductRow, 'channels'>,
  ancestors: readonly Pick<ProductRow, 'channels'>[],
): readonly string[] {
  for (const { channels } of [row, ...ancestors]) if (channels !== null) return channels;
  return [...structure.channels.values()].map(({ code }) => code);
}

/** Where a product has become live and where it is no longer. A type, so that it is a JSON value. */
export type LiveMove = { readonly published: LiveScopes; readonly unpublished: LiveScopes };

/** What has changed; null for nothing, and where it was not known before. */
export function liveMove(before: LiveScopes | null, after: LiveScopes | null): LiveMove | null {
  if (before === null || after === null || before.join() === after.join()) return null;
  return {
    published: after.filter((scope) => !before.includes(scope)),
    unpublished: before.filter((scope) => !after.includes(scope)),
  };
}

/** What an event says of it. */
export const liveData = (move: LiveMove | null): JsonObject => (move === null ? {} : { live: move });
