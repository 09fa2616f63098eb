import { foldKey } from '../../kernel/codes.ts';
import { NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { WriteResult } from '../../platform/resource/resource-operations.ts';
import { type Sibling, sortOrdersOf } from '../../platform/resource/sort-order.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import { writeResources } from '../../platform/resource/write-resources.ts';
import { categoryResource, categoryStore } from './category.resource.ts';
import { loadSiblings } from './category-tree.store.ts';

export interface MoveCategoryInput {
  readonly code: string;
  /** Code of the category to stand below; null: of none; left out: of the present one. */
  readonly parent?: string | null | undefined;
  /** Place among the siblings, from 0; left out: the present one, below another parent the last. */
  readonly position?: number | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/**
 * Moves a category, with all that stands below it, to a position in the tree. Siblings after that position are numbered anew
 * only as far as they have to make room.
 */
export const moveCategory = defineWrite({
  name: 'moveCategory',
  scope: categoryResource.scopes.write,
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { code, parent: requestedParent, position, ifVersion }: MoveCategoryInput,
  ): Promise<WriteResult> {
    await lockStructure(context);
    const { organizationId } = context.session;
    const stored = (await categoryStore.load(context, organizationId, [foldKey(code)], false)).get(
      foldKey(code),
    );
    if (stored === undefined) throw NotFound.of('category', code);
    const parent = requestedParent === undefined ? stored.document.parent : requestedParent;
    const siblings = await loadSiblings(context, organizationId, parent);
    const orders = sortOrdersAfterMove(siblings, stored.document.code, readPosition(position));
    const own = orders.get(stored.document.code);
    const [moved] = await writeResources(
      context,
      categoryResource,
      [
        { patch: { code, parent, ...(own === undefined ? {} : { sortOrder: own }) }, ifVersion },
        ...[...orders].flatMap(([sibling, sortOrder]) =>
          sibling === stored.document.code ? [] : [{ patch: { code: sibling, sortOrder } }],
        ),
      ],
      'update',
    );
    if (moved === undefined) throw new Error('Moving a category gave no result.');
    if (moved.outcome === 'failed') throw moved.refusal;
    return { id: encodeId('Category', moved.id), code: moved.code, outcome: moved.outcome };
  },
});

function readPosition(position: number | null | undefined): number | null {
  if (position === null || position === undefined) return null;
  if (position >= 0) return position;
  const message = localized('position-negative', { position });
  throw ValidationFailed.of([fieldProblem('below-minimum', ['position'], message, { value: position })]);
}

/**
 * Returns the sort orders that change when a category moves among its siblings, by code.
 *
 * @param siblings the categories below the parent, in their order; the moved one may be among them
 * @param position null keeps the present one, and means the last one below another parent
 */
export function sortOrdersAfterMove(
  siblings: readonly Sibling[],
  moved: string,
  position: number | null,
): ReadonlyMap<string, number> {
  const others = siblings.filter(({ code }) => code !== moved);
  const present = siblings.findIndex(({ code }) => code === moved);
  const target = Math.min(position ?? (present === -1 ? others.length : present), others.length);
  if (target === present) return new Map();
  return sortOrdersOf([
    ...others.slice(0, target),
    { code: moved, sortOrder: null },
    ...others.slice(target),
  ]);
}
