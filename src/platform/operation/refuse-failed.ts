import { fieldProblem } from '../../kernel/field-problem.ts';
import { type Refusal, ValidationFailed } from '../../kernel/refusal.ts';

/**
 * Turns the failed items of a batch into one refusal of the whole, their fields addressed by item.
 *
 * @param results one per item, in their order; `refusal` is null for items that passed
 * @param path where the one thing stands that was sent for all of them; by default each is an item
 * @throws ValidationFailed when there is any.
 */
export function refuseFailed(
  results: readonly { readonly ref: string; readonly refusal: Refusal | null }[],
  path?: readonly string[],
): void {
  const errors = results.flatMap(({ ref, refusal }, index) => {
    if (refusal === null) return [];
    const at = path ?? ['items', String(index)];
    const reported = (message: string) => (path === undefined ? message : `'${ref}': ${message}`);
    if (refusal.errors.length === 0)
      return [fieldProblem('wrong-type', at, reported(refusal.detail), { value: ref })];
    return refusal.errors.map((problem) => ({
      ...problem,
      path: [...at, ...problem.path],
      message: reported(problem.message),
    }));
  });
  if (errors.length > 0) throw ValidationFailed.of(errors);
}
