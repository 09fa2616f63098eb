import {
  type FieldProblem,
  type FieldProblemCode,
  fieldProblem,
  textOf,
} from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Text } from '../../../kernel/problems/messages/message.ts';
import type { RefusalSlug } from '../../../kernel/problems/problem-catalogue.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';

type FilterSlug = Extract<
  RefusalSlug,
  'validation-failed' | 'unknown-attribute' | 'invalid-operator' | 'filter-too-complex' | 'filter-too-broad'
>;

/** Gathers what is wrong with a filter, so that its author learns everything at once. */
export class FilterProblems {
  readonly #found: {
    readonly slug: FilterSlug;
    readonly problem: FieldProblem;
    readonly allowed: readonly string[];
  }[] = [];

  add(
    slug: FilterSlug,
    code: FieldProblemCode,
    path: readonly string[],
    message: Text,
    details: {
      readonly value?: JsonValue;
      readonly suggestions?: readonly string[];
      readonly attribute?: string;
    } = {},
    allowed: readonly string[] = [],
  ): void {
    this.#found.push({ slug, problem: fieldProblem(code, path, message, details), allowed });
  }

  /** A code that leads nowhere, with those that were perhaps meant. */
  missing(
    code: FieldProblemCode,
    path: readonly string[],
    noun: string,
    value: string,
    known: Iterable<string>,
    slug: FilterSlug = 'validation-failed',
  ): void {
    const suggestions = suggest(value, known);
    const message = withSuggestions(localized('not-found', { kind: noun, ref: value }), suggestions);
    this.add(slug, code, path, message, { value, suggestions });
  }

  /** @throws ValidationFailed with everything that was found, if anything was. */
  refuse(): void {
    const [first, ...others] = this.#found;
    if (first === undefined) return;
    const slug = others.every((other) => other.slug === first.slug) ? first.slug : 'validation-failed';
    const errors = this.#found.map(({ problem }) => problem);
    const detail =
      errors.length === 1 ? textOf(first.problem) : localized('conditions-invalid', { count: errors.length });
    // Of several it would be unclear which it is about; each message says it.
    throw new ValidationFailed(slug, detail, errors, others.length === 0 ? first.allowed : []);
  }
}
