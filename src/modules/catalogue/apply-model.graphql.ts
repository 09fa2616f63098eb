import { builder } from '../../graphql/builder.ts';
import { effectsField } from '../../graphql/effects.graphql.ts';
import { toLabelPatch } from '../../graphql/labels.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { createCodeField, createLabelsField, itemVersionField } from '../../graphql/resource-schema.ts';
import { WriteOutcomeType } from '../../graphql/write-types.ts';
import type { KeyedPatch } from '../../platform/resource/resource-operations.ts';
import { CreateAssociationTypeInput } from '../association-type/association-type.graphql.ts';
import { CreateAttributeInput, toAttributePatch } from '../attribute/attribute-input.graphql.ts';
import { CreateAttributeGroupInput } from '../attribute-group/attribute-group.graphql.ts';
import {
  CreateAttributeSetInput,
  toAttributeSetPatch,
} from '../attribute-set/attribute-set-input.graphql.ts';
import { CreateCategoryInput, toCategoryPatch } from '../category/category-input.graphql.ts';
import { CreateChannelInput, toChannelPatch } from '../channel/channel.graphql.ts';
import { CreateCurrencyInput } from '../currency/currency.graphql.ts';
import { CreateEntityTypeInput, toEntityTypePatch } from '../entity-type/entity-type.graphql.ts';
import { CreateLocaleInput } from '../locale/locale.graphql.ts';
import {
  CreateMeasurementFamilyInput,
  toMeasurementFamilyPatch,
} from '../measurement/measurement-family.graphql.ts';
import { SwatchInput } from '../option-set/option.graphql.ts';
import { OptionOrderType } from '../option-set/option-set.graphql.ts';
import { SORT_WARNING } from '../search/attribute-sorting.graphql.ts';
import { sortabilityLoader } from '../search/index.ts';
import { type ApplyModelResult, applyModel, type ModelItemResult } from './apply-model.ts';
import type { ModelDeletion, ModelItem } from './model-items.ts';
import type { ModelKind } from './model-kinds.ts';
import { MAX_MODEL_ITEMS, MAX_MODEL_OPTIONS } from './model-problems.ts';

const ModelKindType = builder.enumType('ModelKind', {
  description: 'Kind of object in a catalogue model.',
  values: {
    ATTRIBUTE_GROUP: { value: 'attribute_group', description: 'An attribute group.' },
    OPTION_SET: { value: 'option_set', description: 'An option set.' },
    OPTION: { value: 'option', description: 'An option of a set.' },
    ATTRIBUTE: { value: 'attribute', description: 'An attribute.' },
    ENTITY_TYPE: { value: 'entity_type', description: 'An entity type.' },
    ATTRIBUTE_SET: { value: 'attribute_set', description: 'An attribute set.' },
    ASSOCIATION_TYPE: { value: 'association_type', description: 'An association type.' },
    CATEGORY: { value: 'category', description: 'A category.' },
    CHANNEL: { value: 'channel', description: 'A channel.' },
    CURRENCY: { value: 'currency', description: 'A currency.' },
    LOCALE: { value: 'locale', description: 'A locale.' },
    MEASUREMENT_FAMILY: { value: 'measurement_family', description: 'A measurement family with its units.' },
  } satisfies Record<Uppercase<ModelKind>, { readonly value: ModelKind; readonly description: string }>,
});

const ModelOptionInput = builder.inputType('ModelOptionInput', {
  description: 'An option of the set. Omitted fields keep their value.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description:
        'Letters, digits, `_` and `-`, up to 100 characters; unique within its set. Cannot change later.',
    }),
    ...itemVersionField(t),
    ...createLabelsField(t),
    sortOrder: t.int({
      description: 'Position in a manually sorted set; of a new option, the last one by default.',
    }),
    after: t.string({
      description:
        'Code of the option that it follows in a manually sorted set; null: it is the first. Others keep their order. Overrides `sortOrder`.',
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

const ModelDeletionInput = builder.inputType('ModelDeletionInput', {
  description: 'An object to delete permanently.',
  fields: (t) => ({
    kind: t.field({ type: ModelKindType, required: true, description: 'Kind of the object.' }),
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
    optionSet: t.string({ description: 'Code of the set of an option.' }),
    ifVersion: t.int({ description: 'Fails unless this is the current version.' }),
  }),
});

const ApplyModelInput = builder.inputType('ApplyModelInput', {
  description: `Objects to create, update or delete: up to ${MAX_MODEL_ITEMS}, and up to ${MAX_MODEL_OPTIONS.toLocaleString('en')} options to create or update. They can refer to each other in any order.`,
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
    categories: t.field({
      type: [CreateCategoryInput],
      description: 'Categories. Another `parent` moves one with its descendants.',
    }),
    channels: t.field({
      type: [CreateChannelInput],
      description: 'Channels. Their lists replace the existing ones.',
    }),
    locales: t.field({ type: [CreateLocaleInput], description: 'Locales to enable, disable or create.' }),
    currencies: t.field({
      type: [CreateCurrencyInput],
      description: 'Currencies to enable, disable or create.',
    }),
    associationTypes: t.field({ type: [CreateAssociationTypeInput], description: 'Association types.' }),
    measurementFamilies: t.field({
      type: [CreateMeasurementFamilyInput],
      description: 'Measurement families. Their `units` replace the existing list.',
    }),
    delete: t.field({
      type: [ModelDeletionInput],
      description:
        'Objects to delete after the others are written, users before what they use. Fails while objects use one that this request neither deletes nor changes.',
    }),
  }),
});

