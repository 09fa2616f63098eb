import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { WalkCursor, WalkedPage } from '../../product/index.ts';
import type { EntityProperties } from '../../property/index.ts';
import { type EntityFilter, openEntitySearch } from '../../search/index.ts';
import type { Values } from '../../values/index.ts';

/** Own state of an entity; codes in their stored case. */
export interface WalkedEntity extends EntityProperties {
  readonly values: Values;
}

/** All entities that a filter finds; null: all. */
export interface WalkedEntities {
  readonly filter: EntityFilter | null;
}

/** Returns the number of entities that match a filter. */
export const countFoundEntities = defineRead({
  name: 'countFoundEntities',
  scope: 'entities:read',
  errors: [],
  handler: async (context: PrismaReadContext, { filter }: WalkedEntities): Promise<number> =>
    (await openEntitySearch(context, { filter })).count(),
});

const SHOWN = {
  id: true,
  entityType: true,
  code: true,
  labels: true,
  active: true,
  values: true,
  parent: { select: { code: true } },
} as const;

/**
 * Returns a page of a traversal of entities by type and code: what is written meanwhile neither repeats nor hides
 * others.
 */
export const walkEntities = defineRead({
  name: 'walkEntities',
  scope: 'entities:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { filter, after, size }: WalkedEntities & WalkCursor,
  ): Promise<WalkedPage<WalkedEntity>> {
    const { organizationId } = context.session;
    const search = await openEntitySearch(context, { filter, after }, { size });
    const hits = await search.hits();
    const shown = hits.slice(0, size);
    const rows = await context.prisma.entity.findMany({
      select: SHOWN,
      where: { organizationId, deletedAt: null, id: { in: shown.map(({ id }) => id) } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const last = shown.at(-1);
    return {
      // An entity that was deleted after the search is left out.
      items: shown.flatMap(({ id }) => {
        const row = byId.get(id);
        if (row === undefined) return [];
        const { entityType, code, active, labels, values, parent } = row;
        return [
          {
            entityType,
            code,
            active,
            parent: parent?.code ?? null,
            labels: labels as WalkedEntity['labels'],
            values: values as unknown as Values,
          },
        ];
      }),
      next: hits.length > size && last !== undefined ? search.cursorAfter(last.position) : null,
    };
  },
});
