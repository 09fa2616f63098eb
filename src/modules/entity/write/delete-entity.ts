import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { findConflicts } from '../../../platform/ledger/find-conflicts.ts';
import { restoreWindowStart } from '../../../platform/operation/restore-window.ts';
import { findUsages } from '../../../platform/resource/usages.ts';
import { resourceInUse } from '../../../platform/resource/write-resources.ts';
import { type EntityReference, entityKey, entityName } from '../../entity-reference/index.ts';
import { deleteSearchRows } from '../../search/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { entityNotFoundError, entityUniqueValues, lockEntity, setDeleted } from '../entity.store.ts';
import { emitDeletedOrRestored } from './emit.ts';

export interface DeleteEntityInput extends EntityReference {
  readonly ifVersion?: number | null | undefined;
}

/** A type, so that it is a JSON value. */
export type DeleteEntityResult = { readonly id: string; readonly code: string };

/**
 * Takes an entity out of the catalogue; its code is free at once and it can be restored for 30 days. Rejected while
 * products or entities name it, those included that are deleted but can come back.
 */
export const deleteEntity = defineWrite({
  name: 'deleteEntity',
  scope: 'entities:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['conflict', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { ifVersion, ...ref }: DeleteEntityInput,
  ): Promise<DeleteEntityResult> {
    // Attributes can name entities too, as their default.
    await lockStructureForReading(context);
    const entity = await lockEntity(context, ref, 'living');
    if (entity === undefined) throw await entityNotFoundError(context, ref);
    if (ifVersion !== undefined && ifVersion !== null) {
      const mismatch = await findConflicts(context, entity, ifVersion, () => true);
      if (mismatch !== null) throw mismatch;
    }
    const object = { owner: entity.entityType, code: entity.code, id: entity.id };
    const since = restoreWindowStart(context.now);
    const usages = await findUsages(context, ['entity', 'entity_parent'], [object], since);
    const inUse = resourceInUse(
      localized('object-name', { kind: 'entity', ref: entityName(entity) }),
      usages.get(entityKey(entity)),
    );
    if (inUse !== null) throw inUse;
    entityUniqueValues.replace(context, [entity.id], []);
    await setDeleted(context, entity.id, true);
    await deleteSearchRows(context, 'entity', [entity.id]);
    emitDeletedOrRestored(context, 'deleted', entity);
    return { id: encodeId('Entity', entity.id), code: entity.code };
  },
});
