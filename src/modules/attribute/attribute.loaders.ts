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

/** Codes of the attributes of a group in their order, by the group's code. */
export const codesOfGroupLoader = defineLoader<string, readonly string[]>({
  name: 'attribute.codes_of_group',
  keyOf: (code) => code,
  async load({ prisma, session }, groups) {
    const rows = await prisma.attribute.findMany({
      where: { organizationId: session.organizationId, group: { in: [...groups] } },
      select: { code: true, group: true },
      orderBy: [{ sortOrder: 'asc' }, { codeKey: 'asc' }],
    });
    const byGroup = Map.groupBy(rows, ({ group }) => group ?? '');
    return new Map([...byGroup].map(([group, found]) => [group, found.map(({ code }) => code)]));
  },
});
