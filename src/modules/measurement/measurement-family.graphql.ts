import { builder, keyFact } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import * as family from './measurement-family.operations.ts';
import type { MeasurementUnit } from './measurement-rules.ts';

const READ = 'attributes:read';

const MeasurementUnitType = builder.objectRef<MeasurementUnit>('MeasurementUnit').implement({
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
  }),
});

export const MeasurementFamilyRef = builder.prismaNode('MeasurementFamily', {
  nullable: true,
  description: 'Units of one kind of quantity, each convertible into every other.',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } standardUnit units { code labels {
      locale text } symbol factor offset } version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', { skipTypeScopes: true, description: 'Code. Cannot change later.' }),
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (row, args, context) => resolveLabel(row, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    standardUnit: t.exposeString('standardUnit', {
      description: 'Code of the standard unit, in which amounts are compared.',
    }),
    units: t.field({
      type: [MeasurementUnitType],
      description: 'Units, including the standard unit.',
      resolve: ({ units }) => units as unknown as readonly MeasurementUnit[],
    }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

resourceQueries({
  type: 'MeasurementFamily',
  word: 'measurement family',
  node: MeasurementFamilyRef,
  get: family.getMeasurementFamily,
  list: family.listMeasurementFamilies,
  description: 'The measurement families of the organization, by code.',
  path: '/measurement-families',
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

/** Units as they are stored; undefined stays undefined (unchanged), null null. */
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

resourceMutations({
  type: 'MeasurementFamily',
  noun: 'measurementFamily',
  words: { one: 'measurement family', many: 'measurement families' },
  operations: {
    create: family.createMeasurementFamily,
    update: family.updateMeasurementFamily,
    upsert: family.upsertMeasurementFamilies,
    delete: family.deleteMeasurementFamily,
  },
  node: MeasurementFamilyRef,
  find: (query, id, { prisma, caller }) =>
    prisma.measurementFamily.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateMeasurementFamilyInput', {
    description:
      'A new measurement family. In an upsert of an existing family, omitted fields keep their value.',
    fields: (t) => ({
      code: t.string({
        required: true,
        description: 'Letters, digits and `_`, up to 100 characters. Cannot change later.',
      }),
      labels: t.field({ type: [LabelInput], description: 'Labels by locale.' }),
      standardUnit: t.string({
        description:
          'Code of the standard unit, in which amounts are compared. It has factor 1 and offset 0.',
      }),
      units: t.field({
        type: [MeasurementUnitInput],
        description: 'Units, including the standard unit.',
      }),
    }),
  }),
  updateInput: builder.inputType('UpdateMeasurementFamilyInput', {
    description: 'Changes of a measurement family.',
    fields: (t) => ({
      labels: t.field({ type: [LabelInput], description: 'Labels to set or remove; null removes all.' }),
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
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: ({ labels, units, ...input }, key) =>
    asPatch({ ...input, ...key, labels: toLabelPatch(labels), units: toUnits(units) }),
  rest: { collection: '/measurement-families', one: '/measurement-families/{code}' },
});
