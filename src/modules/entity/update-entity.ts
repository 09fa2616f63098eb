import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import type { EntityWrite } from './entity-input.ts';
import { writeOneEntity } from './write-entities.ts';

/** Changes the named fields and cells of one entity; everything else stays. */
export const updateEntity = defineWrite({
  name: 'updateEntity',
  scope: 'entities:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  transaction: 'sql',
  work: (work: WriteWork, write: EntityWrite) => writeOneEntity(work, write, 'update'),
});
