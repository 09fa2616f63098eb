import { ApiError } from '../../api/api-error.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { changeProducts } from '../../catalogue/actions/change-products.ts';
import { previewModel, saveModel } from '../../catalogue/model/apply-model.ts';
import { undoChanges } from '../../catalogue/undo/undo-changes.ts';
import type { UndoOutcome } from '../../catalogue/undo/use-undo.ts';
import { deletionChanges, withoutDeletions } from './category-changes.ts';
import { loadSubtree } from './category-documents.ts';

const COUNT = graphql(`
  query CountInCategories($filter: ProductFilter) {
    products(first: 1, filter: $filter) { totalCount }
  }
`);

/** Categories and products that a deletion would take along. */
export interface Deletion {
  /** The categories and all below them, parents first. */
  readonly subtree: readonly { readonly code: string; readonly parent: string | null }[];
  /** Number of products that are in the categories themselves. */
  readonly ownCount: number;
  /** Number of products in the categories and all below them. */
  readonly totalCount: number;
}

/** Returns the condition on products in any of the categories, whatever their status. */
const inCategories = (codes: readonly string[], descendants: boolean) => ({
  categories: { any: [...codes], descendants },
  status: {
    in: ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'] as (
      | 'DRAFT'
      | 'IN_REVIEW'
      | 'PUBLISHED'
      | 'ARCHIVED'
    )[],
  },
});

const countIn = async (codes: readonly string[], descendants: boolean) =>
  (await request(COUNT, { filter: inCategories(codes, descendants) })).products.totalCount;

export async function loadDeletion(codes: readonly string[]): Promise<Deletion> {
  const [subtrees, ownCount, totalCount] = await Promise.all([
    Promise.all(codes.map(loadSubtree)),
    countIn(codes, false),
    countIn(codes, true),
  ]);
  const subtree = subtrees.flat().map(({ code, parent }) => ({ code, parent: parent?.code ?? null }));
  return { subtree, ownCount, totalCount };
}

/** Returns the request that deletes categories, with the categories that go. */
async function planDeletion(codes: readonly string[], { subtree }: Deletion, withBelow: boolean) {
  const deleted = withBelow ? subtree : subtree.filter(({ code }) => codes.includes(code));
  const below = withBelow ? [] : subtree.filter(({ parent }) => parent !== null && codes.includes(parent));
  return { deleted, input: await deletionChanges(deleted, below) };
}

/** Returns the effects of a deletion on the products that lose the categories. */
export async function previewDeletion(codes: readonly string[], deletion: Deletion, withBelow: boolean) {
  const { input } = await planDeletion(codes, deletion, withBelow);
  return previewModel(withoutDeletions(input));
}

/**
 * Deletes categories: products lose them first, then the categories go in one request. If that fails, the products get
 * them back.
 *
 * @param withBelow true if the categories below are deleted, too; otherwise they take the places of those above
 * @returns what takes all of it back
 */
export async function deleteCategories(
  codes: readonly string[],
  deletion: Deletion,
  withBelow: boolean,
): Promise<() => Promise<UndoOutcome>> {
  const count = withBelow ? deletion.totalCount : deletion.ownCount;
  const { deleted, input } = await planDeletion(codes, deletion, withBelow);
  if (count === 0) return saveModel(input);
  const remove = deleted.map(({ code }) => code);
  const products = await changeProducts(
    { filter: inCategories(codes, withBelow), count },
    { categories: { remove } },
    false,
  );
  const giveBack = async () => {
    if (products.undo !== null) await undoChanges(products.undo);
  };
  try {
    const [refusal] = products.refusals;
    if (refusal !== undefined) throw new ApiError('conflict', refusal.reason);
    const undo = await saveModel(input);
    return async () => {
      const outcome = await undo();
      await giveBack();
      // The products would have to lose their categories once more, by a request of their own.
      return { ...outcome, redo: null };
    };
  } catch (error) {
    await giveBack();
    throw error;
  }
}
