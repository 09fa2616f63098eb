import { builder } from '../../../graphql/builder.ts';
import type { ValueAdjustment } from '../cells/adjusted-writes.ts';

export const ValueAdjustmentInput = builder.inputRef<ValueAdjustment>('ValueAdjustmentInput').implement({
  description:
    'A change of a number, price or measurement by percent or by an amount. Send `percent` or `amount`. The result is exact; without `decimals` and `ending` it is rounded to the decimals that the attribute allows, prices to those of their currency.',
  fields: (t) => ({
    attribute: t.string({
      required: true,
      description: 'Code of an attribute of type number, price or measurement.',
    }),
    channel: t.string({
      description: 'Channel code. Required for scopable attributes, not allowed otherwise.',
    }),
    locale: t.string({
      description: 'Locale code. Required for localizable attributes, not allowed otherwise.',
    }),
    currency: t.string({
      description:
        'Currency code. Required for prices, not allowed otherwise. Prices in other currencies stay.',
    }),
    percent: t.field({ type: 'Decimal', description: 'Change in percent: `5` or `-10`; at least `-100`.' }),
    amount: t.field({ type: 'Decimal', description: 'Amount to add: `2.00` or `-0.50`.' }),
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
  }),
});
