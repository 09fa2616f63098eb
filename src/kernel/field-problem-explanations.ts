import type { FieldProblem, FieldProblemCode } from './field-problem.ts';

/** What people read about one code of a field. */
export interface FieldProblemExplanation {
  /** When it is answered. */
  readonly cause: string;
  /** What the client can do. */
  readonly fix: string;
  /** One field with this problem; what is left out is null or empty. */
  readonly example: FieldProblemExample;
}

type FieldProblemExample = Pick<FieldProblem, 'message' | 'path'> &
  Partial<Pick<FieldProblem, 'attribute' | 'channel' | 'locale' | 'value' | 'suggestions'>>;

/** Words for every code of a field. */
export const FIELD_EXPLANATIONS: Readonly<Record<FieldProblemCode, FieldProblemExplanation>> = {
  required: {
    cause: 'It has to be given and is missing or empty.',
    fix: 'Give it.',
    example: { path: ['sku'], message: 'A product needs a SKU.', value: '' },
  },
  'wrong-type': {
    cause:
      'It is of another kind than expected: a text where a number stands, an object where a list stands.',
    fix: 'Send the kind that the message names.',
    example: cell('weight', {
      value: 'heavy',
      message: '\'weight\' takes a number, such as 19.90 or "19.90".',
    }),
  },
  'too-short': {
    cause: 'The text has fewer characters than allowed.',
    fix: 'Write more.',
    example: cell('title', { value: 'W', message: "'title' has 1 characters; at least 3 are needed." }),
  },
  'too-long': {
    cause: 'The text has more characters, or the number more digits, than allowed.',
    fix: 'Write less.',
    example: {
      path: ['name'],
      message: 'A name has up to 100 characters, not 240.',
      value: 'Shop frontend …',
    },
  },
  'pattern-mismatch': {
    cause: "The text does not match the attribute's pattern.",
    fix: 'Write it as the pattern asks; the attribute shows it.',
    example: cell('article', {
      value: 'A 1',
      message: "'article' does not match the pattern ^[A-Z]-[0-9]+$.",
    }),
  },
  'invalid-format': {
    cause: 'It is not written in the form that is asked for, such as an address, a color or a time.',
    fix: 'Write it in the form that the message shows.',
    example: { path: ['email'], message: "'olga' is not an e-mail address.", value: 'olga' },
  },
  'value-not-allowed': {
    cause: 'It is well formed, but not one of the values that can stand here.',
    fix: 'Take one of those that can; `suggestions` has near ones.',
    example: {
      path: ['scopes', '0'],
      message: "There is no scope 'product:read'. Did you mean 'products:read'?",
      ...{ value: 'product:read', suggestions: ['products:read'] },
    },
  },
  'below-minimum': {
    cause: 'It is less or earlier than allowed.',
    fix: 'Send the minimum or more.',
    example: cell('price', { value: '-1', message: "'price' takes no negative numbers." }),
  },
  'above-maximum': {
    cause: 'It is more or later than allowed.',
    fix: 'Send the maximum or less.',
    example: cell('wattage', { value: '900', message: "'wattage' is above its maximum of 500." }),
  },
  'too-many-decimals': {
    cause: 'The number has more digits after the point than allowed.',
    fix: 'Round it; nothing is rounded for you.',
    example: cell('price', { value: '19.995', message: "'price' takes at most 2 decimals." }),
  },
  'not-a-step': {
    cause: "The number is not a multiple of the attribute's step.",
    fix: 'Send a multiple of the step, counted from the minimum, or from 0 where there is none.',
    example: cell('pack_size', { value: '7', message: "'pack_size' goes in steps of 5." }),
  },
  'invalid-date': {
    cause: 'It is no day of the calendar, or no time with its offset from UTC (RFC 3339).',
    fix: 'Write `2026-07-01`, or `2026-07-01T08:30:00Z`.',
    example: cell('released', {
      value: '2026-02-30',
      message: "'released' takes a date of the calendar as YYYY-MM-DD.",
    }),
  },
  'invalid-code': {
    cause: 'A code has characters that codes do not have, or more than 100.',
    fix: 'Use letters A–Z and a–z, digits and `_`; in options, entities and media also `-`.',
    example: {
      path: ['code'],
      message: 'A code has 1 to 100 letters (A–Z, a–z), digits or _.',
      value: 'main color',
    },
  },
  'reserved-code': {
    cause: 'The word has a meaning of its own: a property of products, or the form of an id.',
    fix: 'Choose another code.',
    example: {
      path: ['code'],
      message: "'sku' is the name of a product property; choose another code.",
      value: 'sku',
    },
  },
  'reserved-sku': {
    cause: 'The SKU could not be told from an id or from a path.',
    fix: 'Choose another SKU.',
    example: {
      path: ['sku'],
      message: "'search' could not be told from an id or a path of the REST door.",
      value: 'search',
    },
  },
  'reference-not-found': {
    cause: 'The code that it names does not exist.',
    fix: 'Make that object first, or correct the code.',
    example: {
      path: ['attributeSet'],
      message: "There is no attribute set 'lamp'. Did you mean 'lamps'?",
      ...{ value: 'lamp', suggestions: ['lamps'] },
    },
  },
  'option-not-found': {
    cause: 'The option set has no such option.',
    fix: 'Take one of its options, or add this one to the set.',
    example: cell('color', {
      ...{ value: 'rood', suggestions: ['red'] },
      message: "'rood' is not an option of set 'colors'.",
    }),
  },
  'option-inactive': {
    cause: 'The option is there but may not be chosen any more.',
    fix: 'Take another option, or make this one active again.',
    example: cell('color', {
      value: 'teal',
      message: "The option 'teal' of set 'colors' is no longer in use.",
    }),
  },
  'entity-not-found': {
    cause: 'There is no entity of this code and type.',
    fix: 'Make it first, or correct the code.',
    example: cell('designer', { value: 'aalto', message: "There is no entity 'aalto' of type 'designer'." }),
  },
  'media-not-found': {
    cause: 'There is no media file of this code or id.',
    fix: 'Upload it first, or correct the code.',
    example: cell('image', { value: 'wren-frnt', message: "There is no media file 'wren-frnt'." }),
  },
  'product-not-found': {
    cause: 'There is no product of this SKU or id.',
    fix: 'Make it first, or correct the SKU; in a batch it may stand earlier.',
    example: { path: ['parent'], message: "There is no product 'LO-WRENN'.", value: 'LO-WRENN' },
  },
  'category-not-found': {
    cause: 'There is no category of this code.',
    fix: 'Make it first, or correct the code.',
    example: {
      path: ['categories', 'set', '0'],
      message: "There is no category 'table_lamp'.",
      ...{ value: 'table_lamp', suggestions: ['table_lamps'] },
    },
  },
  'attribute-not-found': {
    cause: 'There is no attribute of this code.',
    fix: 'Make it first, or correct the code.',
    example: {
      path: ['values', 'colr'],
      message: "There is no attribute 'colr'. Did you mean 'color'?",
      ...{ attribute: 'colr', suggestions: ['color'] },
    },
  },
  'attribute-not-in-set': {
    cause: "The product's attribute set does not have the attribute.",
    fix: 'Add the attribute to the set, or give the product another set.',
    example: cell('sole', { value: 'rubber', message: "The attribute set 'lamps' has no 'sole'." }),
  },
  'attribute-not-at-level': {
    cause: 'The variant layout places the attribute, an axis or a unique one, on a level below.',
    fix: 'Write it on the variants.',
    example: cell('color', {
      value: 'red',
      message: "'color' tells the variants below this model apart; write it on them.",
    }),
  },
  'locale-required': {
    cause: 'The attribute has a value per locale, and none is named.',
    fix: 'Name the locale.',
    example: cell('title', {
      ...{ value: 'Wren', suggestions: ['en_US', 'de_DE'] },
      message: "'title' has a value per locale; name one.",
    }),
  },
  'locale-not-allowed': {
    cause: 'The attribute has one value for all locales.',
    fix: 'Leave the locale out.',
    example: cell('weight', {
      ...{ value: '2', locale: 'en_US' },
      message: "'weight' has one value for all locales; leave 'locale' out.",
    }),
  },
  'locale-not-enabled': {
    cause: 'The organization does not use the locale.',
    fix: 'Enable it, or give it to a channel.',
    example: cell('title', {
      ...{ value: 'Wren', locale: 'fr_FR' },
      message: "The locale 'fr_FR' is not enabled.",
    }),
  },
  'channel-required': {
    cause: 'The attribute has a value per channel, and none is named.',
    fix: 'Name the channel.',
    example: cell('teaser', {
      ...{ value: 'New', suggestions: ['webshop'] },
      message: "'teaser' has a value per channel; name one.",
    }),
  },
  'channel-not-allowed': {
    cause: 'The attribute has one value for all channels.',
    fix: 'Leave the channel out.',
    example: cell('weight', {
      ...{ value: '2', channel: 'webshop' },
      message: "'weight' has one value for all channels; leave 'channel' out.",
    }),
  },
  'locale-not-in-channel': {
    cause: 'The channel does not have the locale.',
    fix: 'Give the locale to the channel, or write another one.',
    example: cell('teaser', {
      ...{ value: 'Neu', channel: 'webshop', locale: 'de_AT' },
      message: "The channel 'webshop' has no locale 'de_AT'.",
    }),
  },
  'currency-not-enabled': {
    cause: 'The organization does not use the currency.',
    fix: 'Enable it, or give it to a channel.',
    example: cell('price', { value: 'CHF', message: "The currency 'CHF' is not enabled." }),
  },
  'unit-not-in-family': {
    cause: 'It is not a unit of the measurement family.',
    fix: 'Take one of its units.',
    example: cell('weight', {
      ...{ value: 'LITRE', suggestions: [] },
      message: "'LITRE' is not a unit of the family 'weight'.",
    }),
  },
  'not-unique': {
    cause: 'Another object has this value.',
    fix: 'Take another one, or change the other object first.',
    example: { path: ['code'], message: "There is already an attribute 'color'.", value: 'color' },
  },
  'too-few-items': {
    cause: 'The list is too short.',
    fix: 'Name more.',
    example: { path: ['scopes'], message: 'Name at least one scope.' },
  },
  'too-many-items': {
    cause: 'The list is too long.',
    fix: 'Name fewer.',
    example: cell('tags', { message: "'tags' has 12 entries; at most 10 are allowed." }),
  },
  'duplicate-item': {
    cause: 'Something stands twice in a list.',
    fix: 'Name it once.',
    example: {
      path: ['locales', '1'],
      message: "The locale 'en_US' is named twice.",
      value: 'EN_us',
    },
  },
  'checksum-invalid': {
    cause: 'The check digit does not fit the others: probably a typing error.',
    fix: 'Compare the number with its source.',
    example: cell('gtin', {
      value: '4006381333932',
      message: "'gtin' needs the check digit 1 at its end.",
    }),
  },
  'axis-missing': {
    cause: 'A variant needs a value for each axis of its level.',
    fix: 'Write the value on this variant.',
    example: cell('color', { message: "The variant 'LO-WREN-OAK' needs a value for its axis 'color'." }),
  },
  'axis-duplicate': {
    cause: 'A sibling has the same values on all axes.',
    fix: 'Change one of the values, or write to that sibling.',
    example: cell('color', { value: 'red', message: "'LO-WREN-RED' has the same values on all axes." }),
  },
  'inherited-read-only': {
    cause: 'It is decided by a model above and cannot differ here.',
    fix: 'Write it on the model.',
    example: {
      path: ['attributeSet'],
      message: "The attribute set is that of the model 'LO-WREN'.",
      value: 'shades',
    },
  },
  'value-belongs-to-parent': {
    cause: 'The variant layout places the value on a level above.',
    fix: 'Write it on the model above.',
    example: cell('title', { value: 'Wren', message: "'title' is written on the model 'LO-WREN'." }),
  },
  'immutable-property': {
    cause: 'It cannot change once it is stored.',
    fix: 'Leave it out, or send the stored value.',
    example: {
      path: ['type'],
      message: "'type' cannot be changed once the attribute exists.",
      value: 'text',
    },
  },
  cycle: {
    cause: 'It would lead back to itself.',
    fix: 'Name another parent.',
    example: {
      path: ['parent'],
      message: 'The entity would stand below itself: finland → aalto → finland.',
      value: 'aalto',
    },
  },
  'unsafe-pattern': {
    cause: 'The pattern is not one that RE2 can run.',
    fix: 'Leave out look-around and back references.',
    example: {
      path: ['validation', 'pattern'],
      message: 'The pattern cannot be run by RE2: invalid perl operator (?=.',
      value: '(?=a)b',
    },
  },
  'tag-not-allowed': {
    cause: 'The HTML has elements or attributes that are not allowed.',
    fix: 'Remove them; the message names them.',
    example: cell('description', {
      value: '<script>…</script>',
      message: "'description' allows no <script>.",
    }),
  },
  'mime-not-allowed': {
    cause: 'The file is of a type, or has an ending, that the attribute does not allow.',
    fix: 'Take a file of an allowed type.',
    example: cell('image', {
      value: 'wren-manual',
      message: "'wren-manual' is of type application/pdf; allowed: image/jpeg, image/png.",
    }),
  },
  'file-too-large': {
    cause: 'The file has more bytes than the attribute allows.',
    fix: 'Take a smaller file.',
    example: cell('image', {
      value: 'wren-front',
      message: "'wren-front' has 9400000 bytes; at most 5000000 are allowed.",
    }),
  },
  'fetch-failed': {
    cause: 'The server of the URL does not answer with the file, or not in time.',
    fix: 'Open the URL in a browser to see what it gives, or download the file and upload it.',
    example: cell('image', {
      value: 'pictures.example.com/wren.jpg',
      message: 'The server answers 404 instead of the file.',
    }),
  },
  'image-too-small': {
    cause: 'The image has fewer pixels than the attribute asks for, or another shape.',
    fix: 'Take a larger image, or one of the right shape.',
    example: cell('image', {
      value: 'wren-thumb',
      message: "'wren-thumb' is 80 × 80 pixels; at least 800 × 800 are needed.",
    }),
  },
  'unknown-column': {
    cause: 'An imported file has a column that stands for nothing.',
    fix: 'Correct its name, or have it ignored.',
    example: {
      path: ['colr'],
      message: "The column 'colr' stands for no attribute. Did you mean 'color'?",
      suggestions: ['color'],
    },
  },
  'unknown-property': {
    cause: 'A key does not exist.',
    fix: 'Correct or remove it; `suggestions` has the likely one.',
    example: {
      path: ['skuu'],
      message: "There is no key 'skuu'. Did you mean 'sku'?",
      suggestions: ['sku'],
    },
  },
  'duplicate-row': {
    cause: 'An imported file has two rows of the same key.',
    fix: 'Keep one of them.',
    example: { path: ['sku'], message: "'LO-WREN' stands in line 4 too.", value: 'LO-WREN' },
  },
};

/** An example at the first cell of an attribute. */
function cell(attribute: string, facts: Omit<FieldProblemExample, 'path'>): FieldProblemExample {
  return { path: ['values', attribute, '0', 'value'], attribute, ...facts };
}
