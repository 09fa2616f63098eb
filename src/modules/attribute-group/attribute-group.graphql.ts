import { builder } from '../../graphql/builder.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
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
import { attributeGroupResource } from './attribute-group.resource.ts';

const READ = 'attributes:read';

export const AttributeGroupRef = builder.prismaNode('AttributeGroup', {
  ...resourceNodeOptions(READ),
  description: 'A group in which attributes are displayed: "Marketing", "Technical data".',
  extensions: {
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_VIEW },
    view: `{ id code label(locale: $locale) labels { locale text } sortOrder attributes: attributeCodes version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
    sortOrder: t.exposeInt('sortOrder', {
      description: 'Position among the groups. Groups with the same position are sorted by code.',
    }),
    ...usageField(t, attributeGroupResource.usagesLoader, codeOf),
    ...versionFields(t, READ),
  }),
});

export const CreateAttributeGroupInput = builder.inputType('CreateAttributeGroupInput', {
  description: 'A new attribute group.',
  fields: (t) => ({
    ...createCodeField(t),
    ...createLabelsField(t),
    sortOrder: t.int({ description: 'Position among the groups; the last one by default.' }),
  }),
});

defineResourceSchema(attributeGroupResource, {
  node: AttributeGroupRef,
  words: { one: 'attribute group', many: 'attribute groups' },
  list: 'The attribute groups in their order.',
  unused: 'that no attribute and no attribute set names',
  path: '/attribute-groups',
  createInput: CreateAttributeGroupInput,
  updateInput: builder.inputType('UpdateAttributeGroupInput', {
    description: 'Changes of an attribute group.',
    fields: (t) => ({
      ...updateLabelsField(t),
      sortOrder: t.int({ description: 'Position among the groups.' }),
    }),
  }),
});
