import { builder, keyFact } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import * as associationType from './association-type.operations.ts';

const READ = 'attributes:read';

export const AssociationTypeRef = builder.prismaNode('AssociationType', {
  nullable: true,
  description: 'A kind of link between products: cross-sell, accessory, pack.',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } twoWay quantified version createdAt
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
    twoWay: t.exposeBoolean('twoWay', {
      description: 'Whether a link to a product also creates the reverse link.',
    }),
    quantified: t.exposeBoolean('quantified', { description: 'Whether links have a quantity.' }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

resourceQueries({
  type: 'AssociationType',
  word: 'association type',
  node: AssociationTypeRef,
  get: associationType.getAssociationType,
  list: associationType.listAssociationTypes,
  description: 'The association types by code.',
  path: '/association-types',
});

resourceMutations({
  type: 'AssociationType',
  noun: 'associationType',
  words: { one: 'association type', many: 'association types' },
  operations: {
    create: associationType.createAssociationType,
    update: associationType.updateAssociationType,
    upsert: associationType.upsertAssociationTypes,
    delete: associationType.deleteAssociationType,
  },
  node: AssociationTypeRef,
  find: (query, id, { prisma, caller }) =>
    prisma.associationType.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateAssociationTypeInput', {
    description: 'A new association type.',
    fields: (t) => ({
      code: t.string({
        required: true,
        description: 'Letters, digits and `_`, up to 100 characters. Cannot change later.',
      }),
      labels: t.field({ type: [LabelInput], description: 'Labels by locale.' }),
      twoWay: t.boolean({
        description:
          'Whether a link to a product also creates the reverse link; false by default. Cannot change later.',
      }),
      quantified: t.boolean({
        description: 'Whether links have a quantity; false by default. Cannot change later.',
      }),
    }),
  }),
  updateInput: builder.inputType('UpdateAssociationTypeInput', {
    description: 'Changes of an association type.',
    fields: (t) => ({
      labels: t.field({ type: [LabelInput], description: 'Labels to set or remove; null removes all.' }),
    }),
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: ({ labels, ...input }, key) => asPatch({ ...input, ...key, labels: toLabelPatch(labels) }),
  rest: { collection: '/association-types', one: '/association-types/{code}' },
});
