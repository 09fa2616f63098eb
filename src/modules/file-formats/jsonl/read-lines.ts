import { isUtf8 } from 'node:buffer';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { findUnstorableText } from '../../../kernel/text/storable-text.ts';
import type { OpenBytes } from '../csv/csv-records.ts';
import type { SourceRow } from '../source-row.ts';

/** Longest line in bytes. */
const MAXIMUM_LINE_BYTES = 16 * 1024 * 1024;
const MAXIMUM_BROKEN_ROWS = 1_000;
const LINE_FEED = 10;
/** Characters kept of a line that is not JSON. */
const KEPT_CHARACTERS = 2_000;

/** Position of the first line, and the form of the lines. */
export interface LinePosition {
  readonly start: number;
  readonly linesBefore?: number;
  readonly brokenBefore?: number;
}

/** Returns the objects of a file with one per line, from some byte on. Empty lines are left out, and counted. */
export async function* readLines(
  open: OpenBytes,
  { start, linesBefore = 0, brokenBefore = 0 }: LinePosition,
): AsyncGenerator<SourceRow> {
  let number = linesBefore;
  let brokenRows = brokenBefore;
  for await (const { bytes, end } of splitLines(open, start)) {
    number += 1;
    const read = bytes === null ? { message: tooLong, text: '' } : readObject(bytes);
    if (read === null) continue;
    if ('object' in read) {
      yield { number, end, source: read.object, problem: null, brokenRows, isLast: false };
      continue;
    }
    brokenRows += 1;
    const isLast = brokenRows >= MAXIMUM_BROKEN_ROWS;
    const message = isLast ? localized('lines-too-many-broken', { message: read.message }) : read.message;
    const problem = fieldProblem('invalid-format', [], message, { value: read.text });
    yield { number, end, source: read.text, problem, brokenRows, isLast };
    if (isLast) return;
  }
}

const tooLong = localized('line-too-long', { max: MAXIMUM_LINE_BYTES });

type Reading = { readonly object: JsonObject } | { readonly message: Message; readonly text: string } | null;

/** Returns the object of a line; null for an empty line. */
function readObject(bytes: Buffer): Reading {
  if (!isUtf8(bytes)) {
    return { message: localized('line-encoding-invalid'), text: '' };
  }
  const text = bytes.toString('utf8').trim();
  if (text === '') return null;
  const refuse = (message: Message) => ({
    message,
    text: text.slice(0, KEPT_CHARACTERS).replaceAll('\0', ''),
  });
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch {
    return refuse(localized('line-not-json'));
  }
  if (!isJsonObject(json)) return refuse(localized('line-not-object'));
  const unstorable = findUnstorableText(json);
  if (unstorable === null) return { object: json };
  const subject = localized('quoted', { name: unstorable.path.join('.') });
  return refuse(localized('value-unstorable', { subject, why: unstorable.why }));
}

/** Returns the lines of a file without their line feeds; null for one that is too long. */
export async function* splitLines(
  open: OpenBytes,
  start: number,
): AsyncGenerator<{ readonly bytes: Buffer | null; readonly end: number }> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let offset = start;
  const take = () => {
    const bytes = length > MAXIMUM_LINE_BYTES ? null : Buffer.concat(parts);
    parts = [];
    length = 0;
    return bytes;
  };
  const add = (part: Uint8Array) => {
    length += part.length;
    offset += part.length;
    if (length <= MAXIMUM_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of open(start)) {
    let position = 0;
    for (;;) {
      const feed = chunk.indexOf(LINE_FEED, position);
      if (feed === -1) break;
      add(chunk.subarray(position, feed));
      offset += 1;
      yield { bytes: take(), end: offset };
      position = feed + 1;
    }
    // The buffer of a stream is used again for the next chunk by some; what is kept over it is copied.
    if (position < chunk.length) add(Uint8Array.from(chunk.subarray(position)));
  }
  if (length > 0) yield { bytes: take(), end: offset };
}
