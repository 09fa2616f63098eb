import type { CellChange } from '../../../kernel/change.ts';
import { DASHED_CODE_PATTERN, isShapedLikeAnId } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { Conflict, Refusal, ValidationFailed } from '../../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import { raceLostError } from '../../../platform/database/sql-state.ts';
import {
  findConflicts,
  type LaterChanges,
  loadLaterChanges,
  seenObject,
} from '../../../platform/ledger/find-conflicts.ts';
import { newId } from '../../../platform/new-id.ts';
import { outcomeOf, type WriteMode, type WriteOutcome } from '../../../platform/resource/write-resources.ts';
import { yieldWhenDue } from '../../../platform/yield-when-due.ts';
import { entityKey, entityName } from '../../entity-reference/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { isCellChange, joinChanges, moveUniqueValues, NO_VALUES, namesCell } from '../../values/index.ts';
import { entityStore, missingEntity } from '../entity.store.ts';
import { uniqueWithin } from '../entity-document.ts';
import { type AppliedPatch, applyEntityPatch } from './apply-entity-patch.ts';
import { type EntityBench, type EntityDraft, openEntityBench, typeOf, versionAfter } from './entity-bench.ts';
import type { EntityAnswer, EntityItemResult, EntityPatch, EntityWrite } from './entity-input.ts';
import { storeEntityBench } from './store-entity-bench.ts';

/**
 * Writes any number of entities in a constant number of statements: the one core below every way to write an entity.
 * Items are applied in order, later ones see earlier ones; an item that is refused leaves no trace, and the caller
 * decides whether that refuses the whole.
 */
export async function writeEntities(
  context: WriteContext,
  writes: readonly EntityWrite[],
  mode: WriteMode,
): Promise<readonly EntityItemResult[]> {
  const bench = await openEntityBench(context, writes);
  const later = await loadLaterChanges(
    context,
    writes.flatMap((write) => seenObject(bench.drafts.get(entityKey(write))?.stored, write.ifVersion)),
  );
  const outcomes: (WriteOutcome | Refusal)[] = [];
  const doubtful: string[] = [];
  for (const write of writes) {
    await yieldWhenDue();
    try {
      outcomes.push(await applyWrite(context, bench, write, mode, later));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const key = entityKey(write);
      if (!bench.drafts.has(key) && error.errors.some(({ code }) => code === 'not-unique'))
        doubtful.push(key);
      outcomes.push(error);
    }
  }
  await beginAgainIfAppeared(context, doubtful);
  await storeEntityBench(context, bench);
  return writes.map((write, index) => resultOf(bench, write, outcomes[index]));
}

/**
 * Values are looked up after entities. An entity that another transaction stored in between looks like a stranger who
 * holds the values of its own writer: run again, the operation finds it and updates it, or says that its code is taken.
 */
async function beginAgainIfAppeared(context: WriteContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const appeared = await entityStore.load(context, context.session.organizationId, keys, false);
  if (appeared.size > 0) throw raceLostError();
}

function resultOf(
  bench: EntityBench,
  write: EntityWrite,
  outcome: WriteOutcome | Refusal | undefined,
): EntityItemResult {
  if (outcome instanceof Refusal) {
    const { entityType, code } = write;
    return { entityType, code, outcome: 'failed', id: null, version: null, refusal: outcome };
  }
  const draft = bench.drafts.get(entityKey(write));
  if (draft === undefined || outcome === undefined) throw new Error('Writing an entity gave no result.');
  const { stored, changes, document, id } = draft;
  return {
    entityType: document.entityType,
    code: document.code,
    outcome: stored !== null && changes.length === 0 ? 'unchanged' : outcome,
    id,
    version: versionAfter(draft),
    refusal: null,
  };
}

/** A batch of one, refused as a whole when its only item is. */
export async function writeOneEntity(
  context: WriteContext,
  write: EntityWrite,
  mode: WriteMode,
): Promise<EntityAnswer> {
  const [result] = await writeEntities(context, [write], mode);
  if (result === undefined) throw new Error('Writing an entity gave no result.');
  const { refusal, id, code, outcome } = result;
  if (refusal !== null) throw refusal;
  if (id === null || outcome === 'failed') throw new Error('A written entity has an id.');
  return { id: encodeId('Entity', id), code, outcome };
}

