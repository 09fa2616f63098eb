import { foldKey } from '../../kernel/codes.ts';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { Storefront } from '../storefront/index.ts';
import type { ShopScope } from './shop-context.ts';

/** Scope that a request states; null or absent: not stated. */
export interface ShopScopeInput {
  readonly locale?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly preview?: boolean | null | undefined;
}

/**
 * Returns the context of a request: what it says, else the first locale and currency of the storefront.
 *
 * @param mayPreview whether the caller may see what is not live yet
 * @throws RequestError `invalid-parameter` for locales and currencies that the storefront does not have
 */
export function resolveScope(
  { locales, currencies }: Pick<Storefront, 'locales' | 'currencies'>,
  requestedScope: ShopScopeInput,
  mayPreview: boolean,
): ShopScope {
  if (requestedScope.preview === true && !mayPreview) {
    const message = localized('preview-needs-secret');
    throw new RequestError('invalid-parameter', message, { parameter: 'preview' });
  }
  return {
    locale: choose('locale', requestedScope.locale, locales) ?? '',
    currency: choose('currency', requestedScope.currency, currencies),
    preview: requestedScope.preview === true,
  };
}

function choose(
  name: 'locale' | 'currency',
  requestedCode: string | null | undefined,
  offered: readonly string[],
): string | null {
  if (requestedCode == null) return offered[0] ?? null;
  // Front ends write `de-DE` as HTML does.
  const key = foldKey(requestedCode.replaceAll('-', '_'));
  const matchingCode = offered.find((code) => foldKey(code) === key);
  if (matchingCode !== undefined) return matchingCode;
  const suggestions = suggest(requestedCode, offered);
  const missing =
    name === 'locale'
      ? localized('storefront-without-locale', { locale: requestedCode })
      : localized('storefront-without-currency', { currency: requestedCode });
  const message =
    offered.length === 0
      ? localized('offers-none', { message: missing })
      : localized('offers', { message: withSuggestions(missing, suggestions), list: offered });
  throw new RequestError('invalid-parameter', message, {
    parameter: name,
    suggestions,
    allowed: [...offered],
  });
}
