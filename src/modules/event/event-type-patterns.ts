import { RequestError } from '../../kernel/errors.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { type Grants, hasScope, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { accessDenied } from '../../platform/operation/authorize.ts';
import { EVENT_TYPES, type EventType, scopeOfEvent } from './event-types.ts';

const ALL = '*';
const MAXIMUM_PATTERNS = 100;
/** `product.*`, for each kind of object. */
const WILDCARDS = [...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`))];

/**
 * Returns the event types that patterns stand for: `*`, `product.*`, `product.created`; all when there is none.
 *
 * @throws RequestError `invalid-parameter` for a pattern that stands for nothing, with what was probably meant.
 */
export function expandPatterns(patterns: readonly string[] | null | undefined): readonly EventType[] {
  if (patterns === null || patterns === undefined) return EVENT_TYPES;
  if (patterns.length === 0 || patterns.length > MAXIMUM_PATTERNS) {
    throw new RequestError(
      'invalid-parameter',
      localized('event-pattern-count', { max: MAXIMUM_PATTERNS, count: patterns.length }),
      { parameter: 'types' },
    );
  }
  const selectedTypes = new Set(patterns.flatMap(expandPattern));
  return EVENT_TYPES.filter((type) => selectedTypes.has(type));
}

/** Returns the event types that one pattern stands for; none for a pattern that stands for nothing. */
export function typesOfPattern(pattern: string): readonly EventType[] {
  if (pattern === ALL) return EVENT_TYPES;
  return EVENT_TYPES.filter((type) =>
    pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

/** Returns suggestions for a pattern that matches no type. */
export const suggestPatterns = (pattern: string): string[] =>
  suggest(pattern, [...EVENT_TYPES, ...WILDCARDS]);

/** Returns the message of a pattern that no type of events matches. */
export const unknownPattern = (pattern: string, suggestions: readonly string[]): Message =>
  localized('event-pattern-form', {
    message: withSuggestions(localized('event-pattern-unknown', { ref: pattern }), suggestions),
  });

function expandPattern(pattern: string): readonly EventType[] {
  const types = typesOfPattern(pattern);
  if (types.length > 0) return types;
  const suggestions = suggestPatterns(pattern);
  throw new RequestError('invalid-parameter', unknownPattern(pattern, suggestions), {
    parameter: 'types',
    value: pattern,
    suggestions,
  });
}

/** Returns those of the types that somebody may read. */
export function readableTypes(grants: Grants, types: readonly EventType[]): readonly EventType[] {
  return types.filter((type) => hasScope(grants, scopeOfEvent(type)));
}

/**
 * Returns the types that a caller may read, of those that it requests.
 *
 * @throws RequestError `insufficient-scope` or `role-forbidden` when no type remains, so that nobody waits in vain.
 */
export function selectReadableTypes(session: Session, types: readonly EventType[]): readonly EventType[] {
  const readable = readableTypes(session, types);
  if (readable.length > 0) return readable;
  const scope: ScopeExpression = { anyOf: [...new Set(types.map(scopeOfEvent))] };
  throw accessDenied(session, scope, `Reading events ${types.length === 1 ? types[0] : 'of these types'}`);
}
