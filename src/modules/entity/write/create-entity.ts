import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { EntityPatch } from './entity-input.ts';
import { writeOneEntity } from './write-entities.ts';

export interface CreateEntityInput extends EntityPatch {
  readonly entityType: string;
  readonly code: string;
}

/** Creates an entity; rejected when its code is taken in its type. */
export const createEntity = defineWrite({
  name: 'createEntity',
  scope: 'entities:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  handler: (context: WriteContext, { entityType, code, ...patch }: CreateEntityInput) =>
    writeOneEntity(context, { entityType, code, patch }, 'create'),
});