export const ModelResultType = builder.objectRef<ModelItemResult>('ModelResult').implement({
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

/** Returns a resolver of the number of objects with an outcome. */
export const countOutcome =
  (outcome: ModelItemResult['outcome']) =>
  ({ results }: { readonly results: readonly ModelItemResult[] }): number =>
    results.filter((result) => result.outcome === outcome).length;

const ApplyModelPayload = builder
  .objectRef<ApplyModelResult & { readonly dryRun: boolean }>('ApplyModelPayload')
  .implement({
    description: 'Result of applying a model. The counters add up to the number of its objects.',
    fields: (t) => {
      const counter = (outcome: ModelItemResult['outcome'], description: string) =>
        t.int({ description, resolve: countOutcome(outcome) });
      return {
        created: counter('created', 'Number of created objects.'),
        updated: counter('updated', 'Number of updated objects.'),
        unchanged: counter('unchanged', 'Number of objects that already had the requested values.'),
        deleted: counter('deleted', 'Number of deleted objects.'),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
        effects: t.field(effectsField as never),
        results: t.field({
          type: [ModelResultType],
          complexity: 0,
          description:
            'One entry per object: each option set with its options, then the other kinds, then deleted objects.',
          resolve: ({ results }) => [...results],
        }),
      };
    },
  });

type Input = typeof ApplyModelInput.$inferInput;

const toLabelledPatch = ({
  labels,
  ...input
}: typeof CreateAttributeGroupInput.$inferInput | typeof CreateAssociationTypeInput.$inferInput) =>
  asKeyedPatch({ ...input, labels: toLabelPatch(labels) });

/** Returns option sets with their options, and the other kinds, as items with their paths in the input. */
function toItems({ optionSets, ...input }: Input): ModelItem[] {
  const itemsOf = <Shape extends object>(
    kind: ModelKind,
    field: keyof Input,
    inputs: readonly Shape[] | null | undefined,
    toPatch: (input: Shape, key: null) => KeyedPatch,
  ): ModelItem[] =>
    (inputs ?? []).map((entry, index) => {
      const { ifVersion, ...fields } = entry as Shape & { readonly ifVersion?: number | null };
      const patch = toPatch(fields as unknown as Shape, null);
      return { kind, patch, ifVersion, path: [field, String(index)] };
    });
  const sets = (optionSets ?? []).flatMap(({ options, labels, ifVersion, ...set }, index): ModelItem[] => {
    const path = ['optionSets', String(index)];
    const patch = asKeyedPatch({ ...set, labels: toLabelPatch(labels) });
    const inner = (options ?? []).map(({ labels: names, ifVersion: version, after, ...option }, ordinal) => ({
      kind: 'option' as const,
      patch: asKeyedPatch({ ...option, optionSet: set.code, labels: toLabelPatch(names) }),
      ifVersion: version,
      after,
      path: [...path, 'options', String(ordinal)],
    }));
    return [{ kind: 'option_set', patch, ifVersion, path }, ...inner];
  });
  return [
    ...sets,
    ...itemsOf('attribute', 'attributes', input.attributes, toAttributePatch),
    ...itemsOf('attribute_group', 'attributeGroups', input.attributeGroups, toLabelledPatch),
    ...itemsOf('attribute_set', 'attributeSets', input.attributeSets, toAttributeSetPatch),
    ...itemsOf('entity_type', 'entityTypes', input.entityTypes, toEntityTypePatch),
    ...itemsOf('category', 'categories', input.categories, toCategoryPatch),
    ...itemsOf('channel', 'channels', input.channels, toChannelPatch),
    ...itemsOf('locale', 'locales', input.locales, asKeyedPatch),
    ...itemsOf('currency', 'currencies', input.currencies, asKeyedPatch),
    ...itemsOf('association_type', 'associationTypes', input.associationTypes, toLabelledPatch),
    ...itemsOf(
      'measurement_family',
      'measurementFamilies',
      input.measurementFamilies,
      toMeasurementFamilyPatch,
    ),
  ];
}

/** Returns the objects to delete with their paths in the input. */
function toDeletions({ delete: deletions }: Input): ModelDeletion[] {
  return (deletions ?? []).map(({ kind, code, optionSet, ifVersion }, index) => ({
    kind,
    patch: kind === 'option' ? { code, optionSet: optionSet ?? null } : { code },
    ifVersion,
    path: ['delete', String(index)],
  }));
}

const DESCRIPTION =
  'Use it to model a kind of product before you create products. Only the given fields of existing objects change. To avoid duplicates, first check what exists with `describeCatalog`, the query `attributeSet` and `findCodes`, and try with `dryRun`.';

defineMutation(applyModel, {
  description: `Creates, updates and deletes objects of the catalogue model and of the settings in one transaction: all or nothing. ${DESCRIPTION} Each object needs the scope of its kind: \`products:write\` for categories, \`settings:write\` for channels, locales and currencies, \`attributes:write\` for the others.`,
  payload: ApplyModelPayload,
  args: builder.args((t) => ({
    input: t.field({ type: ApplyModelInput, required: true, description: 'The model.' }),
  })),
  input: ({ input }) => ({ items: toItems(input), deletions: toDeletions(input) }),
  exposure: {
    rest: { method: 'POST', path: '/model' },
    mcp: {
      tool: 'apply_model',
      description: `Creates and updates objects of the catalogue model in one transaction: all or nothing. ${DESCRIPTION} It never deletes anything.`,
      dryRunByDefault: true,
      leavesOut: ['delete'],
      described: [
        'associationTypes',
        'attributeGroups',
        'attributeSets',
        'categories',
        'channels',
        'currencies',
        'entityTypes',
        'locales',
        'measurementFamilies',
        'optionSets',
      ],
    },
  },
});
