import type { StoredChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { DomainError, detailOf } from '../../../kernel/errors.ts';
import { textOf } from '../../../kernel/field-problem.ts';
import { type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import {
  changedSince,
  type RevertItem,
  type RevertProblem,
  type RevertResult,
  type RevertSettings,
} from '../../../platform/ledger/revert.ts';
import { isChanged } from '../../../platform/resource/write-resources.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { isCodeList } from '../../attribute/index.ts';
import { type EntityReference, entityKey, entityName } from '../../entity-reference/index.ts';
import {
  type CellAssignment,
  cellsOf,
  findCell,
  invertListChange,
  invertPriceChange,
} from '../../values/index.ts';
import { applyWrite } from './apply.ts';
import { emitChanges } from './emit.ts';
import type { EntityPatch } from './entity-input.ts';
import { loadBatch } from './load.ts';
import { persistEntities } from './persist.ts';
import { planWrite } from './plan.ts';
import { type PendingEntity, parentOf, type WriteBatch } from './write-batch.ts';

/** The changes of one event of an entity, to be taken back. */
export interface EntityRevertItem extends RevertItem {
  /** Codes of an entity never change. */
  readonly entityType: string;
}

/** Takes changes of entities back, as `revertProducts` does those of products. */
export async function revertEntities(
  context: WriteContext,
  items: readonly EntityRevertItem[],
  { onConflict, onPlanned }: RevertSettings,
): Promise<readonly RevertResult[]> {
  if (items.length === 0) return [];
  const writes = items.map((item) => ({ ...referenceOf(item), patch: toPatch(item.changes) }));
  const batch = await loadBatch(context, writes, 'update');
  const results: RevertResult[] = [];
  for (const item of items) {
    await yieldToEventLoop();
    results.push(await revertItem(context, batch, item, onConflict));
  }
  onPlanned?.(results);
  const changed = [...batch.entities.values()].filter(isChanged);
  await persistEntities(context, batch, changed);
  emitChanges(context, changed);
  return results;
}

const referenceOf = ({ entityType, ref }: EntityRevertItem): EntityReference => ({ entityType, code: ref });

async function revertItem(
  context: WriteContext,
  batch: WriteBatch,
  item: EntityRevertItem,
  onConflict: RevertSettings['onConflict'],
): Promise<RevertResult> {
  const reference = referenceOf(item);
  const current = batch.entities.get(entityKey(reference));
  // Another entity may have got the code of a deleted one.
  if (current === undefined || current.id !== item.objectId) {
    const message = localized('deleted', { kind: 'entity', ref: entityName(reference) });
    return { item, isApplied: false, problems: [{ change: null, code: 'deleted', message, present: null }] };
  }
  const problems: RevertProblem[] = [];
  let changes = item.changes.flatMap((change): ChangeToRevert[] => {
    const present = presentOf(batch, current, change);
    if (jsonEquals(present, change.old)) return [];
    if (onConflict !== 'skip' || jsonEquals(present, change.new)) return [change];
    const attribute = attributeOf(batch, change);
    const changed = { old: change.old, new: change.new, present };
    if (attribute !== undefined && isCodeList(attribute)) {
      const list = invertListChange(changed);
      return list === null ? [] : [{ ...change, part: { value: null, ...list } }];
    }
    if (attribute?.type === 'price') {
      const { value, isChangedSince } = invertPriceChange(changed);
      if (isChangedSince) problems.push(changedSince(change, present));
      return value.length === 0 ? [] : [{ ...change, part: { value: [...value], partial: true } }];
    }
    problems.push(changedSince(change, present));
    return [];
  });
  while (changes.length > 0) {
    try {
      const planned = await planWrite(context, batch, { ...reference, patch: toPatch(changes) });
      applyWrite(batch, planned);
      return { item, isApplied: planned.changes.length > 0, problems };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const revertProblems = error.errors.flatMap((problem): RevertProblem[] => {
        const change = changeAt(changes, problem.path);
        return change === undefined
          ? []
          : [{ change, code: problem.code, message: textOf(problem), present: null }];
      });
      // A rejection that names no field is about all.
      const stay =
        revertProblems.length > 0
          ? revertProblems
          : changes.map((change) => ({
              change,
              code: error.code,
              message: detailOf(error),
              present: null,
            }));
      problems.push(...stay);
      const unrevertedChanges = new Set<unknown>(stay.map(({ change }) => change));
      changes = changes.filter((change) => !unrevertedChanges.has(change));
    }
  }
  return { item, isApplied: false, problems };
}

const VALUES = 'values.';

/** A change to take back; of lists and prices that others have changed since, the part that is written. */
type ChangeToRevert = StoredChange & {
  readonly part?: Pick<CellAssignment, 'value' | 'partial' | 'add' | 'remove'>;
};

/** Returns the attribute whose value has changed. */
const attributeOf = ({ structure }: WriteBatch, { path }: StoredChange) =>
  path.startsWith(VALUES) ? structure.attributes.get(foldKey(path.slice(VALUES.length))) : undefined;

/** Returns the present value of what a change is about. */
function presentOf(batch: WriteBatch, { document }: PendingEntity, change: StoredChange): JsonValue {
  const { path, channel, locale } = change;
  if (path.startsWith(VALUES))
    return findCell(cellsOf(document.values, path.slice(VALUES.length)), channel, locale)?.value ?? null;
  if (path === 'labels') return document.labels[locale ?? ''] ?? null;
  if (path === 'active') return document.active;
  return path === 'parent' ? (parentOf(batch, document)?.code ?? null) : change.old;
}

/**
 * Returns the patch that reverts changes. The path of a problem with a value leads to the change by its position in the
 * list.
 */
function toPatch(changes: readonly ChangeToRevert[]): EntityPatch {
  const labels = changes.filter(({ path }) => path === 'labels');
  const active = changes.find(({ path }) => path === 'active');
  const parent = changes.find(({ path }) => path === 'parent');
  return {
    ...(labels.length === 0
      ? {}
      : {
          labels: Object.fromEntries(labels.map(({ locale, old }) => [locale ?? '', old as string | null])),
        }),
    ...(active === undefined ? {} : { active: active.old as boolean }),
    ...(parent === undefined ? {} : { parent: parent.old as string | null }),
    values: changes.flatMap(({ path, channel, locale, old, part }, index) =>
      path.startsWith(VALUES)
        ? [
            {
              attribute: path.slice(VALUES.length),
              channel,
              locale,
              ...(part ?? { value: old, partial: false }),
              path: ['values', String(index)],
            },
          ]
        : [],
    ),
  };
}

function changeAt(changes: readonly ChangeToRevert[], [key = '', place = '']: readonly string[]) {
  if (key === 'values') return changes[Number(place)];
  if (key === 'labels') return changes.find(({ path, locale }) => path === key && locale === place);
  return changes.find(({ path }) => path === key);
}
