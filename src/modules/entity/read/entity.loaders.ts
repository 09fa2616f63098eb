import { defineLoader } from '../../../platform/loader.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import { countUsers } from '../../../platform/resource/usages.ts';
import { type EntityReference, entityKey } from '../../entity-reference/index.ts';

/** Living entities by UUID. */
export const entityByIdLoader = defineLoader<string, Entity>({
  name: 'entity.by_id',
  keyOf: (id) => id,
  async load({ prisma, session }, ids) {
    const where = { organizationId: session.organizationId, id: { in: [...ids] }, deletedAt: null };
    const rows = await prisma.entity.findMany({ where });
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** How many living products name an entity (stored codes) themselves; null for none. */
export const entityUsesLoader = defineLoader<EntityReference & { readonly id: string }, number>({
  name: 'entity.uses',
  keyOf: entityKey,
  load: (context, entities) =>
    countUsers(
      context,
      'entity',
      ['Product', 'Entity'],
      entities.map(({ entityType, code, id }) => ({ owner: entityType, code, id })),
    ),
});
