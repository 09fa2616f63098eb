import { builder, type InputFields } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import { loadAllRequired } from '../../graphql/load-required.ts';
import { productsCountFields } from '../../graphql/resource-node.ts';
import { createLabelsField } from '../../graphql/resource-schema.ts';
import { defineProductsCountLoader } from '../../platform/resource/usages.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import { AttributeGroupRef } from '../attribute-group/attribute-group.graphql.ts';
import { attributeGroupLoader } from '../attribute-group/index.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { ATTRIBUTE_ROLES, type AttributeRole, type AttributeRoles, ROLE_NAMES } from './attribute-roles.ts';
import type { SetMember, VariantLayoutDocument, VariantLevelDocument } from './attribute-set.store.ts';

/** An attribute of a set and the channels (or `*`) that require it. */
export interface MemberView extends SetMember {
  readonly requiredIn: readonly string[];
}

export const AttributeSetMemberType = builder.objectRef<MemberView>('AttributeSetMember').implement({
  description: 'An attribute in a set.',
  fields: (t) => ({
    attribute: t.field({
      type: AttributeRef,
      description: 'The attribute.',
      resolve: async ({ code }, _args, context) => {
        const attribute = await context.load(attributeLoader, code);
        if (attribute === null) throw new Error(`A set names the attribute ${code}, which does not exist.`);
        return attribute;
      },
    }),
    group: t.field({
      type: AttributeGroupRef,
      nullable: true,
      description: "Group in this set; otherwise the attribute's own group.",
      resolve: async (member, _args, context) => {
        // The attribute is loaded in any case, so that all groups of the response are requested at once.
        const attribute = await context.load(attributeLoader, member.code);
        const group = member.group ?? attribute?.group ?? null;
        return group === null ? null : context.load(attributeGroupLoader, group);
      },
    }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Position in the set.' }),
    requiredIn: t.exposeStringList('requiredIn', {
      description: 'Codes of the channels in which a complete product requires it; `*` for all channels.',
    }),
  }),
});

export const RequiredAttributesType = builder
  .objectRef<{ readonly channel: string; readonly attributes: readonly string[] }>('RequiredAttributes')
  .implement({
    description: 'Attributes required for completeness in a channel.',
    extensions: { keyedList: { by: 'channel', value: 'attributes' } } satisfies TypeExtensions,
    fields: (t) => ({
      channel: t.exposeString('channel', { description: 'Code of the channel; `*` for all channels.' }),
      attributes: t.exposeStringList('attributes', { description: 'Codes of the attributes.' }),
    }),
  });

/** Returns stored requirements as the list GraphQL shows, by channel. */
export function requirementsOf({ requiredAttributes }: { readonly requiredAttributes: unknown }) {
  return Object.entries(requiredAttributes as Readonly<Record<string, readonly string[]>>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([channel, attributes]) => ({ channel, attributes: [...attributes] }));
}

const AttributeRoleEnum = builder.enumType('AttributeRole', {
  description: 'What an attribute is for the products of a set, besides their label and image.',
  values: {
    SUMMARY: { value: 'summary', description: ATTRIBUTE_ROLES.summary.description },
    GALLERY: { value: 'gallery', description: ATTRIBUTE_ROLES.gallery.description },
    PRICE: { value: 'price', description: ATTRIBUTE_ROLES.price.description },
    SLUG: { value: 'slug', description: ATTRIBUTE_ROLES.slug.description },
    SEO_TITLE: { value: 'seo_title', description: ATTRIBUTE_ROLES.seo_title.description },
    SEO_DESCRIPTION: { value: 'seo_description', description: ATTRIBUTE_ROLES.seo_description.description },
  } as const,
});

interface RoleEntry {
  readonly role: AttributeRole;
  readonly attribute: string;
}

export const AttributeSetRoleType = builder.objectRef<RoleEntry>('AttributeSetRole').implement({
  description: 'The attribute that has a role in a set.',
  extensions: { keyedList: { by: 'role', value: 'attribute' } } satisfies TypeExtensions,
  fields: (t) => ({
    role: t.field({ type: AttributeRoleEnum, description: 'The role.', resolve: ({ role }) => role }),
    attribute: t.exposeString('attribute', { description: 'Code of the attribute.' }),
  }),
});

/** Returns stored roles as the list GraphQL shows, in the order of the roles. */
export function rolesOf({ roles }: { readonly roles: unknown }): RoleEntry[] {
  const stored = roles as AttributeRoles;
  return ROLE_NAMES.flatMap((role) => {
    const attribute = stored[role];
    return attribute === undefined ? [] : [{ role, attribute }];
  });
}

const VariantLevelType = builder.objectRef<VariantLevelDocument>('VariantLevel').implement({
  description: 'One level of variants below a model.',
  fields: (t) => ({
    axes: t.field({
      type: [AttributeRef],
      description: 'The axes: attributes in which products of the level differ.',
      resolve: ({ axes }, _args, context) => loadAllRequired(attributeLoader, axes, context),
    }),
    attributes: t.field({
      type: [AttributeRef],
      description: 'The further attributes that belong to the level.',
      resolve: ({ attributes }, _args, context) => loadAllRequired(attributeLoader, attributes, context),
    }),
  }),
});

/** A variant layout, and the code of its set. */
type VariantLayoutView = VariantLayoutDocument & { readonly set: string };

const layoutProductsLoader = defineProductsCountLoader('variant_layout');

export const VariantLayoutType = builder.objectRef<VariantLayoutView>('VariantLayout').implement({
  description: 'A variant layout: one or two levels of variants below the root model.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code, unique within the set. Cannot change later.' }),
    label: t.string({
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (layout, args, context) => resolveLabel(layout, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    levels: t.field({
      type: [VariantLevelType],
      complexity: { field: 1, multiplier: 2 },
      description: 'Levels from the top. Attributes without a level belong to the root model.',
      resolve: ({ levels }) => levels,
    }),
    ...productsCountFields(
      t,
      layoutProductsLoader,
      ({ set, code }: VariantLayoutView) => ({ owner: set, code }),
      'Number of root models with the layout, whose axes are fixed while there are any',
    ),
  }),
});

