import { builder, type InputFields, keyFact, READ_SCOPES_OF_NODES } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import {
  RequiredAttributesInput,
  RequiredAttributesType,
  requirementsOf,
  toRequirementsPatch,
} from '../attribute-set/attribute-set-parts.graphql.ts';
import { entityTypeLoader } from '../entity-reference/index.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { entitiesCountLoader } from './entity-type.loaders.ts';
import * as entityType from './entity-type.operations.ts';

const READ = entityType.getEntityType.scope;
READ_SCOPES_OF_NODES.set('EntityType', READ);

export const EntityTypeRef = builder.prismaNode('EntityType', {
  nullable: true,
  description: 'A kind of things that products refer to and that have values themselves: brands, materials.',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } attributes { code } attributeAsLabel {
      code } attributeAsImage { code } requiredAttributes { channel attributes } hierarchical
      entitiesCount version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', { skipTypeScopes: true, description: 'Its code; never changes.' }),
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
    attributes: t.field({
      type: [AttributeRef],
      description: 'The attributes of its entities, in its order.',
      resolve: async ({ attributes }, _args, context) => {
        const codes = attributes as string[];
        const found = await Promise.all(codes.map((code) => context.load(attributeLoader, code)));
        return found.filter((attribute) => attribute !== null);
      },
    }),
    attributeAsLabel: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'The attribute whose value names an entity.',
      resolve: ({ attributeAsLabel }, _args, context) =>
        attributeAsLabel === null ? null : context.load(attributeLoader, attributeAsLabel),
    }),
    attributeAsImage: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'The attribute whose value pictures an entity.',
      resolve: ({ attributeAsImage }, _args, context) =>
        attributeAsImage === null ? null : context.load(attributeLoader, attributeAsImage),
    }),
    requiredAttributes: t.field({
      type: [RequiredAttributesType],
      description: 'What entities need to be complete, by channel.',
      resolve: (row) => requirementsOf(row),
    }),
    hierarchical: t.exposeBoolean('hierarchical', { description: 'Whether its entities stand in a tree.' }),
    entitiesCount: t.int({
      description: 'The number of its entities; deleted ones do not count.',
      resolve: async ({ code }, _args, context) => (await context.load(entitiesCountLoader, code)) ?? 0,
    }),
    version: t.exposeInt('version', { ...keyFact(READ), description: 'Goes up by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

builder.objectField(AttributeRef, 'entityType', (t) =>
  t.field({
    type: EntityTypeRef,
    nullable: true,
    description: 'The type of the entities that its values name.',
    resolve: ({ entityType: code }, _args, context) =>
      code === null ? null : context.load(entityTypeLoader, code),
  }),
);

resourceQueries({
  type: 'EntityType',
  word: 'entity type',
  node: EntityTypeRef,
  get: entityType.getEntityType,
  list: entityType.listEntityTypes,
  description: 'The entity types by code.',
  path: '/entity-types',
});

/** What can be written of new and of existing types alike. */
const writable = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Names to set or remove by locale; null removes all.' }),
  attributes: t.stringList({
    description:
      'Codes of all its attributes, in their order; replaces those there were. Values of one that goes stay readable.',
  }),
  attributeAsLabel: t.string({
    description: 'Code of the attribute of the type, with plain text, that names an entity.',
  }),
  attributeAsImage: t.string({
    description:
      'Code of the attribute of the type, of type media or media_list (the first file counts), that pictures an entity.',
  }),
  requiredAttributes: t.field({
    type: [RequiredAttributesInput],
    description: 'What entities need to be complete, by channel; null removes all requirements.',
  }),
  hierarchical: t.boolean({
    description:
      'Whether its entities stand in a tree; false by default. Stays true while any stands below another.',
  }),
});

export const CreateEntityTypeInput = builder.inputType('CreateEntityTypeInput', {
  description: 'A new entity type.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Letters, digits and `_`, up to 100; never changes.' }),
    ...writable(t),
  }),
});

const UpdateEntityTypeInput = builder.inputType('UpdateEntityTypeInput', {
  description: 'What to change of an entity type.',
  fields: writable,
});

/** An input, and the code beside it, as a patch of the document. */
export function toEntityTypePatch(
  {
    labels,
    requiredAttributes,
    ...input
  }: typeof CreateEntityTypeInput.$inferInput | typeof UpdateEntityTypeInput.$inferInput,
  key: { readonly code: string } | null,
) {
  return asPatch({
    ...input,
    ...key,
    labels: toLabelPatch(labels),
    requiredAttributes: toRequirementsPatch(requiredAttributes),
  });
}

resourceMutations({
  type: 'EntityType',
  noun: 'entityType',
  words: { one: 'entity type', many: 'entity types' },
  operations: {
    create: entityType.createEntityType,
    update: entityType.updateEntityType,
    upsert: entityType.upsertEntityTypes,
    delete: entityType.deleteEntityType,
  },
  node: EntityTypeRef,
  find: (query, id, { prisma, caller }) =>
    prisma.entityType.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: CreateEntityTypeInput,
  updateInput: UpdateEntityTypeInput,
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Its code, in either case.' }),
  })),
  toPatch: toEntityTypePatch,
  rest: { collection: '/entity-types', one: '/entity-types/{code}' },
});
