import { isJsonArray, isJsonObject, type JsonValue } from '../json.ts';
import { localized, type Message } from '../problems/messages/message.ts';

/**
 * Returns the reason why a text cannot be stored, as the rest of a sentence, or null when it can: PostgreSQL has no
 * U+0000, and UTF-8 has no half of a surrogate pair.
 */
export function unstorableReason(text: string): Message | null {
  if (text.includes('\0')) return localized('unstorable-null');
  return text.isWellFormed() ? null : localized('unstorable-surrogate');
}

/** Returns the first text in JSON that cannot be stored, keys among them: its path, and the reason. */
export function findUnstorableText(
  json: JsonValue | undefined,
): { readonly path: readonly string[]; readonly why: Message } | null {
  if (typeof json === 'string') {
    const why = unstorableReason(json);
    return why === null ? null : { path: [], why };
  }
  if (!isJsonArray(json) && !isJsonObject(json)) return null;
  for (const [key, value] of Object.entries(json)) {
    const why = unstorableReason(key);
    const below = why === null ? findUnstorableText(value) : { path: [], why };
    if (below !== null) return { path: [key, ...below.path], why: below.why };
  }
  return null;
}

/**
 * Returns JSON that PostgreSQL can store, with `\ufffd` in place of the characters that it cannot: for values that are
 * reported, such as cells of a file, which may hold anything.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '\ufffd').toWellFormed() : part,
  );