export const AttributeSetMemberInput = builder.inputType('AttributeSetMemberInput', {
  description: 'An attribute of the set.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Code of the attribute.' }),
    group: t.string({
      description: "Code of its group in this set. Defaults to the attribute's own group.",
    }),
    sortOrder: t.int({ description: 'Position in the set. Defaults to its position in this list.' }),
  }),
});

export const AttributeSetRoleInput = builder.inputType('AttributeSetRoleInput', {
  description: 'The attribute that has a role in the set. Other roles keep their attribute.',
  extensions: { keyedList: { by: 'role', value: 'attribute' } } satisfies TypeExtensions,
  fields: (t) => ({
    role: t.field({ type: AttributeRoleEnum, required: true, description: 'The role.' }),
    attribute: t.string({ description: 'Code of an attribute of the set; null removes the role.' }),
  }),
});

/** Returns a list of roles as a patch by role; undefined stays undefined (unchanged), null clears all. */
export function toRolesPatch(
  roles: readonly (typeof AttributeSetRoleInput.$inferInput)[] | null | undefined,
): { readonly [role: string]: string | null } | null | undefined {
  if (roles === undefined || roles === null) return roles;
  return Object.fromEntries(roles.map(({ role, attribute }) => [role, attribute ?? null]));
}

export const RequiredAttributesInput = builder.inputType('RequiredAttributesInput', {
  description: 'Attributes required for completeness in a channel. Other channels keep their requirements.',
  extensions: { keyedList: { by: 'channel', value: 'attributes' } } satisfies TypeExtensions,
  fields: (t) => ({
    channel: t.string({ required: true, description: 'Code of the channel; `*` for all channels.' }),
    attributes: t.stringList({
      description: 'Codes of attributes of the set; null or an empty list removes the requirements.',
    }),
  }),
});

