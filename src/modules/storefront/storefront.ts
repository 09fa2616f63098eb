import type { Labels } from '../../kernel/labels.ts';

/** Content that one storefront may read, as it is written. All codes are in their stored case. */
export interface StorefrontDocument {
  readonly code: string;
  readonly labels: Labels;
  /** Its products are those that are live in this channel. */
  readonly channel: string;
  /** Locales of the channel, in order; the first is the default. Never empty when read. */
  readonly locales: readonly string[];
  /** Currencies of the channel, in order; the first is the default. */
  readonly currencies: readonly string[];
  /** Exposed attributes; a storefront shows no others. */
  readonly attributes: readonly string[];
  readonly entityTypes: readonly string[];
  readonly associationTypes: readonly string[];
  /** Systems whose external references are exposed. */
  readonly externalSystems: readonly string[];
  /** Exposed attributes and `categories`, in order. */
  readonly facets: readonly string[];
  /** Facets of a category and what is below it, instead of `facets`. */
  readonly categoryFacets: Readonly<Record<string, readonly string[]>>;
  /** `https://shop.example/{locale}/{slug}?preview={token}` */
  readonly previewUrl: string | null;
  /** True if requests with its keys are accepted. */
  readonly active: boolean;
}

/** A stored storefront. */
export interface Storefront extends StorefrontDocument {
  readonly id: string;
  readonly organizationId: string;
  readonly version: number;
}

/** The facet of the category tree, beside those of attributes. */
export const CATEGORIES_FACET = 'categories';

/** Returns the codes of a list that the channel still has. */
export const availableIn = (codes: readonly string[], offered: ReadonlySet<string>): string[] =>
  codes.filter((code) => offered.has(code));

/**
 * Returns the locales of a storefront: those of its list that the channel still has; if it has none of them, all of its
 * own.
 */
export function currentLocales(codes: readonly string[], offered: ReadonlySet<string>): string[] {
  const current = availableIn(codes, offered);
  return current.length > 0 ? current : [...offered];
}
