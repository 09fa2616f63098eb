import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { MeasurementFamily } from '../../platform/prisma/generated/client/client.ts';

/** Measurement families by code. */
export const measurementFamilyLoader = defineLoader<string, MeasurementFamily>({
  name: 'measurement_family.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.measurementFamily.findMany({
      where: { organizationId: session.organizationId, codeKey: { in: codes.map(foldKey) } },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});
