import { defineLoader } from '../../platform/loader.ts';
import { countSetsOf, findChannelsRequiring } from './attribute.store.ts';

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

/** Loads the number of sets that an attribute (stored code) is in; null for none. */
export const setsCountLoader = defineLoader<string, number>({
  name: 'attribute.sets_count',
  keyOf: (code) => code,
  load: (context, codes) => countSetsOf(context, context.session.organizationId, codes),
});

/** Loads the channels (`*` for all) in which a set or entity type requires an attribute (stored code). */
export const channelsRequiringLoader = defineLoader<string, readonly string[]>({
  name: 'attribute.channels_requiring',
  keyOf: (code) => code,
  load: (context, codes) => findChannelsRequiring(context, context.session.organizationId, codes),
});
