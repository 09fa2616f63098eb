import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../kernel/field-problem.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { HolderRewrite, NamedObjects } from '../value-rewrite/index.ts';
import type { CodeReplacement } from '../values/index.ts';

/** Maximum number of objects that are merged at once. */
export const MAX_MERGED = 100;

/** Objects of one owner that are merged into another one; codes in either case, of entities public ids as well. */
export type MergeRequest = {
  /** Code of the option set or entity type. */
  readonly owner: string;
  readonly keep: string;
  readonly merge: readonly string[];
  /** True if empty values of the object to keep are taken from the merged ones; of entities. */
  readonly fillEmpty?: boolean;
};

/** A merge whose objects exist. */
export interface MergePlan {
  readonly keep: { readonly id: string; readonly code: string };
  /** The merged objects as values and links name them. */
  readonly objects: NamedObjects & { readonly owner: string };
  /** The attributes whose values are objects of the owner. */
  readonly attributes: readonly AttributeDefinition[];
  readonly rewrite: HolderRewrite & { readonly values: { readonly replace: CodeReplacement } };
}

/** The part of a merge that options and entities do not share. */
export interface MergeKind<Plan extends MergePlan = MergePlan> {
  readonly name: 'option' | 'entity';
  /** Looks the objects up and, unless it is a preview, locks them. @throws NotFound for the owner, ValidationFailed for objects */
  plan(
    context: WriteContext,
    structure: CatalogueStructure,
    request: MergeRequest,
    isPreview: boolean,
  ): Promise<Plan>;
  /**
   * Deletes the merged objects, which nothing living names any more. One that only deleted products or entities name
   * becomes inactive instead, so that these can be restored; their codes are returned.
   */
  remove(context: WriteContext, plan: Plan): Promise<readonly string[]>;
}

export const mergeProblem = (
  path: readonly string[],
  code: FieldProblemCode,
  message: Message,
  value: string | number | null = null,
): FieldProblem => fieldProblem(code, path, message, { value });

/** @throws ValidationFailed for a merge of too few or too many objects */
export function checkMergedCount({ merge }: MergeRequest): void {
  if (merge.length === 0)
    throw ValidationFailed.of([mergeProblem(['merge'], 'too-few-items', localized('merge-required'))]);
  if (merge.length <= MAX_MERGED) return;
  const message = localized('merge-too-many', { count: merge.length, max: MAX_MERGED });
  throw ValidationFailed.of([mergeProblem(['merge'], 'too-many-items', message, merge.length)]);
}

/**
 * Returns the object to keep, and the merged ones in their order, each once.
 *
 * @throws ValidationFailed naming those that do not exist, and the object to keep where it is merged as well
 */
export function resolveMerged<Item extends { readonly id: string }>(
  { keep: keepRef, merge }: MergeRequest,
  find: (ref: string) => Item | undefined,
  missing: (ref: string) => { readonly code: FieldProblemCode; readonly message: Message },
): { readonly keep: Item; readonly merged: readonly Item[] } {
  const problems: FieldProblem[] = [];
  const required = (path: readonly string[], ref: string) => {
    const item = find(ref);
    if (item !== undefined) return item;
    const { code, message } = missing(ref);
    problems.push(mergeProblem(path, code, message, ref));
    return null;
  };
  const keep = required(['keep'], keepRef);
  const merged = new Map<string, Item>();
  for (const [index, ref] of merge.entries()) {
    const path = ['merge', String(index)];
    if (foldKey(ref) === foldKey(keepRef) || (keep !== null && find(ref)?.id === keep.id)) {
      problems.push(
        mergeProblem(path, 'value-not-allowed', localized('merge-into-itself', { code: ref }), ref),
      );
      continue;
    }
    const item = required(path, ref);
    if (item !== null) merged.set(item.id, item);
  }
  if (keep === null || problems.length > 0) throw ValidationFailed.of(problems);
  return { keep, merged: [...merged.values()] };
}
