import { foldKey } from '../../kernel/codes.ts';

/**
 * Namespaces of the schema of a storefront: attributes and association types are fields, attribute sets and entity
 * types are types.
 */
export type ApiNamespace = 'field' | 'type';

/** Fields of products and entities, and keys of their filters and sorts, that no attribute or association type is named by. */
export const RESERVED_FIELD_NAMES: readonly string[] = wordsOf(`
  id sku updatedAt slug alternates seo label summary image gallery price prices priceRange categories
  breadcrumbs options variants selectedVariant family specifications related externalRefs code parent ancestors
  children products and or not category relevance newest
`);

/**
 * Types of every schema, and its root fields with a capital: a type `Lamp` has the root fields `lamp` and `lampProducts`.
 * Compared without regard to case. Names that end like one of {@link RESERVED_TYPE_SUFFIXES} are reserved as well.
 */
export const RESERVED_TYPE_NAMES: readonly string[] = wordsOf(`
  Query Mutation Subscription ID String Int Float Boolean JSON Decimal Date DateTime HTML URL Node PageInfo
  Direction Locale Currency Channel Context Storefront Product ProductBy Category Categories CategoryBy Entity
  EntityBy Show Identifier IdentifierInput ExternalRef ExternalRefInput Refinement SelectedRefinement Facet
  Facets ListFacet RangeFacet FacetValue RangeValue FacetDisplay RangeBucket SortChoice Swatch Money Price
  PriceRange Option VariantOption VariantOptionValue SelectedOption SelectedOptionInput Attribute Image
  ImageFormat Fit Point Media File Seo Alternate Specification SpecificationGroup Suggestions Redirect UrlKind
  Urls Search Suggest Navigation
`);

/**
 * Endings of names that are made of others: `LampFilter`, `lampProducts`, `designerEntities`, `LengthMeasurement`,
 * `LengthUnit`. No set or entity type has such a name, so none of these clashes with another.
 */
export const RESERVED_TYPE_SUFFIXES: readonly string[] = wordsOf(
  'Filter Sort Connection Edge Products Entities Measurement Unit',
);

/** Longest name in characters; a code has 100 at most. */
export const MAX_API_NAME_LENGTH = 120;

interface Namespace {
  readonly reserved: (name: string) => boolean;
  /** Suffix of a reserved name. */
  readonly suffix: string;
  /** Returns the key of a name; two names must not have the same key. */
  readonly keyOf: (name: string) => string;
}

const reservedFields = new Set(RESERVED_FIELD_NAMES);
const reservedTypes = new Set(RESERVED_TYPE_NAMES.map(foldKey));
const reservedEnding = new RegExp(`(${RESERVED_TYPE_SUFFIXES.join('|')})$`);

const NAMESPACES: Readonly<Record<ApiNamespace, Namespace>> = {
  field: { reserved: (name) => reservedFields.has(name), suffix: 'Value', keyOf: (name) => name },
  type: {
    reserved: (name) => reservedTypes.has(foldKey(name)) || reservedEnding.test(name),
    suffix: 'Type',
    // `Lamp` and `lamp` would have the same root fields.
    keyOf: lowerFirst,
  },
};

/** Returns the key of a name in a namespace; two names must not have the same key. */
export const foldApiName = (namespace: ApiNamespace, name: string): string =>
  NAMESPACES[namespace].keyOf(name);

/** Returns true if every schema needs a name for another purpose. */
export const isReservedName = (namespace: ApiNamespace, name: string): boolean =>
  NAMESPACES[namespace].reserved(name);

/** Returns true if a text is a name that GraphQL allows and does not reserve. */
export const isGraphqlName = (text: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !text.startsWith('__');

/** Returns the name of a code if nothing else has it: `overall_height` → `overallHeight`, as a type `OverallHeight`. */
export function apiNameFromCode(namespace: ApiNamespace, code: string): string {
  const nameParts = code.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'unnamed', ...rest] = nameParts.map((word) =>
    /[a-z]/.test(word) ? word : word.toLowerCase(),
  );
  const name = [namespace === 'type' ? upperFirst(first) : lowerFirst(first), ...rest.map(upperFirst)].join(
    '',
  );
  const valid = /^[0-9]/.test(name) ? `_${name}` : name;
  return isReservedName(namespace, valid) ? `${valid}${NAMESPACES[namespace].suffix}` : valid;
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Something to be named. */
export interface NameRequest {
  /** Key under which responses contain its name. */
  readonly key: string;
  readonly code: string;
}

/**
 * Returns names for all of `unnamed`, by their keys: each the name of its code; where an earlier one or `isTaken` has
 * that, the code itself; where that is no name or taken as well, with a number: `height_2`. The migration
 * `20261124800000_api_names` has the same rule in SQL.
 *
 * @param isTaken whether something else has the name of this {@link foldApiName}
 */
export function chooseApiNames(
  namespace: ApiNamespace,
  unnamed: readonly NameRequest[],
  isTaken: (nameKey: string) => boolean,
): ReadonlyMap<string, string> {
  const { reserved, keyOf } = NAMESPACES[namespace];
  const names = new Map<string, string>();
  const used = new Set<string>();
  /** Gives names in order to those for which `nameFor` has a free one; returns the others. */
  const giveTo = (items: readonly NameRequest[], nameFor: (item: NameRequest) => string | null) =>
    items.filter((item) => {
      const name = nameFor(item);
      const key = name === null ? null : keyOf(name);
      if (name === null || key === null || used.has(key) || isTaken(key)) return true;
      used.add(key);
      names.set(item.key, name);
      return false;
    });
  const verbatim = ({ code }: NameRequest) => (isGraphqlName(code) && !reserved(code) ? code : null);
  const clashing = giveTo(unnamed, ({ code }) => apiNameFromCode(namespace, code));
  const remainingItems = giveTo(clashing, verbatim);
  for (const item of remainingItems) {
    const stem = verbatim(item) ?? apiNameFromCode(namespace, item.code);
    for (let number = 2; !names.has(item.key); number += 1) giveTo([item], () => `${stem}_${number}`);
  }
  return names;
}
