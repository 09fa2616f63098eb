import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import { loadEach, loadOne } from '../../graphql/load-referenced.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import { ChannelRef } from '../channel/channel.graphql.ts';
import { channelLoader } from '../channel/index.ts';
import { localeLoader } from '../locale/index.ts';
import { LocaleRef } from '../locale/locale.graphql.ts';
import type { LayoutStructure } from '../structure/index.ts';
import type { ExternalRef } from './external-refs.ts';
import type { Publication } from './product-view.ts';
import type { Completeness } from './values/completeness.ts';

const READ = 'products:read';

export const ProductTypeType = builder.enumType('ProductType', {
  description: 'What a product is.',
  values: {
    SIMPLE: { value: 'simple', description: 'Sold by itself.' },
    MODEL: { value: 'model', description: 'Groups variants and holds what they share; not sold itself.' },
    VARIANT: { value: 'variant', description: 'One sellable form of a model.' },
  } as const,
});

export const ProductStatusType = builder.enumType('ProductStatus', {
  description: 'Where a product stands in its life.',
  values: {
    DRAFT: { value: 'draft', description: 'Being made.' },
    IN_REVIEW: { value: 'in_review', description: 'Waiting for somebody to look at it.' },
    PUBLISHED: { value: 'published', description: 'Meant to be seen in its channels.' },
    ARCHIVED: { value: 'archived', description: 'No longer sold; left out of lists by default.' },
  } as const,
});

export const CompletenessType = builder.objectRef<Completeness>('Completeness').implement({
  description: 'How much of what a channel requires a product has in one locale.',
  extensions: {
    view: '{ channel { code } locale { code } ratio required filled missing }',
  } satisfies TypeExtensions,
  authScopes: { holds: READ },
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel that requires it.',
      resolve: ({ channel }, _args, context) => loadOne(channelLoader, channel, context),
    }),
    locale: t.field({
      type: LocaleRef,
      description: 'The locale.',
      resolve: ({ locale }, _args, context) => loadOne(localeLoader, locale, context),
    }),
    ratio: t.exposeInt('ratio', { description: 'Percent, rounded down; 100 when nothing is required.' }),
    required: t.exposeInt('required', { description: 'How many attributes are required.' }),
    filled: t.exposeInt('filled', { description: 'How many of them have a value.' }),
    missing: t.field({
      type: ['String'],
      description: 'Codes of those without.',
      resolve: ({ missing }) => [...missing],
    }),
  }),
});

export const PublicationState = builder.enumType('PublicationState', {
  description: 'Whether a product appears in a channel.',
  values: {
    PUBLISHED: { value: 'published', description: 'It appears.' },
    BLOCKED: { value: 'blocked', description: 'It is published but something keeps it from appearing.' },
    UNPUBLISHED: { value: 'unpublished', description: 'It is not published.' },
  } as const,
});

export const PublicationType = builder.objectRef<Publication>('Publication').implement({
  description: 'A product in one channel.',
  authScopes: { holds: READ },
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: ({ channel }, _args, context) => loadOne(channelLoader, channel, context),
    }),
    state: t.field({
      type: PublicationState,
      description: 'Whether it appears.',
      resolve: ({ state }) => state,
    }),
    blockedBy: t.field({
      type: ['String'],
      description: 'What keeps it from appearing: `status`, `parent_status`, `completeness:fr_FR`.',
      resolve: ({ blockedBy }) => [...blockedBy],
    }),
    publishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is published.',
      resolve: ({ publishedAt }) => publishedAt,
    }),
  }),
});

const ProductVariantLevel = builder
  .objectRef<LayoutStructure['levels'][number]>('ProductVariantLevel')
  .implement({
    description: 'One level of variants.',
    fields: (t) => ({
      axes: t.field({
        type: [AttributeRef],
        description: 'The attributes that tell them apart.',
        resolve: ({ axes }, _args, context) => loadEach(attributeLoader, axes, context),
      }),
      attributes: t.field({
        type: [AttributeRef],
        description: 'Further attributes that belong to this level.',
        resolve: ({ attributes }, _args, context) => loadEach(attributeLoader, attributes, context),
      }),
    }),
  });

export const VariantLayoutType = builder.objectRef<LayoutStructure>('ProductVariantLayout').implement({
  description: 'How the variants of a model are told apart.',
  authScopes: { holds: READ },
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the layout in its set.' }),
    labels: t.field({
      type: [LabelType],
      description: 'Its names.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    levels: t.field({
      type: [ProductVariantLevel],
      complexity: { field: 1, multiplier: 2 },
      description: 'One or two levels below the root model.',
      resolve: ({ levels }) => [...levels],
    }),
  }),
});

export const ExternalRefType = builder.objectRef<ExternalRef>('ExternalRef').implement({
  description: 'The id by which another system knows a product.',
  extensions: { keyedList: { by: 'system', value: 'id' } } satisfies TypeExtensions,
  authScopes: { holds: READ },
  fields: (t) => ({
    system: t.exposeString('system', { description: 'Name of the system.' }),
    // Not `id`: caches of clients would take that for the identity of this object in the whole graph.
    externalId: t.exposeString('id', {
      description: "The product's id there; written as `id` of an `ExternalRefInput`.",
    }),
  }),
});
