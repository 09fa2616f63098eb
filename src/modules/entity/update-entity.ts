import { decodeIdOf } from '../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { findById, missingEntity } from './entity.store.ts';
import type { EntityWrite } from './entity-input.ts';
import { writeOneEntity } from './write-entities.ts';

/** Changes the named fields and cells of one entity; everything else stays. Its id does for its code. */
export const updateEntity = defineWrite({
  name: 'updateEntity',
  scope: 'entities:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  transaction: 'sql',
  work: async (work: WriteWork, write: EntityWrite) =>
    writeOneEntity(work, await byCode(work, write), 'update'),
});

async function byCode(work: WriteWork, write: EntityWrite): Promise<EntityWrite> {
  const id = decodeIdOf('Entity', write.code);
  if (id === null) return write;
  // Before any row, as everybody else does.
  await lockStructureForReading(work);
  const found = await findById(work, write.entityType, id);
  if (found === undefined) throw await missingEntity(work, write);
  return { ...write, ...found };
}
