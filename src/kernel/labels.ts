import { LOCALE_PATTERN } from './codes.ts';
import { type FieldProblem, fieldProblem } from './field-problem.ts';
import { localized } from './problems/messages/message.ts';

/** Texts by locale code, as configuration rows store them: `{ "en_US": "Colour" }`. */
export type Labels = Readonly<Record<string, string>>;

/** Returns the text of the first locale that has one, else `[code]`, so that nothing is ever nameless. */
export function labelOf(labels: Labels, code: string, locales: readonly string[]): string {
  for (const locale of locales) {
    const text = labels[locale];
    if (text !== undefined && text !== '') return text;
  }
  return `[${code}]`;
}

/** Maximum number of characters (code points) of a label. */
const MAX_LABEL_LENGTH = 255;

/** Returns the faults of texts by locale: a key that is no locale, a text that is too long. */
export function checkLabels(
  labels: Labels,
  path: readonly string[],
  maxLength: number = MAX_LABEL_LENGTH,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [locale, text] of Object.entries(labels)) {
    if (!LOCALE_PATTERN.test(locale)) {
      const message = localized('label-locale-invalid', { locale });
      problems.push(fieldProblem('invalid-format', [...path, locale], message, { value: locale }));
    } else if (typeof text !== 'string') {
      problems.push(
        fieldProblem('wrong-type', [...path, locale], localized('label-text-required'), {
          locale,
          value: text,
        }),
      );
    } else if ([...text].length > maxLength) {
      const message = localized('label-too-long', { count: [...text].length, max: maxLength });
      problems.push(fieldProblem('too-long', [...path, locale], message, { locale, value: text }));
    }
  }
  return problems;
}
