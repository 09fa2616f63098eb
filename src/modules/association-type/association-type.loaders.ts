import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { AssociationType } from '../../platform/prisma/generated/client/client.ts';

/** Association types by code. */
export const associationTypeLoader = defineLoader<string, AssociationType>({
  name: 'association_type.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.associationType.findMany({
      where: { organizationId: session.organizationId, codeKey: { in: codes.map(foldKey) } },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});
