import { foldKey } from '../../kernel/codes.ts';
import { Fault } from '../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../kernel/suggestion.ts';
import type { Storefront } from '../storefront/index.ts';
import type { ShopScope } from './delivery-context.ts';

/** Scope that a request states; null or absent: not stated. */
export interface ScopeAsked {
  readonly locale?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly preview?: boolean | null | undefined;
}

/**
 * The context of a request: what it says, else the first locale and currency of the storefront.
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
    const message = "'preview' needs a secret key or a preview link.";
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
  const message = `The storefront has no ${name} '${asked}'.${didYouMean(suggestions)} It has ${offered.join(', ') || 'none'}.`;
  throw new Fault('invalid-parameter', message, { parameter: name, suggestions, allowed: [...offered] });
}
