import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { TextFormatType } from './attribute-types.graphql.ts';
import type { Validation } from './attribute-types.ts';

/** Description of each rule; the same for reading and writing. */
const WORDS = {
  minLength: 'Minimum number of characters.',
  maxLength: 'Maximum number of characters; markup of rich text is not counted.',
  pattern: 'Regular expression (RE2) that the whole text must match.',
  format: 'Text format.',
  allowedValues: 'The only texts that are allowed.',
  min: 'Minimum: a number, an amount in the standard unit, a date or a time; dates also accept `today`.',
  max: 'Maximum: a number, an amount in the standard unit, a date or a time; dates also accept `today`.',
  decimalPlaces: 'Maximum number of decimal places, 0 to 12; 0 allows whole numbers only.',
  negativeAllowed: 'Whether negative numbers are allowed; true by default.',
  step: 'Numbers are `min` (or 0) plus a multiple of this.',
  minItems: 'Minimum number of list items.',
  maxItems: 'Maximum number of list items.',
  allowedTags: 'HTML elements allowed in rich text. Other elements are rejected.',
  requiredCurrencies: 'Currencies that a complete price requires. Defaults to the currencies of the channel.',
  units: 'Allowed units. Defaults to all units of the family.',
  mimeTypes: 'Media types of files: `image/png`, `image/*`.',
  extensions: 'Allowed file extensions, without dot.',
  maxSize: 'Maximum file size in bytes.',
  minWidth: 'Minimum width of an image in pixels.',
  minHeight: 'Minimum height of an image in pixels.',
  aspectRatio: 'Aspect ratio of an image: `16:9`.',
} as const satisfies Record<keyof Validation, string>;

/** Selects every rule; REST and MCP leave out those that are not set. */
export const VALIDATION_VIEW = `{ ${Object.keys(WORDS).join(' ')} }`;

export const AttributeValidationType = builder.objectRef<Validation>('AttributeValidation').implement({
  description:
    'Validation rules for the values of an attribute. The type of the attribute defines which rules are available.',
  extensions: { omitsNulls: true } satisfies TypeExtensions,
  fields: (t) => {
    const validationField = <Key extends keyof Validation>(key: Key) => ({
      nullable: true as const,
      description: WORDS[key],
      resolve: (rules: Validation) => rules[key] ?? null,
    });
    const list = (
      key: 'allowedValues' | 'allowedTags' | 'requiredCurrencies' | 'units' | 'mimeTypes' | 'extensions',
    ) =>
      t.stringList({
        nullable: true,
        description: WORDS[key],
        resolve: (rules) => rules[key] ?? null,
      });
    return {
      minLength: t.int(validationField('minLength')),
      maxLength: t.int(validationField('maxLength')),
      pattern: t.string(validationField('pattern')),
      format: t.field({ type: TextFormatType, ...validationField('format') }),
      allowedValues: list('allowedValues'),
      min: t.field({ type: 'Bound', ...validationField('min') }),
      max: t.field({ type: 'Bound', ...validationField('max') }),
      decimalPlaces: t.int(validationField('decimalPlaces')),
      negativeAllowed: t.boolean(validationField('negativeAllowed')),
      step: t.field({ type: 'Decimal', ...validationField('step') }),
      minItems: t.int(validationField('minItems')),
      maxItems: t.int(validationField('maxItems')),
      allowedTags: list('allowedTags'),
      requiredCurrencies: list('requiredCurrencies'),
      units: list('units'),
      mimeTypes: list('mimeTypes'),
      extensions: list('extensions'),
      maxSize: t.int(validationField('maxSize')),
      minWidth: t.int(validationField('minWidth')),
      minHeight: t.int(validationField('minHeight')),
      aspectRatio: t.string(validationField('aspectRatio')),
    };
  },
});

export const AttributeValidationInput = builder.inputType('AttributeValidationInput', {
  description:
    'Rules to set. Null removes a rule; omitted rules keep their value. Rules that the type does not support are rejected.',
  fields: (t) => ({
    minLength: t.int({ description: WORDS.minLength }),
    maxLength: t.int({ description: WORDS.maxLength }),
    pattern: t.string({ description: WORDS.pattern }),
    format: t.field({ type: TextFormatType, description: WORDS.format }),
    allowedValues: t.stringList({ description: WORDS.allowedValues }),
    min: t.field({ type: 'Bound', description: WORDS.min }),
    max: t.field({ type: 'Bound', description: WORDS.max }),
    decimalPlaces: t.int({ description: WORDS.decimalPlaces }),
    negativeAllowed: t.boolean({ description: WORDS.negativeAllowed }),
    step: t.field({ type: 'Decimal', description: WORDS.step }),
    minItems: t.int({ description: WORDS.minItems }),
    maxItems: t.int({ description: WORDS.maxItems }),
    allowedTags: t.stringList({ description: WORDS.allowedTags }),
    requiredCurrencies: t.stringList({ description: WORDS.requiredCurrencies }),
    units: t.stringList({ description: WORDS.units }),
    mimeTypes: t.stringList({ description: WORDS.mimeTypes }),
    extensions: t.stringList({ description: WORDS.extensions }),
    maxSize: t.int({ description: WORDS.maxSize }),
    minWidth: t.int({ description: WORDS.minWidth }),
    minHeight: t.int({ description: WORDS.minHeight }),
    aspectRatio: t.string({ description: WORDS.aspectRatio }),
  }),
});
