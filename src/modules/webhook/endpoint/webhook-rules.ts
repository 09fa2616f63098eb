import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { type OutboundPolicy, validateUrl } from '../../../platform/outbound/validate-url.ts';
import { suggestPatterns, typesOfPattern, unknownPattern } from '../../event/index.ts';
import type { HeaderValues } from './endpoint-secrets.ts';
import { isReservedHeader } from './reserved-headers.ts';

/** Placeholder in responses for the value of a header; if it is written back, the stored value stays. */
export const MASKED_VALUE = '********';

const MAX_DESCRIPTION_LENGTH = 500;
const MAX_PATTERNS = 100;
const MAX_ATTRIBUTES = 100;
const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1_024;

/** A token of RFC 9110, 5.6.2. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]+$/;

export function checkUrl(url: string, policy: OutboundPolicy): FieldProblem[] {
  const fault = validateUrl(url, policy);
  return fault === null ? [] : [fieldProblem('invalid-format', ['url'], fault, { value: url })];
}

export function checkDescription(description: string | null): FieldProblem[] {
  const length = [...(description ?? '')].length;
  if (length <= MAX_DESCRIPTION_LENGTH) return [];
  const message = localized('description-too-long', { count: length, max: MAX_DESCRIPTION_LENGTH });
  return [fieldProblem('too-long', ['description'], message, { value: description })];
}

export function checkEvents(patterns: readonly string[]): FieldProblem[] {
  if (patterns.length === 0)
    return [fieldProblem('too-few-items', ['events'], localized('event-type-required'))];
  if (patterns.length > MAX_PATTERNS) {
    const message = localized('too-many-patterns', { count: patterns.length, max: MAX_PATTERNS });
    return [fieldProblem('too-many-items', ['events'], message)];
  }
  return patterns.flatMap((pattern, index) => {
    if (typesOfPattern(pattern).length > 0) return [];
    const suggestions = suggestPatterns(pattern);
    const message = unknownPattern(pattern, suggestions);
    return [
      fieldProblem('value-not-allowed', ['events', String(index)], message, { value: pattern, suggestions }),
    ];
  });
}

/**
 * Returns the attributes by their stored codes, each once.
 *
 * @param codesByKey stored codes by the code in lower case
 */
export function checkAttributes(
  requestedCodes: readonly string[],
  codesByKey: ReadonlyMap<string, string>,
  all: readonly string[],
): { readonly codes: readonly string[]; readonly problems: readonly FieldProblem[] } {
  if (requestedCodes.length > MAX_ATTRIBUTES) {
    const message = localized('too-many-attributes', { count: requestedCodes.length, max: MAX_ATTRIBUTES });
    return {
      codes: requestedCodes,
      problems: [fieldProblem('too-many-items', ['changedAttributes'], message)],
    };
  }
  const problems = requestedCodes.flatMap((code, index) => {
    if (codesByKey.has(code.toLowerCase())) return [];
    const suggestions = suggest(code, all);
    const message = withSuggestions(localized('not-found', { kind: 'attribute', ref: code }), suggestions);
    const path = ['changedAttributes', String(index)];
    return [fieldProblem('attribute-not-found', path, message, { value: code, suggestions })];
  });
  const codes = [...new Set(requestedCodes.map((code) => codesByKey.get(code.toLowerCase()) ?? code))];
  return { codes, problems };
}

/** Headers in a write, by name: a value, or null to remove the header. */
export type HeaderPatch = Readonly<Record<string, string | null>>;

/** Returns the headers after a write; names are the same in any case. */
export function mergeHeaders(
  stored: HeaderValues,
  patch: HeaderPatch,
): { readonly headers: HeaderValues; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const refuse = (code: FieldProblem['code'], name: string, message: Message) =>
    void problems.push(fieldProblem(code, ['headers', name], message));
  const next = new Map(Object.entries(stored).map((entry) => [entry[0].toLowerCase(), entry] as const));
  for (const [name, value] of Object.entries(patch)) {
    const key = name.toLowerCase();
    if (!HEADER_NAME.test(name))
      refuse('invalid-format', name, localized('header-name-invalid', { header: name }));
    else if (isReservedHeader(name))
      refuse('value-not-allowed', name, localized('header-reserved', { header: name }));
    else if (value === null) next.delete(key);
    else if (value === MASKED_VALUE) {
      if (!next.has(key)) refuse('required', name, localized('header-without-value', { header: name }));
    } else if (value.length > MAX_HEADER_LENGTH)
      refuse(
        'too-long',
        name,
        localized('header-value-too-long', { count: value.length, max: MAX_HEADER_LENGTH }),
      );
    else if (!HEADER_VALUE.test(value)) refuse('invalid-format', name, localized('header-value-characters'));
    else next.set(key, [name, value]);
  }
  if (next.size > MAX_HEADERS) {
    const message = localized('too-many-headers', { count: next.size, max: MAX_HEADERS });
    problems.push(fieldProblem('too-many-items', ['headers'], message));
  }
  return { headers: Object.fromEntries(next.values()), problems };
}
