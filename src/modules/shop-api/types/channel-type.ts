import { GraphQLObjectType, GraphQLString } from 'graphql';
import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import { localeLabel } from '../../locale/index.ts';
import type { ShopContext } from '../shop-context.ts';
import { estimatedItems, nonNull, nonNullList, type ShopFields } from './field-modifiers.ts';

const LocaleType = new GraphQLObjectType<string, ShopContext>({
  name: 'Locale',
  fields: {
    code: { type: nonNull(GraphQLString), description: '`de_DE`', resolve: (code) => code },
    label: {
      type: nonNull(GraphQLString),
      description: 'Its name in English.',
      resolve: (code) => localeLabel(code),
    },
  } satisfies ShopFields<string>,
});

/** The channel of the storefront; its source says nothing. */
export const ChannelType = new GraphQLObjectType<unknown, ShopContext>({
  name: 'Channel',
  description: 'Where the storefront sells, and in which locale and currency this answer is.',
  fields: {
    code: { type: nonNull(GraphQLString), resolve: (_source, _args, { storefront }) => storefront.channel },
    label: {
      type: nonNull(GraphQLString),
      resolve(_source, _args, { storefront, structure, locales }) {
        const labels = structure.channels.get(foldKey(storefront.channel))?.document.labels ?? {};
        return labelOf(labels, storefront.channel, locales);
      },
    },
    locales: {
      type: nonNullList(LocaleType),
      extensions: estimatedItems(5),
      description: 'Those of the storefront; the first is the default.',
      resolve: (_source, _args, { storefront }) => storefront.locales,
    },
    currencies: {
      type: nonNullList(GraphQLString),
      description: 'Those of the storefront; the first is the default.',
      resolve: (_source, _args, { storefront }) => storefront.currencies,
    },
    locale: { type: nonNull(LocaleType), resolve: (_source, _args, { locale }) => locale },
    currency: { type: GraphQLString, resolve: (_source, _args, { currency }) => currency },
  } satisfies ShopFields<unknown>,
});
