import type { Labels } from '../../kernel/labels.ts';

/** What one front end may read. */
export interface StorefrontDocument {
  readonly code: string;
  readonly labels: Labels;
  /** Stored code. */
  readonly channel: string;
  /** Of the channel's, in order; the first is the default. */
  readonly locales: readonly string[];
  /** Of the channel's; the first is the default. */
  readonly currencies: readonly string[];
  /** Codes of the exposed attributes. */
  readonly attributes: readonly string[];
  readonly entityTypes: readonly string[];
  readonly associationTypes: readonly string[];
  /** Systems whose ids of products are exposed. */
  readonly externalSystems: readonly string[];
  /** Attribute codes in order, and `categories`. */
  readonly facets: readonly string[];
  /** The facets of a category and of those below it, by category code. */
  readonly categoryFacets: Readonly<Record<string, readonly string[]>>;
  readonly previewUrl: string | null;
  readonly active: boolean;
}

export interface Storefront extends StorefrontDocument {
  /** UUID. */
  readonly id: string;
  readonly organizationId: string;
  readonly version: number;
}
