import { NotFound, ValidationFailed } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { isRestorable } from '../../../platform/operation/restore-window.ts';
import { type EntityReference, entityName } from '../../entity-reference/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { conflictingUniqueValues, uniqueValuesOf } from '../../values/index.ts';
import { entityUniqueValues, lockEntity, setDeleted } from '../entity.store.ts';
import { uniqueScope } from '../entity-document.ts';
import { indexEntity } from '../entity-search-rows.ts';
import { emitDeletedOrRestored } from './emit.ts';
import type { EntityWriteResult } from './entity-input.ts';
import { duplicateCodeError } from './plan.ts';

/**
 * Brings a deleted entity back, of several of one code the latest; an id names one exactly. What it names is still there: nothing can be
 * deleted that a restorable entity names.
 */
export const restoreEntity = defineWrite({
  name: 'restoreEntity',
  scope: 'entities:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, { entityType, code }: EntityReference): Promise<EntityWriteResult> {
    const ref = { entityType, code };
    const structure = await lockStructureForReading(context);
    const entity = await lockEntity(context, ref, 'deleted');
    if (entity === undefined || !isRestorable(entity.deletedAt ?? '', context.now)) {
      throw NotFound.of('deleted entity', entityName(ref));
    }
    const holder = await lockEntity(context, entity, 'living');
    if (holder !== undefined) throw duplicateCodeError(holder);
    const values = uniqueValuesOf(structure, entity.values, uniqueScope(entity.entityType));
    const owners = await entityUniqueValues.loadOwners(context, values);
    const errors = conflictingUniqueValues(values, owners, 'entity', ['code']);
    if (errors.length > 0) throw ValidationFailed.of(errors);
    await setDeleted(context, entity.id, false);
    await indexEntity(context, structure, entity.id);
    if (values.length > 0) {
      entityUniqueValues.replace(
        context,
        [entity.id],
        values.map((value) => ({ ...value, owner: entity.id })),
      );
    }
    emitDeletedOrRestored(context, 'restored', entity);
    return { id: encodeId('Entity', entity.id), code: entity.code, outcome: 'updated' };
  },
});
