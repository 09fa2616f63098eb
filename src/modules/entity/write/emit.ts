import type { WriteContext } from '../../../kernel/operation.ts';
import { versionAfter } from '../../../platform/resource/write-resources.ts';
import type { EntityRow } from '../entity.store.ts';
import type { PendingEntity } from './write-batch.ts';

/** Emits one event for each changed entity. */
export function emitChanges(context: WriteContext, changed: readonly PendingEntity[]): void {
  for (const entity of changed) {
    const { id, stored, document, changes, comment } = entity;
    context.emit({
      resource: 'entity',
      verb: stored === null ? 'created' : 'updated',
      objectId: id,
      ref: document.code,
      version: versionAfter(entity),
      changes,
      data: eventData(document),
      comment,
    });
  }
}

/** Emits that an entity was deleted, or restored, as it was before. */
export function emitDeletedOrRestored(
  context: WriteContext,
  verb: 'deleted' | 'restored',
  row: EntityRow,
): void {
  context.emit({
    resource: 'entity',
    verb,
    objectId: row.id,
    ref: row.code,
    version: row.version + 1,
    changes: [],
    data: eventData(row),
  });
}

/** Returns the data of events besides the code, which identifies an entity only within its type. */
export const eventData = ({ entityType }: { readonly entityType: string }) => ({ entity_type: entityType });
