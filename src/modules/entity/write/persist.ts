import type { WriteContext } from '../../../kernel/operation.ts';
import { versionAfter } from '../../../platform/resource/write-resources.ts';
import { changedUniqueValues, NO_VALUES } from '../../values/index.ts';
import { entityUniqueValues, storeEntities } from '../entity.store.ts';
import { uniqueScope } from '../entity-document.ts';
import { indexEntities } from '../entity-search-rows.ts';
import type { PendingEntity, WriteBatch } from './write-batch.ts';

/** Stores changed entities, what they are found by, and their unique values. */
export async function persistEntities(
  context: WriteContext,
  { structure }: WriteBatch,
  changed: readonly PendingEntity[],
): Promise<void> {
  const rowOf = (entity: PendingEntity) => ({
    id: entity.id,
    version: versionAfter(entity),
    document: entity.document,
  });
  await storeEntities(
    context,
    changed.filter(({ stored }) => stored === null).map(rowOf),
    changed.filter(({ stored }) => stored !== null).map(rowOf),
  );
  await indexEntities(
    context,
    structure,
    changed.map(({ id, document }) => ({ id, ...document })),
  );
  const { owners, values } = changedUniqueValues(
    structure,
    changed.map(({ id, stored, document }) => ({
      id,
      before: stored?.document.values ?? NO_VALUES,
      after: document.values,
      within: uniqueScope(document.entityType),
    })),
  );
  if (owners.length > 0) entityUniqueValues.replace(context, owners, values);
}
