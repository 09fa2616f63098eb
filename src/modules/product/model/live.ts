import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { CatalogueStructure, ChannelStructure } from '../../structure/index.ts';
import type { Completeness } from '../../values/index.ts';
import type { ProductRow } from './product-row.ts';

/** Scopes in which a product is live: `channel/locale`, sorted. Codes have no slash. */
export type LiveScopes = readonly string[];
export const NO_LIVE_SCOPES: LiveScopes = [];

const SEPARATOR = '/';
export const liveScope = (channel: string, locale: string): string => `${channel}${SEPARATOR}${locale}`;
export function readLiveScope(scope: string): { readonly channel: string; readonly locale: string } {
  const [channel = '', locale = ''] = scope.split(SEPARATOR);
  return { channel, locale };
}

/** Fields that decide where a product is live, besides the models above it; `completeness` of the present structure. */
type LiveBasis = Pick<ProductRow, 'status' | 'attributeSet' | 'channels' | 'completeness'>;
type AncestorBasis = Pick<ProductRow, 'id' | 'status' | 'channels'>;

/** Reason why a product is not live: everywhere, in a channel, or in one of its locales. */
export type LiveBlocker =
  | { readonly code: 'status' | 'no-attribute-set' | 'not-sold' | 'inactive-channel' }
  /** `product`: UUID of the model above it. */
  | { readonly code: 'parent-status'; readonly product: string }
  | { readonly code: 'missing-value'; readonly attribute: string };

const NOTHING: readonly LiveBlocker[] = [];

/** Returns the blockers of every channel: it and all models above it have to be published. */
function blockersOf(row: LiveBasis, ancestors: readonly AncestorBasis[]): readonly LiveBlocker[] {
  const isPublished = row.status === 'published' && row.attributeSet !== null;
  if (isPublished && ancestors.every(({ status }) => status === 'published')) return NOTHING;
  const above = ancestors.filter(({ status }) => status !== 'published');
  return [
    ...(row.status === 'published' ? NOTHING : [{ code: 'status' } as const]),
    ...above.map(({ id }) => ({ code: 'parent-status', product: id }) as const),
    ...(row.attributeSet === null ? [{ code: 'no-attribute-set' } as const] : NOTHING),
  ];
}

/**
 * Returns the blockers of a channel in which it is sold: with a publishing rule, it has to be complete for the locale.
 */
function blockersIn(
  { code, document }: ChannelStructure,
  locale: string,
  { completeness }: Pick<LiveBasis, 'completeness'>,
): readonly LiveBlocker[] {
  if (!document.active) return [{ code: 'inactive-channel' }];
  if (document.publishGuard !== 'complete') return NOTHING;
  const entry = completeness.find((one) => one.channel === code && one.locale === locale);
  if (entry === undefined || entry.ratio === 100) return NOTHING;
  return entry.missing.map((attribute) => ({ code: 'missing-value', attribute }) as const);
}

/**
 * Returns the channels and locales in which a product is to be live: those in which nothing blocks it. `ancestors`:
 * nearest first.
 */
export function liveScopes(
  structure: CatalogueStructure,
  row: LiveBasis,
  ancestors: readonly AncestorBasis[],
): LiveScopes {
  if (blockersOf(row, ancestors).length > 0) return NO_LIVE_SCOPES;
  const scopes: string[] = [];
  for (const code of effectiveChannels(structure, row, ancestors)) {
    const channel = structure.channels.get(foldKey(code));
    if (channel === undefined || !channel.document.active) continue;
    for (const locale of channel.locales)
      if (blockersIn(channel, locale, row).length === 0) scopes.push(liveScope(channel.code, locale));
  }
  return scopes.sort();
}

/** Returns the completeness of a product in each channel and locale from which the publishing rule keeps it. */
export function incompleteScopes(
  structure: CatalogueStructure,
  row: LiveBasis,
  ancestors: readonly AncestorBasis[],
): readonly Completeness[] {
  const sold = new Set(effectiveChannels(structure, row, ancestors).map(foldKey));
  return row.completeness.filter(({ channel, locale }) => {
    const definition = structure.channels.get(foldKey(channel));
    if (definition === undefined || !definition.document.active || !sold.has(foldKey(channel))) return false;
    return blockersIn(definition, locale, row).length > 0;
  });
}

/** Returns the reasons why a product is not live in each channel and locale, by the rule of {@link liveScopes}. */
export function liveBlockers(
  structure: CatalogueStructure,
  row: LiveBasis,
  ancestors: readonly AncestorBasis[],
): { readonly channel: string; readonly locale: string; readonly blockers: readonly LiveBlocker[] }[] {
  const everywhere = blockersOf(row, ancestors);
  const sold = new Set(effectiveChannels(structure, row, ancestors).map(foldKey));
  return [...structure.channels.values()].flatMap((channel) => {
    const unsold: readonly LiveBlocker[] = sold.has(foldKey(channel.code)) ? NOTHING : [{ code: 'not-sold' }];
    return [...channel.locales].map((locale) => ({
      channel: channel.code,
      locale,
      blockers: [...everywhere, ...unsold, ...blockersIn(channel, locale, row)],
    }));
  });
}

/**
 * Returns the channels a product is sold in, by its own list or the nearest one above it; all when there is no list.
 */
export function effectiveChannels(
  structure: CatalogueStructure,
  row: Pick<ProductRow, 'channels'>,
  ancestors: readonly Pick<ProductRow, 'channels'>[],
): readonly string[] {
  for (const { channels } of [row, ...ancestors]) if (channels !== null) return channels;
  return [...structure.channels.values()].map(({ code }) => code);
}

/** Scopes where a product has become live and where it is no longer. A type, so that it is a JSON value. */
export type LiveTransition = { readonly published: LiveScopes; readonly unpublished: LiveScopes };

/** Returns the change; null for none, and if the scopes before are unknown. */
export function liveTransition(before: LiveScopes | null, after: LiveScopes | null): LiveTransition | null {
  if (before === null || after === null || before.join() === after.join()) return null;
  return {
    published: after.filter((scope) => !before.includes(scope)),
    unpublished: before.filter((scope) => !after.includes(scope)),
  };
}

/** Returns the data of a move for an event. */
export const liveEventData = (move: LiveTransition | null): JsonObject =>
  move === null ? {} : { live: move };
