import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { entityNotFoundError, findById } from '../entity.store.ts';
import type { EntityWrite } from './entity-input.ts';
import { writeOneEntity } from './write-entities.ts';

/** Changes the named fields and cells of one entity; everything else stays. Its id does for its code. */
export const updateEntity = defineWrite({
  name: 'updateEntity',
  scope: 'entities:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  handler: async (context: WriteContext, write: EntityWrite) =>
    writeOneEntity(context, await byCode(context, write), 'update'),
});

async function byCode(context: WriteContext, write: EntityWrite): Promise<EntityWrite> {
  const id = decodeIdOf('Entity', write.code);
  if (id === null) return write;
  // The structure is locked before any row, as in every other write.
  await lockStructureForReading(context);
  const storedEntity = await findById(context, write.entityType, id);
  if (storedEntity === undefined) throw await entityNotFoundError(context, write);
  return { ...write, ...storedEntity };
}
