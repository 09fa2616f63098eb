import { builder } from '../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { mutationOf } from '../../graphql/operation-field.ts';
import { asPatch } from '../../graphql/resource-fields.ts';
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
  type ApplyModelAnswer,
  applyModel,
  MAXIMUM_MODEL_SIZE,
  type ModelItem,
  type ModelKind,
  type ModelResult,
} from './apply-model.ts';

const ModelKindType = builder.enumType('ModelKind', {
  description: 'What a catalogue is modelled with.',
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
  description: 'An option of the set, as it should be. What is left out stays.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'Letters, digits, `_` and `-`, up to 100; unique in its set; never changes.',
    }),
    labels: t.field({ type: [LabelInput], description: 'Its names by locale.' }),
    sortOrder: t.int({ description: 'Its place in a set that is sorted by hand; 0 by default.' }),
    swatch: t.field({ type: SwatchInput, description: 'A small picture of it.' }),
    synonyms: t.stringList({ description: 'Other words that imports and `findCodes` take for it.' }),
    active: t.boolean({ description: 'Whether products can get it; true by default.' }),
  }),
});

const ModelOptionSetInput = builder.inputType('ModelOptionSetInput', {
  description: 'An option set, with options to create or change. Options that are not named stay.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Letters, digits and `_`, up to 100; never changes.' }),
    labels: t.field({ type: [LabelInput], description: 'Its names by locale.' }),
    sort: t.field({ type: OptionOrderType, description: 'The order of its options; by hand by default.' }),
    options: t.field({ type: [ModelOptionInput], description: 'Options to create or change.' }),
  }),
});

const ApplyModelInput = builder.inputType('ApplyModelInput', {
  description: `Things to create or change, up to ${MAXIMUM_MODEL_SIZE}, options included. They may refer to each other in any order.`,
  fields: (t) => ({
    optionSets: t.field({ type: [ModelOptionSetInput], description: 'Option sets with their options.' }),
    attributes: t.field({ type: [CreateAttributeInput], description: 'Attributes.' }),
    attributeGroups: t.field({ type: [CreateAttributeGroupInput], description: 'Attribute groups.' }),
    attributeSets: t.field({
      type: [CreateAttributeSetInput],
      description: 'Attribute sets; their `attributes` replace those there were.',
    }),
    entityTypes: t.field({
      type: [CreateEntityTypeInput],
      description: 'Entity types; their `attributes` replace those there were.',
    }),
  }),
});

const ModelResultType = builder.objectRef<ModelResult>('ModelResult').implement({
  description: 'What became of one thing of a model.',
  fields: (t) => ({
    kind: t.field({ type: ModelKindType, description: 'What it is.', resolve: ({ kind }) => kind }),
    code: t.exposeString('code', { description: 'Its code.' }),
    id: t.id({
      description: 'Its id.',
      resolve: ({ id }, _args, context) => (context.isDryRun ? `dry_${id}` : id),
    }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'What was done.',
      resolve: ({ outcome }) => outcome,
    }),
    version: t.exposeInt('version', { description: 'Its version now.' }),
    sortWarning: t.string({
      nullable: true,
      description: `Of an attribute: ${SORT_WARNING}`,
      resolve: async ({ kind, code }, _args, context) =>
        kind === 'attribute' ? ((await context.load(sortabilityLoader, code))?.warning ?? null) : null,
    }),
  }),
});

const ApplyModelPayload = builder
  .objectRef<ApplyModelAnswer & { readonly dryRun: boolean }>('ApplyModelPayload')
  .implement({
    description: 'What became of a model; the counters add up to the number of things in it.',
    fields: (t) => {
      const counter = (outcome: ModelResult['outcome'], description: string) =>
        t.int({
          description,
          resolve: ({ results }) => results.filter((result) => result.outcome === outcome).length,
        });
      return {
        created: counter('created', 'New things.'),
        updated: counter('updated', 'Things that changed.'),
        unchanged: counter('unchanged', 'Things that already were as asked.'),
        dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing was stored.' }),
        results: t.field({
          type: [ModelResultType],
          complexity: 0,
          description: 'One entry per thing: an option set, then its options, then the other kinds.',
          resolve: ({ results }) => [...results],
        }),
      };
    },
  });

type Input = typeof ApplyModelInput.$inferInput;

/** Option sets with their options, and the other kinds, as items with their places in the input. */
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
    const patch = asPatch({ ...set, labels: toLabelPatch(labels) });
    const inner = (options ?? []).map(({ labels: names, ...option }, place) => ({
      kind: 'option' as const,
      patch: asPatch({ ...option, optionSet: set.code, labels: toLabelPatch(names) }),
      path: [...path, 'options', String(place)],
    }));
    return [{ kind: 'option_set', patch, path }, ...inner];
  });
  return [
    ...sets,
    ...listed('attribute', 'attributes', attributes, (input) => toAttributePatch(input, null)),
    ...listed('attribute_group', 'attributeGroups', attributeGroups, ({ labels, ...input }) =>
      asPatch({ ...input, labels: toLabelPatch(labels) }),
    ),
    ...listed('attribute_set', 'attributeSets', attributeSets, (input) => toAttributeSetPatch(input, null)),
    ...listed('entity_type', 'entityTypes', entityTypes, (input) => toEntityTypePatch(input, null)),
  ];
}

mutationOf(applyModel, {
  description:
    'Creates and changes option sets, attributes, attribute groups, attribute sets and entity types together, in one transaction: all or nothing. Use it to model a kind of products before you create any. Existing things change in what is named; nothing is ever deleted. Look with `describeCatalog`, `getAttributeSet` and `findCodes` what there is, so that you do not make it twice; try with `dryRun` first.',
  payload: ApplyModelPayload,
  args: builder.args((t) => ({
    input: t.field({ type: ApplyModelInput, required: true, description: 'The model.' }),
  })),
  input: ({ input }) => ({ items: toItems(input) }),
  exposure: { mcp: { tool: 'apply_model', dryRunByDefault: true } },
});
