import { foldKey } from '../../kernel/codes.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { Storefront } from '../storefront/index.ts';
import type { ShopScope } from './delivery-context.ts';

/** Scope that a request states; null or absent: not stated. */
export interface ScopeAsked {
  readonly locale?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly preview?: boolean | null | undefined;
}

/**
 * Returns the context of a request: what it says, else the first locale and currency of the storefront.
 *
 * @param mayPreview whether the caller may see what is not live yet
 * @throws Fault `invalid-parameter` for locales and currencies that the storefront does not have
 */
export function resolveScope(
  { locales, currencies }: Pick<Storefront, 'locales' | 'currencies'>,
  asked: ScopeAsked,
  mayPreview: boolean,
): ShopScope {
  if (asked.preview === true && !mayPreview) {
    const message = localized('preview-needs-secret');
    throw new Fault('invalid-parameter', message, { parameter: 'preview' });
  }
  return {
    locale: choose('locale', asked.locale, locales) ?? '',
    currency: choose('currency', asked.currency, currencies),
    preview: asked.preview === true,
  };
}

function choose(
  name: 'locale' | 'currency',
  asked: string | null | undefined,
  offered: readonly string[],
): string | null {
  if (asked == null) return offered[0] ?? null;
  // Front ends write `de-DE` as HTML does.
  const key = foldKey(asked.replaceAll('-', '_'));
  const found = offered.find((code) => foldKey(code) === key);
  if (found !== undefined) return found;
  const suggestions = suggest(asked, offered);
  const missing =
    name === 'locale'
      ? localized('storefront-without-locale', { locale: asked })
      : localized('storefront-without-currency', { currency: asked });
  const message =
    offered.length === 0
      ? localized('offers-none', { message: missing })
      : localized('offers', { message: withSuggestions(missing, suggestions), list: offered });
  throw new Fault('invalid-parameter', message, { parameter: name, suggestions, allowed: [...offered] });
}
