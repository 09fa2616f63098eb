import { defineLoader } from '../../platform/loader.ts';

/** Loads the codes of the attributes of a group in their order, by the group's code. */
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
