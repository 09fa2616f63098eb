import { builder } from '../../../graphql/builder.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import { AttributeSetRef } from '../../attribute-set/attribute-set.graphql.ts';
import { ChannelRef } from '../../channel/channel.graphql.ts';
import { CurrencyRef } from '../../currency/currency.graphql.ts';
import { LocaleRef } from '../../locale/locale.graphql.ts';
import { type Effects, effectsOf, type ProductEffect } from '../recompute/effects.ts';

const EffectKindType = builder.enumType('EffectKind', {
  description: 'What a change of configuration does to products.',
  values: {
    LEAVES_LIVE: { value: 'leaves_live', description: 'They are live and will be no longer.' },
    NOT_LIVE: {
      value: 'not_live',
      description: 'They are live in the channel, but will not be in the locale that is added to it.',
    },
    BECOMES_LIVE: { value: 'becomes_live', description: 'They become live.' },
    NOT_EDITABLE: {
      value: 'not_editable',
      description:
        'They have values in the locale or currency that is disabled. These stay stored, but cannot be changed.',
    },
  } as const,
});

const ProductEffectType = builder.objectRef<ProductEffect>('ProductEffect').implement({
  description: 'How many products have an effect in one channel and locale, or in one currency.',
  fields: (t) => ({
    kind: t.expose('kind', { type: EffectKindType, description: 'The effect.' }),
    channel: t.exposeString('channel', { nullable: true, description: 'Code of the channel.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Code of the locale.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'Code of the currency.' }),
    count: t.exposeInt('count', { description: 'Number of products.' }),
    filter: t.expose('filter', {
      type: 'JSON',
      nullable: true,
      description:
        'Finds these products before the change, in the JSON filter grammar of searches. Null if no short filter finds exactly them.',
    }),
  }),
});

const EffectsType = builder.objectRef<Effects>('Effects').implement({
  description: 'What a change of configuration does to products.',
  fields: (t) => ({
    products: t.field({
      type: [ProductEffectType],
      description:
        'Effects in channels and locales, the losses first. A channel or locale that is added or removed has its numbers even if they are 0.',
      resolve: ({ products }) => [...products],
    }),
    complete: t.exposeBoolean('isComplete', {
      description:
        'False if a set has more than 10,000 published products, or more than 10,000 have values in a locale or currency: further ones are not counted.',
    }),
  }),
});

for (const type of [AttributeSetRef, ChannelRef, AttributeRef, LocaleRef, CurrencyRef])
  builder.prismaObjectFields(type as typeof ChannelRef, (t) => ({
    effects: t.field({
      type: EffectsType,
      nullable: true,
      description:
        'In the response of a dry run: the effects of all changes of the request on products. Null otherwise.',
      resolve: (_object, _args, { dryRunEvents }) => (dryRunEvents === null ? null : effectsOf(dryRunEvents)),
    }),
  }));
