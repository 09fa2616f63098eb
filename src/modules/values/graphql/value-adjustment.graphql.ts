import { builder } from '../../../graphql/builder.ts';
import type { TextReplacement } from '../cells/adjust-text.ts';
import type { CopyFrom, ValueAdjustment } from '../cells/adjust-values.ts';

const TextReplacementInput = builder.inputRef<TextReplacement>('TextReplacementInput').implement({
  description: 'A text to find in a value, and the text that replaces it everywhere.',
  fields: (t) => ({
    find: t.string({ required: true, description: 'Plain text to find. Not a pattern.' }),
    with: t.string({ required: true, description: 'Plain text to put in its place; empty removes it.' }),
    matchCase: t.boolean({ description: 'If true, upper and lower case differ.' }),
  }),
});

const CopyFromInput = builder.inputRef<CopyFrom>('CopyFromInput').implement({
  description:
    'Another channel or locale of the same attribute. What is left out is that of the value to write.',
  fields: (t) => ({
    channel: t.string({ description: 'Channel code.' }),
    locale: t.string({ description: 'Locale code.' }),
    onlyEmpty: t.boolean({ description: 'If true, values that are there stay, also inherited ones.' }),
  }),
});

export const ValueAdjustmentInput = builder.inputRef<ValueAdjustment>('ValueAdjustmentInput').implement({
  description:
    'A change of a value by what each product has. Send exactly one of `percent`, `amount`, `append`, `prepend`, `replace`, `fill` and `copyFrom`. Numbers and texts are changed where the product has a value of its own. Changed numbers are exact; without `decimals` and `ending` they are rounded to the decimals that the attribute allows, prices to those of their currency.',
  fields: (t) => ({
    attribute: t.string({
      required: true,
      description: 'Attribute code. Not of a unique attribute.',
    }),
    channel: t.string({
      description: 'Channel code. Required for scopable attributes, not allowed otherwise.',
    }),
    locale: t.string({
      description: 'Locale code. Required for localizable attributes, not allowed otherwise.',
    }),
    currency: t.string({
      description:
        'Currency code, of prices. Required with `percent` and `amount`; with `copyFrom`, copies only this price. Prices in other currencies stay.',
    }),
    percent: t.field({
      type: 'Decimal',
      description: 'Change of a number, price or measurement in percent: `5` or `-10`; at least `-100`.',
    }),
    amount: t.field({
      type: 'Decimal',
      description: 'Amount to add to a number, price or measurement: `2.00` or `-0.50`.',
    }),
    unit: t.string({
      description:
        'Unit of `amount`, required for measurements. For values in another unit, the amount is converted.',
    }),
    decimals: t.int({ description: 'Decimals to round to, half away from zero: 0 to 12.' }),
    ending: t.field({
      type: 'Decimal',
      description:
        'Rounds to the nearest number with these decimals: `0.99` makes 17.40 to 16.99. At least 0 and below 1. Not with `decimals`.',
    }),
    append: t.string({
      description: 'Text to add at the end of a text, unchanged. Of rich text, HTML: `<p>New.</p>`.',
    }),
    prepend: t.string({ description: 'Text to add at the beginning of a text, like `append`.' }),
    replace: t.field({
      type: TextReplacementInput,
      description:
        'Finds and replaces a text. In rich text it is found between tags, never in them or across them.',
    }),
    fill: t.field({
      type: 'JSON',
      description:
        'Value for products that neither have nor inherit one, in the form of its attribute type. Prices fill the currencies that are missing.',
    }),
    copyFrom: t.field({
      type: CopyFromInput,
      description:
        'Copies the value of another channel or locale, own or inherited. Where there is none, nothing changes.',
    }),
  }),
});
