import { entityKey } from '../../entity-reference/index.ts';
import { mergeChanges, NO_VALUES, reassignUniqueValues } from '../../values/index.ts';
import { uniqueScope } from '../entity-document.ts';
import type { PlannedWrite, WriteBatch } from './write-batch.ts';

/** Applies a planned write to the batch, for later items to see. */
export function applyWrite(batch: WriteBatch, { id, document, changes, comment }: PlannedWrite): void {
  const key = entityKey(document);
  const current = batch.entities.get(key);
  const stored = current?.stored ?? null;
  batch.entities.set(key, {
    id,
    stored,
    document,
    changes: stored === null ? [] : mergeChanges(current?.changes ?? [], changes),
    comment: comment ?? current?.comment ?? null,
  });
  batch.keyById.set(id, key);
  reassignUniqueValues(batch.structure, batch.uniqueOwners, {
    id,
    name: document.code,
    before: current?.document.values ?? NO_VALUES,
    after: document.values,
    within: uniqueScope(document.entityType),
  });
}
