import { builder } from '../../../graphql/builder.ts';
import type { ArgumentExtensions } from '../../../graphql/extensions.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import type { AttributeFill } from '../../search/index.ts';
import { attributeFillLoader } from '../read/attribute-fill.loaders.ts';

const AttributeFillType = builder.objectRef<AttributeFill>('AttributeFill').implement({
  description:
    'How many products have a value of an attribute. Simple products and variants count, without archived ones.',
  fields: (t) => ({
    products: t.exposeInt('products', {
      description: 'Number of products whose attribute set has the attribute.',
    }),
    filled: t.exposeInt('filled', {
      description: 'Number of those that have a value, inherited ones included.',
    }),
  }),
});

builder.objectField(AttributeRef, 'fill', (t) =>
  t.field({
    type: AttributeFillType,
    nullable: true,
    description:
      'How many products have a value of it. Null for attributes that are not filterable, and while the search is being prepared.',
    args: {
      channel: t.arg.string({
        description: 'Only products that are sold in this channel (code), with its values. Defaults to any.',
      }),
      locale: t.arg.string({ description: 'Only values in this locale (code). Defaults to any.' }),
      attributeSet: t.arg.string({
        description: 'Only products of this attribute set (code).',
        extensions: { names: 'attribute-set' } satisfies ArgumentExtensions,
      }),
    },
    resolve: ({ code }, { channel = null, locale = null, attributeSet = null }, context) =>
      context.load(attributeFillLoader, { attribute: code, channel, locale, attributeSet }),
  }),
);
