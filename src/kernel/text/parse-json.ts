import { RequestError } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { localized, type Message } from '../problems/messages/message.ts';

/**
 * Limits of the JSON of clients, whatever it is for. Everything that reads an input traverses it at least once, so
 * these bound its time.
 */
export const JSON_LIMITS = {
  /** Deepest nesting; documents of people have a few levels. */
  depth: 64,
  /**
   * Number of values of one input: objects, lists and what is in them. A product with 200 values in two locales has
   * about 2,000.
   */
  values: 200_000,
  /** Keys of one object, and entries of one list. */
  members: 10_000,
  /** Characters of one text, escapes as they are written: as many as an MCP message with a small file. */
  text: 4_000_000,
} as const;

/**
 * Reads JSON of a client. It is counted before it is read: reading many small values takes a hundred times as long as
 * reading one large text.
 *
 * @param subject begins the sentence of a problem: "The body"
 * @param budget how many values it may hold; what it holds is taken off
 * @throws RequestError `malformed-json`, `payload-too-large`
 */
export function parseJson(
  text: string,
  subject: Message,
  budget = { values: JSON_LIMITS.values as number },
): JsonValue {
  budget.values -= assertJsonWithinLimits(text, subject, budget.values);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new RequestError(
      'malformed-json',
      localized('json-invalid', { subject, reason: (error as Error).message }),
    );
  }
}

/**
 * Counts what a text would hold as JSON (RFC 8259), without reading it.
 *
 * @returns how many values there are
 * @throws RequestError `malformed-json` for deep nesting, `payload-too-large`
 */
function assertJsonWithinLimits(text: string, subject: Message, mostValues: number): number {
  const tooMany = (
    key: 'json-text-too-long' | 'json-too-many-keys' | 'json-too-many-entries' | 'json-too-many-values',
    max: number,
  ) => new RequestError('payload-too-large', localized(key, { subject, max }), { limit: max });
  let values = 1;
  let depth = 0;
  /** Commas so far in each object or list that is open. */
  const commas = [0];
  const isObject = [false];
  // An expression passes over everything else far faster than a loop.
  const mark = /["[\]{},]/g;
  for (let tokenMatch = mark.exec(text); tokenMatch !== null; tokenMatch = mark.exec(text)) {
    switch (tokenMatch[0]) {
      case '"': {
        const end = endOfText(text, tokenMatch.index);
        if (end - tokenMatch.index > JSON_LIMITS.text) throw tooMany('json-text-too-long', JSON_LIMITS.text);
        mark.lastIndex = end + 1;
        break;
      }
      case '{':
      case '[':
        depth += 1;
        values += 1;
        if (depth > JSON_LIMITS.depth)
          throw new RequestError(
            'malformed-json',
            localized('json-too-deep', { subject, max: JSON_LIMITS.depth }),
          );
        commas[depth] = 0;
        isObject[depth] = tokenMatch[0] === '{';
        break;
      case '}':
      case ']':
        depth = Math.max(depth - 1, 0);
        break;
      case ',': {
        const count = (commas[depth] ?? 0) + 1;
        commas[depth] = count;
        values += 1;
        if (depth > 0 && count >= JSON_LIMITS.members)
          throw tooMany(
            isObject[depth] ? 'json-too-many-keys' : 'json-too-many-entries',
            JSON_LIMITS.members,
          );
      }
    }
    if (values > mostValues) throw tooMany('json-too-many-values', JSON_LIMITS.values);
  }
  return values;
}

/** Returns the end of the text that begins at a quote; the end of the input when the text does not end. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
