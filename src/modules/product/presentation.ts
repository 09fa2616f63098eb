import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { ValidationFailed } from '../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../kernel/suggestion.ts';
import type { CatalogueStructure } from '../structure/index.ts';

/** How products are to be shown; codes in either case. */
export interface PresentationInput {
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly attributes?: readonly string[] | null | undefined;
}

/** The same in stored codes; null: by default, or all. */
export interface Presentation {
  readonly channel: string | null;
  readonly locale: string | null;
  readonly attributes: readonly string[] | null;
}

/** @throws ValidationFailed for a channel, locale or attribute that is not there, with the likely ones. */
export function readPresentation(
  { channels, locales, attributes }: CatalogueStructure,
  input: PresentationInput,
): Presentation {
  const problems: FieldProblem[] = [];
  const find = (noun: string, path: readonly string[], code: string, codes: ReadonlyMap<string, string>) => {
    const found = codes.get(foldKey(code));
    if (found !== undefined) return found;
    const suggestions = suggest(code, codes.values());
    const message = `There is no ${noun} '${code}'.${didYouMean(suggestions)}`;
    problems.push(fieldProblem('reference-not-found', path, message, { value: code, suggestions }));
    return code;
  };
  const codesOf = (items: ReadonlyMap<string, { readonly code: string }>) =>
    new Map([...items].map(([key, { code }]) => [key, code]));
  const { channel, locale, attributes: asked } = input;
  const presentation = {
    channel: channel ? find('channel', ['channel'], channel, codesOf(channels)) : null,
    locale: locale ? find('enabled locale', ['locale'], locale, locales) : null,
    attributes:
      asked?.map((code, index) =>
        find('attribute', ['attributes', String(index)], code, codesOf(attributes)),
      ) ?? null,
  };
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return presentation;
}
