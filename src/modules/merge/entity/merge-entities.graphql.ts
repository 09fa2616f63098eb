import { builder } from '../../../graphql/builder.ts';
import type { ArgumentExtensions } from '../../../graphql/extensions.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../../graphql/resource-fields.ts';
import { EntityRef } from '../../entity/graphql/entity.graphql.ts';
import { MAX_SYNC_HOLDERS } from '../../value-rewrite/index.ts';
import { MAX_MERGED } from '../merge-kind.ts';
import { mergeFields } from '../merge-payload.graphql.ts';
import { type MergedEntities, mergeEntities } from './merge-entities.ts';

const MergeEntitiesPayload = defineObjectPayload<MergedEntities>(
  'MergeEntitiesPayload',
  {
    type: 'Entity',
    noun: 'entity',
    words: { one: 'entity' },
    node: EntityRef,
    find: (query, id, { prisma, caller: { organizationId } }) =>
      prisma.entity.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
  },
  (t) =>
    mergeFields(t, 'entities', {
      filledAttributes: t.exposeStringList('filledAttributes', {
        description: 'Codes of the attributes of which the entity to keep gets values of the merged ones.',
      }),
      filledLabels: t.exposeStringList('filledLabels', {
        description: 'Locales of the labels that the entity to keep gets of the merged ones.',
      }),
    }),
);

defineMutation(mergeEntities, {
  description: `Merges entities into another one of their type. Values of products and entities that refer to them refer to the other one, in all channels and locales, also hidden ones; lists and links name it once, entities below them move below it, and default values of attributes change too. The merged entities are deleted and can be restored for 30 days. Fails if two variants of a model would have the same axis values, or if the entity to keep is below a merged one. More than ${MAX_SYNC_HOLDERS} products and entities are changed by a job. \`revertChanges\` undoes the request or the job. Needs the scope \`attributes:write\` where a default value changes.`,
  payload: MergeEntitiesPayload,
  args: builder.args((t) => ({
    entityType: t.string({
      required: true,
      description: 'Code of the type, not case-sensitive.',
      extensions: { names: 'entity-type' } satisfies ArgumentExtensions,
    }),
    keep: t.string({
      required: true,
      description: 'Code (not case-sensitive) or id of the entity that remains.',
    }),
    merge: t.stringList({
      required: true,
      description: `Codes or ids of 1 to ${MAX_MERGED} entities that are merged into it.`,
    }),
    fillEmpty: t.boolean({
      description:
        'If true (default), the entity to keep gets labels and values that it lacks from the first merged one that has them.',
    }),
  })),
  input: ({ fillEmpty, ...args }) => ({ ...args, fillEmpty: fillEmpty ?? true }),
  exposure: { rest: { method: 'POST', path: '/entity-types/{entityType}/merge-entities' } },
});
