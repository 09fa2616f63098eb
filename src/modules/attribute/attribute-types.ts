import type { JsonValue } from '../../kernel/json.ts';
import type { Labels } from '../../kernel/labels.ts';

/** Kind of value that an attribute holds; never changes after creation. */
export type AttributeType =
  | 'identifier'
  | 'text'
  | 'textarea'
  | 'rich_text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'select'
  | 'multi_select'
  | 'price'
  | 'measurement'
  | 'media'
  | 'media_list'
  | 'entity'
  | 'entity_list';

/** Maximum number of entries of a list value. */
export const MAX_LIST_ITEMS = 1000;

/** Named forms of a text that carry their own rules, check digits included. */
export type TextFormat =
  | 'email'
  | 'url'
  | 'slug'
  | 'color'
  | 'gtin'
  | 'ean13'
  | 'upc'
  | 'isbn13'
  | 'asin'
  | 'mpn';

/** Rules for the values of one attribute; which keys are allowed depends on its type. */
export interface Validation {
  /** Unicode characters (code points); of rich text: of its text without tags. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** RE2 syntax; must match the whole text. */
  readonly pattern?: string;
  readonly format?: TextFormat;
  readonly allowedValues?: readonly string[];
  /** Decimal text; of dates `YYYY-MM-DD` or `today`; of datetimes RFC 3339; of measurements in the standard unit. */
  readonly min?: string;
  readonly max?: string;
  /** 0–12; 0 means integers. Absent: up to 12. */
  readonly decimalPlaces?: number;
  /** Absent: true. */
  readonly negativeAllowed?: boolean;
  /** Decimal text above 0; values are `min` (or 0) plus a multiple of it. */
  readonly step?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** HTML element names in lower case. */
  readonly allowedTags?: readonly string[];
  readonly requiredCurrencies?: readonly string[];
  /** Units of the family that may be used; absent: all. */
  readonly units?: readonly string[];
  /** `image/png` or `image/*`. */
  readonly mimeTypes?: readonly string[];
  /** File extensions in lower case, without the dot. */
  readonly extensions?: readonly string[];
  /** Bytes. */
  readonly maxSize?: number;
  /** Pixels. */
  readonly minWidth?: number;
  readonly minHeight?: number;
  /** Width to height, e.g. `16:9`; images may differ from it by 1 %. */
  readonly aspectRatio?: string;
}

/** One attribute as the value rules need it. */
export interface AttributeDefinition {
  readonly id: string;
  readonly code: string;
  readonly type: AttributeType;
  /** Its name in storefront schemas. */
  readonly apiName: string;
  readonly labels: Labels;
  readonly guidelines: Labels;
  readonly group: string | null;
  readonly sortOrder: number;
  /** Own value per locale. */
  readonly localizable: boolean;
  /** Own value per channel. */
  readonly scopable: boolean;
  /** Exists only in these locales; null: in all. */
  readonly availableLocales: readonly string[] | null;
  readonly unique: boolean;
  readonly readOnly: boolean;
  readonly filterable: boolean;
  readonly searchable: boolean;
  readonly defaultValue: JsonValue;
  readonly validation: Validation;
  readonly optionSet: string | null;
  readonly entityType: string | null;
  readonly measurementFamily: string | null;
  readonly defaultUnit: string | null;
}

/** The column of an attribute that a type cannot do without. */
export type RequiredReference = 'optionSet' | 'measurementFamily' | 'entityType';

/** Metadata of a type for the rest of the program. */
export interface AttributeTypeMetadata {
  /** The `…Value` type of the schema and the JSON shape of its values. */
  readonly valueShape: ValueShape;
  readonly validationKeys: readonly (keyof Validation)[];
  readonly formats: readonly TextFormat[];
  /** Characters (code points) a value may have at most; null: not a text. */
  readonly textLimit: number | null;
  readonly canBeLocalizable: boolean;
  readonly canBeScopable: boolean;
  readonly canBeUnique: boolean;
  readonly alwaysUnique: boolean;
  /** True if it may distinguish the variants of one model. */
  readonly canBeAxis: boolean;
  /** True if it may take part in the full-text search. */
  readonly canBeSearchable: boolean;
  readonly needs: RequiredReference | null;
  /** Operators of the filter grammar. */
  readonly operators: readonly string[];
}

export type ValueShape =
  | 'text'
  | 'rich_text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'select'
  | 'multi_select'
  | 'price'
  | 'measurement'
  | 'media'
  | 'media_list'
  | 'entity'
  | 'entity_list';

const COMPARISONS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'] as const;
const CODE_OPERATORS = ['eq', 'ne', 'in', 'nin', 'empty'] as const;

