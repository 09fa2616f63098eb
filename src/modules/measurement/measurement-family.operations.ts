import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { measurementFamilyResource } from './measurement-family.resource.ts';

export const {
  create: createMeasurementFamily,
  update: updateMeasurementFamily,
  upsert: upsertMeasurementFamilies,
  delete: deleteMeasurementFamily,
} = defineResourceOperations(measurementFamilyResource);

/** One measurement family by its code, or null. */
export const getMeasurementFamily = defineRead({
  name: 'getMeasurementFamily',
  scope: measurementFamilyResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.measurementFamily.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface MeasurementFamilyListInput extends PageRequest {
  readonly query: object;
}

/** The organization's measurement families by code. */
export const listMeasurementFamilies = defineRead({
  name: 'listMeasurementFamilies',
  scope: measurementFamilyResource.scopes.read,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { query, ...page }: MeasurementFamilyListInput,
  ) =>
    keysetPage(
      cursors,
      prisma.measurementFamily,
      {
        name: 'measurementFamilies',
        where: { organizationId: session.organizationId },
        sort: [{ field: 'code' }],
        query,
      },
      page,
    ),
});