async function applyWrite(
  context: WriteContext,
  bench: EntityBench,
  write: EntityWrite,
  mode: WriteMode,
  later: LaterChanges,
): Promise<WriteOutcome> {
  const current = bench.drafts.get(entityKey(write));
  if (current === undefined && mode === 'update') throw await missingEntity(context, write);
  const type = typeOf(bench.structure, write.entityType);
  if (type === undefined) throw ValidationFailed.of([missingType(bench.structure, write.entityType)]);
  if (current === undefined) {
    const problem = codeProblem(write.code);
    if (problem !== null) throw ValidationFailed.of([problem]);
  } else if (mode === 'create') {
    throw duplicateCode(current.document);
  } else if (current.stored !== null && write.ifVersion !== undefined && write.ifVersion !== null) {
    const named = (change: CellChange) => namesPlace(write.patch, change);
    const mismatch = await findConflicts(context, current.stored, write.ifVersion, named, later);
    if (mismatch !== null) throw mismatch;
  }
  const id = current?.id ?? newId();
  const { code, document } = {
    code: current?.document.code ?? write.code,
    document: current?.document ?? null,
  };
  const applied = applyEntityPatch(bench, type, { id, code, document }, write.patch);
  putDraft(bench, id, current, applied, write.patch.comment ?? null);
  return outcomeOf(current === undefined, applied.changes);
}

function missingType(structure: CatalogueStructure, code: string): FieldProblem {
  if (code === '') return fieldProblem('required', ['entityType'], 'An entity needs a type.');
  const codes = [...structure.entityTypes.values()].map(({ document }) => document.code);
  const suggestions = suggest(code, codes);
  const message = `There is no entity type '${code}'.${didYouMean(suggestions)}`;
  return fieldProblem('reference-not-found', ['entityType'], message, { value: code, suggestions });
}

function codeProblem(code: string): FieldProblem | null {
  if (!DASHED_CODE_PATTERN.test(code)) {
    const message = `'${code}' is not a valid code. Use 1 to 100 letters, digits, underscores or hyphens.`;
    return fieldProblem('invalid-code', ['code'], message, { value: code });
  }
  if (!isShapedLikeAnId(code)) return null;
  return fieldProblem('reserved-code', ['code'], `'${code}' looks like an id.`, { value: code });
}

/** Another living entity of the type has the code. */
export function duplicateCode({ entityType, code }: { readonly entityType: string; readonly code: string }) {
  const message = `There is already an entity '${entityName({ entityType, code })}'.`;
  return new Conflict('duplicate-code', message, {
    errors: [fieldProblem('not-unique', ['code'], message, { value: code })],
  });
}

/** Does a write name the place of a change? */
function namesPlace(patch: EntityPatch, change: CellChange): boolean {
  if (isCellChange(change)) return namesCell(patch.values ?? [], change);
  if (change.path !== 'labels') return patch[change.path as 'active' | 'parent'] !== undefined;
  return patch.labels === null || (patch.labels !== undefined && (change.locale ?? '') in patch.labels);
}

/** Puts the outcome of a patch on the bench, for later items to see. */
function putDraft(
  bench: EntityBench,
  id: string,
  current: EntityDraft | undefined,
  { document, changes }: AppliedPatch,
  comment: string | null,
): void {
  const key = entityKey(document);
  const stored = current?.stored ?? null;
  bench.drafts.set(key, {
    id,
    stored,
    document,
    changes: stored === null ? [] : joinChanges(current?.changes ?? [], changes),
    comment: comment ?? current?.comment ?? null,
  });
  bench.keyById.set(id, key);
  moveUniqueValues(bench.structure, bench.uniqueOwners, {
    id,
    before: current?.document.values ?? NO_VALUES,
    after: document.values,
    within: uniqueWithin(document.entityType),
  });
}
