import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { Attribute } from '../../platform/prisma/generated/client/client.ts';

/** Attributes by code. */
export const attributeLoader = defineLoader<string, Attribute>({
  name: 'attribute.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.attribute.findMany({
      where: { organizationId: session.organizationId, codeKey: { in: codes.map(foldKey) } },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});