/** The habits of most types; each type states where it differs. */
const PLAIN = {
  formats: [],
  textLimit: null,
  canBeLocalizable: true,
  canBeScopable: true,
  canBeUnique: false,
  alwaysUnique: false,
  canBeAxis: false,
  canBeSearchable: false,
  needs: null,
} as const;

const MEDIA_KEYS = ['mimeTypes', 'extensions', 'maxSize', 'minWidth', 'minHeight', 'aspectRatio'] as const;

export const ATTRIBUTE_TYPES: Readonly<Record<AttributeType, AttributeTypeMetadata>> = {
  identifier: {
    ...PLAIN,
    valueShape: 'text',
    validationKeys: ['maxLength', 'pattern', 'format'],
    formats: ['gtin', 'ean13', 'upc', 'isbn13', 'asin', 'mpn'],
    textLimit: 255,
    canBeLocalizable: false,
    canBeUnique: true,
    alwaysUnique: true,
    canBeSearchable: true,
    operators: ['eq', 'ne', 'in', 'nin', 'starts_with', 'contains', 'empty'],
  },
  text: {
    ...PLAIN,
    valueShape: 'text',
    validationKeys: ['minLength', 'maxLength', 'pattern', 'format', 'allowedValues'],
    formats: ['email', 'url', 'slug', 'color'],
    textLimit: 255,
    canBeUnique: true,
    canBeSearchable: true,
    operators: ['eq', 'ne', 'in', 'nin', 'contains', 'not_contains', 'starts_with', 'ends_with', 'empty'],
  },
  textarea: {
    ...PLAIN,
    valueShape: 'text',
    validationKeys: ['minLength', 'maxLength', 'pattern'],
    textLimit: 65_535,
    canBeSearchable: true,
    operators: ['contains', 'not_contains', 'starts_with', 'match', 'empty'],
  },
  rich_text: {
    ...PLAIN,
    valueShape: 'rich_text',
    validationKeys: ['maxLength', 'allowedTags'],
    textLimit: 65_535,
    canBeSearchable: true,
    operators: ['contains', 'match', 'empty'],
  },
  number: {
    ...PLAIN,
    valueShape: 'number',
    validationKeys: ['min', 'max', 'decimalPlaces', 'negativeAllowed', 'step'],
    canBeUnique: true,
    operators: [...COMPARISONS, 'in', 'nin', 'empty'],
  },
  boolean: {
    ...PLAIN,
    valueShape: 'boolean',
    validationKeys: [],
    canBeAxis: true,
    operators: ['eq', 'ne', 'empty'],
  },
  date: {
    ...PLAIN,
    valueShape: 'date',
    validationKeys: ['min', 'max'],
    canBeUnique: true,
    operators: [...COMPARISONS, 'last_days', 'next_days', 'empty'],
  },
  datetime: {
    ...PLAIN,
    valueShape: 'datetime',
    validationKeys: ['min', 'max'],
    canBeUnique: true,
    operators: [...COMPARISONS, 'last_days', 'next_days', 'empty'],
  },
  select: {
    ...PLAIN,
    valueShape: 'select',
    validationKeys: [],
    canBeAxis: true,
    canBeSearchable: true,
    needs: 'optionSet',
    operators: CODE_OPERATORS,
  },
  multi_select: {
    ...PLAIN,
    valueShape: 'multi_select',
    validationKeys: ['minItems', 'maxItems'],
    canBeSearchable: true,
    needs: 'optionSet',
    operators: ['any', 'all', 'none', 'eq', 'empty'],
  },
  price: {
    ...PLAIN,
    valueShape: 'price',
    validationKeys: ['min', 'max', 'decimalPlaces', 'negativeAllowed', 'requiredCurrencies'],
    operators: ['lt', 'lte', 'gt', 'gte', 'eq', 'between', 'empty'],
  },
  measurement: {
    ...PLAIN,
    valueShape: 'measurement',
    validationKeys: ['min', 'max', 'decimalPlaces', 'negativeAllowed', 'units'],
    canBeAxis: true,
    needs: 'measurementFamily',
    operators: [...COMPARISONS, 'in', 'nin', 'empty'],
  },
  media: { ...PLAIN, valueShape: 'media', validationKeys: MEDIA_KEYS, operators: ['eq', 'in', 'empty'] },
  media_list: {
    ...PLAIN,
    valueShape: 'media_list',
    validationKeys: [...MEDIA_KEYS, 'minItems', 'maxItems'],
    operators: ['any', 'all', 'none', 'count', 'empty'],
  },
  entity: {
    ...PLAIN,
    valueShape: 'entity',
    validationKeys: [],
    canBeAxis: true,
    needs: 'entityType',
    operators: CODE_OPERATORS,
  },
  entity_list: {
    ...PLAIN,
    valueShape: 'entity_list',
    validationKeys: ['minItems', 'maxItems'],
    needs: 'entityType',
    operators: ['any', 'all', 'none', 'empty'],
  },
};
