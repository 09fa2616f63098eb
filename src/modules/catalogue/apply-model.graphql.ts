import { builder } from '../../graphql/builder.ts';
import { toLabelPatch } from '../../graphql/labels.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { createCodeField, createLabelsField } from '../../graphql/resource-schema.ts';
import { WriteOutcomeType } from '../../graphql/write-types.ts';
import { CreateAttributeInput, toAttributePatch } from '../attribute/attribute-input.graphql.ts';
import { CreateAttributeGroupInput } from '../attribute-group/attribute-group.graphql.ts';
import {
  CreateAttributeSetInput,
  toAttributeSetPatch,
} from '../attribute-set/attribute-set-input.graphql.ts';
import { CreateEntityTypeInput, toEntityTypePatch } from '../entity-type/entity-type.graphql.ts';
import { SwatchInput } from '../option-set/option.graphql.ts';
import { OptionOrderType } from '../option-set/option-set.graphql.ts';
import { SORT_WARNING } from '../search/attribute-sorting.graphql.ts';
import { sortabilityLoader } from '../search/index.ts';
import {
  type ApplyModelResult,
  applyModel,
  MAX_MODEL_ITEMS,
  type ModelItem,
  type ModelItemResult,
  type ModelKind,
} from './apply-model.ts';

const ModelKindType = builder.enumType('ModelKind', {
  description: 'Kind of object in a catalogue model.',
  values: {
    ATTRIBUTE_GROUP: { value: 'attribute_group', description: 'An attribute group.' },
    OPTION_SET: { value: 'option_set', description: 'An option set.' },
    OPTION: { value: 'option', description: 'An option of a set.' },
    ATTRIBUTE: { value: 'attribute', description: 'An attribute.' },
    ENTITY_TYPE: { value: 'entity_type', description: 'An entity type.' },
    ATTRIBUTE_SET: { value: 'attribute_set', description: 'An attribute set.' },
  } as const,
});

const ModelOptionInput = builder.inputType('ModelOptionInput', {
  description: 'An option of the set. Omitted fields keep their value.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description:
        'Letters, digits, `_` and `-`, up to 100 characters; unique within its set. Cannot change later.',
    }),
    ...createLabelsField(t),
    sortOrder: t.int({
      description: 'Position in a manually sorted set; of a new option, the last one by default.',
    }),
    swatch: t.field({ type: SwatchInput, description: 'Swatch of the option.' }),
    synonyms: t.stringList({ description: 'Synonyms that imports and `findCodes` accept for the option.' }),
    active: t.boolean({ description: 'Whether new values can use the option; true by default.' }),
  }),
});

const ModelOptionSetInput = builder.inputType('ModelOptionSetInput', {
  description: 'An option set with options to create or update. Options that are not listed do not change.',
  fields: (t) => ({
    ...createCodeField(t),
    ...createLabelsField(t),
    sort: t.field({ type: OptionOrderType, description: 'Sort order of its options; manual by default.' }),
    options: t.field({ type: [ModelOptionInput], description: 'Options to create or change.' }),
  }),
});

const ApplyModelInput = builder.inputType('ApplyModelInput', {
  description: `Objects to create or update, up to ${MAX_MODEL_ITEMS} including options. They can refer to each other in any order.`,
  fields: (t) => ({
    optionSets: t.field({ type: [ModelOptionSetInput], description: 'Option sets with their options.' }),
    attributes: t.field({ type: [CreateAttributeInput], description: 'Attributes.' }),
    attributeGroups: t.field({ type: [CreateAttributeGroupInput], description: 'Attribute groups.' }),
    attributeSets: t.field({
      type: [CreateAttributeSetInput],
      description: 'Attribute sets. Their `attributes` replace the existing list.',
    }),
    entityTypes: t.field({
      type: [CreateEntityTypeInput],
      description: 'Entity types. Their `attributes` replace the existing list.',
    }),
  }),
});

