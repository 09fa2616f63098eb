/** What names in the schema of a storefront cannot be, because the schema has a type or a root field of that name. */
const RESERVED = [
  ...['Query', 'Node', 'Product', 'ProductBy', 'Products', 'Category', 'CategoryBy', 'Categories', 'Channel'],
  ...[
    'Money',
    'MoneyFilter',
    'PriceRange',
    'Image',
    'File',
    'Point',
    'Fit',
    'ImageFormat',
    'Option',
    'Swatch',
    'Seo',
  ],
  ...[
    'Alternate',
    'Locale',
    'VariantOption',
    'VariantOptionValue',
    'SelectedOption',
    'SelectedOptionInput',
    'Show',
  ],
  ...[
    'SpecificationGroup',
    'Specification',
    'Suggestions',
    'Suggest',
    'Search',
    'Navigation',
    'Redirect',
    'Url',
  ],
  ...[
    'Urls',
    'UrlKind',
    'UrlConnection',
    'UrlEdge',
    'PageInfo',
    'EntityBy',
    'IdentifierInput',
    'ExternalRefInput',
  ],
  ...[
    'ExternalRef',
    'ProductFilter',
    'ProductSort',
    'ProductConnection',
    'ProductEdge',
    'Direction',
    'Refinement',
  ],
  ...[
    'Facet',
    'ListFacet',
    'RangeFacet',
    'FacetValue',
    'FacetDisplay',
    'RangeBucket',
    'SelectedRefinement',
    'SortChoice',
  ],
  ...[
    'TextFilter',
    'NumberFilter',
    'OptionFilter',
    'BooleanFilter',
    'DateFilter',
    'DateTimeFilter',
    'EntityFilter',
  ],
  ...['IdentifierFilter', 'Entity', 'Entities', 'Row', 'Table', 'Breadcrumb', 'RefinementInput'],
  ...['Decimal', 'DateTime', 'Date', 'HTML', 'URL', 'String', 'Int', 'Float', 'Boolean', 'ID'],
];

/** Endings of the types and root fields that belong to a type of products. */
export const SET_ENDINGS = ['', 'Filter', 'Sort', 'Connection', 'Edge', 'Products'] as const;
export const ENTITY_ENDINGS = ['', 'By', 's', 'Filter', 'Connection', 'Edge'] as const;
export const MEASUREMENT_ENDINGS = ['', 'Unit', 'Filter'] as const;

export const upperFirst = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
export const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** Gives out names of types; each is given once, and with all of its endings. */
export function createTypeNames(): (
  name: string,
  endings: readonly string[],
  kind: 'Set' | 'Entity' | 'Measure',
) => string {
  const taken = new Set(RESERVED.map((name) => name.toLowerCase()));
  return (name, endings, kind) => {
    let chosen = upperFirst(name);
    for (let number = 1; endings.some((ending) => taken.has(`${chosen}${ending}`.toLowerCase())); number += 1)
      chosen = `${upperFirst(name)}${kind}${number === 1 ? '' : number}`;
    for (const ending of endings) taken.add(`${chosen}${ending}`.toLowerCase());
    return chosen;
  };
}

/** The name of an enum value for a code: upper case as far as names can have it. */
export function enumName(code: string): string {
  const name = code.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}
