import type { WriteContext } from '../../../kernel/operation.ts';
import { changedUniqueValues, NO_VALUES } from '../../values/index.ts';
import { entityUniqueValues, storeEntities } from '../entity.store.ts';
import { entityEventData, uniqueWithin } from '../entity-document.ts';
import { storeEntityDocuments } from '../entity-search-rows.ts';
import { type EntityBench, type EntityDraft, versionAfter } from './entity-bench.ts';

/** Stores what the batch changed and emits one event per changed entity. */
export async function storeEntityBench(context: WriteContext, bench: EntityBench): Promise<void> {
  const changed = [...bench.drafts.values()].filter(
    ({ stored, changes }) => stored === null || changes.length > 0,
  );
  const rowOf = (draft: EntityDraft) => ({
    id: draft.id,
    version: versionAfter(draft),
    document: draft.document,
  });
  await storeEntities(
    context,
    changed.filter(({ stored }) => stored === null).map(rowOf),
    changed.filter(({ stored }) => stored !== null).map(rowOf),
  );
  await storeEntityDocuments(
    context,
    bench.structure,
    changed.map(({ id, document }) => ({ id, ...document })),
  );
  const { owners, values } = changedUniqueValues(
    bench.structure,
    changed.map(({ id, stored, document }) => ({
      id,
      before: stored?.document.values ?? NO_VALUES,
      after: document.values,
      within: uniqueWithin(document.entityType),
    })),
  );
  if (owners.length > 0) entityUniqueValues.replace(context, owners, values);
  for (const draft of changed) {
    const { id, stored, document, changes, comment } = draft;
    context.emit({
      resource: 'entity',
      verb: stored === null ? 'created' : 'updated',
      objectId: id,
      ref: document.code,
      version: versionAfter(draft),
      changes,
      data: entityEventData(document.entityType),
      comment,
    });
  }
}
