import { builder, type InputFields } from '../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { createCodeField, createLabelsField, updateLabelsField } from '../../graphql/resource-schema.ts';

/** Returns the input fields for the content of a category that storefronts show besides its label. */
const contentInputs = (t: InputFields) => ({
  descriptions: t.field({
    type: [LabelInput],
    description:
      'Descriptions to set or remove by locale, as text or HTML, up to 65,535 characters; null removes all.',
  }),
  image: t.string({ description: 'Code of a media file with an image.' }),
  slugs: t.field({
    type: [LabelInput],
    description:
      'Slugs to set or remove by locale: lower-case letters, digits and single hyphens, up to 100 characters; null removes all.',
  }),
  seoTitles: t.field({
    type: [LabelInput],
    description: 'Titles for search engines to set or remove by locale; null removes all.',
  }),
  seoDescriptions: t.field({
    type: [LabelInput],
    description:
      'Descriptions for search engines to set or remove by locale, up to 1,000 characters; null removes all.',
  }),
});

export const CreateCategoryInput = builder.inputType('CreateCategoryInput', {
  description: 'A new category.',
  fields: (t) => ({
    ...createCodeField(t),
    parent: t.string({ description: 'Code of the parent category. Omit it to create a root.' }),
    ...createLabelsField(t),
    ...contentInputs(t),
    sortOrder: t.int({ description: 'Position among its siblings; the last one by default.' }),
  }),
});

export const UpdateCategoryInput = builder.inputType('UpdateCategoryInput', {
  description: 'Changes of a category.',
  fields: (t) => ({
    parent: t.string({
      description:
        'Code of the new parent category; null makes it a root. Descendants move with it. The root category of a channel cannot be moved.',
    }),
    ...updateLabelsField(t),
    ...contentInputs(t),
    sortOrder: t.int({ description: 'Position among its siblings.' }),
  }),
});

type CategoryInput = typeof CreateCategoryInput.$inferInput | typeof UpdateCategoryInput.$inferInput;

/** Returns an input, and the code beside it, as a patch of the document. */
export function toCategoryPatch(input: CategoryInput, key: { readonly code: string } | null) {
  return asKeyedPatch({
    ...input,
    ...key,
    labels: toLabelPatch(input.labels),
    descriptions: toLabelPatch(input.descriptions),
    slugs: toLabelPatch(input.slugs),
    seoTitles: toLabelPatch(input.seoTitles),
    seoDescriptions: toLabelPatch(input.seoDescriptions),
  });
}
