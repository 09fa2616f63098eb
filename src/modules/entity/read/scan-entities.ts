import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { ScanCursor, ScanPage } from '../../product/index.ts';
import type { EntityProperties } from '../../property/index.ts';
import { type EntityFilter, prepareEntitySearch } from '../../search/index.ts';
import type { Values } from '../../values/index.ts';

/** Own state of an entity; codes in their stored case. */
export interface ScannedEntity extends EntityProperties {
  readonly values: Values;
}

/** All entities that a filter finds; null: all. */
export interface EntityScan {
  readonly filter: EntityFilter | null;
}

/** Returns the number of entities that match a filter. */
export const countMatchingEntities = defineRead({
  name: 'countFoundEntities',
  scope: 'entities:read',
  errors: [],
  handler: async (context: PrismaReadContext, { filter }: EntityScan): Promise<number> =>
    (await prepareEntitySearch(context, { filter })).count(),
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
export const scanEntities = defineRead({
  name: 'walkEntities',
  scope: 'entities:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { filter, after, size }: EntityScan & ScanCursor,
  ): Promise<ScanPage<ScannedEntity>> {
    const { organizationId } = context.session;
    const search = await prepareEntitySearch(context, { filter, after }, { size });
    const hits = await search.hits();
    const pageHits = hits.slice(0, size);
    const rows = await context.prisma.entity.findMany({
      select: SHOWN,
      where: { organizationId, deletedAt: null, id: { in: pageHits.map(({ id }) => id) } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const last = pageHits.at(-1);
    return {
      // An entity that was deleted after the search is left out.
      items: pageHits.flatMap(({ id }) => {
        const row = byId.get(id);
        if (row === undefined) return [];
        const { entityType, code, active, labels, values, parent } = row;
        return [
          {
            entityType,
            code,
            active,
            parent: parent?.code ?? null,
            labels: labels as ScannedEntity['labels'],
            values: values as unknown as Values,
          },
        ];
      }),
      next: hits.length > size && last !== undefined ? search.cursorAfter(last.position) : null,
    };
  },
});
