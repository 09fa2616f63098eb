import { builder } from '../../graphql/builder.ts';
import type { ArgumentExtensions } from '../../graphql/extensions.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { OptionRef } from '../option-set/option.graphql.ts';
import { MAX_SYNC_HOLDERS, type MergedOptions, mergeOptions } from './merge-options.ts';
import { MAX_MERGED } from './plan-merge.ts';

const MergeOptionsPayload = defineObjectPayload<MergedOptions>(
  'MergeOptionsPayload',
  {
    type: 'Option',
    noun: 'option',
    words: { one: 'option' },
    node: OptionRef,
    find: (query, id, { prisma, caller: { organizationId } }) =>
      prisma.option.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
  },
  (t) => ({
    valuesCount: t.exposeInt('valuesCount', {
      description: 'Number of values of products and entities that move, in all channels and locales.',
    }),
    productsCount: t.exposeInt('productsCount', { description: 'Number of products that have them.' }),
    entitiesCount: t.exposeInt('entitiesCount', { description: 'Number of entities that have them.' }),
    defaultsOf: t.exposeStringList('defaultsOf', {
      description: 'Codes of the attributes whose default value moves.',
    }),
    synonyms: t.exposeStringList('synonyms', {
      description: 'Synonyms that the option to keep has afterwards.',
    }),
    retained: t.exposeStringList('retained', {
      description:
        'Codes of merged options that become inactive instead of being deleted, because deleted products or entities have them. Empty in a dry run and while there is a job.',
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description: `Id of the job that moves the values of more than ${MAX_SYNC_HOLDERS} products and entities; null otherwise.`,
    }),
  }),
);

defineMutation(mergeOptions, {
  description: `Merges options into another one of their set. Values of products and entities move in all channels and locales, lists name the option once, default values of attributes move too. Labels, codes and synonyms of the merged options become synonyms of the other one, so that imports, views and profiles that name them still find it, and the merged options are deleted. Fails if two variants of a model would have the same axis values. More than ${MAX_SYNC_HOLDERS} products and entities are changed by a job. \`revertChanges\` undoes the request or the job.`,
  payload: MergeOptionsPayload,
  args: builder.args((t) => ({
    optionSet: t.string({
      required: true,
      description: 'Code of the set, not case-sensitive.',
      extensions: { names: 'option-set' } satisfies ArgumentExtensions,
    }),
    keep: t.string({ required: true, description: 'Code of the option that remains.' }),
    merge: t.stringList({
      required: true,
      description: `Codes of 1 to ${MAX_MERGED} options that are merged into it.`,
    }),
  })),
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/option-sets/{optionSet}/merge-options' } },
});
