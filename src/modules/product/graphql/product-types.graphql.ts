import { builder } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../../graphql/labels.ts';
import { loadAllRequired, loadRequired } from '../../../graphql/load-required.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import { attributeLoader } from '../../attribute/index.ts';
import { ChannelRef } from '../../channel/channel.graphql.ts';
import { channelLoader } from '../../channel/index.ts';
import { localeLoader } from '../../locale/index.ts';
import { LocaleRef } from '../../locale/locale.graphql.ts';
import { type ExternalRef, PRODUCT_PROPERTIES, PRODUCT_PROPERTY_KEYS } from '../../property/index.ts';
import type { LayoutStructure } from '../../structure/index.ts';
import type { Completeness } from '../../values/index.ts';
import type { LocalePublication, Publication } from '../read/product-view.ts';

const READ = 'products:read';

/** The properties of a product as views show them. */
export const PROPERTIES_VIEW = PRODUCT_PROPERTY_KEYS.map(
  (key) => `${key} ${PRODUCT_PROPERTIES[key].view}`,
).join(' ');

export const ProductTypeType = builder.enumType('ProductType', {
  description: 'Type of a product.',
  values: {
    SIMPLE: { value: 'simple', description: 'Sold by itself.' },
    MODEL: {
      value: 'model',
      description: 'Groups variants and contains their shared data. Not sold itself.',
    },
    VARIANT: { value: 'variant', description: 'One sellable form of a model.' },
  } as const,
});

export const ProductStatusType = builder.enumType('ProductStatus', {
  description: 'Status of a product.',
  values: {
    DRAFT: { value: 'draft', description: 'Not ready for review.' },
    IN_REVIEW: { value: 'in_review', description: 'Waiting for review.' },
    PUBLISHED: { value: 'published', description: 'Intended to be visible in its channels.' },
    ARCHIVED: { value: 'archived', description: 'No longer sold. Excluded from lists by default.' },
  } as const,
});

export const CompletenessType = builder.objectRef<Completeness>('Completeness').implement({
  description: 'Completeness of a product for one channel and locale.',
  extensions: {
    view: '{ channel { code } locale { code } ratio required filled missing }',
  } satisfies TypeExtensions,
  authScopes: { holds: READ },
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel that requires it.',
      resolve: ({ channel }, _args, context) => loadRequired(channelLoader, channel, context),
    }),
    locale: t.field({
      type: LocaleRef,
      description: 'The locale.',
      resolve: ({ locale }, _args, context) => loadRequired(localeLoader, locale, context),
    }),
    ratio: t.exposeInt('ratio', {
      description: 'Completeness in percent, rounded down; 100 if nothing is required.',
    }),
    required: t.exposeInt('required', { description: 'Number of required attributes.' }),
    filled: t.exposeInt('filled', { description: 'Number of required attributes that have a value.' }),
    missing: t.field({
      type: ['String'],
      description: 'Codes of the required attributes without a value.',
      resolve: ({ missing }) => [...missing],
    }),
  }),
});

export const PublicationState = builder.enumType('PublicationState', {
  description: 'Whether a product appears in a channel.',
  values: {
    PUBLISHED: { value: 'published', description: 'It appears, in a channel in at least one locale.' },
    BLOCKED: { value: 'blocked', description: 'It is published, but does not appear.' },
    UNPUBLISHED: { value: 'unpublished', description: 'It is not published.' },
  } as const,
});

const LocalePublicationType = builder.objectRef<LocalePublication>('LocalePublication').implement({
  description: 'A product in one locale of a channel.',
  authScopes: { holds: READ },
  fields: (t) => ({
    locale: t.field({
      type: LocaleRef,
      description: 'The locale.',
      resolve: ({ locale }, _args, context) => loadRequired(localeLoader, locale, context),
    }),
    state: t.field({
      type: PublicationState,
      description: 'Whether it appears in the locale.',
      resolve: ({ state }) => state,
    }),
    blockedBy: t.field({
      type: ['String'],
      description:
        'Reasons why it does not appear: `status`, `parent_status`, `no_attribute_set`, `completeness`.',
      resolve: ({ blockedBy }) => [...blockedBy],
    }),
  }),
});

export const PublicationType = builder.objectRef<Publication>('Publication').implement({
  description: 'A product in one channel.',
  authScopes: { holds: READ },
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: ({ channel }, _args, context) => loadRequired(channelLoader, channel, context),
    }),
    state: t.field({
      type: PublicationState,
      description: 'Whether it appears in at least one locale.',
      resolve: ({ state }) => state,
    }),
    isPartial: t.exposeBoolean('isPartial', {
      description: 'Whether it appears in some locales of the channel only.',
    }),
    blockedBy: t.field({
      type: ['String'],
      description:
        'Reasons why it does not appear, or not in each locale: `status`, `parent_status`, `no_attribute_set`, `completeness:fr_FR`.',
      resolve: ({ blockedBy }) => [...blockedBy],
    }),
    locales: t.field({
      type: [LocalePublicationType],
      complexity: { field: 1, multiplier: 3 },
      description: 'Whether it appears in each locale of the channel.',
      resolve: ({ locales }) => [...locales],
    }),
    publishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of publication.',
      resolve: ({ publishedAt }) => publishedAt,
    }),
  }),
});

export const LiveScopeType = builder
  .objectRef<{ readonly channel: string; readonly locale: string }>('LiveScope')
  .implement({
    description: 'A channel and a locale in which a product is live.',
    authScopes: { holds: READ },
    fields: (t) => ({
      channel: t.field({
        type: ChannelRef,
        description: 'The channel.',
        resolve: ({ channel }, _args, context) => loadRequired(channelLoader, channel, context),
      }),
      locale: t.field({
        type: LocaleRef,
        description: 'The locale.',
        resolve: ({ locale }, _args, context) => loadRequired(localeLoader, locale, context),
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
        description: 'The axes: attributes in which the variants differ.',
        resolve: ({ axes }, _args, context) => loadAllRequired(attributeLoader, axes, context),
      }),
      attributes: t.field({
        type: [AttributeRef],
        description: 'Further attributes that belong to this level.',
        resolve: ({ attributes }, _args, context) => loadAllRequired(attributeLoader, attributes, context),
      }),
    }),
  });

export const VariantLayoutType = builder.objectRef<LayoutStructure>('ProductVariantLayout').implement({
  description: 'Variant layout of a model.',
  authScopes: { holds: READ },
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the layout in its set.' }),
    labels: t.field({
      type: [LabelType],
      description: 'Labels.',
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
  description: 'Id of a product in another system.',
  extensions: { keyedList: { by: 'system', value: 'id' } } satisfies TypeExtensions,
  authScopes: { holds: READ },
  fields: (t) => ({
    system: t.exposeString('system', { description: 'Name of the system.' }),
    // The name is not `id`: caches of clients would take that for the identity of this object in the whole graph.
    externalId: t.exposeString('id', {
      description: 'Id of the product in the system; written as `id` of an `ExternalRefInput`.',
    }),
  }),
});
