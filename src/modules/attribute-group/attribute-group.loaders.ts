import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { AttributeGroup } from '../../platform/prisma/generated/client/client.ts';

/** Attribute groups by code. */
export const attributeGroupLoader = defineLoader<string, AttributeGroup>({
  name: 'attribute_group.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.attributeGroup.findMany({
      where: { organizationId: session.organizationId, codeKey: { in: codes.map(foldKey) } },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});
