import { builder } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import {
  codeField,
  codeOf,
  productsCountFields,
  resourceNodeOptions,
  USAGE_AND_PRODUCTS_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import { defineResourceSchema } from '../../graphql/resource-schema.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { Labels } from '../../kernel/labels.ts';
import { camelCase, renameKeys } from '../../platform/resource/table-store.ts';
import { defineProductsCountLoader } from '../../platform/resource/usages.ts';
import { apiNameField } from '../api-name/api-name.graphql.ts';
import { AttributeGroupRef } from '../attribute-group/attribute-group.graphql.ts';
import { attributeGroupLoader } from '../attribute-group/index.ts';
import { localeChainLoader } from '../locale/index.ts';
import { LABEL_LOCALE, labelFields } from '../locale/labels.graphql.ts';
import { measurementFamilyLoader } from '../measurement/index.ts';
import { MeasurementFamilyRef } from '../measurement/measurement-family.graphql.ts';
import { optionSetLoader } from '../option-set/index.ts';
import { OptionSetRef } from '../option-set/option-set.graphql.ts';
import { channelsRequiringLoader, codesOfGroupLoader, setsCountLoader } from './attribute.loaders.ts';
import { attributeResource } from './attribute.resource.ts';
import { CreateAttributeInput, toAttributePatch, UpdateAttributeInput } from './attribute-input.graphql.ts';
import { AttributeTypeType } from './attribute-types.graphql.ts';
import type { AttributeType, Validation } from './attribute-types.ts';
import { AttributeValidationType, VALIDATION_VIEW } from './attribute-validation.graphql.ts';

const productsLoader = defineProductsCountLoader('attribute');

const READ = 'attributes:read';

export const AttributeRef = builder.prismaNode('Attribute', {
  ...resourceNodeOptions(READ),
  description: 'A property for which products and entities have values: name, color, weight.',
  extensions: {
    view: `{ id code type apiName label(locale: $locale) labels { locale text } guidelines { locale text } group {
      code } sortOrder localizable scopable availableLocales unique readOnly filterable searchable
      sortable sortWarning defaultValue validation ${VALIDATION_VIEW} optionSet { code } entityType { code }
      measurementFamily { code } defaultUnit version createdAt updatedAt }`,
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_AND_PRODUCTS_VIEW },
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...apiNameField(t, 'attribute'),
    ...labelFields(t),
    type: t.field({
      type: AttributeTypeType,
      description: 'Type of its values. Cannot change later.',
      resolve: ({ type }) => type as AttributeType,
    }),
    guideline: t.string({
      nullable: true,
      description: 'Guideline for editors in the locale or one of its fallback locales.',
      args: {
        locale: t.arg.string({ description: 'Locale of the advice.', extensions: LABEL_LOCALE }),
      },
      resolve: async ({ guidelines }, { locale }, context) => {
        const chain = (await context.load(localeChainLoader, locale ?? '')) ?? [];
        return chain.map((code) => (guidelines as Labels)[code]).find((text) => text !== undefined) ?? null;
      },
    }),
    guidelines: t.field({
      type: [LabelType],
      description: 'Advice for editors by locale.',
      resolve: ({ guidelines }) => toLabelList(guidelines),
    }),
    group: t.field({
      type: AttributeGroupRef,
      nullable: true,
      description: 'The group it is shown in.',
      resolve: ({ group }, _args, context) =>
        group === null ? null : context.load(attributeGroupLoader, group),
    }),
    sortOrder: t.exposeInt('sortOrder', {
      description: 'Position in the group. Attributes with the same position are sorted by code.',
    }),
    localizable: t.exposeBoolean('localizable', { description: 'Whether it has a value per locale.' }),
    scopable: t.exposeBoolean('scopable', { description: 'Whether it has a value per channel.' }),
    availableLocales: t.stringList({
      nullable: true,
      description: 'Codes of the only locales that can have a value; null for all.',
      resolve: ({ availableLocales }) => availableLocales as string[] | null,
    }),
    unique: t.exposeBoolean('unique', {
      description: 'Whether each value can occur only once among products, or among the entities of a type.',
    }),
    readOnly: t.exposeBoolean('readOnly', {
      description: 'Whether only access tokens can change its values, not signed-in users.',
    }),
    filterable: t.exposeBoolean('filterable', { description: 'Whether products can be filtered by it.' }),
    searchable: t.exposeBoolean('searchable', {
      description: 'Whether full-text search includes it.',
    }),
    defaultValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Default value of new products.',
      resolve: ({ defaultValue }) => defaultValue as JsonValue,
    }),
    validation: t.field({
      type: AttributeValidationType,
      description: 'Rules for its values.',
      resolve: ({ validation }) => renameKeys(validation as JsonValue, camelCase) as Validation,
    }),
    optionSet: t.field({
      type: OptionSetRef,
      nullable: true,
      description: 'The options of a select attribute.',
      resolve: ({ optionSet }, _args, context) =>
        optionSet === null ? null : context.load(optionSetLoader, optionSet),
    }),
    measurementFamily: t.field({
      type: MeasurementFamilyRef,
      nullable: true,
      description: 'The units of a measurement.',
      resolve: ({ measurementFamily }, _args, context) =>
        measurementFamily === null ? null : context.load(measurementFamilyLoader, measurementFamily),
    }),
    defaultUnit: t.exposeString('defaultUnit', {
      nullable: true,
      description: 'Default unit of a measurement in user interfaces.',
    }),
    attributeSetsCount: t.int({
      description: 'Number of attribute sets that contain it.',
      resolve: async ({ code }, _args, context) => (await context.load(setsCountLoader, code)) ?? 0,
    }),
    requiredIn: t.stringList({
      description:
        'Codes of the channels in which an attribute set or entity type requires it; `*` for all channels.',
      resolve: async ({ code }, _args, context) => [
        ...((await context.load(channelsRequiringLoader, code)) ?? []),
      ],
    }),
    ...usageField(t, attributeResource.usagesLoader, codeOf),
    ...productsCountFields(
      t,
      productsLoader,
      codeOf,
      'Number of products with an own value, in any channel and locale',
    ),
    ...versionFields(t, READ),
  }),
});

