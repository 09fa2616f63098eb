import { builder } from '../../graphql/builder.ts';
import { defineConnection } from '../../graphql/connection.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../graphql/extensions.ts';
import { toLabelPatch } from '../../graphql/labels.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { asKeyedPatch, defineResourceMutations } from '../../graphql/resource-fields.ts';
import {
  codeField,
  productsCountFields,
  resourceNodeOptions,
  USAGE_AND_PRODUCTS_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import { listArguments } from '../../graphql/resource-queries.ts';
import { createLabelsField, itemVersionField, updateLabelsField } from '../../graphql/resource-schema.ts';
import { LIST_SORT_FIELDS } from '../../platform/resource/resource-list.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { mediaLoader } from '../media/index.ts';
import { MediaRef } from '../media/media.graphql.ts';
import { optionProductsLoader, optionUsagesLoader } from './option.loaders.ts';
import * as option from './option.operations.ts';
import type { Swatch } from './option-rules.ts';

const READ = 'attributes:read';

export const SwatchType = builder.objectRef<Swatch>('Swatch').implement({
  description: 'Swatch of an option: a color or a media file.',
  fields: (t) => ({
    color: t.string({
      nullable: true,
      description: 'Hexadecimal: `#1E90FF`.',
      resolve: ({ color }) => color ?? null,
    }),
    media: t.field({
      type: MediaRef,
      nullable: true,
      description: 'A media file.',
      resolve: ({ media }, _args, context) => (media ? context.load(mediaLoader, media) : null),
    }),
  }),
});

export const SwatchInput = builder.inputType('SwatchInput', {
  description: 'A color or a media file, but not both. Replaces the current swatch.',
  fields: (t) => ({
    color: t.string({ description: 'Hexadecimal: `#1E90FF`.' }),
    media: t.string({ description: 'Code of a media file.' }),
  }),
});

const toUsed = ({ optionSet, code }: { readonly optionSet: string; readonly code: string }) => ({
  owner: optionSet,
  code,
});

export const OptionRef = builder.prismaNode('Option', {
  ...resourceNodeOptions(READ),
  description: 'One value that select attributes can have: "red" of the set "colors".',
  extensions: {
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_AND_PRODUCTS_VIEW },
    view: `{ id optionSet { code } code label(locale: $locale) labels { locale text } sortOrder swatch {
      color media { code } } synonyms active version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t, 'Code, unique within its set. Cannot change later.'),
    ...labelFields(t),
    sortOrder: t.exposeInt('sortOrder', {
      description: 'Position in a manually sorted set. Options with the same position are sorted by code.',
    }),
    swatch: t.field({
      type: SwatchType,
      nullable: true,
      description: 'Swatch of the option.',
      resolve: ({ swatch }) => swatch as Swatch | null,
    }),
    synonyms: t.exposeStringList('synonyms', {
      description: 'Synonyms that imports accept for the option: "Rot" for `red`.',
    }),
    active: t.exposeBoolean('active', {
      description: 'Whether new values can use the option. Existing values stay.',
    }),
    ...usageField(t, optionUsagesLoader, toUsed),
    ...productsCountFields(
      t,
      optionProductsLoader,
      toUsed,
      'Number of products that have it in an own value',
    ),
    ...versionFields(t, READ),
  }),
});

export const OptionConnection = defineConnection('Option', OptionRef);

/** Arguments of every list of options. */
export const optionListArguments = {
  ...listArguments('Option', {
    sortFields: LIST_SORT_FIELDS,
    texts: 'code, label or synonym',
    unused: 'that no product, entity or default value has',
  }),
  ...builder.args((t) => ({
    active: t.boolean({ description: 'Only active or only inactive ones.' }),
  })),
};

builder.queryField('option', (t) =>
  t.prismaField({
    type: OptionRef,
    nullable: true,
    description: 'One option by its set and code.',
    args: {
      optionSet: t.arg.string({
        required: true,
        description: 'Code of its set, not case-sensitive.',
        extensions: { names: 'option-set' } satisfies ArgumentExtensions,
      }),
      code: t.arg.string({ required: true, description: 'Code, not case-sensitive.' }),
    },
    authScopes: { holds: option.getOption.scope },
    extensions: {
      ...operationExtensions(option.getOption),
      rest: { method: 'GET', path: '/option-sets/{optionSet}/options/{code}' },
    },
    resolve: (query, _root, key, context) => context.read(option.getOption, { ...key, query }),
  }),
);

defineResourceMutations({
  type: 'Option',
  noun: 'option',
  words: { one: 'option', many: 'options' },
  operations: {
    create: option.createOption,
    update: option.updateOption,
    upsert: option.upsertOptions,
    delete: option.deleteOption,
    deleteMany: option.deleteOptions,
  },
  node: OptionRef,
  find: (query, id, { prisma, caller }) =>
    prisma.option.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateOptionInput', {
    description: 'A new option.',
    fields: (t) => ({
      optionSet: t.string({ required: true, description: 'Code of its set.' }),
      code: t.string({
        required: true,
        description:
          'Letters, digits, `_` and `-`, up to 100 characters; unique within its set. Cannot change later.',
      }),
      ...itemVersionField(t),
      ...createLabelsField(t),
      sortOrder: t.int({ description: 'Position in a manually sorted set; the last one by default.' }),
      swatch: t.field({ type: SwatchInput, description: 'Swatch of the option.' }),
      synonyms: t.stringList({ description: 'Synonyms that imports accept for the option, up to 100.' }),
      active: t.boolean({ description: 'Whether new values can use the option; true by default.' }),
    }),
  }),
  updateInput: builder.inputType('UpdateOptionInput', {
    description: 'Changes of an option.',
    fields: (t) => ({
      ...updateLabelsField(t),
      sortOrder: t.int({ description: 'Position in a manually sorted set.' }),
      swatch: t.field({ type: SwatchInput, description: 'Swatch of the option; null removes it.' }),
      synonyms: t.stringList({
        description: 'Synonyms that imports accept for the option; replaces the existing list.',
      }),
      active: t.boolean({ description: 'Whether new values can use the option. Existing values stay.' }),
    }),
  }),
  key: builder.args((t) => ({
    optionSet: t.string({ required: true, description: 'Code of its set, not case-sensitive.' }),
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: ({ labels, ...input }, key) => asKeyedPatch({ ...input, ...key, labels: toLabelPatch(labels) }),
  rest: {
    collection: '/option-sets/{optionSet}/options',
    one: '/option-sets/{optionSet}/options/{code}',
  },
});
