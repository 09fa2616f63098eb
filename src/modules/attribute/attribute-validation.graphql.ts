import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { TextFormatType } from './attribute-types.graphql.ts';
import type { Validation } from './attribute-types.ts';

/** What each rule says; the same words for reading and writing. */
const WORDS = {
  minLength: 'Fewest characters of a text.',
  maxLength: 'Most characters of a text; of rich text without its marks.',
  pattern: 'Regular expression (RE2) that the whole text must match.',
  format: 'Named form of a text.',
  allowedValues: 'The only texts that are allowed.',
  min: 'Smallest number, amount in the standard unit, day or time; `today` for days.',
  max: 'Largest number, amount in the standard unit, day or time; `today` for days.',
  decimalPlaces: 'Most digits after the point, 0 to 12; 0 means whole numbers.',
  negativeAllowed: 'Whether numbers below 0 are allowed; they are by default.',
  step: 'Numbers are `min` (or 0) plus a multiple of this.',
  minItems: 'Fewest entries of a list.',
  maxItems: 'Most entries of a list.',
  allowedTags: 'HTML elements that rich text may use; others are refused.',
  requiredCurrencies: 'Currencies a price needs to be complete; by default those of the channel.',
  units: 'Units that may be used; by default all of the family.',
  mimeTypes: 'Media types of files: `image/png`, `image/*`.',
  extensions: 'Endings of file names, without dot.',
  maxSize: 'Largest file in bytes.',
  minWidth: 'Least width of a picture in pixels.',
  minHeight: 'Least height of a picture in pixels.',
  aspectRatio: 'Width to height of a picture: `16:9`.',
} as const satisfies Record<keyof Validation, string>;

/** Selects every rule; REST and MCP leave out those that are not set. */
export const VALIDATION_VIEW = `{ ${Object.keys(WORDS).join(' ')} }`;

export const AttributeValidationType = builder.objectRef<Validation>('AttributeValidation').implement({
  description: 'Rules for the values of an attribute; which ones there can be depends on its type.',
  extensions: { omitsNulls: true } satisfies TypeExtensions,
  fields: (t) => {
    const given = <Key extends keyof Validation>(key: Key) => ({
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
      minLength: t.int(given('minLength')),
      maxLength: t.int(given('maxLength')),
      pattern: t.string(given('pattern')),
      format: t.field({ type: TextFormatType, ...given('format') }),
      allowedValues: list('allowedValues'),
      min: t.field({ type: 'Bound', ...given('min') }),
      max: t.field({ type: 'Bound', ...given('max') }),
      decimalPlaces: t.int(given('decimalPlaces')),
      negativeAllowed: t.boolean(given('negativeAllowed')),
      step: t.field({ type: 'Decimal', ...given('step') }),
      minItems: t.int(given('minItems')),
      maxItems: t.int(given('maxItems')),
      allowedTags: list('allowedTags'),
      requiredCurrencies: list('requiredCurrencies'),
      units: list('units'),
      mimeTypes: list('mimeTypes'),
      extensions: list('extensions'),
      maxSize: t.int(given('maxSize')),
      minWidth: t.int(given('minWidth')),
      minHeight: t.int(given('minHeight')),
      aspectRatio: t.string(given('aspectRatio')),
    };
  },
});

export const AttributeValidationInput = builder.inputType('AttributeValidationInput', {
  description:
    'Rules to set; null removes one, what is left out stays. Rules that the type does not know are refused.',
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
