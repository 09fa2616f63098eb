import { DomainError } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { serializationFailure } from '../../../platform/database/sql-state.ts';
import {
  isChanged,
  outcomeOf,
  versionAfter,
  type WriteMode,
} from '../../../platform/resource/write-resources.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { entityKey } from '../../entity-reference/index.ts';
import { entityStore } from '../entity.store.ts';
import { applyWrite } from './apply.ts';
import { emitChanges } from './emit.ts';
import type { EntityItemResult, EntityWrite, EntityWriteResult } from './entity-input.ts';
import { loadBatch } from './load.ts';
import { persistEntities } from './persist.ts';
import { planWrite } from './plan.ts';
import type { PlannedWrite, WriteBatch } from './write-batch.ts';

/**
 * Writes any number of entities in a constant number of statements: the one core below every way to write an entity.
 * Items are planned and applied in order, so that later ones see earlier ones; an item that is rejected leaves no
 * trace, and the caller decides whether that rejects the whole.
 */
export async function writeEntities(
  context: WriteContext,
  writes: readonly EntityWrite[],
  mode: WriteMode,
): Promise<readonly EntityItemResult[]> {
  const batch = await loadBatch(context, writes, mode);
  const planned = await planAndApply(context, batch, writes);
  const changed = [...batch.entities.values()].filter(isChanged);
  await persistEntities(context, batch, changed);
  emitChanges(context, changed);
  return writes.map((write, index) => resultOf(batch, write, planned[index]));
}

/** Writes a batch of one, which is rejected as a whole when its only item is. */
export async function writeOneEntity(
  context: WriteContext,
  write: EntityWrite,
  mode: WriteMode,
): Promise<EntityWriteResult> {
  const [result] = await writeEntities(context, [write], mode);
  if (result === undefined) throw new Error('Writing an entity gave no result.');
  const { refusal, id, code, outcome } = result;
  if (refusal !== null) throw refusal;
  if (id === null || outcome === 'failed') throw new Error('A written entity has an id.');
  return { id: encodeId('Entity', id), code, outcome };
}

/** Plans and applies writes in order; returns what each makes of its entity, or why it is rejected. */
async function planAndApply(
  context: WriteContext,
  batch: WriteBatch,
  writes: readonly EntityWrite[],
): Promise<readonly (PlannedWrite | DomainError)[]> {
  const results: (PlannedWrite | DomainError)[] = [];
  const doubtful: string[] = [];
  for (const write of writes) {
    await yieldToEventLoop();
    try {
      const planned = await planWrite(context, batch, write);
      applyWrite(batch, planned);
      results.push(planned);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const key = entityKey(write);
      const saysTaken = error.errors.some(({ code }) => code === 'not-unique');
      if (saysTaken && !batch.entities.has(key)) doubtful.push(key);
      results.push(error);
    }
  }
  await retryIfAppeared(context, doubtful);
  return results;
}

/**
 * Values are looked up after entities. An entity that another transaction stored in between looks like a stranger who
 * holds the values of its own writer: run again, the operation finds it and updates it, or says that its code is taken.
 */
async function retryIfAppeared(context: WriteContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const appeared = await entityStore.load(context, context.session.organizationId, keys, false);
  if (appeared.size > 0) throw serializationFailure();
}

function resultOf(
  batch: WriteBatch,
  write: EntityWrite,
  planned: PlannedWrite | DomainError | undefined,
): EntityItemResult {
  if (planned instanceof DomainError) {
    const { entityType, code } = write;
    return { entityType, code, outcome: 'failed', id: null, version: null, refusal: planned };
  }
  const entity = batch.entities.get(entityKey(write));
  if (entity === undefined || planned === undefined) throw new Error('Writing an entity gave no result.');
  const { document, id } = entity;
  return {
    entityType: document.entityType,
    code: document.code,
    // An entity that is in the end as it was before is unchanged by all its items.
    outcome: isChanged(entity) ? outcomeOf(planned.isNew, planned.changes) : 'unchanged',
    id,
    version: versionAfter(entity),
    refusal: null,
  };
}
