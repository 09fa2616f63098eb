import { foldKey } from '../../kernel/codes.ts';
import { type DomainError, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ResourceItemResult } from '../../platform/resource/write-resources.ts';
import { type Sibling, sortOrdersAfterMove } from '../category/index.ts';
import { loadOptionOrder, upsertOptions } from '../option-set/index.ts';
import type { ModelItem } from './model-items.ts';

/** Results of moves: of each option whose position changed, and the moves that are rejected. */
interface MoveResults {
  /** By folded set and code; see {@link keyOf}. */
  readonly moved: ReadonlyMap<string, Exclude<ResourceItemResult, { readonly outcome: 'failed' }>>;
  readonly rejections: ReadonlyMap<ModelItem, DomainError>;
}

const keyOfOption = (optionSet: string, code: string) => foldKey(`${optionSet}/${code}`);

/** Returns the key of an option in the results of moves. */
export const keyOf = ({ patch }: ModelItem): string => keyOfOption(String(patch.optionSet), patch.code);

/**
 * Places stored options behind those that they shall follow, in the order of the items. Only options that have to make
 * room get another position.
 */
export async function moveOptions(context: WriteContext, items: readonly ModelItem[]): Promise<MoveResults> {
  const moved = new Map<string, Exclude<ResourceItemResult, { readonly outcome: 'failed' }>>();
  const rejections = new Map<ModelItem, DomainError>();
  const moves = items.filter(({ after }) => after !== undefined);
  for (const [optionSet, movesOfSet] of Map.groupBy(moves, ({ patch }) => foldKey(String(patch.optionSet)))) {
    const stored = await loadOptionOrder(context, context.session.organizationId, optionSet);
    const order = orderAfterMoves(stored, movesOfSet, rejections);
    const before = new Map(stored.map(({ code, sortOrder }) => [code, sortOrder]));
    const changed = order.filter(({ code, sortOrder }) => before.get(code) !== sortOrder);
    const { results } = await upsertOptions.handler(context, {
      items: changed.map((option) => ({ patch: { optionSet, ...option } })),
      mode: 'update',
      errorPolicy: 'reject_all',
    });
    for (const result of results)
      if (result.outcome !== 'failed') moved.set(keyOfOption(optionSet, result.code), result);
  }
  return { moved, rejections };
}

function orderAfterMoves(
  stored: readonly Sibling[],
  moves: readonly ModelItem[],
  rejections: Map<ModelItem, DomainError>,
): readonly Sibling[] {
  let order = stored;
  for (const item of moves) {
    const own = order.find(({ code }) => foldKey(code) === foldKey(item.patch.code))?.code ?? '';
    const others = order.filter(({ code }) => code !== own);
    const { after = null } = item;
    const position =
      after === null ? 0 : others.findIndex(({ code }) => foldKey(code) === foldKey(after)) + 1;
    if (after !== null && position === 0) {
      const set = String(item.patch.optionSet);
      const message = localized('option-not-found', { value: after, set });
      rejections.set(
        item,
        ValidationFailed.of([fieldProblem('option-not-found', ['after'], message, { value: after })]),
      );
      continue;
    }
    const changes = sortOrdersAfterMove(order, own, position);
    order = order
      .map(({ code, sortOrder }) => ({ code, sortOrder: changes.get(code) ?? sortOrder }))
      .sort((one, other) => one.sortOrder - other.sortOrder || (one.code < other.code ? -1 : 1));
  }
  return order;
}
