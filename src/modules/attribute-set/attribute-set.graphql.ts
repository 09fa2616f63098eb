import { builder, keyFact } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import { resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { camelCase, renameKeys } from '../../platform/resource/table-store.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { VALIDATION_VIEW } from '../attribute/attribute-validation.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { productsCountLoader, setsOfAttributeLoader } from './attribute-set.loaders.ts';
import * as attributeSet from './attribute-set.operations.ts';
import type { SetMember, VariantLayoutDocument } from './attribute-set.store.ts';
import {
  CreateAttributeSetInput,
  toAttributeSetPatch,
  UpdateAttributeSetInput,
} from './attribute-set-input.graphql.ts';
import {
  AttributeSetMemberType,
  type MemberView,
  RequiredAttributesType,
  requirementsOf,
  VariantLayoutType,
} from './attribute-set-parts.graphql.ts';

const READ = 'attributes:read';

const LAYOUTS_VIEW =
  'variantLayouts { code labels { locale text } levels { axes { code } attributes { code } } }';
/** A set has some ten attributes: what a page of sets is reckoned to cost. */
const EXPECTED_MEMBERS = 20;

export const AttributeSetRef = builder.prismaNode('AttributeSet', {
  nullable: true,
  description: 'The attributes of one kind of product: "shoes", "lamps".',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } description attributes { code: attribute
      { code } group { code } sortOrder requiredIn } attributeAsLabel { code } attributeAsImage { code
      } requiredAttributes { channel attributes } ${LAYOUTS_VIEW} productsCount version createdAt updatedAt }`,
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
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the purpose.',
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
    requiredAttributes: t.field({
      type: [RequiredAttributesType],
      description: 'Attributes that a complete product requires, by channel.',
      resolve: (set) => requirementsOf(set),
    }),
    variantLayouts: t.field({
      type: [VariantLayoutType],
      description: 'Variant layouts of its models.',
      resolve: ({ variantLayouts }) => variantLayouts as unknown as VariantLayoutDocument[],
    }),
    productsCount: t.int({
      description: 'Number of its products, models and variants, without deleted ones.',
      resolve: async ({ code }, _args, context) => (await context.load(productsCountLoader, code)) ?? 0,
    }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
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

resourceQueries({
  type: 'AttributeSet',
  word: 'attribute set',
  node: AttributeSetRef,
  get: attributeSet.getAttributeSet,
  list: attributeSet.listAttributeSets,
  description: 'The attribute sets by code.',
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
});

resourceMutations({
  type: 'AttributeSet',
  noun: 'attributeSet',
  words: { one: 'attribute set', many: 'attribute sets' },
  operations: {
    create: attributeSet.createAttributeSet,
    update: attributeSet.updateAttributeSet,
    upsert: attributeSet.upsertAttributeSets,
    delete: attributeSet.deleteAttributeSet,
  },
  node: AttributeSetRef,
  find: (query, id, { prisma, caller }) =>
    prisma.attributeSet.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: CreateAttributeSetInput,
  updateInput: UpdateAttributeSetInput,
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: toAttributeSetPatch,
  rest: { collection: '/attribute-sets', one: '/attribute-sets/{code}' },
});
