import { builder, type InputFields } from '../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { createCodeField } from '../../graphql/resource-schema.ts';
import { apiNameInput } from '../api-name/api-name.graphql.ts';
import {
  AttributeSetMemberInput,
  AttributeSetRoleInput,
  RequiredAttributesInput,
  setMemberPatches,
  toRequirementPatches,
  toRequirementsPatch,
  toRolesPatch,
  VariantLayoutInput,
} from './attribute-set-parts.graphql.ts';

/** Returns the input fields that new and existing sets have in common. */
const writable = (t: InputFields) => ({
  ...apiNameInput(t, 'PascalCase'),
  labels: t.field({
    type: [LabelInput],
    description: 'Labels to set or remove by locale. Null removes all.',
  }),
  description: t.string({ description: 'Purpose. Up to 10,000 characters.' }),
  icon: t.string({ description: 'Icon in place of an image: `lamp` …' }),
  attributes: t.field({
    type: [AttributeSetMemberInput],
    description:
      'All attributes; replaces the existing list. An attribute left out is also removed from requirements and variant layouts, except axes. Products keep their values, marked as not in the set.',
  }),
  attributeAsLabel: t.string({
    description:
      'Code of the attribute with the label of a product. It belongs to the set and contains plain text.',
  }),
  attributeAsImage: t.string({
    description:
      'Code of the attribute with the image of a product. It belongs to the set and is of type media or media_list (the first file).',
  }),
  roles: t.field({
    type: [AttributeSetRoleInput],
    description: 'Attributes with further roles, by role. Null removes all.',
  }),
  requiredAttributes: t.field({
    type: [RequiredAttributesInput],
    description: 'Attributes that a complete product requires, by channel. Null removes all.',
  }),
  variantLayouts: t.field({
    type: [VariantLayoutInput],
    description:
      'All variant layouts; replaces the existing list. Layouts used by products cannot be removed and keep their axes.',
  }),
  ...setMemberPatches(t),
});

export const CreateAttributeSetInput = builder.inputType('CreateAttributeSetInput', {
  description: 'A new attribute set.',
  fields: (t) => ({
    ...createCodeField(t),
    ...writable(t),
  }),
});

export const UpdateAttributeSetInput = builder.inputType('UpdateAttributeSetInput', {
  description: 'Changes of an attribute set.',
  fields: writable,
});

type AttributeSetInput =
  | typeof CreateAttributeSetInput.$inferInput
  | typeof UpdateAttributeSetInput.$inferInput;

/** Returns an input, and the code beside it, as a patch of the document. */
export function toAttributeSetPatch(
  {
    labels,
    roles,
    requiredAttributes,
    variantLayouts,
    addRequiredAttributes,
    removeRequiredAttributes,
    ...input
  }: AttributeSetInput,
  key: { readonly code: string } | null,
) {
  const layouts = variantLayouts?.map((layout) => ({ ...layout, labels: textsOf(layout.labels) }));
  return asKeyedPatch({
    ...input,
    ...key,
    labels: toLabelPatch(labels),
    roles: toRolesPatch(roles),
    requiredAttributes: toRequirementsPatch(requiredAttributes),
    ...toRequirementPatches({ addRequiredAttributes, removeRequiredAttributes }),
    variantLayouts: variantLayouts === null ? null : layouts,
  });
}

/** Returns the labels of a list entry, which is written as a whole: what is empty is left out. */
function textsOf(labels: Parameters<typeof toLabelPatch>[0]): Record<string, string> {
  const texts = (labels ?? []).flatMap(({ locale, text }) => (text ? [[locale, text] as const] : []));
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
