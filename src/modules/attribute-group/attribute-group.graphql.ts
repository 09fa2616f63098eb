import { builder, keyFact } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import * as group from './attribute-group.operations.ts';

const READ = 'attributes:read';

export const AttributeGroupRef = builder.prismaNode('AttributeGroup', {
  nullable: true,
  description: 'A group in which attributes are displayed: "Marketing", "Technical data".',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } sortOrder attributes: attributeCodes version createdAt updatedAt }`,
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
    sortOrder: t.exposeInt('sortOrder', {
      description: 'Position among the groups. Groups with the same position are sorted by code.',
    }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

resourceQueries({
  type: 'AttributeGroup',
  word: 'attribute group',
  node: AttributeGroupRef,
  get: group.getAttributeGroup,
  list: group.listAttributeGroups,
  description: 'The attribute groups in their order.',
  path: '/attribute-groups',
});

export const CreateAttributeGroupInput = builder.inputType('CreateAttributeGroupInput', {
  description: 'A new attribute group.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'Letters, digits and `_`, up to 100 characters. Cannot change later.',
    }),
    labels: t.field({ type: [LabelInput], description: 'Labels by locale.' }),
    sortOrder: t.int({ description: 'Position among the groups; 0 by default.' }),
  }),
});

resourceMutations({
  type: 'AttributeGroup',
  noun: 'attributeGroup',
  words: { one: 'attribute group', many: 'attribute groups' },
  operations: {
    create: group.createAttributeGroup,
    update: group.updateAttributeGroup,
    upsert: group.upsertAttributeGroups,
    delete: group.deleteAttributeGroup,
  },
  node: AttributeGroupRef,
  find: (query, id, { prisma, caller }) =>
    prisma.attributeGroup.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: CreateAttributeGroupInput,
  updateInput: builder.inputType('UpdateAttributeGroupInput', {
    description: 'Changes of an attribute group.',
    fields: (t) => ({
      labels: t.field({ type: [LabelInput], description: 'Labels to set or remove; null removes all.' }),
      sortOrder: t.int({ description: 'Position among the groups.' }),
    }),
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: ({ labels, ...input }, key) => asPatch({ ...input, ...key, labels: toLabelPatch(labels) }),
  rest: { collection: '/attribute-groups', one: '/attribute-groups/{code}' },
});
