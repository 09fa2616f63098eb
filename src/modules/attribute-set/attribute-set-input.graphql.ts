import { builder, type InputFields } from '../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asPatch } from '../../graphql/resource-fields.ts';
import {
  AttributeSetMemberInput,
  RequiredAttributesInput,
  toRequirementsPatch,
  VariantLayoutInput,
} from './attribute-set-parts.graphql.ts';

/** What can be written of new and of existing sets alike. */
const writable = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Names to set or remove by locale; null removes all.' }),
  description: t.string({ description: 'What the set is for, up to 10,000 characters.' }),
  attributes: t.field({
    type: [AttributeSetMemberInput],
    description:
      'All its attributes; replaces those there were. One that goes is also taken out of the requirements and of the layouts, unless it tells variants apart. Values of products stay, marked as not in the set.',
  }),
  attributeAsLabel: t.string({
    description: 'Code of the attribute of the set, with plain text, that names a product.',
  }),
  attributeAsImage: t.string({
    description:
      'Code of the attribute of the set, of type media or media_list (the first file counts), that pictures a product.',
  }),
  requiredAttributes: t.field({
    type: [RequiredAttributesInput],
    description: 'What products need to be complete, by channel; null removes all requirements.',
  }),
  variantLayouts: t.field({
    type: [VariantLayoutInput],
    description:
      'All its layouts; replaces those there were. Layouts that products use stay, with their axes.',
  }),
});

export const CreateAttributeSetInput = builder.inputType('CreateAttributeSetInput', {
  description: 'A new attribute set.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Letters, digits and `_`, up to 100; never changes.' }),
    ...writable(t),
  }),
});

export const UpdateAttributeSetInput = builder.inputType('UpdateAttributeSetInput', {
  description: 'What to change of an attribute set.',
  fields: writable,
});

type AttributeSetInput =
  | typeof CreateAttributeSetInput.$inferInput
  | typeof UpdateAttributeSetInput.$inferInput;

/** An input, and the code beside it, as a patch of the document. */
export function toAttributeSetPatch(
  { labels, requiredAttributes, variantLayouts, ...input }: AttributeSetInput,
  key: { readonly code: string } | null,
) {
  const layouts = variantLayouts?.map((layout) => ({ ...layout, labels: textsOf(layout.labels) }));
  return asPatch({
    ...input,
    ...key,
    labels: toLabelPatch(labels),
    requiredAttributes: toRequirementsPatch(requiredAttributes),
    variantLayouts: variantLayouts === null ? null : layouts,
  });
}

/** Labels of a list entry, which is written as a whole: what is empty is left out. */
function textsOf(labels: Parameters<typeof toLabelPatch>[0]): Record<string, string> {
  const texts = (labels ?? []).flatMap(({ locale, text }) => (text ? [[locale, text] as const] : []));
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
