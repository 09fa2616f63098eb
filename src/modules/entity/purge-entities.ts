import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { restoreWindowStart } from '../../platform/operation/restore-window.ts';
import { deletionChanges } from '../../platform/resource/change-document.ts';
import { NO_VALUES, valueChanges } from '../values/index.ts';
import { entityRows } from './entity.store.ts';
import { lockForPurge } from './purge-entities.store.ts';
import { eventData } from './write/emit.ts';

/**
 * Removes entities for good that were deleted too long ago to come back. Their events say what they held last. Of a
 * hierarchy the lower ones go first, so ask again until there are none.
 */
export const purgeEntities = defineWrite({
  name: 'purgeEntities',
  scope: 'entities:write',
  effect: 'destroy',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { limit }: { readonly limit: number },
  ): Promise<{ readonly purged: number }> {
    return { purged: await purgeSome(context, { entityType: null, limit }) };
  },
});

/** Removes what is left of a type's entities that cannot come back, before the type goes. */
export async function purgeEntitiesOf(
  context: WriteContext,
  { code }: { readonly code: string },
): Promise<void> {
  while ((await purgeSome(context, { entityType: code, limit: 1_000 })) > 0);
}

async function purgeSome(context: WriteContext, which: Parameters<typeof lockForPurge>[2]): Promise<number> {
  const purgedEntities = await lockForPurge(context, restoreWindowStart(context.now), which);
  if (purgedEntities.length === 0) return 0;
  entityRows.remove(
    context,
    purgedEntities.map(({ id }) => id),
  );
  for (const {
    id,
    version,
    code,
    labels,
    active,
    parentId,
    parentCode,
    values,
    entityType,
  } of purgedEntities) {
    const byId = { old: parentId, new: null };
    const properties = deletionChanges({ entityType, code, labels, active, parent: parentCode }, ['labels']);
    context.emit({
      resource: 'entity',
      verb: 'purged',
      objectId: id,
      ref: code,
      version: version + 1,
      changes: [
        ...properties.map((change) => (change.path === 'parent' ? { ...change, byId } : change)),
        ...valueChanges(values, NO_VALUES),
      ],
      data: eventData({ entityType }),
    });
  }
  return purgedEntities.length;
}
