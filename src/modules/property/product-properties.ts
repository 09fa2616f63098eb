import type { FilterKind, PropertyDefinition } from './property.ts';

/** `simple`: sold by itself; `model`: groups variants; `variant`: one sellable form of a model. */
export const PRODUCT_TYPES = ['simple', 'model', 'variant'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];
export const PRODUCT_STATUSES = ['draft', 'in_review', 'published', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** The key by which another system knows a product. A type, so that it is a JSON value. */
export type ExternalRef = {
  /** Letters, digits, `_` and `-`; compared in either case, kept as first written. */
  readonly system: string;
  /** Compared byte for byte. */
  readonly id: string;
};

/** The properties of a product that it holds itself, besides values and links. */
export interface ProductProperties {
  readonly sku: string;
  readonly type: ProductType;
  readonly attributeSet: string | null;
  /** Code of the layout; only root models have one. */
  readonly variantLayout: string | null;
  /** SKU of the model directly above. */
  readonly parent: string | null;
  readonly status: ProductStatus;
  /** Own list of channels; null inherits and at the root means every channel. */
  readonly channels: readonly string[] | null;
  /** Own categories, sorted. */
  readonly categories: readonly string[];
  /** Own free words, sorted; never inherited. */
  readonly tags: readonly string[];
  /** Own, by system; never inherited. */
  readonly externalRefs: readonly ExternalRef[];
}

/** A property of products. */
export interface ProductProperty extends PropertyDefinition {
  /** GraphQL selection of its field that views of products read; empty for a field without fields of its own. */
  readonly view: string;
  readonly sortable: boolean;
  /** True if search results can be counted by it. */
  readonly countable: boolean;
  /**
   * Effect of a change on the products below a model: they show the property itself (`inherited`), or a search finds
   * them by something that depends on it (`search`), or nothing changes.
   */
  readonly below: 'inherited' | 'search' | 'none: never inherited';
}

/**
 * The one declaration of each property of products. What reads or writes properties derives from it, or is a record
 * with a key for each property, so that the compiler finds what a new property lacks.
 */
export const PRODUCT_PROPERTIES = {
  sku: {
    column: 'sku',
    type: 'text',
    blank: '',
    below: 'search',
    view: '',
    filter: 'text',
    sortable: true,
    countable: false,
    file: { kind: 'text' },
    inEvents: 'none: it is the key of the event',
  },
  type: {
    column: 'type',
    type: 'text',
    blank: 'simple',
    below: 'search',
    values: PRODUCT_TYPES,
    view: '',
    filter: 'enum',
    sortable: false,
    countable: true,
    file: { kind: 'text' },
    inEvents: 'none: hardly ever changes',
  },
  attributeSet: {
    column: 'attribute_set',
    type: 'text',
    blank: null,
    below: 'inherited',
    view: '{ code }',
    filter: 'code',
    sortable: true,
    countable: true,
    file: { kind: 'text' },
    inEvents: 'Code of its attribute set; null if the product has none.',
  },
  variantLayout: {
    column: 'variant_layout',
    type: 'text',
    blank: null,
    below: 'inherited',
    view: '{ code }',
    filter: 'none: a code of the attribute set',
    sortable: false,
    countable: false,
    file: { kind: 'text' },
    inEvents: 'none: of models only',
  },
  parent: {
    column: 'parent_id',
    type: 'uuid',
    blank: null,
    below: 'inherited',
    view: '{ sku }',
    filter: 'code',
    sortable: false,
    countable: false,
    file: { kind: 'text' },
    inEvents: 'none: of variants only',
  },
  status: {
    column: 'status',
    type: 'text',
    blank: 'draft',
    below: 'search',
    values: PRODUCT_STATUSES,
    view: '',
    filter: 'enum',
    sortable: true,
    countable: true,
    file: { kind: 'text' },
    inEvents: 'Its status after the event.',
  },
  channels: {
    column: 'channels',
    type: 'jsonb',
    blank: null,
    below: 'inherited',
    view: '{ code }',
    filter: 'set',
    sortable: false,
    countable: true,
    file: { kind: 'set' },
    inEvents: 'none: a list',
  },
  categories: {
    column: 'categories',
    type: 'text[]',
    blank: [],
    below: 'inherited',
    view: '{ code }',
    filter: 'tree',
    sortable: false,
    countable: true,
    file: { kind: 'set' },
    inEvents: 'none: a list',
  },
  tags: {
    column: 'tags',
    type: 'text[]',
    blank: [],
    below: 'none: never inherited',
    filter: 'words',
    view: '',
    sortable: true,
    countable: true,
    file: { kind: 'set', yields: true },
    inEvents: 'none: a list',
  },
  externalRefs: {
    column: 'external_refs',
    type: 'jsonb',
    blank: [],
    below: 'none: never inherited',
    view: '{ system id: externalId }',
    filter: 'ids',
    sortable: false,
    countable: false,
    file: { kind: 'text', keyed: { column: 'external_refs', by: 'word' } },
    inEvents: 'none: a list',
  },
} as const satisfies Readonly<Record<keyof ProductProperties, ProductProperty>>;

export type ProductPropertyKey = keyof ProductProperties;
export const PRODUCT_PROPERTY_KEYS = Object.keys(PRODUCT_PROPERTIES) as readonly ProductPropertyKey[];

export const isProductProperty = (key: string): key is ProductPropertyKey =>
  Object.hasOwn(PRODUCT_PROPERTIES, key);

/** The properties whose filters are of a kind. */
export type PropertyFilteredBy<Kind extends FilterKind> = {
  [Key in ProductPropertyKey]: (typeof PRODUCT_PROPERTIES)[Key]['filter'] extends Kind ? Key : never;
}[ProductPropertyKey];

export type FilterKindOf<Key extends ProductPropertyKey> = (typeof PRODUCT_PROPERTIES)[Key]['filter'];
export type FilteredProperty = PropertyFilteredBy<FilterKind>;

/** The properties that what a search finds can be counted by. */
export type CountedProperty = {
  [Key in ProductPropertyKey]: (typeof PRODUCT_PROPERTIES)[Key]['countable'] extends true ? Key : never;
}[ProductPropertyKey];

/** Properties of fixed terms. */
export type EnumProperty = PropertyFilteredBy<'enum'>;
export const ENUM_PROPERTIES = filteredBy('enum');

/** Properties that are a set of codes or of terms, which patches replace, add to and take from. */
export type SetProperty = PropertyFilteredBy<'set' | 'tree' | 'words'>;
export const SET_PROPERTIES = (['set', 'tree', 'words'] as const).flatMap<SetProperty>(filteredBy);

/** Properties of free terms. */
export type KeywordsProperty = PropertyFilteredBy<'words'>;
export const KEYWORDS_PROPERTIES = filteredBy('words');

function filteredBy<Kind extends FilterKind>(kind: Kind): readonly PropertyFilteredBy<Kind>[] {
  const entries = Object.entries<PropertyDefinition>(PRODUCT_PROPERTIES).filter(
    ([, { filter }]) => filter === kind,
  );
  return entries.map(([key]) => key as PropertyFilteredBy<Kind>);
}
