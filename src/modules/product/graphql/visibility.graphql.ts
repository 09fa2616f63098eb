import { builder } from '../../../graphql/builder.ts';
import { loadRequired } from '../../../graphql/load-required.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import { attributeLoader } from '../../attribute/index.ts';
import { CategoryRef } from '../../category/category.graphql.ts';
import { categoryLoader } from '../../category/index.ts';
import { ChannelRef } from '../../channel/channel.graphql.ts';
import { channelLoader } from '../../channel/index.ts';
import { localeLoader } from '../../locale/index.ts';
import { LocaleRef } from '../../locale/locale.graphql.ts';
import { productByIdLoader } from '../read/product.loaders.ts';
import { type ChannelVisibility, type VisibilityReason, visibilityOf } from '../read/visibility.ts';
import { ProductRef } from './product.graphql.ts';

const READ = 'products:read';

const ReasonCodeType = builder.enumType('VisibilityReasonCode', {
  description: 'Why a product is not visible in a channel and locale.',
  values: {
    STATUS: { value: 'status', description: 'It is not published.' },
    PARENT_STATUS: { value: 'parent-status', description: 'A model above it is not published.' },
    NO_ATTRIBUTE_SET: { value: 'no-attribute-set', description: 'It has no attribute set.' },
    NOT_SOLD: { value: 'not-sold', description: 'It is not sold in the channel.' },
    INACTIVE_CHANNEL: { value: 'inactive-channel', description: 'The channel is inactive.' },
    MISSING_VALUE: {
      value: 'missing-value',
      description: 'The channel publishes complete products only, and a required value is missing.',
    },
    PENDING: {
      value: 'pending',
      description: 'It becomes live when a change of configuration has been applied to it.',
    },
    NO_CATEGORY: {
      value: 'no-category',
      description: "It can be live, but is in no category of the channel's tree.",
    },
  } as const,
});

/** Reasons with the locale they concern, for their messages. */
type Reason = VisibilityReason & { readonly locale: string };

const MESSAGES: { readonly [Code in VisibilityReason['code']]: string } = {
  status: 'The product is not published. Publish it.',
  'parent-status': 'A model above the product is not published. Publish the model.',
  'no-attribute-set': 'The product has no attribute set. Set one.',
  'not-sold': 'The product is not sold in the channel. Add the channel to its channels.',
  'inactive-channel': 'The channel is inactive. Activate it.',
  'missing-value': 'A required value is missing. Write it.',
  pending: 'A change of configuration is being applied. Wait until it has reached the product.',
  'no-category': "The product is in no category of the channel's tree. Add one.",
};

function messageOf(reason: Reason): string {
  if (reason.code === 'missing-value')
    return `The attribute '${reason.attribute}' has no value for ${reason.locale}. Write it.`;
  if (reason.code === 'no-category')
    return `The product is in no category below '${reason.category}', the tree of the channel. Add one.`;
  return MESSAGES[reason.code];
}

const VisibilityReasonType = builder.objectRef<Reason>('VisibilityReason').implement({
  description: 'Why a product is not visible in a channel and locale, and how to change that.',
  authScopes: { holds: READ },
  fields: (t) => ({
    code: t.field({
      type: ReasonCodeType,
      description: 'The reason.',
      resolve: ({ code }) => code,
    }),
    message: t.string({
      description: 'The reason and what to do, for people.',
      resolve: messageOf,
    }),
    blocks: t.boolean({
      description: 'Whether it keeps the product from being live. Only `NO_CATEGORY` does not.',
      resolve: ({ code }) => code !== 'no-category',
    }),
    attribute: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'Attribute whose value is missing.',
      resolve: (reason, _args, context) =>
        reason.code === 'missing-value' ? loadRequired(attributeLoader, reason.attribute, context) : null,
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Model that is not published.',
      resolve: (reason, _args, context) =>
        reason.code === 'parent-status' ? context.load(productByIdLoader, reason.product) : null,
    }),
    category: t.field({
      type: CategoryRef,
      nullable: true,
      description: "Root of the channel's tree, below which a category is missing.",
      resolve: (reason, _args, context) =>
        reason.code === 'no-category' ? context.load(categoryLoader, reason.category) : null,
    }),
  }),
});

const VisibilityType = builder.objectRef<ChannelVisibility>('Visibility').implement({
  description: 'Whether a product is live in a channel and locale, and why not.',
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
    live: t.exposeBoolean('live', { description: 'Whether it is live.' }),
    reasons: t.field({
      type: [VisibilityReasonType],
      complexity: { field: 1, multiplier: 2 },
      description: 'What keeps it from being live, or from being found; empty if nothing does.',
      resolve: ({ reasons, locale }) => reasons.map((reason) => ({ ...reason, locale })),
    }),
  }),
});

builder.prismaObjectFields(ProductRef, (t) => ({
  visibility: t.field({
    type: [VisibilityType],
    complexity: { field: 1, multiplier: 3 },
    description:
      'Whether it is live in each channel and locale, with the reasons why it is not, by the rule that decides where it is live.',
    args: {
      channel: t.arg.string({ description: 'Only this channel.' }),
      locale: t.arg.string({ description: 'Only this locale.' }),
    },
    resolve: (product, { channel, locale }, context) =>
      visibilityOf(product, { channel: channel ?? null, locale: locale ?? null }, context),
  }),
}));
