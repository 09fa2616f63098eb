import { builder } from '../../../graphql/builder.ts';
import { loadRequired } from '../../../graphql/load-required.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { AttributeSetRef } from '../../attribute-set/attribute-set.graphql.ts';
import { attributeSetLoader } from '../../attribute-set/index.ts';
import { ChannelRef } from '../../channel/channel.graphql.ts';
import { channelLoader } from '../../channel/index.ts';
import { localeLoader } from '../../locale/index.ts';
import { LocaleRef } from '../../locale/locale.graphql.ts';
import type { CompletenessSummary } from '../../search/index.ts';
import { summarizeCompleteness } from '../read/summarize-completeness.ts';
import { ProductFilterInput } from './product-filter.graphql.ts';

const CompletenessSummaryType = builder.objectRef<CompletenessSummary>('CompletenessSummary').implement({
  description: 'Completeness of the products of an attribute set in a channel and locale.',
  fields: (t) => ({
    attributeSet: t.field({
      type: AttributeSetRef,
      description: 'Attribute set.',
      resolve: ({ attributeSet }, _args, context) => loadRequired(attributeSetLoader, attributeSet, context),
    }),
    channel: t.field({
      type: ChannelRef,
      description: 'Channel.',
      resolve: ({ channel }, _args, context) => loadRequired(channelLoader, channel, context),
    }),
    locale: t.field({
      type: LocaleRef,
      description: 'Locale.',
      resolve: ({ locale }, _args, context) => loadRequired(localeLoader, locale, context),
    }),
    products: t.exposeInt('products', {
      description: 'Number of products of the set that are sold in the channel.',
    }),
    complete: t.exposeInt('complete', { description: 'Number of complete products.' }),
    mean: t.exposeFloat('mean', { description: 'Mean completeness in percent.' }),
    incomplete: t.field({
      type: ['Int'],
      description:
        'Numbers of incomplete products by completeness: 0 to 24, 25 to 49, 50 to 74, and 75 to 99 percent.',
      resolve: ({ incomplete }) => [...incomplete],
    }),
  }),
});

builder.queryField('completenessSummary', (t) =>
  t.field({
    type: [CompletenessSummaryType],
    complexity: { field: 20, multiplier: 1 },
    description:
      'Completeness of products by attribute set, channel and locale. Archived products are excluded unless the filter has a condition on the status. For the attributes that are missing most, use the facet `missing` of `products`.',
    args: {
      filter: t.arg({
        type: ProductFilterInput,
        description:
          'Only products that match. Its `channel` and `locale` also narrow the summary to one channel or locale.',
      }),
    },
    authScopes: { holds: summarizeCompleteness.scope },
    extensions: {
      ...operationExtensions(summarizeCompleteness),
      rest: { method: 'GET', path: '/completeness-summary' },
    },
    resolve: async (_root, args, context) => [...(await context.read(summarizeCompleteness, args))],
  }),
);