/** Returns a list of requirements as a patch by channel; undefined stays undefined (unchanged), null clears all. */
export function toRequirementsPatch(
  requirements:
    | readonly { readonly channel: string; readonly attributes?: readonly string[] | null | undefined }[]
    | null
    | undefined,
) {
  if (requirements === undefined || requirements === null) return requirements;
  return Object.fromEntries(requirements.map(({ channel, attributes }) => [channel, attributes ?? null]));
}

/** Returns the input fields that require attributes one by one. */
const requirementPatches = (t: InputFields) => ({
  addRequiredAttributes: t.field({
    type: [RequiredAttributesInput],
    description: 'Attributes to require, by channel. Others stay required.',
  }),
  removeRequiredAttributes: t.field({
    type: [RequiredAttributesInput],
    description: 'Attributes to require no longer, by channel. Others stay required.',
  }),
});

const placementFields = (t: InputFields) => ({
  code: t.string({ required: true, description: 'Code of the attribute.' }),
  after: t.string({
    description:
      'Code of the attribute that it follows; null for the first position. If omitted, it keeps its position, or is the last one.',
  }),
});

const AttributePlacementInput = builder.inputType('AttributePlacementInput', {
  description: 'An attribute and its position.',
  fields: placementFields,
});

const AttributeSetPlacementInput = builder.inputType('AttributeSetPlacementInput', {
  description: 'An attribute with its group and position in a set.',
  fields: (t) => ({
    ...placementFields(t),
    group: t.string({
      description: "Code of its group in this set; null for the attribute's own group. Unchanged if omitted.",
    }),
  }),
});

const removedAttributes = (t: InputFields) =>
  t.stringList({
    description:
      'Codes of attributes to remove, also from the requirements. Others stay; those that are missing already are ignored.',
  });

/** Returns the input fields that change single attributes of a set. */
export const setMemberPatches = (t: InputFields) => ({
  addAttributes: t.field({
    type: [AttributeSetPlacementInput],
    description: 'Attributes to add. Others stay.',
  }),
  removeAttributes: removedAttributes(t),
  moveAttributes: t.field({
    type: [AttributeSetPlacementInput],
    description: 'Attributes of the set to move to another position or group.',
  }),
  ...requirementPatches(t),
});

/** Returns the input fields that change single attributes of an entity type. */
export const typeMemberPatches = (t: InputFields) => ({
  addAttributes: t.field({ type: [AttributePlacementInput], description: 'Attributes to add. Others stay.' }),
  removeAttributes: removedAttributes(t),
  moveAttributes: t.field({
    type: [AttributePlacementInput],
    description: 'Attributes of the type to move to another position.',
  }),
  ...requirementPatches(t),
});

/** Returns the patches of requirements by channel. */
export const toRequirementPatches = ({
  addRequiredAttributes,
  removeRequiredAttributes,
}: Readonly<
  Record<'addRequiredAttributes' | 'removeRequiredAttributes', Parameters<typeof toRequirementsPatch>[0]>
>) => ({
  ...(addRequiredAttributes == null
    ? {}
    : { addRequiredAttributes: toRequirementsPatch(addRequiredAttributes) }),
  ...(removeRequiredAttributes == null
    ? {}
    : { removeRequiredAttributes: toRequirementsPatch(removeRequiredAttributes) }),
});

const VariantLevelInput = builder.inputType('VariantLevelInput', {
  description: 'One level of variants below a model.',
  fields: (t) => ({
    axes: t.stringList({
      required: true,
      description:
        'Codes of one to five axes: attributes in which products of the level differ. Axes are select, boolean, measurement or entity attributes that are neither localizable nor scopable.',
    }),
    attributes: t.stringList({
      description: 'Codes of further attributes of the level. Each attribute belongs to one level only.',
    }),
  }),
});

export const VariantLayoutInput = builder.inputType('VariantLayoutInput', {
  description: 'A variant layout: the levels and axes of variants.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'Letters, digits and `_`, up to 100 characters; unique within the set.',
    }),
    ...createLabelsField(t),
    levels: t.field({
      type: [VariantLevelInput],
      required: true,
      description: 'One or two levels from the top.',
    }),
  }),
});
