import { builder, type InputFields } from '../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { itemVersionField } from '../../graphql/resource-schema.ts';
import { apiNameInput } from '../api-name/api-name.graphql.ts';
import { AttributeTypeType } from './attribute-types.graphql.ts';
import { AttributeValidationInput } from './attribute-validation.graphql.ts';

/** Returns the input fields that new and existing attributes have in common, apart from the type. */
const writable = (t: InputFields) => ({
  ...apiNameInput(t, 'camelCase'),
  labels: t.field({
    type: [LabelInput],
    description: 'Labels to set or remove by locale. Null removes all.',
  }),
  guidelines: t.field({
    type: [LabelInput],
    description: 'Advice for editors to set or remove by locale. Up to 10,000 characters; null removes all.',
  }),
  group: t.string({ description: 'Code of the group it is shown in. Null for none.' }),
  sortOrder: t.int({ description: 'Position in the group; 0 by default.' }),
  localizable: t.boolean({
    description: 'Whether it has a value per locale; false by default. Fixed once there are values.',
  }),
  scopable: t.boolean({
    description: 'Whether it has a value per channel; false by default. Fixed once there are values.',
  }),
  availableLocales: t.stringList({
    description: 'Codes of the only locales in which a localizable attribute can have a value. Null for all.',
  }),
  unique: t.boolean({
    description:
      'Whether each value can occur only once among products, or among the entities of a type. Cannot change once there are values.',
  }),
  readOnly: t.boolean({
    description: 'Whether only access tokens can change its values, not signed-in users.',
  }),
  filterable: t.boolean({ description: 'Whether products can be filtered by it; true by default.' }),
  searchable: t.boolean({
    description:
      'Whether full-text search (`q`) includes it; false by default. Full-text search always includes identifiers and the label attributes of attribute sets and entity types.',
  }),
  defaultValue: t.field({ type: 'JSON', description: 'Default value of new products. Null for none.' }),
  validation: t.field({ type: AttributeValidationInput, description: 'Rules for its values.' }),
  optionSet: t.string({
    description: 'Code of the option set; needed by select types only. Fixed once there are values.',
  }),
  entityType: t.string({
    description: 'Code of the entity type; needed by entity types only. Fixed once there are values.',
  }),
  measurementFamily: t.string({
    description: 'Code of the measurement family; needed by measurements only. Fixed once there are values.',
  }),
  defaultUnit: t.string({
    description: 'Default unit in user interfaces. Defaults to the standard unit of the family.',
  }),
});

export const CreateAttributeInput = builder.inputType('CreateAttributeInput', {
  description: 'A new attribute.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description:
        'Letters, digits and `_`, up to 100 characters. Names of product properties are reserved. Cannot change later.',
    }),
    ...itemVersionField(t),
    type: t.field({
      type: AttributeTypeType,
      description: 'Type of its values. Cannot change later. Optional for an existing attribute.',
    }),
    ...writable(t),
  }),
});

export const UpdateAttributeInput = builder.inputType('UpdateAttributeInput', {
  description: 'Changes of an attribute.',
  fields: (t) => ({
    type: t.field({ type: AttributeTypeType, description: 'Optional. Must be the current type.' }),
    ...writable(t),
  }),
});

type AttributeInput = typeof CreateAttributeInput.$inferInput | typeof UpdateAttributeInput.$inferInput;

/** Returns an input, and the code beside it, as a patch of the document. */
export function toAttributePatch(
  { labels, guidelines, ...input }: AttributeInput,
  key: { readonly code: string } | null,
) {
  return asKeyedPatch({
    ...input,
    ...key,
    labels: toLabelPatch(labels),
    guidelines: toLabelPatch(guidelines),
  });
}