const ModelResultType = builder.objectRef<ModelItemResult>('ModelResult').implement({
  description: 'Result of one object of a model.',
  fields: (t) => ({
    kind: t.field({ type: ModelKindType, description: 'Kind of the object.', resolve: ({ kind }) => kind }),
    code: t.exposeString('code', { description: 'Code.' }),
    id: t.id({
      description: 'Id.',
      resolve: ({ id }, _args, context) => (context.isDryRun ? `dry_${id}` : id),
    }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'Outcome of the write.',
      resolve: ({ outcome }) => outcome,
    }),
    version: t.exposeInt('version', { description: 'Version after the write.' }),
    sortWarning: t.string({
      nullable: true,
      description: `Of an attribute: ${SORT_WARNING}`,
      resolve: async ({ kind, code }, _args, context) =>
        kind === 'attribute' ? ((await context.load(sortabilityLoader, code))?.warning ?? null) : null,
    }),
  }),
});

const ApplyModelPayload = builder
  .objectRef<ApplyModelResult & { readonly dryRun: boolean }>('ApplyModelPayload')
  .implement({
    description: 'Result of applying a model. The counters add up to the number of its objects.',
    fields: (t) => {
      const counter = (outcome: ModelItemResult['outcome'], description: string) =>
        t.int({
          description,
          resolve: ({ results }) => results.filter((result) => result.outcome === outcome).length,
        });
      return {
        created: counter('created', 'Number of created objects.'),
        updated: counter('updated', 'Number of updated objects.'),
        unchanged: counter('unchanged', 'Number of objects that already had the requested values.'),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
        results: t.field({
          type: [ModelResultType],
          complexity: 0,
          description: 'One entry per object: each option set with its options, then the other kinds.',
          resolve: ({ results }) => [...results],
        }),
      };
    },
  });

type Input = typeof ApplyModelInput.$inferInput;

/** Returns option sets with their options, and the other kinds, as items with their paths in the input. */
function toItems({
  optionSets,
  attributes,
  attributeGroups,
  attributeSets,
  entityTypes,
}: Input): ModelItem[] {
  const listed = <Shape>(
    kind: ModelKind,
    field: keyof Input,
    inputs: readonly Shape[] | null | undefined,
    toPatch: (input: Shape) => ModelItem['patch'],
  ): ModelItem[] =>
    (inputs ?? []).map((input, index) => ({ kind, patch: toPatch(input), path: [field, String(index)] }));
  const sets = (optionSets ?? []).flatMap(({ options, labels, ...set }, index): ModelItem[] => {
    const path = ['optionSets', String(index)];
    const patch = asKeyedPatch({ ...set, labels: toLabelPatch(labels) });
    const inner = (options ?? []).map(({ labels: names, ...option }, ordinal) => ({
      kind: 'option' as const,
      patch: asKeyedPatch({ ...option, optionSet: set.code, labels: toLabelPatch(names) }),
      path: [...path, 'options', String(ordinal)],
    }));
    return [{ kind: 'option_set', patch, path }, ...inner];
  });
  return [
    ...sets,
    ...listed('attribute', 'attributes', attributes, (input) => toAttributePatch(input, null)),
    ...listed('attribute_group', 'attributeGroups', attributeGroups, ({ labels, ...input }) =>
      asKeyedPatch({ ...input, labels: toLabelPatch(labels) }),
    ),
    ...listed('attribute_set', 'attributeSets', attributeSets, (input) => toAttributeSetPatch(input, null)),
    ...listed('entity_type', 'entityTypes', entityTypes, (input) => toEntityTypePatch(input, null)),
  ];
}

defineMutation(applyModel, {
  description:
    'Creates and updates option sets, attributes, attribute groups, attribute sets and entity types in one transaction: all or nothing. Use it to model a kind of product before you create products. Updates only the given fields of existing objects and never deletes anything. To avoid duplicates, first check what exists with `describeCatalog`, the query `attributeSet` and `findCodes`, and try with `dryRun`.',
  payload: ApplyModelPayload,
  args: builder.args((t) => ({
    input: t.field({ type: ApplyModelInput, required: true, description: 'The model.' }),
  })),
  input: ({ input }) => ({ items: toItems(input) }),
  exposure: {
    rest: { method: 'POST', path: '/model' },
    mcp: { tool: 'apply_model', dryRunByDefault: true },
  },
});
