import { builder, keyFact } from '../../graphql/builder.ts';
import { nodeQuery, pageComplexity } from '../../graphql/connection.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { OptionConnection, OptionRef, optionListArguments } from './option.graphql.ts';
import { optionSetLoader, optionsCountLoader } from './option.loaders.ts';
import { listOptions } from './option.operations.ts';
import * as optionSet from './option-set.operations.ts';
import type { OptionOrder } from './option-set.resource.ts';

const READ = 'attributes:read';

export const OptionOrderType = builder.enumType('OptionOrder', {
  description: 'The order in which the options of a set are shown.',
  values: {
    MANUAL: { value: 'manual', description: 'By `sortOrder`, then by code.' },
    CODE: { value: 'code', description: 'By code.' },
    LABEL: { value: 'label', description: 'By label in the locale that is shown, then by code.' },
  } as const,
});

export const OptionSetRef = builder.prismaNode('OptionSet', {
  nullable: true,
  description:
    'A list of options that one or more select attributes choose from. Deleting it deletes its options.',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } sort optionsCount version createdAt
      updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', { skipTypeScopes: true, description: 'Code. Cannot change later.' }),
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (row, args, context) => resolveLabel(row, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    sort: t.field({
      type: OptionOrderType,
      description: 'The order of its options.',
      resolve: ({ sort }) => sort as OptionOrder,
    }),
    optionsCount: t.int({
      description: 'The number of its options, inactive ones included.',
      resolve: async ({ code }, _args, context) => (await context.load(optionsCountLoader, code)) ?? 0,
    }),
    options: t.field({
      type: OptionConnection,
      description: 'Options in the order of the set.',
      args: optionListArguments,
      complexity: pageComplexity,
      resolve: (set, args, context, info) =>
        context.read(listOptions, { ...args, set, query: nodeQuery('Option', context, info) }),
    }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

builder.prismaObjectField(OptionRef, 'optionSet', (t) =>
  t.relation('set', { description: 'The set it belongs to.' }),
);

resourceQueries({
  type: 'OptionSet',
  word: 'option set',
  node: OptionSetRef,
  get: optionSet.getOptionSet,
  list: optionSet.listOptionSets,
  description: 'The option sets by code.',
  path: '/option-sets',
});

builder.queryFields((t) => ({
  options: t.field({
    type: OptionConnection,
    nullable: true,
    description: 'Options of a set in its order; null if the set does not exist.',
    args: {
      optionSet: t.arg.string({
        required: true,
        description: 'Code of the set, not case-sensitive.',
        extensions: { names: 'option-set' } satisfies ArgumentExtensions,
      }),
      ...optionListArguments,
    },
    complexity: pageComplexity,
    authScopes: { holds: listOptions.scope },
    extensions: {
      ...factsOf(listOptions),
      rest: { method: 'GET', path: '/option-sets/{optionSet}/options' },
    },
    resolve: async (_root, { optionSet: code, ...args }, context, info) => {
      const set = await context.load(optionSetLoader, code);
      if (set === null) return null;
      return context.read(listOptions, { ...args, set, query: nodeQuery('Option', context, info) });
    },
  }),
}));

resourceMutations({
  type: 'OptionSet',
  noun: 'optionSet',
  words: { one: 'option set', many: 'option sets' },
  operations: {
    create: optionSet.createOptionSet,
    update: optionSet.updateOptionSet,
    upsert: optionSet.upsertOptionSets,
    delete: optionSet.deleteOptionSet,
  },
  node: OptionSetRef,
  find: (query, id, { prisma, caller }) =>
    prisma.optionSet.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateOptionSetInput', {
    description: 'A new option set.',
    fields: (t) => ({
      code: t.string({
        required: true,
        description: 'Letters, digits and `_`, up to 100 characters. Cannot change later.',
      }),
      labels: t.field({ type: [LabelInput], description: 'Labels by locale.' }),
      sort: t.field({ type: OptionOrderType, description: 'Sort order of its options; manual by default.' }),
    }),
  }),
  updateInput: builder.inputType('UpdateOptionSetInput', {
    description: 'Changes of an option set.',
    fields: (t) => ({
      labels: t.field({ type: [LabelInput], description: 'Labels to set or remove; null removes all.' }),
      sort: t.field({ type: OptionOrderType, description: 'The order of its options.' }),
    }),
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: ({ labels, ...input }, key) => asPatch({ ...input, ...key, labels: toLabelPatch(labels) }),
  rest: { collection: '/option-sets', one: '/option-sets/{code}' },
});
