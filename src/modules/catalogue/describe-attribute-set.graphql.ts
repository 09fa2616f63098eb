import { builder } from '../../graphql/builder.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import { AttributeSetRef } from '../attribute-set/attribute-set.graphql.ts';
import {
  type AttributeDescription,
  type AttributeSetDescription,
  describeAttributeSet,
} from './describe-attribute-set.ts';

const OptionEntry = builder
  .objectRef<{ readonly code: string; readonly label: string }>('OptionEntry')
  .implement({
    description: 'An option that an attribute can have.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Code, as used in writes.' }),
      label: t.exposeString('label', { description: 'Label in the default locale.' }),
    }),
  });

const AttributeDescriptionType = builder.objectRef<AttributeDescription>('AttributeDescription').implement({
  description: 'Everything needed to write values of an attribute of a set.',
  fields: (t) => ({
    attribute: t.field({
      type: AttributeRef,
      description: 'The attribute.',
      extensions: { isInline: true },
      resolve: async ({ code }, _args, context) => {
        const attribute = await context.load(attributeLoader, code);
        if (attribute === null) throw new Error(`A set names the attribute ${code}, which does not exist.`);
        return attribute;
      },
    }),
    group: t.exposeString('group', { nullable: true, description: 'Code of the group it is shown in.' }),
    required: t.exposeBoolean('required', {
      description:
        'Whether a complete product requires it, in the requested channel or otherwise in any channel. A product can be stored without it.',
    }),
    requiredIn: t.stringList({
      description:
        'Codes of the channels that require it; `*` for all channels. Contains only the requested channel if one is given.',
      resolve: ({ requiredIn }) => [...requiredIn],
    }),
    options: t.field({
      type: [OptionEntry],
      nullable: true,
      description: 'The first options; null for types without options.',
      resolve: ({ options }) => (options === null ? null : [...options]),
    }),
    optionsCount: t.exposeInt('optionsCount', {
      nullable: true,
      description: 'Total number of options. Find the others with `findCodes`.',
    }),
    units: t.stringList({
      nullable: true,
      description: 'Codes of the units that a measurement can have.',
      resolve: ({ units }) => (units === null ? null : [...units]),
    }),
  }),
});

const AttributeSetGuideType = builder.objectRef<AttributeSetDescription>('AttributeSetGuide').implement({
  description: 'Everything needed to write products of an attribute set, in pages of up to 20 kB.',
  fields: (t) => ({
    attributes: t.field({
      type: [AttributeDescriptionType],
      description:
        'Attributes of this page in their order. Required attributes are on earlier pages than others.',
      resolve: ({ attributes }) => [...attributes],
    }),
    attributesCount: t.exposeInt('attributesCount', {
      description: 'Number of attributes on all pages.',
    }),
    furtherAttributes: t.stringList({
      description:
        'First codes of the attributes on later pages, up to 2 kB. Read them with `after` or `attributes`.',
      resolve: ({ furtherAttributes }) => [...furtherAttributes],
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Cursor of the next page: send it as `after`. Null on the last page.',
    }),
    example: t.field({
      type: 'JSON',
      description:
        'Example of a product of the set, as input of `POST /products` and the tool `create_product`, with the required attributes and some others, up to 3 kB. Its values are fictitious but valid.',
      resolve: ({ example }) => example,
    }),
  }),
});

builder.objectField(AttributeSetRef, 'guide', (t) =>
  t.field({
    type: AttributeSetGuideType,
    description:
      'Everything needed to write products of the set: attributes with options and requirements, and an example. Large sets have several pages.',
    args: {
      channel: t.arg.string({
        description: 'Code of a channel: only its requirements. Defaults to all channels.',
      }),
      attributes: t.arg.stringList({ description: 'Only these attributes (codes).' }),
      after: t.arg.string({ description: 'Cursor of the previous page, unchanged.' }),
    },
    complexity: { field: 1, multiplier: 10 },
    extensions: { ...operationExtensions(describeAttributeSet), isInline: true },
    resolve: ({ code }, args, context) => context.read(describeAttributeSet, { code, ...args }),
  }),
);
