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
import { defineResourceSchema } from '../../graphql/resource-schema.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { camelCase, renameKeys } from '../../platform/resource/table-store.ts';
import { apiNameField } from '../api-name/api-name.graphql.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { VALIDATION_VIEW } from '../attribute/attribute-validation.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { productsCountLoader, setsOfAttributeLoader } from './attribute-set.loaders.ts';
import { attributeSetResource } from './attribute-set.resource.ts';
import type { SetMember, VariantLayoutDocument } from './attribute-set.store.ts';
import { SET_ICONS } from './attribute-set-icons.ts';
import {
  CreateAttributeSetInput,
  toAttributeSetPatch,
  UpdateAttributeSetInput,
} from './attribute-set-input.graphql.ts';
import {
  AttributeSetMemberType,
  AttributeSetRoleType,
  type MemberView,
  RequiredAttributesType,
  requirementsOf,
  rolesOf,
  VariantLayoutType,
} from './attribute-set-parts.graphql.ts';

const READ = 'attributes:read';

const LAYOUTS_VIEW =
  'variantLayouts { code labels { locale text } levels { axes { code } attributes { code } } }';
/** A set has some ten attributes: what a page of sets is reckoned to cost. */
const EXPECTED_MEMBERS = 20;

export const AttributeSetRef = builder.prismaNode('AttributeSet', {
  ...resourceNodeOptions(READ),
  description: 'The attributes of one kind of product: "shoes", "lamps".',
  extensions: {
    view: `{ id code apiName label(locale: $locale) labels { locale text } description icon attributes { code: attribute
      { code } group { code } sortOrder requiredIn } attributeAsLabel { code } attributeAsImage { code
      } roles { role attribute } requiredAttributes { channel attributes } ${LAYOUTS_VIEW} productsCount version createdAt updatedAt }`,
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_VIEW },
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...apiNameField(t, 'attribute_set'),
    ...labelFields(t),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the purpose.',
    }),
    icon: t.exposeString('icon', {
      nullable: true,
      description: `Icon for products without an image: ${SET_ICONS.map((icon) => `\`${icon}\``).join(', ')}.`,
    }),
    attributes: t.field({
      type: [AttributeSetMemberType],
      complexity: { field: 1, multiplier: EXPECTED_MEMBERS },
      description: 'Attributes in their order.',
      resolve: membersOf,
    }),
    attributeAsLabel: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'Attribute that contains the label of a product.',
      resolve: ({ attributeAsLabel }, _args, context) =>
        attributeAsLabel === null ? null : context.load(attributeLoader, attributeAsLabel),
    }),
    attributeAsImage: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'Attribute that contains the image of a product.',
      resolve: ({ attributeAsImage }, _args, context) =>
        attributeAsImage === null ? null : context.load(attributeLoader, attributeAsImage),
    }),
    roles: t.field({
      type: [AttributeSetRoleType],
      description: 'Attributes with further roles, by role.',
      resolve: (set) => rolesOf(set),
    }),
    requiredAttributes: t.field({
      type: [RequiredAttributesType],
      description: 'Attributes that a complete product requires, by channel.',
      resolve: (set) => requirementsOf(set),
    }),
    variantLayouts: t.field({
      type: [VariantLayoutType],
      description: 'Variant layouts of its models.',
      resolve: ({ code, variantLayouts }) =>
        (variantLayouts as unknown as VariantLayoutDocument[]).map((layout) => ({ ...layout, set: code })),
    }),
    productsCount: t.int({
      description: 'Number of its products, models and variants, without deleted ones.',
      resolve: async ({ code }, _args, context) => (await context.load(productsCountLoader, code)) ?? 0,
    }),
    ...usageField(t, attributeSetResource.usagesLoader, codeOf),
    ...versionFields(t, READ),
  }),
});

interface SetRow {
  readonly attributes: unknown;
  readonly requiredAttributes: unknown;
}

function membersOf(set: SetRow): MemberView[] {
  const members = renameKeys(set.attributes as JsonValue, camelCase) as unknown as SetMember[];
  const requiredIn = new Map<string, string[]>();
  for (const { channel, attributes } of requirementsOf(set)) {
    for (const code of attributes) requiredIn.set(code, [...(requiredIn.get(code) ?? []), channel]);
  }
  return members.map((member) => ({ ...member, requiredIn: requiredIn.get(member.code) ?? [] }));
}

builder.objectField(AttributeRef, 'attributeSets', (t) =>
  t.field({
    type: [AttributeSetRef],
    description: 'Attribute sets that contain it, by code.',
    resolve: async ({ code }, _args, context) => [
      ...((await context.load(setsOfAttributeLoader, code)) ?? []),
    ],
  }),
);

defineResourceSchema(attributeSetResource, {
  node: AttributeSetRef,
  words: { one: 'attribute set', many: 'attribute sets' },
  list: 'The attribute sets by code.',
  unused: 'without products',
  path: '/attribute-sets',
  mcp: {
    tool: 'get_attribute_set',
    description:
      'Everything needed to write products of one attribute set: attributes with types, rules and options, requirements of channels, variant layouts, and an example. Large sets have several pages. Read it before you create or enrich products. Find the codes of attribute sets with `describe_catalog`.',
    view: `{ code label description version attributeAsLabel { code } attributeAsImage { code } ${LAYOUTS_VIEW}
      guide(channel: $channel, attributes: $attributes, after: $after) { attributes { attribute { code label type
      localizable scopable unique readOnly locales: availableLocales guideline validation ${VALIDATION_VIEW} optionSet {
      code } entityType { code } defaultUnit } group required requiredIn options { code label } optionsCount units }
      attributesCount furtherAttributes searchAfter: endCursor example } }`,
  },
  createInput: CreateAttributeSetInput,
  updateInput: UpdateAttributeSetInput,
  toPatch: toAttributeSetPatch,
});
