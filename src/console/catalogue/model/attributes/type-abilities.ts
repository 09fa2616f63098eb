import type { AttributeType } from './attribute-types.ts';
import type { AttributeRules } from './rules-document.ts';

/** Reference without which an attribute of a type cannot exist. */
export type Reference = 'optionSet' | 'measurementFamily' | 'entityType';

interface TypeAbilities {
  readonly rules: readonly (keyof AttributeRules)[];
  /** Formats of texts that a value can be limited to. */
  readonly formats: readonly string[];
  readonly canBeLocalizable: boolean;
  readonly canBeUnique: boolean;
  readonly canBeSearchable: boolean;
  readonly needs: Reference | null;
}

const PLAIN: TypeAbilities = {
  rules: [],
  formats: [],
  canBeLocalizable: true,
  canBeUnique: false,
  canBeSearchable: false,
  needs: null,
};

const NUMBERS = ['min', 'max', 'decimalPlaces', 'negativeAllowed'] as const;
const FILES = ['mimeTypes', 'extensions', 'maxSize', 'minWidth', 'minHeight', 'aspectRatio'] as const;
const ITEMS = ['minItems', 'maxItems'] as const;

/** Settings that attributes of each type have. A test compares them with the rules of the server. */
export const TYPE_ABILITIES: Readonly<Record<AttributeType, TypeAbilities>> = {
  IDENTIFIER: {
    ...PLAIN,
    rules: ['maxLength', 'pattern', 'format'],
    formats: ['GTIN', 'EAN13', 'UPC', 'ISBN13', 'ASIN', 'MPN'],
    canBeLocalizable: false,
    canBeUnique: true,
    canBeSearchable: true,
  },
  TEXT: {
    ...PLAIN,
    rules: ['minLength', 'maxLength', 'pattern', 'format', 'allowedValues'],
    formats: ['EMAIL', 'URL', 'SLUG', 'COLOR'],
    canBeUnique: true,
    canBeSearchable: true,
  },
  TEXTAREA: { ...PLAIN, rules: ['minLength', 'maxLength', 'pattern'], canBeSearchable: true },
  RICH_TEXT: { ...PLAIN, rules: ['maxLength', 'allowedTags'], canBeSearchable: true },
  NUMBER: { ...PLAIN, rules: [...NUMBERS, 'step'], canBeUnique: true },
  BOOLEAN: PLAIN,
  DATE: { ...PLAIN, rules: ['min', 'max'], canBeUnique: true },
  DATETIME: { ...PLAIN, rules: ['min', 'max'], canBeUnique: true },
  SELECT: { ...PLAIN, canBeSearchable: true, needs: 'optionSet' },
  MULTI_SELECT: { ...PLAIN, rules: ITEMS, canBeSearchable: true, needs: 'optionSet' },
  PRICE: { ...PLAIN, rules: [...NUMBERS, 'requiredCurrencies'] },
  MEASUREMENT: { ...PLAIN, rules: [...NUMBERS, 'units'], needs: 'measurementFamily' },
  MEDIA: { ...PLAIN, rules: FILES },
  MEDIA_LIST: { ...PLAIN, rules: [...FILES, ...ITEMS] },
  ENTITY: { ...PLAIN, needs: 'entityType' },
  ENTITY_LIST: { ...PLAIN, rules: ITEMS, needs: 'entityType' },
};

const BY_TYPE: Readonly<Record<string, TypeAbilities>> = TYPE_ABILITIES;

/** Returns the settings of a type of the API; those that all types have if it is unknown. */
export const abilitiesOf = (type: string | null): TypeAbilities => BY_TYPE[type ?? ''] ?? PLAIN;
