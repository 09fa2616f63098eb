import { foldKey } from '../../../kernel/codes.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { loadChangesSince, versionCheckOf } from '../../../platform/ledger/find-conflicts.ts';
import { MAX_SUGGESTION_CANDIDATES } from '../../../platform/resource/qualified-codes.ts';
import type { WriteMode } from '../../../platform/resource/write-resources.ts';
import { entityKey, loadActiveEntities } from '../../entity-reference/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { keysOfWrites, openValueContext } from '../../values/index.ts';
import { entityStore, entityUniqueValues, findAncestry } from '../entity.store.ts';
import { uniqueScope } from '../entity-document.ts';
import type { EntityWrite } from './entity-input.ts';
import type { PendingEntity, WriteBatch } from './write-batch.ts';

/** Loads and locks everything that writes and their rules need, in a constant number of statements. */
export async function loadBatch(
  context: WriteContext,
  writes: readonly EntityWrite[],
  mode: WriteMode,
): Promise<WriteBatch> {
  const { organizationId } = context.session;
  const structure = await lockStructureForReading(context);
  const keys = new Set(writes.map(entityKey));
  const moved = writes.filter(({ patch }) => patch.parent !== undefined);
  const parents = moved.flatMap(({ entityType, patch }) =>
    patch.parent ? [{ entityType, code: patch.parent }] : [],
  );
  // The ancestors are locked too: otherwise two writers could each close one half of a circle.
  const ancestry = await findAncestry(context, [...moved, ...parents].map(entityKey));
  const rows = await entityStore.load(context, organizationId, [...keys, ...ancestry], true);
  const entities = new Map<string, PendingEntity>();
  for (const [key, stored] of rows) {
    const { id, document } = stored;
    entities.set(key, { id, stored, document, changes: [], comment: null });
  }
  const cells = writes.flatMap(({ patch }) => patch.values ?? []);
  const lookups = await openValueContext(context, structure, cells);
  const uniqueKeys = writes.flatMap(({ entityType, patch }) => {
    const type = structure.entityTypes.get(foldKey(entityType))?.document.code;
    if (type === undefined) return [];
    return keysOfWrites(structure, lookups, patch.values ?? [], uniqueScope(type));
  });
  const missing = parents.filter((parent) => !rows.has(entityKey(parent)) && !keys.has(entityKey(parent)));
  const missingTypes = missing.map(({ entityType }) => entityType);
  return {
    mode,
    structure,
    valueContext: {
      ...lookups,
      // Values may name what the batch has created or changed before.
      findEntity: (entityType, code) =>
        entities.get(entityKey({ entityType, code }))?.document ?? lookups.findEntity?.(entityType, code),
    },
    entities,
    keyById: new Map([...entities].map(([key, { id }]) => [id, key])),
    uniqueOwners: new Map(await entityUniqueValues.loadOwners(context, uniqueKeys)),
    parentChoices: await loadActiveEntities(context, organizationId, missingTypes, MAX_SUGGESTION_CANDIDATES),
    laterChanges: await loadChangesSince(
      context,
      writes.flatMap((write) => versionCheckOf(entities.get(entityKey(write))?.stored, write.ifVersion)),
    ),
  };
}
