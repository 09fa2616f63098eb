import { type DomainError, detailOf, MAX_PROBLEMS, ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem, textOf, withMessage } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';

/**
 * Turns the failed items of a batch into one rejection of the whole, their fields addressed by item.
 *
 * @param results one per item, in their order; `refusal` is null for items that passed
 * @param path the path of the one value that was sent for all of them; by default each is an item
 * @throws ValidationFailed when there is any.
 */
export function assertNoFailures(
  results: readonly { readonly ref: string; readonly refusal: DomainError | null }[],
  path?: readonly string[],
): void {
  const errors: FieldProblem[] = [];
  for (const [index, { ref, refusal }] of results.entries()) {
    if (errors.length >= MAX_PROBLEMS) break;
    if (refusal === null) continue;
    const at = path ?? ['items', String(index)];
    const reported = (message: Message) =>
      path === undefined ? message : localized('with-ref', { ref, message });
    if (refusal.errors.length === 0)
      errors.push(fieldProblem('wrong-type', at, reported(detailOf(refusal)), { value: ref }));
    for (const problem of refusal.errors)
      errors.push(withMessage({ ...problem, path: [...at, ...problem.path] }, reported(textOf(problem))));
  }
  if (errors.length > 0) throw ValidationFailed.of(errors);
}
