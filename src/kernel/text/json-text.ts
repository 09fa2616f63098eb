import type { JsonValue } from '../json.ts';

/**
 * JSON that is passed on as the text it came as: {@link stringifyWithRawJson} writes it out unread. Any other reader,
 * `JSON.stringify` for one, gets its parsed content.
 */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): JsonValue {
    if (passed === null) return JSON.parse(this.text) as JsonValue;
    passed.push(this.text);
    return PLACEHOLDER;
  }
}

/** No text of a client holds it: 128 random bits, drawn at start. */
const PLACEHOLDER = `\u001a${globalThis.crypto.randomUUID()}`;
const WRITTEN_PLACEHOLDER = JSON.stringify(PLACEHOLDER);

/** The texts met by the call of `stringifyWithRawJson` that is under way, in their order. */
let passed: string[] | null = null;

/** Works like `JSON.stringify` but leaves every {@link RawJson} as it is. */
export function stringifyWithRawJson(value: unknown): string {
  const texts: string[] = [];
  passed = texts;
  let written: string;
  try {
    written = JSON.stringify(value);
  } finally {
    passed = null;
  }
  if (texts.length === 0) return written;
  const parts = written.split(WRITTEN_PLACEHOLDER);
  let whole = parts[0] ?? '';
  for (let index = 0; index < texts.length; index += 1) whole += `${texts[index]}${parts[index + 1]}`;
  return whole;
}
