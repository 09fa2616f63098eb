import type { VariablesOf } from '../../../api/graphql.ts';
import type { Exposable, Storefront, UPDATE_STOREFRONT } from './storefront-documents.ts';

export type StorefrontPatch = VariablesOf<typeof UPDATE_STOREFRONT>['input'];

/** Settings of a storefront that can be changed, before they are saved. */
export interface StorefrontDraft {
  /** The label in the default locale of the organization. */
  readonly label: string;
  readonly active: boolean;
  readonly channel: string;
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  readonly attributes: readonly string[];
  readonly entityTypes: readonly string[];
  readonly associationTypes: readonly string[];
  readonly externalSystems: readonly string[];
  readonly facets: readonly string[];
  readonly categoryFacets: readonly { readonly category: string; readonly facets: readonly string[] }[];
  readonly previewUrl: string;
}

/** The facet of the category tree, beside those of attributes. */
export const CATEGORIES = 'categories';

/** Parts of a draft that the schema of the Shop API is made of. */
const PUBLIC = ['attributes', 'entityTypes', 'associationTypes', 'externalSystems'] as const;

export function toStorefrontDraft(storefront: Storefront, locale: string): StorefrontDraft {
  const { labels, channel, previewUrl, ...rest } = storefront;
  return {
    ...rest,
    label: labels.find((label) => label.locale === locale)?.text ?? '',
    channel: channel.code,
    previewUrl: previewUrl ?? '',
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isSameSet = (one: readonly string[], other: readonly string[]) =>
  isSame(one.toSorted(), other.toSorted());

/** Returns the fields in which a draft differs from the stored settings. */
export function draftChanges(stored: StorefrontDraft, draft: StorefrontDraft): Set<keyof StorefrontDraft> {
  const unordered = new Set<string>(PUBLIC);
  const names = Object.keys(stored) as (keyof StorefrontDraft)[];
  return new Set(
    names.filter((name) =>
      unordered.has(name)
        ? !isSameSet(stored[name] as readonly string[], draft[name] as readonly string[])
        : !isSame(stored[name], draft[name]),
    ),
  );
}

/** Returns true if the changes can change the schema that everybody reads. */
export const changesPublicSchema = (changes: ReadonlySet<keyof StorefrontDraft>): boolean =>
  PUBLIC.some((name) => changes.has(name));

/** Returns the input that stores the changed fields of a draft. */
export function toStorefrontPatch(
  stored: StorefrontDraft,
  draft: StorefrontDraft,
  locale: string,
): StorefrontPatch {
  const changes = draftChanges(stored, draft);
  const isOpen = (code: string) => code === CATEGORIES || draft.attributes.includes(code);
  const overrides = draft.categoryFacets.map(({ category, facets }) => ({
    category,
    facets: facets.filter(isOpen),
  }));
  const dropped = stored.categoryFacets
    .filter(({ category }) => !draft.categoryFacets.some((other) => other.category === category))
    .map(({ category }) => ({ category, facets: null }));
  const input: Record<keyof StorefrontDraft, StorefrontPatch> = {
    label: { labels: [{ locale, text: draft.label.trim() === '' ? null : draft.label.trim() }] },
    active: { active: draft.active },
    channel: { channel: draft.channel },
    locales: { locales: [...draft.locales] },
    currencies: { currencies: [...draft.currencies] },
    attributes: { attributes: [...draft.attributes] },
    entityTypes: { entityTypes: [...draft.entityTypes] },
    associationTypes: { associationTypes: [...draft.associationTypes] },
    externalSystems: { externalSystems: [...draft.externalSystems] },
    facets: { facets: draft.facets.filter(isOpen) },
    categoryFacets: { categoryFacets: [...overrides, ...dropped] },
    previewUrl: { previewUrl: draft.previewUrl.trim() === '' ? null : draft.previewUrl.trim() },
  };
  return Object.assign({}, ...[...changes].map((name) => input[name]));
}

/** Properties of every section of the page of a storefront. */
export interface SectionProps {
  readonly storefront: Storefront;
  readonly draft: StorefrontDraft;
  readonly exposable: Exposable;
  readonly onChange: (change: Partial<StorefrontDraft>) => void;
}
