import { builder } from '../../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { searchLength } from '../../../graphql/resource-queries.ts';
import { MAXIMUM_SEARCH_LENGTH } from '../../../platform/resource/resource-list.ts';
import { AttributeTypeType } from '../../attribute/attribute-types.graphql.ts';
import type { AttributeType } from '../../attribute/index.ts';
import { LABEL_LOCALE, labelFields } from '../../locale/labels.graphql.ts';
import { type LabelSummary, listModelLabels, summarizeModelLabels } from './list-model-labels.ts';
import type { LabelKind, LabelledObject } from './model-labels.store.ts';

const DESCRIPTIONS: Readonly<Record<LabelKind, string>> = {
  attribute: 'Attributes. Needs `attributes:read`.',
  attribute_group: 'Attribute groups. Needs `attributes:read`.',
  attribute_set: 'Attribute sets. Needs `attributes:read`.',
  option_set: 'Option sets. Needs `attributes:read`.',
  option: 'Options. Needs `attributes:read`.',
  category: 'Categories. Needs `products:read`.',
  entity_type: 'Entity types. Needs `entities:read` or `attributes:read`.',
  association_type: 'Association types. Needs `attributes:read`.',
  channel: 'Channels. Needs `settings:read`.',
  measurement_family: 'Measurement families. Needs `attributes:read`.',
  unit: 'Units of measurement families. Needs `attributes:read`.',
};

const LabelKindType = builder.enumType('LabelKind', {
  description: 'Kind of an object of the model that has labels.',
  values: Object.fromEntries(
    Object.entries(DESCRIPTIONS).map(([kind, description]) => [
      kind.toUpperCase(),
      { value: kind, description },
    ]),
  ) as { [Kind in LabelKind as Uppercase<Kind>]: { value: Kind; description: string } },
});

const ModelLabelsType = builder.objectRef<LabelledObject>('ModelLabels').implement({
  description: 'The labels of an object of the model.',
  extensions: {
    view: '{ kind code owner type label(locale: $locale) labels { locale text } version }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    kind: t.field({ type: LabelKindType, description: 'Kind of the object.', resolve: ({ kind }) => kind }),
    code: t.exposeString('code', { description: 'Code of the object.' }),
    owner: t.string({
      nullable: true,
      description: 'Code of the option set of an option, or of the family of a unit; null for other kinds.',
      resolve: ({ owner }) => owner || null,
    }),
    type: t.field({
      type: AttributeTypeType,
      nullable: true,
      description: 'Type of an attribute; null for other kinds.',
      resolve: ({ type }) => type as AttributeType | null,
    }),
    ...labelFields(t),
    version: t.exposeInt('version', {
      description: 'Version of the object; of a unit, the version of its family.',
    }),
  }),
});

builder.queryField('modelLabels', (t) =>
  t.field({
    type: defineConnection('ModelLabels', ModelLabelsType as never) as never,
    complexity: pageComplexity,
    description:
      'Labels of attributes, sets, options, categories, channels and all other objects of the model in one list, by kind, owner and code. Kinds that you cannot read are left out. To change labels, use `applyModel`.',
    args: {
      kinds: t.arg({ type: [LabelKindType], description: 'Only these kinds. Defaults to all.' }),
      search: t.arg.string({
        description: `Only those with this text in code, label or code of the owner, in any locale; ignores case and accents. Up to ${MAXIMUM_SEARCH_LENGTH} characters.`,
        validate: searchLength,
      }),
      missingIn: t.arg.stringList({
        description: 'Only those without a label in at least one of these locales.',
        extensions: LABEL_LOCALE,
      }),
      codes: t.arg.stringList({ description: 'Only these codes, not case-sensitive.' }),
      ...pageArguments,
    },
    authScopes: { holds: listModelLabels.scope },
    extensions: { ...operationExtensions(listModelLabels), rest: { method: 'GET', path: '/model-labels' } },
    resolve: (_root, args, context) => context.read(listModelLabels, args) as never,
  }),
);

const MissingLabelsType = builder.objectRef<LabelSummary['missing'][number]>('MissingLabels').implement({
  description: 'Number of objects without a label in a locale.',
  fields: (t) => ({
    locale: t.exposeString('locale', { description: 'Code of an enabled locale.' }),
    count: t.exposeInt('count', { description: 'Number of objects without a label.' }),
  }),
});

const ModelLabelSummaryType = builder.objectRef<LabelSummary>('ModelLabelSummary').implement({
  description: 'Number of objects of a kind, and of those without a label.',
  fields: (t) => ({
    kind: t.field({ type: LabelKindType, description: 'Kind of the objects.', resolve: ({ kind }) => kind }),
    count: t.exposeInt('count', { description: 'Number of objects of the kind.' }),
    missing: t.field({
      type: [MissingLabelsType],
      description: 'Number of objects without a label, by enabled locale.',
      resolve: ({ missing }) => [...missing],
    }),
  }),
});

builder.queryField('modelLabelSummary', (t) =>
  t.field({
    type: [ModelLabelSummaryType],
    complexity: { field: 20, multiplier: 1 },
    description:
      'Number of missing labels by kind of object and enabled locale. Kinds without objects, and those that you cannot read, are left out.',
    authScopes: { holds: summarizeModelLabels.scope },
    extensions: {
      ...operationExtensions(summarizeModelLabels),
      rest: { method: 'GET', path: '/model-labels/summary' },
    },
    resolve: async (_root, _args, context) => [...(await context.read(summarizeModelLabels, {}))],
  }),
);