const AttributeConnection = defineConnection('Attribute', AttributeRef);

builder.objectField(AttributeGroupRef, 'attributeCodes', (t) =>
  t.stringList({
    description: 'Codes of its attributes in their order.',
    resolve: async ({ code }, _args, context) => [...((await context.load(codesOfGroupLoader, code)) ?? [])],
  }),
);

builder.objectField(AttributeGroupRef, 'attributes', (t) =>
  t.field({
    type: AttributeConnection,
    description: 'Attributes in their order.',
    args: pageArguments,
    complexity: pageComplexity,
    resolve: ({ code }, args, context, info) =>
      context.read(attributeResource.list, {
        ...args,
        group: code,
        query: nodeQuery('Attribute', context, info),
      }),
  }),
);

defineResourceSchema(attributeResource, {
  node: AttributeRef,
  connection: AttributeConnection,
  words: { one: 'attribute', many: 'attributes' },
  list: 'The attributes by code; those of one group in the order of the group.',
  unused: 'that are in no attribute set and no entity type',
  args: builder.args((t) => ({
    types: t.field({ type: [AttributeTypeType], description: 'Only these types.' }),
    group: t.string({
      description: 'Only those of this group (code).',
      extensions: { names: 'attribute-group' } satisfies ArgumentExtensions,
    }),
    optionSet: t.string({
      description: 'Only those that choose from this option set (code).',
      extensions: { names: 'option-set' } satisfies ArgumentExtensions,
    }),
    entityType: t.string({
      description: 'Only those whose values are entities of this type (code).',
      extensions: { names: 'entity-type' } satisfies ArgumentExtensions,
    }),
    attributeSet: t.string({
      description: 'Only those in this attribute set (code).',
      extensions: { names: 'attribute-set' } satisfies ArgumentExtensions,
    }),
    inAttributeSet: t.boolean({ description: 'Only those in any attribute set (true), or in none (false).' }),
    requiredIn: t.string({
      description: 'Only those that an attribute set or entity type requires in this channel (code).',
      extensions: { names: 'channel' } satisfies ArgumentExtensions,
    }),
    localizable: t.boolean({ description: 'Only those with values per locale (true), or without (false).' }),
    scopable: t.boolean({ description: 'Only those with values per channel (true), or without (false).' }),
  })),
  path: '/attributes',
  createInput: CreateAttributeInput,
  updateInput: UpdateAttributeInput,
  toPatch: toAttributePatch,
});
