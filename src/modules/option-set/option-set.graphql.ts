import { builder } from '../../graphql/builder.ts';
import { nodeQuery, pageComplexity } from '../../graphql/connection.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import {
  codeField,
  codeOf,
  resourceNodeOptions,
  USAGE_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import {
  createCodeField,
  createLabelsField,
  defineResourceSchema,
  updateLabelsField,
} from '../../graphql/resource-schema.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { OptionConnection, OptionRef, optionListArguments } from './option.graphql.ts';
import { optionsCountLoader } from './option.loaders.ts';
import { listOptions } from './option.operations.ts';
import type { OptionOrder } from './option-set.resource.ts';
import { optionSetLoader, optionSetResource } from './option-set.resource.ts';

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
  ...resourceNodeOptions(READ),
  description:
    'A list of options that one or more select attributes choose from. Deleting it deletes its options.',
  extensions: {
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_VIEW },
    view: `{ id code label(locale: $locale) labels { locale text } sort optionsCount version createdAt
      updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
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
    ...usageField(t, optionSetResource.usagesLoader, codeOf),
    ...versionFields(t, READ),
  }),
});

builder.prismaObjectField(OptionRef, 'optionSet', (t) =>
  t.relation('set', { description: 'The set it belongs to.' }),
);

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
      ...operationExtensions(listOptions),
      rest: { method: 'GET', path: '/option-sets/{optionSet}/options' },
    },
    resolve: async (_root, { optionSet: code, ...args }, context, info) => {
      const set = await context.load(optionSetLoader, code);
      if (set === null) return null;
      return context.read(listOptions, { ...args, set, query: nodeQuery('Option', context, info) });
    },
  }),
}));

defineResourceSchema(optionSetResource, {
  node: OptionSetRef,
  words: { one: 'option set', many: 'option sets' },
  list: 'The option sets by code.',
  unused: 'that no attribute uses',
  path: '/option-sets',
  createInput: builder.inputType('CreateOptionSetInput', {
    description: 'A new option set.',
    fields: (t) => ({
      ...createCodeField(t),
      ...createLabelsField(t),
      sort: t.field({ type: OptionOrderType, description: 'Sort order of its options; manual by default.' }),
    }),
  }),
  updateInput: builder.inputType('UpdateOptionSetInput', {
    description: 'Changes of an option set.',
    fields: (t) => ({
      ...updateLabelsField(t),
      sort: t.field({ type: OptionOrderType, description: 'The order of its options.' }),
    }),
  }),
});
