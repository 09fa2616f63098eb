/** Matches texts that may not be in the normal form; those without characters from here on are. */
const BEYOND = /[\u0300-\uffff]/;

/**
 * Returns a text in Unicode normal form C, so that an accent that was typed as a mark of its own, as macOS writes
 * names of files, and one that is part of its letter are the same text.
 */
export const normalText = (text: string): string => (BEYOND.test(text) ? text.normalize('NFC') : text);

/** Returns a value with all texts in normal form, keys among them; the very value where they are so already. */
export function normalTexts<Value>(value: Value): Value {
  return normalized(value) as Value;
}

function normalized(value: unknown): unknown {
  if (typeof value === 'string') return normalText(value);
  if (Array.isArray(value)) {
    const items = value.map(normalized);
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([key, held]) => {
    const entry = [normalText(key), normalized(held)] as const;
    if (entry[0] !== key || !Object.is(entry[1], held)) isChanged = true;
    return entry;
  });
  if (!isChanged) return value;
  // The object has no setters: a key may be called `__proto__`.
  return Object.setPrototypeOf(Object.fromEntries(entries), Object.getPrototypeOf(value));
}

/** Returns true if a value is an object of JSON: streams, dates, maps and the like stay as they are. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
