import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { AttributeTypeType } from '../attribute/attribute-types.graphql.ts';
import { AttributeValidationType } from '../attribute/attribute-validation.graphql.ts';
import { VariantLayoutType } from '../attribute-set/attribute-set-parts.graphql.ts';
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
  description: 'Everything needed to write values of an attribute.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code, used as a key of `values`.' }),
    label: t.exposeString('label', { description: 'Label in the default locale.' }),
    type: t.field({
      type: AttributeTypeType,
      description: 'Type of its values. It defines their format.',
      resolve: ({ definition }) => definition.type,
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
    localizable: t.boolean({
      description: 'Whether each cell names a locale.',
      resolve: ({ definition }) => definition.localizable,
    }),
    scopable: t.boolean({
      description: 'Whether each cell names a channel.',
      resolve: ({ definition }) => definition.scopable,
    }),
    unique: t.boolean({
      description: 'Whether each value can occur only once among products.',
      resolve: ({ definition }) => definition.unique,
    }),
    readOnly: t.boolean({
      description: 'Whether only access tokens can change its values, not signed-in users.',
      resolve: ({ definition }) => definition.readOnly,
    }),
    locales: t.stringList({
      nullable: true,
      description: 'Codes of the only locales that can have a value; null for all.',
      resolve: ({ definition: { availableLocales } }) =>
        availableLocales === null ? null : [...availableLocales],
    }),
    guideline: t.exposeString('guideline', { nullable: true, description: 'Advice for writers.' }),
    validation: t.field({
      type: AttributeValidationType,
      description: 'Rules for its values.',
      resolve: ({ definition }) => definition.validation,
    }),
    optionSet: t.string({
      nullable: true,
      description: 'Code of the set that its options are from.',
      resolve: ({ definition }) => definition.optionSet,
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
    entityType: t.string({
      nullable: true,
      description: 'Code of the entity type that its values refer to. Find entities with `searchEntities`.',
      resolve: ({ definition }) => definition.entityType,
    }),
    units: t.stringList({
      nullable: true,
      description: 'Codes of the units that a measurement can have.',
      resolve: ({ units }) => (units === null ? null : [...units]),
    }),
    defaultUnit: t.string({
      nullable: true,
      description: 'Default unit of a measurement in user interfaces.',
      resolve: ({ definition }) => definition.defaultUnit,
    }),
  }),
});

const AttributeSetDescriptionType = builder
  .objectRef<AttributeSetDescription>('AttributeSetDescription')
  .implement({
    description: 'Everything needed to write products of an attribute set.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Code.' }),
      label: t.exposeString('label', { description: 'Label in the default locale.' }),
      description: t.string({
        nullable: true,
        description: 'Description of the purpose.',
        resolve: ({ set }) => set.document.description,
      }),
      attributeAsLabel: t.string({
        nullable: true,
        description: 'Code of the attribute that contains the label of a product.',
        resolve: ({ set }) => set.document.attributeAsLabel,
      }),
      attributeAsImage: t.string({
        nullable: true,
        description: 'Code of the attribute that contains the image of a product.',
        resolve: ({ set }) => set.document.attributeAsImage,
      }),
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
          'First codes of the attributes on later pages, up to 2 kB. Read them with `searchAfter` or `attributes`.',
        resolve: ({ furtherAttributes }) => [...furtherAttributes],
      }),
      searchAfter: t.exposeString('searchAfter', {
        nullable: true,
        description: 'Cursor of the next page: send it as `searchAfter`. Null on the last page.',
      }),
      variantLayouts: t.field({
        type: [VariantLayoutType],
        description: 'Variant layouts of its models.',
        resolve: ({ set }) => [...set.document.variantLayouts],
      }),
      example: t.field({
        type: 'JSON',
        description:
          'Example of a product of the set, as input of `POST /products` and the tool `create_product`, with the required attributes and some others, up to 3 kB. Its values are fictitious but valid.',
        resolve: ({ example }) => example,
      }),
    }),
  });

builder.queryField('getAttributeSet', (t) =>
  t.field({
    type: AttributeSetDescriptionType,
    description:
      'Everything needed to write products of one attribute set: attributes with types, rules and options, requirements of channels, variant layouts, and an example. Large sets have several pages. Read it before you create or enrich products. Find the codes of attribute sets with `describeCatalog`.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the set, not case-sensitive.' }),
      channel: t.arg.string({
        description: 'Code of a channel: only its requirements. Defaults to all channels.',
      }),
      attributes: t.arg.stringList({ description: 'Only these attributes (codes).' }),
      searchAfter: t.arg.string({ description: '`searchAfter` of the previous page, unchanged.' }),
    },
    complexity: { field: 1, multiplier: 10 },
    authScopes: { holds: describeAttributeSet.scope },
    extensions: { ...factsOf(describeAttributeSet), mcp: { tool: 'get_attribute_set' } },
    resolve: (_root, args, context) => context.read(describeAttributeSet, args),
  }),
);
