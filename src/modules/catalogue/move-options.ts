import { foldKey } from '../../kernel/codes.ts';
import { type DomainError, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { type Sibling, sortOrdersOf } from '../../platform/resource/sort-order.ts';
import type { ResourceItemResult } from '../../platform/resource/write-resources.ts';
import { loadOptionOrder, optionKey, upsertOptions } from '../option-set/index.ts';
import type { ModelItem } from './model-items.ts';
import { MAX_MODEL_OPTIONS } from './model-problems.ts';

/** Results of moves: of each option whose position changed, and the moves that are rejected. */
interface MoveResults {
  /** By folded set and code; see {@link keyOf}. */
  readonly moved: ReadonlyMap<string, Exclude<ResourceItemResult, { readonly outcome: 'failed' }>>;
  readonly rejections: ReadonlyMap<ModelItem, DomainError>;
}

/** Returns the key of an option in the results of moves. */
export const keyOf = ({ patch }: ModelItem): string => optionKey(String(patch.optionSet), patch.code);

/**
 * Places stored options behind those that they shall follow, in the order of the items. Only options that have to make
 * room get another position, at most 5,000 of a set.
 */
export async function moveOptions(context: WriteContext, items: readonly ModelItem[]): Promise<MoveResults> {
  const moved = new Map<string, Exclude<ResourceItemResult, { readonly outcome: 'failed' }>>();
  const rejections = new Map<ModelItem, DomainError>();
  const moves = items.filter(({ after }) => after !== undefined);
  for (const [optionSet, movesOfSet] of Map.groupBy(moves, ({ patch }) => foldKey(String(patch.optionSet)))) {
    const stored = await loadOptionOrder(context, context.session.organizationId, optionSet);
    const changed = sortOrdersAfterMoves(stored, movesOfSet, rejections);
    const [firstMove] = movesOfSet;
    if (changed.length > MAX_MODEL_OPTIONS && firstMove !== undefined) {
      const message = localized('move-too-large', { count: changed.length, max: MAX_MODEL_OPTIONS });
      const problem = fieldProblem('too-many-items', ['after'], message, { value: changed.length });
      rejections.set(firstMove, ValidationFailed.of([problem]));
      continue;
    }
    const { results } = await upsertOptions.handler(context, {
      items: changed.map((option) => ({ patch: { optionSet, ...option } })),
      mode: 'update',
      errorPolicy: 'reject_all',
    });
    for (const result of results)
      if (result.outcome !== 'failed') moved.set(optionKey(optionSet, result.code), result);
  }
  return { moved, rejections };
}

/**
 * Returns the options whose position changes.
 *
 * @param stored the options of a set, in their order
 * @param rejections gets the moves whose `after` is not another option of the set
 */
function sortOrdersAfterMoves(
  stored: readonly Sibling[],
  moves: readonly ModelItem[],
  rejections: Map<ModelItem, DomainError>,
): readonly Sibling[] {
  const order = [...stored];
  const options = new Map(order.map((option) => [foldKey(option.code), option]));
  const moved = new Set<Sibling>();
  for (const item of moves) {
    const { after = null, patch } = item;
    const option = options.get(foldKey(patch.code));
    if (option === undefined) throw new Error(`The option ${patch.code} was written and is not in its set.`);
    const predecessor = after === null ? null : options.get(foldKey(after));
    if (predecessor === undefined || predecessor === option) {
      const message = localized('option-not-found', { value: String(after), set: String(patch.optionSet) });
      const problem = fieldProblem('option-not-found', ['after'], message, { value: after });
      rejections.set(item, ValidationFailed.of([problem]));
      continue;
    }
    const index = order.indexOf(option);
    if ((order[index - 1] ?? null) === predecessor) continue;
    order.splice(index, 1);
    order.splice(predecessor === null ? 0 : order.indexOf(predecessor) + 1, 0, option);
    moved.add(option);
  }
  const changes = sortOrdersOf(order.map((one) => (moved.has(one) ? { ...one, sortOrder: null } : one)));
  return order.flatMap(({ code, sortOrder }) => {
    const changed = changes.get(code) ?? sortOrder;
    return changed === sortOrder ? [] : [{ code, sortOrder: changed }];
  });
}
