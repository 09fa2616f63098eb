import { builder, type InputFields } from '../../graphql/builder.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import {
  codeField,
  codeOf,
  resourceNodeOptions,
  USAGE_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import { createCodeField, defineResourceSchema } from '../../graphql/resource-schema.ts';
import { apiNameField, apiNameInput } from '../api-name/api-name.graphql.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import {
  RequiredAttributesInput,
  RequiredAttributesType,
  requirementsOf,
  toRequirementPatches,
  toRequirementsPatch,
  typeMemberPatches,
} from '../attribute-set/attribute-set-parts.graphql.ts';
import { entityTypeLoader } from '../entity-reference/index.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { entitiesCountLoader } from './entity-type.loaders.ts';
import { entityTypeResource } from './entity-type.resource.ts';

const READ = entityTypeResource.scopes.read;

export const EntityTypeRef = builder.prismaNode('EntityType', {
  ...resourceNodeOptions(READ),
  description:
    'A type of entities: brands, materials. Products refer to entities, and entities have values of their own.',
  extensions: {
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_VIEW },
    view: `{ id code apiName label(locale: $locale) labels { locale text } attributes { code } attributeAsLabel {
      code } attributeAsImage { code } requiredAttributes { channel attributes } hierarchical
      entitiesCount version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...apiNameField(t, 'entity_type'),
    ...labelFields(t),
    attributes: t.field({
      type: [AttributeRef],
      description: 'The attributes of its entities, in its order.',
      resolve: async ({ attributes }, _args, context) => {
        const codes = attributes as string[];
        const loadedAttributes = await Promise.all(codes.map((code) => context.load(attributeLoader, code)));
        return loadedAttributes.filter((attribute) => attribute !== null);
      },
    }),
    attributeAsLabel: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'Attribute that contains the label of an entity.',
      resolve: ({ attributeAsLabel }, _args, context) =>
        attributeAsLabel === null ? null : context.load(attributeLoader, attributeAsLabel),
    }),
    attributeAsImage: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'Attribute that contains the image of an entity.',
      resolve: ({ attributeAsImage }, _args, context) =>
        attributeAsImage === null ? null : context.load(attributeLoader, attributeAsImage),
    }),
    requiredAttributes: t.field({
      type: [RequiredAttributesType],
      description: 'Attributes that a complete entity requires, by channel.',
      resolve: (row) => requirementsOf(row),
    }),
    hierarchical: t.exposeBoolean('hierarchical', { description: 'Whether its entities form a tree.' }),
    entitiesCount: t.int({
      description: 'Number of its entities, without deleted ones.',
      resolve: async ({ code }, _args, context) => (await context.load(entitiesCountLoader, code)) ?? 0,
    }),
    ...usageField(t, entityTypeResource.usagesLoader, codeOf),
    ...versionFields(t, READ),
  }),
});

builder.objectField(AttributeRef, 'entityType', (t) =>
  t.field({
    type: EntityTypeRef,
    nullable: true,
    description: 'Type of the entities that its values refer to.',
    resolve: ({ entityType: code }, _args, context) =>
      code === null ? null : context.load(entityTypeLoader, code),
  }),
);

/** Returns the input fields that new and existing types have in common. */
const writable = (t: InputFields) => ({
  ...apiNameInput(t, 'PascalCase'),
  labels: t.field({
    type: [LabelInput],
    description: 'Labels to set or remove by locale. Null removes all.',
  }),
  attributes: t.stringList({
    description:
      'Codes of all its attributes, in their order; replaces the existing list. Values of removed attributes stay readable.',
  }),
  attributeAsLabel: t.string({
    description:
      'Code of the attribute that contains the label of an entity. It belongs to the entity type and contains plain text.',
  }),
  attributeAsImage: t.string({
    description:
      'Code of the attribute that contains the image of an entity. It belongs to the entity type and is of type media or media_list (the first file).',
  }),
  requiredAttributes: t.field({
    type: [RequiredAttributesInput],
    description: 'Attributes that a complete entity requires, by channel. Null removes all requirements.',
  }),
  hierarchical: t.boolean({
    description:
      'Whether its entities form a tree; false by default. Cannot become false while an entity has a parent.',
  }),
  ...typeMemberPatches(t),
});

export const CreateEntityTypeInput = builder.inputType('CreateEntityTypeInput', {
  description: 'A new entity type.',
  fields: (t) => ({
    ...createCodeField(t),
    ...writable(t),
  }),
});

const UpdateEntityTypeInput = builder.inputType('UpdateEntityTypeInput', {
  description: 'Changes of an entity type.',
  fields: writable,
});

/** Returns an input, and the code beside it, as a patch of the document. */
export function toEntityTypePatch(
  {
    labels,
    requiredAttributes,
    addRequiredAttributes,
    removeRequiredAttributes,
    ...input
  }: typeof CreateEntityTypeInput.$inferInput | typeof UpdateEntityTypeInput.$inferInput,
  key: { readonly code: string } | null,
) {
  return asKeyedPatch({
    ...input,
    ...key,
    labels: toLabelPatch(labels),
    requiredAttributes: toRequirementsPatch(requiredAttributes),
    ...toRequirementPatches({ addRequiredAttributes, removeRequiredAttributes }),
  });
}

defineResourceSchema(entityTypeResource, {
  node: EntityTypeRef,
  words: { one: 'entity type', many: 'entity types' },
  list: 'The entity types by code.',
  unused: 'without entities, that no attribute and no storefront names',
  path: '/entity-types',
  createInput: CreateEntityTypeInput,
  updateInput: UpdateEntityTypeInput,
  toPatch: toEntityTypePatch,
});
