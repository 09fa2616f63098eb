import { isJsonArray, isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { Fault } from '../../kernel/refusal.ts';

/** Deepest nesting; what people write has a few levels. */
const DEEPEST = 64;
const LINES = 'application/x-ndjson';

/** What came with a request. */
export interface SentBody {
  readonly json: JsonValue;
  /** Whether it was one JSON text per line. */
  readonly isLines: boolean;
}

/**
 * Reads the body of a request, whose size is limited already; null when there is none, whatever its `Content-Type` says.
 *
 * @throws Fault `unsupported-media-type`, `malformed-json`
 */
export async function readBody(request: Request, mediaTypes: readonly string[]): Promise<SentBody | null> {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return null;
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!mediaTypes.includes(mediaType)) {
    const sent = mediaType === '' ? 'no media type' : mediaType;
    const detail = `The body has ${sent}; send ${mediaTypes.join(' or ')}.`;
    throw new Fault('unsupported-media-type', detail, { allowed: mediaTypes });
  }
  const text = decode(bytes);
  if (mediaType !== LINES) return { json: parseJson(text, 'The body'), isLines: false };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { json: lines.map((line, index) => parseJson(line, `Line ${index + 1}`)), isLines: true };
}

/**
 * Refuses what is sent to a route that takes nothing, so that nobody believes it was heeded. Many programs send `{}`
 * with every request, whatever its type; that is nothing.
 *
 * @throws Fault `invalid-parameter`
 */
export async function refuseBody(request: Request, route: string): Promise<void> {
  const nothing = '{}';
  let text = '';
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    text = `${text}${Buffer.from(chunk).toString('latin1')}`.trim();
    if (text.length > nothing.length) break;
  }
  if (text !== '' && text.replace(/\s/g, '') !== nothing)
    throw new Fault('invalid-parameter', `${route} takes no body.`, {});
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Fault('malformed-json', 'The body is not UTF-8 (RFC 8259).');
  }
}

/** @param what how the sentence begins: "The body" */
export function parseJson(text: string, what: string): JsonValue {
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Fault('malformed-json', `${what} is not JSON: ${(error as Error).message}.`);
  }
  if (depthOf(json) > DEEPEST)
    throw new Fault('malformed-json', `${what} is nested more than ${DEEPEST} levels deep.`);
  return json;
}

/** How deep a value is nested, counted without recursion and no further than it matters. */
function depthOf(json: JsonValue): number {
  let level: readonly JsonValue[] = [json];
  for (let depth = 0; ; depth += 1) {
    const next = level.flatMap(partsOf);
    if (next.length === 0 || depth > DEEPEST) return depth;
    level = next;
  }
}

function partsOf(json: JsonValue): readonly JsonValue[] {
  if (isJsonArray(json)) return json;
  return isJsonObject(json) ? (Object.values(json) as JsonValue[]) : [];
}
