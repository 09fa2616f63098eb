import type { FieldProblem, FieldProblemCode } from '../field-problem.ts';
import { localized, type Message } from './messages/message.ts';

/** Explanation of one code of a field for people. */
export interface FieldProblemExplanation {
  /** Condition under which the code is reported. */
  readonly cause: string;
  /** Steps that the client can take. */
  readonly fix: Message;
  /** One field with this problem; what is left out is null or empty. */
  readonly example: FieldProblemExample;
}

type FieldProblemExample = Pick<FieldProblem, 'message' | 'path'> &
  Partial<Pick<FieldProblem, 'attribute' | 'channel' | 'locale' | 'value' | 'suggestions'>>;

/** Words for every code of a field. */
export const FIELD_PROBLEM_EXPLANATIONS: Readonly<Record<FieldProblemCode, FieldProblemExplanation>> = {
  required: {
    cause: 'The value is required, but is missing or empty.',
    fix: localized('fix-required'),
    example: { path: ['sku'], message: 'A product needs a SKU.', value: '' },
  },
  'wrong-type': {
    cause: 'The value has the wrong type, for example a string where a number is expected.',
    fix: localized('fix-wrong-type'),
    example: cell('weight', {
      value: 'heavy',
      message: '\'weight\' must be a number, such as 19.90 or "19.90".',
    }),
  },
  'too-short': {
    cause: 'The text has fewer characters than the minimum.',
    fix: localized('fix-too-short'),
    example: cell('title', { value: 'W', message: "'title' has 1 characters; at least 3 are needed." }),
  },
  'too-long': {
    cause: 'The text has more characters, or the number more digits, than the maximum.',
    fix: localized('fix-too-long'),
    example: {
      path: ['name'],
      message: 'A name has up to 100 characters, not 240.',
      value: 'Shop frontend …',
    },
  },
  'pattern-mismatch': {
    cause: "The text does not match the attribute's pattern.",
    fix: localized('fix-pattern-mismatch'),
    example: cell('article', {
      value: 'A 1',
      message: "'article' does not match the pattern [A-Z]-[0-9]+ from beginning to end.",
    }),
  },
  'invalid-format': {
    cause: 'The value does not have the required format, such as a URL, a color or a time.',
    fix: localized('fix-invalid-format'),
    example: { path: ['email'], message: "'olga' is not an e-mail address.", value: 'olga' },
  },
  'value-not-allowed': {
    cause: 'The value is well formed, but is not one of the allowed values.',
    fix: localized('fix-value-not-allowed'),
    example: {
      path: ['scopes', '0'],
      message: "There is no scope 'product:read'. Did you mean 'products:read'?",
      value: 'product:read',
      suggestions: ['products:read'],
    },
  },
  'below-minimum': {
    cause: 'The value is lower or earlier than the minimum.',
    fix: localized('fix-below-minimum'),
    example: cell('price', { value: '-1', message: "'price' must not be negative." }),
  },
  'above-maximum': {
    cause: 'The value is higher or later than the maximum.',
    fix: localized('fix-above-maximum'),
    example: cell('wattage', { value: '900', message: "'wattage' is above its maximum of 500." }),
  },
  'too-many-decimals': {
    cause: 'The number has more decimal places than allowed.',
    fix: localized('fix-too-many-decimals'),
    example: cell('price', { value: '19.995', message: "'price' takes at most 2 decimals." }),
  },
  'not-a-step': {
    cause: "The number is not a multiple of the attribute's step.",
    fix: localized('fix-not-a-step'),
    example: cell('pack_size', { value: '7', message: "'pack_size' goes in steps of 5 from 0." }),
  },
  'invalid-date': {
    cause: 'The value is not a calendar date, or not a time with an offset from UTC (RFC 3339).',
    fix: localized('fix-invalid-date'),
    example: cell('released', {
      value: '2026-02-30',
      message: "'released' must be a calendar date in the form YYYY-MM-DD.",
    }),
  },
  'invalid-code': {
    cause: 'The code has characters that are not allowed, or more than 100 characters.',
    fix: localized('fix-invalid-code'),
    example: {
      path: ['code'],
      message: 'A code has 1 to 100 letters (A–Z, a–z), digits or _.',
      value: 'main color',
    },
  },
  'reserved-code': {
    cause: 'The code is a reserved word: the name of a product property, or in the form of an id.',
    fix: localized('fix-reserved-code'),
    example: {
      path: ['code'],
      message: "'sku' is the name of a product property; choose another code.",
      value: 'sku',
    },
  },
  'reserved-sku': {
    cause: 'The SKU looks like an id or is a reserved word of the paths.',
    fix: localized('fix-reserved-sku'),
    example: {
      path: ['sku'],
      message: "'search' looks like an id or is a reserved word of the REST API.",
      value: 'search',
    },
  },
  'reference-not-found': {
    cause: 'The object with this code does not exist.',
    fix: localized('fix-reference-not-found'),
    example: {
      path: ['attributeSet'],
      message: "There is no attribute set 'lamp'. Did you mean 'lamps'?",
      value: 'lamp',
      suggestions: ['lamps'],
    },
  },
  'option-not-found': {
    cause: 'The option set does not contain this option.',
    fix: localized('fix-option-not-found'),
    example: cell('color', {
      value: 'rood',
      suggestions: ['red'],
      message: "'rood' is not an option of set 'colors'.",
    }),
  },
  'option-inactive': {
    cause: 'The option exists, but is inactive and cannot be selected.',
    fix: localized('fix-option-inactive'),
    example: cell('color', {
      value: 'teal',
      message: "The option 'teal' of set 'colors' is no longer in use.",
    }),
  },
  'entity-not-found': {
    cause: 'No entity has this code and type.',
    fix: localized('fix-entity-not-found'),
    example: cell('designer', { value: 'aalto', message: "There is no entity 'aalto' of type 'designer'." }),
  },
  'media-not-found': {
    cause: 'No media file has this code or id.',
    fix: localized('fix-media-not-found'),
    example: cell('image', { value: 'wren-frnt', message: "There is no media file 'wren-frnt'." }),
  },
  'product-not-found': {
    cause: 'No product has this SKU or id.',
    fix: localized('fix-product-not-found'),
    example: { path: ['parent'], message: "There is no product 'LO-WRENN'.", value: 'LO-WRENN' },
  },
  'category-not-found': {
    cause: 'No category has this code.',
    fix: localized('fix-category-not-found'),
    example: {
      path: ['categories', 'set', '0'],
      message: "There is no category 'table_lamp'.",
      value: 'table_lamp',
      suggestions: ['table_lamps'],
    },
  },
  'attribute-not-found': {
    cause: 'No attribute has this code.',
    fix: localized('fix-attribute-not-found'),
    example: {
      path: ['values', 'colr'],
      message: "There is no attribute 'colr'. Did you mean 'color'?",
      attribute: 'colr',
      suggestions: ['color'],
    },
  },
  'attribute-not-in-set': {
    cause: "The product's attribute set does not contain the attribute.",
    fix: localized('fix-attribute-not-in-set'),
    example: cell('sole', {
      value: 'rubber',
      message: "'sole' is not an attribute of the product's set; its values can only be cleared.",
    }),
  },
  'attribute-not-at-level': {
    cause: 'The variant layout places the attribute, an axis or a unique attribute, on a lower level.',
    fix: localized('fix-attribute-not-at-level'),
    example: cell('color', {
      value: 'red',
      message: "'color' is an axis of the variants of this model. Write it on the variants.",
    }),
  },
  'locale-required': {
    cause: 'The attribute has a value per locale, but the request names no locale.',
    fix: localized('fix-locale-required'),
    example: cell('title', {
      value: 'Wren',
      suggestions: ['en_US', 'de_DE'],
      message: "'title' has a value per locale; name one.",
    }),
  },
  'locale-not-allowed': {
    cause: 'The attribute has one value for all locales.',
    fix: localized('fix-locale-not-allowed'),
    example: cell('weight', {
      value: '2',
      locale: 'en_US',
      message: "'weight' has one value for all locales. Leave 'locale' out.",
    }),
  },
  'locale-not-enabled': {
    cause: 'The locale is not enabled in the organization.',
    fix: localized('fix-locale-not-enabled'),
    example: cell('title', {
      value: 'Wren',
      locale: 'fr_FR',
      message: "The locale 'fr_FR' is not enabled.",
    }),
  },
  'channel-required': {
    cause: 'The attribute has a value per channel, but the request names no channel.',
    fix: localized('fix-channel-required'),
    example: cell('teaser', {
      value: 'New',
      suggestions: ['webshop'],
      message: "'teaser' has a value per channel; name one.",
    }),
  },
  'channel-not-allowed': {
    cause: 'The attribute has one value for all channels.',
    fix: localized('fix-channel-not-allowed'),
    example: cell('weight', {
      value: '2',
      channel: 'webshop',
      message: "'weight' has one value for all channels. Leave 'channel' out.",
    }),
  },
  'locale-not-in-channel': {
    cause: 'The channel does not have the locale.',
    fix: localized('fix-locale-not-in-channel'),
    example: cell('teaser', {
      value: 'Neu',
      channel: 'webshop',
      locale: 'de_AT',
      message: "The channel 'webshop' has no locale 'de_AT'.",
    }),
  },
  'currency-not-enabled': {
    cause: 'The currency is not enabled in the organization.',
    fix: localized('fix-currency-not-enabled'),
    example: cell('price', { value: 'CHF', message: "'CHF' is not enabled." }),
  },
  'unit-not-in-family': {
    cause: 'The unit does not belong to the measurement family.',
    fix: localized('fix-unit-not-in-family'),
    example: cell('weight', {
      value: 'LITRE',
      suggestions: [],
      message: "'LITRE' is not a unit of the family 'weight'.",
    }),
  },
  'not-unique': {
    cause: 'Another object has this value.',
    fix: localized('fix-not-unique'),
    example: { path: ['code'], message: "There is already an attribute 'color'.", value: 'color' },
  },
  'too-few-items': {
    cause: 'The list has fewer items than the minimum.',
    fix: localized('fix-too-few-items'),
    example: { path: ['scopes'], message: 'Name at least one scope.' },
  },
  'too-many-items': {
    cause: 'The list has more items than the maximum.',
    fix: localized('fix-too-many-items'),
    example: cell('tags', { message: "'tags' has 12 entries; at most 10 are allowed." }),
  },
  'duplicate-item': {
    cause: 'The list contains the same item twice.',
    fix: localized('fix-duplicate-item'),
    example: {
      path: ['locales', '1'],
      message: "The locale 'en_US' is named twice.",
      value: 'EN_us',
    },
  },
  'checksum-invalid': {
    cause: 'The check digit does not match the other digits. The number probably has a typing error.',
    fix: localized('fix-checksum-invalid'),
    example: cell('gtin', {
      value: '4006381333932',
      message: "'gtin' needs the check digit 1 at its end.",
    }),
  },
  'axis-missing': {
    cause: 'A variant requires a value for each axis of its level.',
    fix: localized('fix-axis-missing'),
    example: cell('color', { message: "'color' tells the variants of 'by_color' apart; give it a value." }),
  },
  'axis-duplicate': {
    cause: 'Another variant of the same model has the same values on all axes.',
    fix: localized('fix-axis-duplicate'),
    example: cell('color', {
      value: 'red',
      message: "'LO-WREN-RED' of the same model has the same axis values.",
    }),
  },
  'inherited-read-only': {
    cause: 'The value is inherited from a model and cannot differ here.',
    fix: localized('fix-inherited-read-only'),
    example: {
      path: ['attributeSet'],
      message: "The set is that of the model above: 'lamps'.",
      value: 'shades',
    },
  },
  'value-belongs-to-parent': {
    cause: 'The variant layout places the value on a higher level.',
    fix: localized('fix-value-belongs-to-parent'),
    example: cell('title', {
      value: 'Wren',
      message: "'title' belongs to the model above, which has another value; that one is kept.",
    }),
  },
  'immutable-property': {
    cause: 'The property cannot change after the object is created.',
    fix: localized('fix-field-immutable-property'),
    example: {
      path: ['type'],
      message: "'type' cannot be changed once the attribute exists.",
      value: 'text',
    },
  },
  cycle: {
    cause: 'The object would be its own ancestor.',
    fix: localized('fix-cycle'),
    example: {
      path: ['parent'],
      message: 'The entity would be its own ancestor: finland → aalto → finland.',
      value: 'aalto',
    },
  },
  'unsafe-pattern': {
    cause: 'RE2 cannot run the pattern.',
    fix: localized('fix-unsafe-pattern'),
    example: {
      path: ['validation', 'pattern'],
      message: 'The pattern cannot be run by RE2: invalid perl operator (?=.',
      value: '(?=a)b',
    },
  },
  'tag-not-allowed': {
    cause: 'The HTML contains elements or attributes that are not allowed.',
    fix: localized('fix-tag-not-allowed'),
    example: cell('description', {
      value: '<script>…</script>',
      message: "'description' does not allow the element <script>; allowed: b, i.",
    }),
  },
  'mime-not-allowed': {
    cause: 'The attribute does not allow the type or extension of the file.',
    fix: localized('fix-mime-not-allowed'),
    example: cell('image', {
      value: 'wren-manual',
      message: "The file 'wren-manual' is of type application/pdf; allowed: image/jpeg, image/png.",
    }),
  },
  'file-too-large': {
    cause: 'The file has more bytes than the attribute allows.',
    fix: localized('fix-file-too-large'),
    example: cell('image', {
      value: 'wren-front',
      message: "The file 'wren-front' has 9400000 bytes; at most 5000000 are allowed.",
    }),
  },
  'fetch-failed': {
    cause: 'The server of the URL did not return the file, or not in time.',
    fix: localized('fix-fetch-failed'),
    example: cell('image', {
      value: 'pictures.example.com/wren.jpg',
      message: 'The server answers 404 instead of the file.',
    }),
  },
  'image-too-small': {
    cause: 'The image has fewer pixels than the attribute requires, or another aspect ratio.',
    fix: localized('fix-image-too-small'),
    example: cell('image', {
      value: 'wren-thumb',
      message: "The file 'wren-thumb' is 80 × 80 pixels; at least 800 × 800 are needed.",
    }),
  },
  'unknown-column': {
    cause: 'The imported file has a column that does not map to an attribute.',
    fix: localized('fix-unknown-column'),
    example: {
      path: ['colr'],
      message: "The column 'colr' is not known here; its cells are not imported.",
      suggestions: ['color'],
    },
  },
  'merged-cells': {
    cause: 'The imported workbook has merged cells. The first of them has the value; the others are empty.',
    fix: localized('fix-merged-cells'),
    example: {
      path: [],
      message:
        'The cells Products!A2:A5 are merged: the first one has the value, the others are read as empty.',
      value: 'Products!A2:A5',
    },
  },
  'unknown-property': {
    cause: 'The property does not exist.',
    fix: localized('fix-unknown-property'),
    example: {
      path: ['skuu'],
      message: "There is no key 'skuu'. Did you mean 'sku'?",
      suggestions: ['sku'],
    },
  },
  'duplicate-row': {
    cause: 'The imported file has two rows with the same key.',
    fix: localized('fix-duplicate-row'),
    example: { path: ['sku'], message: "'LO-WREN' stands in line 4 too.", value: 'LO-WREN' },
  },
  'not-live': {
    cause: 'The product was published, but in this channel and locale required values are missing.',
    fix: localized('fix-not-live'),
    example: {
      path: ['status'],
      message: "'LO-WREN' is published, but not live for webshop in fr_FR. Missing: title.",
      channel: 'webshop',
      locale: 'fr_FR',
    },
  },
  'insufficient-scope': {
    cause: 'The caller may not write objects of this kind.',
    fix: localized('fix-item-scope'),
    example: {
      path: ['channels', '0'],
      message: "The channel 'webshop' can be written with the scope settings:write only.",
      value: 'webshop',
    },
  },
  'resource-in-use': {
    cause: 'Other objects use the object. `used_by` (`usedBy` in GraphQL) lists them.',
    fix: localized('fix-item-in-use'),
    example: {
      path: ['delete', '0'],
      message: "The attribute 'finish' is used by attribute set 'lamp'.",
      value: 'finish',
    },
  },
  'version-mismatch': {
    cause:
      'Fields of the item have changed since its version. `conflicting_changes` (`conflicts` in GraphQL) lists the changes.',
    fix: localized('fix-item-version'),
    example: {
      path: ['attributeSets', '0'],
      message:
        'You have version 3, the current one is 4. 1 of the values that you write were changed in the meantime.',
      value: 'lamp',
    },
  },
};

/** Returns an example at the first cell of an attribute. */
function cell(attribute: string, details: Omit<FieldProblemExample, 'path'>): FieldProblemExample {
  return { path: ['values', attribute, '0', 'value'], attribute, ...details };
}
