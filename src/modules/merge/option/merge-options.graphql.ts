import { builder } from '../../../graphql/builder.ts';
import type { ArgumentExtensions } from '../../../graphql/extensions.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../../graphql/resource-fields.ts';
import { OptionRef } from '../../option-set/option.graphql.ts';
import { MAX_SYNC_HOLDERS } from '../../value-rewrite/index.ts';
import { MAX_MERGED } from '../merge-kind.ts';
import { mergeFields } from '../merge-payload.graphql.ts';
import { type MergedOptions, mergeOptions } from './merge-options.ts';

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
  (t) =>
    mergeFields(t, 'options', {
      synonyms: t.exposeStringList('synonyms', {
        description: 'Synonyms that the option to keep has afterwards.',
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
