import { builder, keyFact, READ_SCOPES_OF_NODES } from '../../graphql/builder.ts';
import { connectionOf, pageArguments } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { LABEL_DESCRIPTION, LABEL_LOCALE, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { mediaLoader } from '../media/index.ts';
import { MediaRef } from '../media/media.graphql.ts';
import * as option from './option.operations.ts';
import type { Swatch } from './option-rules.ts';

const READ = 'attributes:read';
READ_SCOPES_OF_NODES.set('Option', READ);

const SwatchType = builder.objectRef<Swatch>('Swatch').implement({
  description: 'A small picture of an option: a color or a media file.',
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
  description: 'A color or a media file, not both; replaces what was there.',
  fields: (t) => ({
    color: t.string({ description: 'Hexadecimal: `#1E90FF`.' }),
    media: t.string({ description: 'Code of a media file.' }),
  }),
});

export const OptionRef = builder.prismaNode('Option', {
  nullable: true,
  description: 'One value that select attributes can have: "red" of the set "colors".',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id optionSet { code } code label(locale: $locale) labels { locale text } sortOrder swatch {
      color media { code } } synonyms active version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', {
      skipTypeScopes: true,
      description: 'Its code, unique in its set; never changes.',
    }),
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (row, args, context) => resolveLabel(row, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Its names by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    sortOrder: t.exposeInt('sortOrder', {
      description: 'Its place in a set that is sorted by hand; then by code.',
    }),
    swatch: t.field({
      type: SwatchType,
      nullable: true,
      description: 'A small picture of it.',
      resolve: ({ swatch }) => swatch as Swatch | null,
    }),
    synonyms: t.exposeStringList('synonyms', {
      description: 'Other words that imports take for it: "Rot" for `red`.',
    }),
    active: t.exposeBoolean('active', {
      description: 'Whether products can get it; those that have it keep it.',
    }),
    version: t.exposeInt('version', { ...keyFact(READ), description: 'Goes up by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

export const OptionConnection = connectionOf('Option', OptionRef);

/** Arguments of every list of options. */
export const optionListArguments = {
  ...pageArguments,
  ...builder.args((t) => ({
    active: t.boolean({ description: 'Only active or only inactive ones.' }),
    search: t.string({ description: 'Only those with this text in code, label or synonym, in either case.' }),
    locale: t.string({
      description: 'Locale whose labels count in a set that is sorted by label; by default the default one.',
      extensions: LABEL_LOCALE,
    }),
  })),
};

builder.queryField('option', (t) =>
  t.prismaField({
    type: OptionRef,
    nullable: true,
    description: 'One option by its set and code.',
    args: {
      optionSet: t.arg.string({ required: true, description: 'Code of its set, in either case.' }),
      code: t.arg.string({ required: true, description: 'Its code, in either case.' }),
    },
    authScopes: { holds: option.getOption.scope },
    extensions: {
      ...factsOf(option.getOption),
      rest: { method: 'GET', path: '/option-sets/{optionSet}/options/{code}' },
    },
    resolve: (query, _root, key, context) => context.read(option.getOption, { ...key, query }),
  }),
);

resourceMutations({
  type: 'Option',
  noun: 'option',
  words: { one: 'option', many: 'options' },
  operations: {
    create: option.createOption,
    update: option.updateOption,
    upsert: option.upsertOptions,
    delete: option.deleteOption,
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
        description: 'Letters, digits, `_` and `-`, up to 100; unique in its set; never changes.',
      }),
      labels: t.field({ type: [LabelInput], description: 'Its names by locale.' }),
      sortOrder: t.int({ description: 'Its place in a set that is sorted by hand; 0 by default.' }),
      swatch: t.field({ type: SwatchInput, description: 'A small picture of it.' }),
      synonyms: t.stringList({ description: 'Other words that imports take for it, up to 100.' }),
      active: t.boolean({ description: 'Whether products can get it; true by default.' }),
    }),
  }),
  updateInput: builder.inputType('UpdateOptionInput', {
    description: 'What to change of an option.',
    fields: (t) => ({
      labels: t.field({ type: [LabelInput], description: 'Names to set or remove; null removes all.' }),
      sortOrder: t.int({ description: 'Its place in a set that is sorted by hand.' }),
      swatch: t.field({ type: SwatchInput, description: 'A small picture of it; null removes it.' }),
      synonyms: t.stringList({
        description: 'Other words that imports take for it; replaces those there were.',
      }),
      active: t.boolean({ description: 'Whether products can get it; those that have it keep it.' }),
    }),
  }),
  key: builder.args((t) => ({
    optionSet: t.string({ required: true, description: 'Code of its set, in either case.' }),
    code: t.string({ required: true, description: 'Its code, in either case.' }),
  })),
  toPatch: ({ labels, ...input }, key) => asPatch({ ...input, ...key, labels: toLabelPatch(labels) }),
  rest: {
    collection: '/option-sets/{optionSet}/options',
    one: '/option-sets/{optionSet}/options/{code}',
  },
});
