import { builder } from '../../graphql/builder.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import {
  codeField,
  codeOf,
  productsCountFields,
  resourceNodeOptions,
  USAGE_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import {
  createCodeField,
  createLabelsField,
  defineResourceSchema,
  updateLabelsField,
} from '../../graphql/resource-schema.ts';
import { defineProductsCountLoader, defineUsagesLoader } from '../../platform/resource/usages.ts';
import { LABEL_DESCRIPTION, labelArguments, labelFields, resolveLabel } from '../locale/labels.graphql.ts';
import { measurementFamilyResource } from './measurement-family.resource.ts';
import type { MeasurementUnit } from './measurement-rules.ts';

const READ = 'attributes:read';

/** A unit with the code of its family. */
interface FamilyUnit extends MeasurementUnit {
  readonly family: string;
}

const unitProductsLoader = defineProductsCountLoader('unit');
const unitUsagesLoader = defineUsagesLoader('unit.usages', ['unit']);
const toUsed = ({ family, code }: FamilyUnit) => ({ owner: family, code });

const MeasurementUnitType = builder.objectRef<FamilyUnit>('MeasurementUnit').implement({
  description: 'A unit. An amount in it is `amount × factor + offset` in the standard unit of its family.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code, unique within the family: `KILOGRAM`.' }),
    label: t.string({
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (unit, args, context) => resolveLabel(unit, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    symbol: t.exposeString('symbol', { description: 'Symbol after the amount: `kg`.' }),
    factor: t.expose('factor', { type: 'Factor', description: 'Factor to the standard unit.' }),
    offset: t.expose('offset', {
      type: 'Factor',
      description: 'Offset to the standard unit; 0 except for temperatures.',
    }),
    ...usageField(t, unitUsagesLoader, toUsed),
    ...productsCountFields(t, unitProductsLoader, toUsed, 'Number of products with it in an own value'),
  }),
});

export const MeasurementFamilyRef = builder.prismaNode('MeasurementFamily', {
  ...resourceNodeOptions(READ),
  description: 'Units of one kind of quantity, each convertible into every other.',
  extensions: {
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_VIEW },
    view: `{ id code label(locale: $locale) labels { locale text } standardUnit units { code labels {
      locale text } symbol factor offset } version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
    standardUnit: t.exposeString('standardUnit', {
      description: 'Code of the standard unit, in which amounts are compared.',
    }),
    units: t.field({
      type: [MeasurementUnitType],
      description: 'Units, including the standard unit.',
      resolve: ({ code, units }) =>
        (units as unknown as readonly MeasurementUnit[]).map((unit) => ({ ...unit, family: code })),
    }),
    ...usageField(t, measurementFamilyResource.usagesLoader, codeOf),
    ...versionFields(t, READ),
  }),
});

const MeasurementUnitInput = builder.inputType('MeasurementUnitInput', {
  description: 'A unit of a measurement family.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Letters, digits and `_`, up to 100: `KILOGRAM`.' }),
    labels: t.field({ type: [LabelInput], description: 'All its labels by locale.' }),
    symbol: t.string({ description: 'Symbol after the amount: `kg`; empty by default.' }),
    factor: t.field({
      type: 'Factor',
      required: true,
      description: 'Factor to the standard unit; greater than 0.',
    }),
    offset: t.field({ type: 'Factor', description: 'Offset to the standard unit; 0 by default.' }),
  }),
});

type UnitInput = typeof MeasurementUnitInput.$inferInput;

/** Returns units as they are stored; undefined stays undefined (unchanged), null null. */
function toUnits(units: readonly UnitInput[] | null | undefined) {
  if (units === undefined || units === null) return units;
  return units.map(({ code, labels, symbol, factor, offset }) => ({
    code,
    labels: toLabelPatch(labels) ?? {},
    symbol: symbol ?? '',
    factor,
    offset: offset ?? '0',
  }));
}

export const CreateMeasurementFamilyInput = builder.inputType('CreateMeasurementFamilyInput', {
  description:
    'A new measurement family. In an upsert of an existing family, omitted fields keep their value.',
  fields: (t) => ({
    ...createCodeField(t),
    ...createLabelsField(t),
    standardUnit: t.string({
      description: 'Code of the standard unit, in which amounts are compared. It has factor 1 and offset 0.',
    }),
    units: t.field({
      type: [MeasurementUnitInput],
      description: 'Units, including the standard unit.',
    }),
  }),
});

const UpdateMeasurementFamilyInput = builder.inputType('UpdateMeasurementFamilyInput', {
  description: 'Changes of a measurement family.',
  fields: (t) => ({
    ...updateLabelsField(t),
    standardUnit: t.string({
      description:
        'Code of the standard unit, in which amounts are compared. Cannot change once attributes use the family.',
    }),
    units: t.field({
      type: [MeasurementUnitInput],
      description:
        'All its units; replaces the list. Once attributes use the family, factors and offsets cannot change and used units cannot be removed.',
    }),
  }),
});

/** Returns an input, and the code beside it, as a patch of the document. */
export function toMeasurementFamilyPatch(
  {
    labels,
    units,
    ...input
  }: typeof CreateMeasurementFamilyInput.$inferInput | typeof UpdateMeasurementFamilyInput.$inferInput,
  key: { readonly code: string } | null,
) {
  return asKeyedPatch({ ...input, ...key, labels: toLabelPatch(labels), units: toUnits(units) });
}

defineResourceSchema(measurementFamilyResource, {
  node: MeasurementFamilyRef,
  words: { one: 'measurement family', many: 'measurement families' },
  list: 'The measurement families of the organization, by code.',
  unused: 'that no attribute uses',
  texts: 'code or label of the family or of a unit',
  path: '/measurement-families',
  createInput: CreateMeasurementFamilyInput,
  updateInput: UpdateMeasurementFamilyInput,
  toPatch: toMeasurementFamilyPatch,
});
