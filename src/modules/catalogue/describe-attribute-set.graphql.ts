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
      code: t.exposeString('code', { description: 'Its code: what is written.' }),
      label: t.exposeString('label', { description: 'Its name in the default locale.' }),
    }),
  });

const AttributeDescriptionType = builder.objectRef<AttributeDescription>('AttributeDescription').implement({
  description: 'What a writer of products needs to know of an attribute.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code: a key of `values`.' }),
    label: t.exposeString('label', { description: 'Its name in the default locale.' }),
    type: t.field({
      type: AttributeTypeType,
      description: 'The kind of its values, which says how one is written.',
      resolve: ({ definition }) => definition.type,
    }),
    group: t.exposeString('group', { nullable: true, description: 'Code of the group it is shown in.' }),
    required: t.exposeBoolean('required', {
      description:
        'Whether products need it to be complete, in the channel that was asked for or else in any. Products can be stored without it.',
    }),
    requiredIn: t.stringList({
      description: 'Codes of the channels that require it, `*` for all; only of the channel asked for.',
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
      description: 'Whether no two products may share a value.',
      resolve: ({ definition }) => definition.unique,
    }),
    readOnly: t.boolean({
      description: 'Whether only programs, not people, may change its values.',
      resolve: ({ definition }) => definition.readOnly,
    }),
    locales: t.stringList({
      nullable: true,
      description: 'Codes of the locales it is kept to; null for all.',
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
      description: 'The first options it can have; null for types without options.',
      resolve: ({ options }) => (options === null ? null : [...options]),
    }),
    optionsCount: t.exposeInt('optionsCount', {
      nullable: true,
      description: 'The number of all options it can have; find the others with `findCodes`.',
    }),
    entityType: t.string({
      nullable: true,
      description: 'Code of the type of the entities that it names; find them with `searchEntities`.',
      resolve: ({ definition }) => definition.entityType,
    }),
    units: t.stringList({
      nullable: true,
      description: 'Codes of the units that a measurement can have.',
      resolve: ({ units }) => (units === null ? null : [...units]),
    }),
    defaultUnit: t.string({
      nullable: true,
      description: 'Unit of a measurement that is offered first.',
      resolve: ({ definition }) => definition.defaultUnit,
    }),
  }),
});

const AttributeSetDescriptionType = builder
  .objectRef<AttributeSetDescription>('AttributeSetDescription')
  .implement({
    description: 'What a writer of products needs to know of an attribute set.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Its code.' }),
      label: t.exposeString('label', { description: 'Its name in the default locale.' }),
      description: t.string({
        nullable: true,
        description: 'What the set is for.',
        resolve: ({ set }) => set.document.description,
      }),
      attributeAsLabel: t.string({
        nullable: true,
        description: 'Code of the attribute whose value names a product.',
        resolve: ({ set }) => set.document.attributeAsLabel,
      }),
      attributeAsImage: t.string({
        nullable: true,
        description: 'Code of the attribute whose value pictures a product.',
        resolve: ({ set }) => set.document.attributeAsImage,
      }),
      attributes: t.field({
        type: [AttributeDescriptionType],
        description: 'Its attributes, in its order.',
        resolve: ({ attributes }) => [...attributes],
      }),
      furtherAttributes: t.stringList({
        description: 'Codes of attributes that there was no room for: ask for them by `attributes`.',
        resolve: ({ furtherAttributes }) => [...furtherAttributes],
      }),
      variantLayouts: t.field({
        type: [VariantLayoutType],
        description: 'The ways in which its models can have variants.',
        resolve: ({ set }) => [...set.document.variantLayouts],
      }),
      example: t.field({
        type: 'JSON',
        description:
          'A product of the set as `POST /products` and the tool `create_product` take it, with the required attributes and some others. Its values are made up, and good.',
        resolve: ({ example }) => example,
      }),
    }),
  });

builder.queryField('getAttributeSet', (t) =>
  t.field({
    type: AttributeSetDescriptionType,
    description:
      'Everything you need to know to write products of one attribute set: its attributes with types, rules and options, what a channel requires, how variants are told apart, and an example. Look here before you create or enrich products; find the codes of sets with `describeCatalog`.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the set, in either case.' }),
      channel: t.arg.string({
        description: 'Code of a channel: what it requires; all channels when left out.',
      }),
      attributes: t.arg.stringList({ description: 'Only these attributes (codes), for large sets.' }),
    },
    complexity: { field: 1, multiplier: 10 },
    authScopes: { holds: describeAttributeSet.scope },
    extensions: { ...factsOf(describeAttributeSet), mcp: { tool: 'get_attribute_set' } },
    resolve: (_root, args, context) => context.read(describeAttributeSet, args),
  }),
);
