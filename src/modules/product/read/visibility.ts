import { foldKey } from '../../../kernel/codes.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { categoryLoader } from '../../category/index.ts';
import { type LiveBlocker, liveBlockers } from '../model/live.ts';
import { currentCompleteness, effectiveCategories, liveOf, productView, rejectAsOf } from './product-view.ts';

/** Reason why a product is not visible as it could be. */
export type VisibilityReason =
  | LiveBlocker
  /** Live or not, it is in no category of the channel's tree. */
  | { readonly code: 'no-category'; readonly category: string }
  /** Nothing blocks it by the present configuration, but what is stored has not followed yet. */
  | { readonly code: 'pending' };

/** State of a product in a channel and locale: live or not, and the reasons against it. */
export interface ChannelVisibility {
  readonly channel: string;
  readonly locale: string;
  readonly live: boolean;
  readonly reasons: readonly VisibilityReason[];
}

/** Returns the visibility of a product in the locales of channels; all of them, or the requested ones. */
export async function visibilityOf(
  product: Product,
  requestedScope: { readonly channel: string | null; readonly locale: string | null },
  context: RequestLoaders,
): Promise<readonly ChannelVisibility[]> {
  const view = await productView(product, context);
  rejectAsOf(view.past, 'visibility');
  const { structure, row, ancestors } = view;
  const basis = { ...row, completeness: currentCompleteness(view) };
  const isAsked = (code: string, choice: string | null) =>
    choice === null || foldKey(choice) === foldKey(code);
  const [live, categories] = await Promise.all([
    liveOf(product, context),
    Promise.all(effectiveCategories(view, false).map((code) => context.load(categoryLoader, code))),
  ]);
  const roots = new Set(categories.flatMap((category) => category?.path ?? []).map(foldKey));
  return liveBlockers(structure, basis, ancestors)
    .filter(
      ({ channel, locale }) =>
        isAsked(channel, requestedScope.channel) && isAsked(locale, requestedScope.locale),
    )
    .map(({ channel, locale, blockers }) => {
      const isLive = live.some((scope) => scope.channel === channel && scope.locale === locale);
      const root = structure.channels.get(foldKey(channel))?.document.categoryRoot ?? null;
      const reasons: readonly VisibilityReason[] = [
        ...blockers,
        ...(blockers.length === 0 && !isLive ? [{ code: 'pending' } as const] : []),
        ...(root === null || roots.has(foldKey(root))
          ? []
          : [{ code: 'no-category', category: root } as const]),
      ];
      return { channel, locale, live: isLive, reasons };
    });
}
